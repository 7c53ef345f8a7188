import { failureText } from '../../contract/call-failed.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { takeHomeEffectMessages as say } from '../../domain/tax/take-home-effect.messages.ts'
import { TakeHomeEffect } from '../take-home/TakeHomeEffect.tsx'
import { useTakeHome } from '../take-home/use-take-home.ts'
import { Retry } from '../../ui/Retry.tsx'

export function SelectionTakeHome({ selection }: { selection: SelectionView }) {
  const answer = useTakeHome(selection)
  if (answer.isPending) {
    return (
      <div aria-busy="true">
        <span className="visually-hidden">{say.loading}</span>
        <Skeleton width="half" />
      </div>
    )
  }
  const [found] = answer.data?.benefits ?? []
  if (!found) {
    return (
      <Alert kind="error" action={<Retry onRetry={() => void answer.refetch()} />}>
        {failureText(answer.error)}
      </Alert>
    )
  }
  return found.outcome === 'priced' ? (
    <TakeHomeEffect effect={found.takeHome} periodsPerYear={found.price.periodsPerYear} />
  ) : (
    <TakeHomeEffect effect={{ outcome: 'not-computed', reason: found.reason }} periodsPerYear={12} />
  )
}
