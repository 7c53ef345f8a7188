import { useEffect, useId, useRef, type FormEvent } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { Button } from '../../ui/Button.tsx'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CurrentPassword } from '../session/CurrentPassword.tsx'
import type { EmployeeDetail } from './employees.contract.ts'
import { viewAsMessages } from './view-as.messages.ts'
import styles from './EmployeePanel.module.css'
import type { ViewAs } from './use-view-as.ts'

type ViewAsEmployeeProps = { name: string; notViewable: EmployeeDetail['notViewable']; viewAs: ViewAs }

export function ViewAsEmployee({ name, notViewable, viewAs }: ViewAsEmployeeProps) {
  const titleId = useId()
  if (!notViewable && !viewAs.isAsking && !viewAs.isOpen) return null
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>{viewAsMessages.title(name)}</h3>
      {notViewable ? (
        <p>{viewAsMessages.notViewable[notViewable]}</p>
      ) : viewAs.isOpen ? (
        <Opened name={name} viewAs={viewAs} />
      ) : (
        <PasswordForm name={name} viewAs={viewAs} />
      )}
    </section>
  )
}

export function ViewAsButton({ viewAs }: { viewAs: ViewAs }) {
  return (
    <Button icon="eye" onClick={viewAs.ask}>
      {viewAsMessages.button}
    </Button>
  )
}

function PasswordForm({ name, viewAs }: { name: string; viewAs: ViewAs }) {
  const { problems } = viewAs
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!viewAs.busy) viewAs.open()
  }
  return (
    <form className={styles.viewAs} noValidate onSubmit={submit}>
      <FormErrors title={formErrorMessages.review} errors={listOf(problems)} />
      <p className={styles.soft}>{viewAsMessages.text(name)}</p>
      <CurrentPassword
        label={viewAsMessages.password}
        ref={field}
        value={viewAs.password}
        onChange={viewAs.setPassword}
        error={problems.password}
      />
      {viewAs.takesCode && (
        <TextField
          label={viewAsMessages.code}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={64}
          value={viewAs.code}
          onChange={viewAs.setCode}
          error={problems.code}
        />
      )}
      <div>
        <Button type="submit" busy={viewAs.busy} busyLabel={viewAsMessages.opening}>
          {viewAsMessages.open}
        </Button>
      </div>
    </form>
  )
}

function Opened({ name, viewAs }: { name: string; viewAs: ViewAs }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <p ref={words} role="status" tabIndex={-1}>
        {viewAs.blocked === null ? viewAsMessages.opened : viewAsMessages.blocked}
      </p>
      {viewAs.blocked !== null && (
        <p>
          <a href={viewAs.blocked} target="_blank" rel="noopener noreferrer">
            {viewAsMessages.openLink(name)}
          </a>
        </p>
      )}
      <div>
        <Button kind="secondary" onClick={viewAs.again}>
          {viewAsMessages.again}
        </Button>
      </div>
    </>
  )
}

function listOf({ password, code }: ViewAs['problems']) {
  return [
    { field: 'password', message: password },
    { field: 'code', message: code },
  ].filter((problem) => problem.message !== undefined)
}
