import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { buttonMessages, formMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { notify } from '../../ui/use-notices.ts'
import { profileMessages } from './profile.messages.ts'
import styles from './ProfilePage.module.css'
import {
  contactFields,
  contactLimits,
  contactProblems,
  type ContactDetails,
} from '../../services/people/profile.rules.ts'
import { useChangeUser } from './use-profile.ts'

type Typed = Record<keyof ContactDetails, string>
type Problems = Partial<Typed>

export function ContactForm({ contact, onDone }: { contact: ContactDetails; onDone: () => void }) {
  const [typed, setTyped] = useState<Typed>(() => typedFrom(contact))
  const [problems, setProblems] = useState<Problems>({})
  const change = useChangeUser()
  const first = useRef<HTMLInputElement>(null)
  // The form replaces the button that opened it, so move focus to its first field.
  useEffect(() => first.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const found = contactProblems(typed)
    setProblems(Object.fromEntries(found.map((field) => [field, problemMessages[field]])))
    if (found.length > 0) return
    try {
      await change.mutateAsync({ contact: changesIn(typed, contact) })
    } catch (failure) {
      setProblems(problemsOf(failure))
      return
    }
    notify(profileMessages.saved)
    onDone()
  }
  const field = (name: keyof ContactDetails) => ({
    name,
    label: profileMessages[name],
    required: false,
    maxLength: contactLimits[name],
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
      <FormErrors title={formMessages.review} errors={listed} />
      {change.error && listed.length === 0 && <Alert kind="error">{failureText(change.error)}</Alert>}
      <p className={styles.soft}>{profileMessages.optional}</p>
      <TextField {...field('phone')} type="tel" autoComplete="tel" ref={first} />
      <TextField {...field('personalEmail')} type="email" autoComplete="email" />
      <TextArea {...field('address')} rows={3} autoComplete="street-address" />
      <TextField {...field('postcode')} autoComplete="postal-code" />
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

const problemMessages: Typed = {
  phone: profileMessages.phoneWrong,
  personalEmail: formMessages.email,
  address: formMessages.required,
  postcode: profileMessages.postcodeWrong,
}

function typedFrom(contact: ContactDetails): Typed {
  // The object has exactly these fields.
  return Object.fromEntries(contactFields.map((field) => [field, contact[field] ?? ''])) as Typed
}

/** Sends only changed fields; an emptied field is cleared. */
function changesIn(typed: Typed, contact: ContactDetails): Partial<ContactDetails> {
  const after = contactFields.map((field): [keyof ContactDetails, string | null] => [
    field,
    typed[field].trim() || null,
  ])
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
