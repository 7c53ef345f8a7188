import { lazy, Suspense, type ReactNode } from 'react'
import { setUpMessages } from './set-up.messages.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'

const ActivationSteps = lazy(() => import('./ActivationSteps.tsx').then((m) => ({ default: m.ActivationSteps })))

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
