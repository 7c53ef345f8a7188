import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { DerivationSteps } from '../benefit-parts/DerivationSteps.tsx'
import { takeHomeEffectMessages as say } from '../../domain/tax/take-home-effect.messages.ts'
import { TakeHomeEffect } from '../take-home/TakeHomeEffect.tsx'
import type { TakeHomeStepsQuery } from './use-quote.ts'
import { Retry } from '../../ui/Retry.tsx'

export function QuoteTakeHome({
  effect,
  steps,
  periodsPerYear,
}: {
  effect: TakeHomeView
  steps: TakeHomeStepsQuery
  periodsPerYear: number
}) {
  const hasSteps = effect.outcome === 'computed' && effect.trace.length > 0
  return (
    <TakeHomeEffect
      effect={effect}
      periodsPerYear={periodsPerYear}
      {...(!hasSteps && { how: <HowItIsWorkedOut steps={steps} /> })}
    />
  )
}

function HowItIsWorkedOut({ steps }: { steps: TakeHomeStepsQuery }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure summary={say.how} onOpen={() => setOpen(true)} onClose={() => setOpen(false)}>
      {open && <Steps steps={steps} />}
    </Disclosure>
  )
}

function Steps({ steps }: { steps: TakeHomeStepsQuery }) {
  const quote = useQuery(steps)
  if (quote.data) {
    const { takeHome } = quote.data
    return takeHome.outcome === 'computed' && <DerivationSteps trace={takeHome.trace} />
  }
  if (!quote.isError) {
    return (
      <Loading label={say.loading}>
        <Skeleton width="half" />
      </Loading>
    )
  }
  return (
    <Alert kind="error" action={<Retry onRetry={() => void quote.refetch()} />}>
      {failureText(quote.error)}
    </Alert>
  )
}
