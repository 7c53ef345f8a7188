import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { TakeHomeView } from '../take-home/take-home.contract.ts'
import { takeHomeEffectMessages as say } from './take-home-effect.messages.ts'
import { TakeHomeEffect } from './TakeHomeEffect.tsx'
import type { TakeHomeStepsQuery } from './use-quote.ts'
import { WhyThisPrice } from './WhyThisPrice.tsx'

/** What a choice that is being made does to pay, and how that is worked out as soon as it is here. */
export function TakeHomeOfQuote({
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
  const quote = useQuery({ ...steps, placeholderData: keepPreviousData })
  if (quote.data) {
    const { takeHome } = quote.data
    return takeHome.outcome === 'computed' && <WhyThisPrice trace={takeHome.trace} summary={say.how} />
  }
  if (!quote.isError) {
    return (
      <Loading label={say.loading}>
        <Skeleton width="half" />
      </Loading>
    )
  }
  return (
    <Alert
      kind="error"
      action={
        <Button kind="secondary" onClick={() => void quote.refetch()}>
          {buttonMessages.retry}
        </Button>
      }
    >
      {failureText(quote.error)}
    </Alert>
  )
}
