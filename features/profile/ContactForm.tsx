import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { notify } from '../../ui/use-notices.ts'
import { contactProblemMessages, profileMessages } from './profile.messages.ts'
import styles from './ProfilePage.module.css'
import {
  type ContactDetails,
  type ContactField,
  contactFields,
  contactProblems,
  contactRules,
  forEachContactField,
} from '../../services/people/profile.rules.ts'
import { useChangeUser } from './use-profile.ts'

type Typed = Record<ContactField, string>
type Problems = Partial<Typed>

type ContactFormProps = { contact: ContactDetails; wantsReminders: boolean; onDone: () => void }

export function ContactForm({ contact, wantsReminders, onDone }: ContactFormProps) {
  const [typed, setTyped] = useState<Typed>(() => forEachContactField((field) => contact[field] ?? ''))
  const [reminders, setReminders] = useState(wantsReminders)
  const [problems, setProblems] = useState<Problems>({})
  const change = useChangeUser()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const found = contactProblems(typed)
    setProblems(Object.fromEntries(found.map((field) => [field, contactProblemMessages[field]])))
    if (found.length > 0) return
    try {
      await change.mutateAsync({
        contact: changesIn(typed, contact),
        ...(reminders !== wantsReminders && { wantsReminders: reminders }),
      })
    } catch (failure) {
      setProblems(problemsOf(failure))
      return
    }
    notify(profileMessages.saved)
    onDone()
  }
  const field = (name: ContactField) => ({
    name,
    label: profileMessages[name],
    required: false,
    maxLength: contactRules[name].most,
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    error: problems[name],
  })
  const listed = contactFields.flatMap((name) => {
    const message = problems[name]
    return message === undefined ? [] : [{ field: name, message }]
  })
  return (
    <form className={styles.section} onSubmit={(event) => void submit(event)} noValidate>
      <FormErrors title={formErrorMessages.review} errors={listed} />
      {change.error && listed.length === 0 && (
        <Alert kind="error" isAnswer>
          {failureText(change.error)}
        </Alert>
      )}
      <p className={styles.soft}>{profileMessages.optional}</p>
      {contactFields.map((name) => {
        const input = inputs[name]
        return 'rows' in input ? (
          <TextArea key={name} {...field(name)} {...input} />
        ) : (
          <TextField key={name} {...field(name)} {...input} ref={name === contactFields[0] ? first : null} />
        )
      })}
      <Checkbox label={profileMessages.wantsReminders} checked={reminders} onChange={setReminders} />
      <div className={styles.buttons}>
        <Button type="submit" busy={change.isPending} busyLabel={profileMessages.saving}>
          {buttonMessages.save}
        </Button>
        <Button kind="secondary" onClick={onDone} disabled={change.isPending}>
          {buttonMessages.cancel}
        </Button>
      </div>
    </form>
  )
}

const inputs: Record<ContactField, { autoComplete: string } & ({ type: string } | { rows: number })> = {
  phone: { type: 'tel', autoComplete: 'tel' },
  personalEmail: { type: 'email', autoComplete: 'email' },
  address: { rows: 3, autoComplete: 'street-address' },
  postcode: { type: 'text', autoComplete: 'postal-code' },
}

function changesIn(typed: Typed, contact: ContactDetails): Partial<ContactDetails> {
  const after = contactFields.map((field) => [field, typed[field].trim() || null] as const)
  return Object.fromEntries(after.filter(([field, value]) => value !== contact[field]))
}

function problemsOf(failure: unknown): Problems {
  const errors = failure instanceof CallFailed ? failure.fieldErrors : {}
  return Object.fromEntries(
    contactFields.flatMap((field) => {
      const [sentence] = errors[`contact.${field}`] ?? []
      return sentence ? [[field, sentence]] : []
    }),
  )
}
