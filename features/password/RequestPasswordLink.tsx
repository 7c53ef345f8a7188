import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type FormEvent } from 'react'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { LoginCard, LoginCardForm, LoginCardLink, LoginCardNote } from '../../ui/LoginCard.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Captcha } from '../sign-in-protection/Captcha.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { useTheme } from '../theme/use-theme.ts'
import { forgotMessages } from './password.messages.ts'
import type { useForgottenPassword } from './use-forgotten-password.ts'

export function RequestPasswordLink({ form }: { form: ReturnType<typeof useForgottenPassword> }) {
  const { email, setEmail, refused, busy, send, asked, prove } = form
  const cameBecause = useRouterState({
    select: ({ location }) => new URLSearchParams(location.searchStr).get('message'),
  })
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refused.email) input.current?.focus()
  }, [refused])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <LoginCard title={forgotMessages.title} lead={forgotMessages.lead}>
      {cameBecause === 'token-expired' && !refused.banner && <Alert kind="warning">{forgotMessages.expired}</Alert>}
      {/* Each attempt gets a new alert, so that screen readers announce the same error again. */}
      {refused.banner && (
        <Alert key={refused.times} kind="error" isAnswer>
          {refused.banner}
        </Alert>
      )}
      <LoginCardForm onSubmit={submit}>
        <TextField
          label={loginMessages.email}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={setEmail}
          error={refused.email}
          ref={input}
        />
        <Captcha key={asked} email={email} missing={refused.isRobot ? refused.times : 0} onProof={prove} />
        <Button type="submit" wide busy={busy} busyLabel={forgotMessages.sending}>
          {forgotMessages.submit}
        </Button>
      </LoginCardForm>
      <BackToLogin />
    </LoginCard>
  )
}

export function LinkSent() {
  const { supportEmail } = useTheme()
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={page}>
      <LoginCard title={forgotMessages.success.heading}>
        <p>{forgotMessages.success.text}</p>
        <LoginCardNote>
          {forgotMessages.success.nothing} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        </LoginCardNote>
        <BackToLogin />
      </LoginCard>
    </div>
  )
}

export function BackToLogin() {
  return <LoginCardLink to={paths.login()}>{forgotMessages.back}</LoginCardLink>
}
