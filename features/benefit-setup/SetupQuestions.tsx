import { Fragment, type FormEvent } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { FormErrors } from '../../ui/FormErrors.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { CompareOptions } from './CompareOptions.tsx'
import styles from '../benefit-parts/Setup.module.css'
import { SetupFieldInput } from './SetupFieldInput.tsx'
import { setupMessages } from '../../domain/selections/setup.messages.ts'
import { fieldProblems, type FieldProblem } from '../../domain/selections/setup.rules.ts'
import type { SetupStep } from '../../domain/selections/setup-steps.rules.ts'
import { StepButtons, type StepActions } from '../benefit-parts/StepButtons.tsx'
import type { Setup } from './use-setup.ts'

export type SetupQuestionsProps = {
  benefit: BenefitView
  step: SetupStep
  fields: BenefitView['setupFields']
  refused: readonly FieldProblem[]
  last: boolean
  setup: Setup
  buttons: StepActions
}

/** A refusal by the server blocks only the last questions, because later answers may resolve it. */
export function SetupQuestions({
  benefit,
  step,
  fields,
  refused,
  last,
  setup,
  buttons,
  Input = SetupFieldInput,
}: SetupQuestionsProps & { Input?: typeof SetupFieldInput }) {
  const isHere = ({ field }: FieldProblem) => fields.some(({ name }) => name === field)
  const problems = setup.problems.filter(isHere)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = fieldProblems(fields, setup.setupValues)
    const found = wrong.length > 0 || !last ? wrong : refused.filter(isHere)
    setup.setProblems(found)
    if (found.length === 0) buttons.next()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={setupMessages.steps[step]}>
      <FormErrors title={formErrorMessages.reviewPage} errors={problems} />
      {fields.map((field) => (
        <Fragment key={field.name}>
          <Input
            field={field}
            pricesFor={pricesFor(benefit)}
            value={setup.setupValues[field.name]}
            onChange={(value) => setup.change(field.name, value)}
            error={[...problems, ...refused].find((problem) => problem.field === field.name)?.message}
          />
          <CompareOptions benefit={benefit} field={field} values={setup.setupValues} />
        </Fragment>
      ))}
      <StepButtons {...buttons} />
    </form>
  )
}

function pricesFor({ setupFields, selection }: BenefitView): string | undefined {
  const field = setupFields.find(({ input }) => input.kind === 'people')
  if (field?.input.kind !== 'people' || field.input.people.length === 0) return undefined
  const names = field.input.people.map(({ value, label }) => ({ value, name: label.split(' ')[0] ?? label }))
  const saved = selection?.values[field.name]
  const covered = names.filter(({ value }) => Array.isArray(saved) && saved.includes(value))
  const list = (...people: string[]) => new Intl.ListFormat('en-GB').format(people)
  return covered.length > 0
    ? setupMessages.pricesForAll(list(benefitMessages.you.toLowerCase(), ...covered.map(({ name }) => name)))
    : setupMessages.pricesForYou(list(...names.map(({ name }) => name)))
}
