import type { ReactNode } from 'react'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { setUpMessages } from './set-up.messages.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'

const ActivationSteps = loadOnDemand(() => import('./ActivationSteps.tsx').then((m) => m.ActivationSteps))

export function SetUpCard({ isFromActivation, children }: { isFromActivation: boolean; children: ReactNode }) {
  const steps = isFromActivation && <ActivationSteps />
  return (
    <TwoFactorCard title={setUpMessages.title} above={steps}>
      {children}
    </TwoFactorCard>
  )
}
