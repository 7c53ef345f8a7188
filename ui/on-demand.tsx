import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { Alert } from './Alert.tsx'
import { notify } from './use-notices.ts'
import { Retry } from './Retry.tsx'

type Again = { onRetry: () => void }

/**
 * A part of a page that is fetched when it is first shown, or before: `ahead` fetches it for whoever is about to come to
 * it, who then does not wait. Where that fails (no connection, or the portal was renewed
 * since the page came) `Failed` stands in its place and can ask again: the page around it stays, with all that was
 * typed there.
 */
export function onDemand<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props & Again> = NotFetched,
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
  // What cannot be fetched yet is asked for again when it is shown, which says so.
  const ahead = () =>
    void fetchPart().then(
      (part) => (next = part as typeof next),
      () => undefined,
    )
  return Object.assign(OnDemand, { ahead })

  function fetching(): ComponentType<Props & Again> {
    return lazy(async () => ({ default: await fetchPart().catch(refused) }))
  }

  function refused(): ComponentType<Props & Again> {
    next = fetching()
    return Failed
  }
}

/** In place of what would have opened over the page: a notice, and the way is free to open it again. */
export function NotOpened({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent(() => {
    notify(errorMessages.retryLater, 'error')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}

function NotFetched({ onRetry }: Again) {
  return (
    <Alert kind="error" action={<Retry onRetry={onRetry} />}>
      {errorMessages.retryLater}
    </Alert>
  )
}
