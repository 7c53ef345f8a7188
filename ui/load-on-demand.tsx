import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { buttonMessages, errorMessages } from '../contract/messages.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { reloadOnce } from './reload-once.ts'
import { Retry } from './Retry.tsx'

type ReloadButton = { onRetry: () => void }

/** A part of a page that is loaded when it is first shown. `ahead` preloads it. If loading fails, `Failed` can retry. */
export function loadOnDemand<Props extends object>(
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
  const [why, setWhy] = useState<string | null>(null)
  useEffect(() => void reloadOnce({ keepInput: true }).then(setWhy), [])
  if (why === null) return null
  const action =
    why === errorMessages.reloadNeeded ? (
      <Button kind="secondary" onClick={() => location.reload()}>
        {buttonMessages.reload}
      </Button>
    ) : (
      <Retry onRetry={onRetry} />
    )
  return (
    <Alert kind="error" action={action}>
      {why}
    </Alert>
  )
}
