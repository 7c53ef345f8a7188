import { useEffect, useRef } from 'react'
import { paths } from '../../contract/paths.ts'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { LoginCardButtons, LoginCard, LoginCardLink } from '../../ui/LoginCard.tsx'
import { forgotMessages, resetMessages } from './password.messages.ts'
import { useLinkValidation, type ResetLink } from './use-link-validation.ts'

const PasswordResetSteps = loadOnDemand(
  () => import('./PasswordResetSteps.tsx').then((m) => m.PasswordResetSteps),
  undefined,
  <CheckingLink isAgain />,
)

export function PasswordLinkPage({ link }: { link: ResetLink }) {
  useEffect(() => {
    void PasswordResetSteps.ahead()
  }, [])
  const validation = useLinkValidation(link.token)
  const { step } = validation
  const isAgain = useRef(false)
  useEffect(() => {
    if (isAgain.current && step !== 'asking') document.querySelector('h1')?.focus()
  }, [step])
  const again = () => {
    isAgain.current = true
    validation.again()
  }
  switch (validation.step) {
    case 'asking':
      return <CheckingLink />
    case 'valid':
      return <PasswordResetSteps link={link} />
    case 'invalid':
      return (
        <LoginCard title={resetMessages.invalid}>
          {validation.why && <p>{validation.why}</p>}
          <LoginCardLink to={paths.forgottenPassword()}>{resetMessages.another}</LoginCardLink>
        </LoginCard>
      )
    case 'failed':
      return (
        <LoginCard title={resetMessages.validateFailed}>
          <LoginCardButtons>
            <Retry onRetry={again} />
          </LoginCardButtons>
        </LoginCard>
      )
  }
}

/** `isAgain`: the message was announced before, and stays on the screen. */
function CheckingLink({ isAgain = false }: { isAgain?: boolean }) {
  return (
    <LoginCard title={forgotMessages.title}>
      <p role={isAgain ? undefined : 'status'}>{resetMessages.checking}</p>
    </LoginCard>
  )
}
