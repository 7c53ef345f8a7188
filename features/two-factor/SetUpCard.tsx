import { lazy, Suspense, type ReactNode } from 'react'
import { setUpMessages } from './set-up.messages.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'

// Loaded separately, because few people come from activation.
const ActivationSteps = lazy(() => import('./ActivationSteps.tsx').then((m) => ({ default: m.ActivationSteps })))

/** Frame of the two screens that set up two-factor authentication during login. */
export function SetUpCard({ isFromActivation, children }: { isFromActivation: boolean; children: ReactNode }) {
  const steps = isFromActivation && (
    <Suspense>
      <ActivationSteps />
    </Suspense>
  )
  return (
    <TwoFactorCard title={setUpMessages.title} above={steps}>
      {children}
    </TwoFactorCard>
  )
}
