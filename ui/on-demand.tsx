import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { Alert } from './Alert.tsx'
import { Retry } from './Retry.tsx'

type ReloadButton = { onRetry: () => void }

/** A part of a page that is loaded when it is first shown. `ahead` preloads it. If loading fails, `Failed` can retry. */
export function onDemand<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props & ReloadButton> = LoadFailed,
  waiting: ReactNode = null,
) {
  let next = fetching()
  function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => next)
    return (
      <Suspense fallback={waiting}>
        <Part {...props} onRetry={() => setPart(() => next)} />
      </Suspense>
    )
  }
  // After a failed preload, the part is loaded when it is shown.
  const ahead = () =>
    fetchPart().then(
      (part) => void (next = part as typeof next),
      () => undefined,
    )
  return Object.assign(OnDemand, { ahead })

  function fetching(): ComponentType<Props & ReloadButton> {
    return lazy(async () => ({ default: await fetchPart().catch(refused) }))
  }

  function refused(): ComponentType<Props & ReloadButton> {
    next = fetching()
    return Failed
  }
}

function LoadFailed({ onRetry }: ReloadButton) {
  return (
    <Alert kind="error" action={<Retry onRetry={onRetry} />}>
      {errorMessages.retryLater}
    </Alert>
  )
}
