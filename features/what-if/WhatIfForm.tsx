import { useId } from 'react'
import { showPounds } from '../../contract/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import type { BenefitView, SetupField } from '../../domain/selections/benefits.contract.ts'
import { visibleFields, showNumber, type FieldProblem } from '../../domain/selections/setup.rules.ts'
import { SetupInput } from '../benefit-setup/SetupInput.tsx'
import styles from './WhatIf.module.css'
import { whatIfMessages as say } from './what-if.messages.ts'
import {
  fieldName,
  type ScenarioBasis,
  isByPercent,
  isHeld,
  type HypotheticalFacts,
  withValue,
} from './what-if.rules.ts'

type FormProps = {
  ground: ScenarioBasis
  supposed: HypotheticalFacts
  problems: readonly FieldProblem[]
  onChange: (supposed: HypotheticalFacts) => void
  onAgain: () => void
}

export function WhatIfForm({ ground, supposed, problems, onChange, onAgain }: FormProps) {
  const id = useId()
  const { known, benefits } = ground
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  const set = (changed: Partial<HypotheticalFacts>) => onChange({ ...supposed, ...changed })
  return (
    <form className={styles.form} aria-labelledby={id} noValidate onSubmit={(event) => event.preventDefault()}>
      <h2 id={id}>{say.form}</h2>
      <NumberField
        label={say.salary}
        name="salary"
        prefix="£"
        step={500}
        min={0}
        required={known.salary !== null}
        hint={known.salary === null ? say.unknown : say.today(showPounds(known.salary))}
        error={errorOf('salary')}
        value={supposed.salary}
        onChange={(salary) => set({ salary })}
      />
      <NumberField
        label={say.hours}
        name="weeklyHours"
        step={0.5}
        min={1}
        max={80}
        required={known.weeklyHours !== null}
        hint={known.weeklyHours === null ? say.unknown : say.hoursApart(String(known.weeklyHours))}
        error={errorOf('weeklyHours')}
        value={supposed.weeklyHours}
        onChange={(weeklyHours) => set({ weeklyHours })}
      />
      <NumberField
        label={say.age}
        name="age"
        min={16}
        max={80}
        hint={say.today(String(known.age))}
        error={errorOf('age')}
        value={supposed.age}
        onChange={(age) => set({ age })}
      />
      <RadioCards
        legend={say.country}
        name="taxCountry"
        value={supposed.taxCountry}
        onChange={(country) => set({ taxCountry: country === 'Scotland' ? 'Scotland' : 'rUK' })}
        choices={(['rUK', 'Scotland'] as const).map((country) => ({
          value: country,
          label: say.countries[country],
          ...(country === known.taxCountry && { aside: say.isToday }),
        }))}
      />
      <Checkbox
        label={say.newChild}
        hint={say.newChildHint}
        name="newChild"
        checked={supposed.newChild}
        onChange={(newChild) => set({ newChild })}
      />
      {benefits.map((benefit) => (
        <ChoiceOf key={benefit.benefitId} {...{ benefit, supposed, errorOf, onChange }} />
      ))}
      <div>
        <Button kind="secondary" onClick={onAgain}>
          {say.again}
        </Button>
      </div>
    </form>
  )
}

type ChoiceProps = Pick<FormProps, 'supposed' | 'onChange'> & {
  benefit: BenefitView
  errorOf: (field: string) => string | undefined
}

function ChoiceOf({ benefit, supposed, errorOf, onChange }: ChoiceProps) {
  const { benefitId, setupFields, name } = benefit
  const values = supposed.choices[benefitId] ?? {}
  const [first] = setupFields
  if (first && isByPercent(benefit)) {
    const shown = { ...first, label: say.contribution(name, first.label), help: contributionToday(benefit, first) }
    return input(shown, first)
  }
  const asked = visibleFields(setupFields, values)
  if (asked.length === 0) return null
  return (
    <fieldset className={styles.choice}>
      <legend>{say.choice(name)}</legend>
      {asked.map((field) => input(field, field))}
    </fieldset>
  )

  function input(shown: SetupField, field: SetupField) {
    const unique = fieldName(benefitId, field.name)
    return (
      <SetupInput
        key={field.name}
        field={{ ...shown, name: unique }}
        value={values[field.name]}
        onChange={(value) => onChange({ ...supposed, choices: withValue(supposed, { benefitId, field, value }) })}
        error={errorOf(unique)}
      />
    )
  }
}

function contributionToday({ selection }: BenefitView, { name, input }: SetupField): string {
  const value = selection && isHeld(selection) ? selection.values[name] : undefined
  return input.kind === 'number' && typeof value === 'number'
    ? say.contributionToday(showNumber(input, value))
    : say.noContribution
}
