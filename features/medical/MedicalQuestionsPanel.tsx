import { useId, useRef, useState, type FormEvent } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { formMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { SaveAndCancel, SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import layout from '../benefit-parts/Layout.module.css'
import type { MedicalQuestions } from './medical.contract.ts'
import { medicalMessages as say } from './medical.messages.ts'
import { useAnswerQuestions, useMedicalQuestions } from './use-medical.ts'

export function MedicalQuestionsPanel({ params: { benefitId = '' }, onClose }: PanelProps) {
  // The id is not checked here, because the server refuses other text with status 404.
  const id = benefitId as BenefitId
  const form = useId()
  const asked = useMedicalQuestions(id)
  const save = useAnswerQuestions(id)
  return (
    <SidePanel
      title={say.title}
      busy={save.isPending}
      error={save.error && failureText(save.error)}
      onClose={onClose}
      {...(asked.data && { footer: <SaveAndCancel formId={form} busy={save.isPending} /> })}
    >
      {asked.isPending && (
        <Loading label={say.loading}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {asked.error && <NotAsked error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.data && (
        <Questions
          id={form}
          asked={asked.data}
          save={(answers) => save.mutateAsync({ answers, version: asked.data.version })}
        />
      )}
    </SidePanel>
  )
}

function NotAsked({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const status = error instanceof CallFailed ? error.status : null
  if (status === 404) return <EmptyState icon="document" title={say.none} />
  return <ErrorState error={error} title={say.failed} onRetry={onRetry} />
}

function Questions({
  id,
  asked: { questions, version },
  save,
}: {
  id: string
  asked: MedicalQuestions
  save: (answers: Record<string, boolean>) => Promise<unknown>
}) {
  const close = useClosePanel()
  // Answers by the question's text, so that a changed question needs a new answer.
  const [typed, setTyped] = useState<Readonly<Record<string, boolean>>>({})
  const [first] = useState(version)
  // Version of the questions at the last click on Save. New questions show no error until the next click.
  const [checked, setChecked] = useState<string | null>(null)
  // State updates too late to stop a second click.
  const sent = useRef(false)
  const answers = questions.map((one) => ({ ...one, answer: typed[one.question] ?? one.answer }))
  const missing = checked === version ? answers.filter(({ answer }) => answer === null) : []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(version)
    if (sent.current || answers.some(({ answer }) => answer === null)) return
    sent.current = true
    try {
      await save(Object.fromEntries(answers.map((one) => [one.id, one.answer === true])))
    } catch {
      sent.current = false
      return
    }
    notify(say.saved)
    close()
  }
  return (
    <form id={id} className={layout.section} onSubmit={(event) => void submit(event)} noValidate>
      <FormErrors
        title={formErrorMessages.review}
        errors={missing.map(({ id: field, question }) => ({ field, message: `${question} ${formMessages.required}` }))}
      />
      {version !== first && <Alert kind="warning">{say.otherQuestions}</Alert>}
      <p>{say.lead}</p>
      <p className={layout.soft}>{say.who}</p>
      {answers.map(({ id: name, question, answer }) => (
        <RadioCards
          key={name}
          legend={question}
          name={name}
          value={answer === null ? null : String(answer)}
          onChange={(chosen) => setTyped((before) => ({ ...before, [question]: chosen === 'true' }))}
          columns={2}
          choices={[
            { value: 'true', label: say.yes },
            { value: 'false', label: say.no },
          ]}
          error={missing.some((one) => one.id === name) && formMessages.required}
        />
      ))}
    </form>
  )
}
