import { useEffect, useRef } from 'react'
import { paths } from '../../contract/paths.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { EntryButtons, EntryCard, EntryLink } from '../../ui/EntryCard.tsx'
import { forgotMessages, resetMessages } from './password.messages.ts'
import { useLinkValidation, type ResetLink } from './use-link-validation.ts'

const ResetSteps = onDemand(() => import('./ResetSteps.tsx').then((m) => m.ResetSteps), undefined, <CheckingLink />)

export function LinkFrame({ link }: { link: ResetLink }) {
  useEffect(() => {
    void ResetSteps.ahead()
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
      return <ResetSteps link={link} />
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
          <EntryButtons>
            <Retry onRetry={again} />
          </EntryButtons>
        </EntryCard>
      )
  }
}

function CheckingLink() {
  return (
    <EntryCard title={forgotMessages.title}>
      <p role="status">{resetMessages.checking}</p>
    </EntryCard>
  )
}
