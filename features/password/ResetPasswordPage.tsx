import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { buttonMessages } from '../../contract/messages.ts'
import { progressMessages } from '../../contract/progress.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoosePassword } from '../../ui/ChoosePassword.tsx'
import { EntryCard, EntryLink } from '../../ui/EntryCard.tsx'
import { ProgressSteps } from '../../ui/ProgressSteps.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { loginMessages } from '../session/session.messages.ts'
import { forgotMessages, resetMessages } from './password.messages.ts'
import { resetLinkIn, useResetLink, useValidation, type ResetLink } from './use-reset-link.ts'

/** B03: by the link of a mail, first the date of birth, then a new password. */
export function ResetPasswordPage() {
  const router = useRouter()
  const [link] = useState(() => resetLinkIn(router.history.location.search))
  useLayoutEffect(() => {
    // Token and date of birth are out of sight and out of the history before anything else happens (S-12).
    if (link) router.history.replace(router.history.location.pathname)
  }, [link, router])
  useEffect(() => {
    if (!link) router.history.replace(paths.forgottenPassword())
  }, [link, router])
  return link ? <ByLink link={link} /> : null
}

function ByLink({ link }: { link: ResetLink }) {
  const validation = useValidation(link.token)
  switch (validation.step) {
    case 'asking':
      return (
        <EntryCard title={forgotMessages.title}>
          <Loading label={resetMessages.checking}>
            <Skeleton shape="block" />
          </Loading>
        </EntryCard>
      )
    case 'valid':
      return <Steps link={link} />
    case 'invalid':
      return (
        <EntryCard title={resetMessages.invalid}>
          {validation.why && <p>{validation.why}</p>}
          <EntryLink to={paths.forgottenPassword()}>{resetMessages.another}</EntryLink>
        </EntryCard>
      )
    case 'failed':
      return (
        <EntryCard title={resetMessages.validateFailed}>
          <p>
            <Button onClick={validation.again}>{buttonMessages.retry}</Button>
          </p>
        </EntryCard>
      )
  }
}

const steps = [progressMessages.verify, loginMessages.passwordLabel]

function Steps({ link }: { link: ResetLink }) {
  const router = useRouter()
  const state = useResetLink(link)
  const current = state.step === 'choose' ? 2 : 1
  return (
    <EntryCard
      title={forgotMessages.title}
      steps={<ProgressSteps label={progressMessages.label} steps={steps} current={current} painted={state.progress} />}
    >
      <ChoosePassword
        state={state}
        words={{
          verifyLead: resetMessages.lead,
          checking: resetMessages.checking,
          chooseLead: resetMessages.choose,
          submit: resetMessages.submit,
          submitting: resetMessages.submitting,
          next: resetMessages.toForgotten,
        }}
        onCancel={() => router.history.push(paths.login())}
      />
    </EntryCard>
  )
}
