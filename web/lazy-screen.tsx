import { useEffect, useState, type ComponentType } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { reloadOnce } from '../ui/reload-once.ts'
import { Retry } from '../ui/Retry.tsx'
import styles from './Shell.module.css'

/** A screen that is loaded when its route is. If that fails, only this screen does. */
export function lazyScreen<Props extends object>(fetchScreen: () => Promise<ComponentType<Props>>) {
  const Screen = onDemand(fetchScreen, ScreenMissing)
  // The router preloads by this name.
  return Object.assign(Screen, { preload: Screen.ahead })
}

/** Retries without a reload while the connection is lost: the browser's own error page would replace everything. */
function ScreenMissing({ onRetry }: { onRetry: () => void }) {
  const [why, setWhy] = useState<string | null>(null)
  useEffect(() => void reloadOnce().then(setWhy), [])
  return (
    why && (
      <div className={styles.fault} role="alert">
        <h1 tabIndex={-1}>{why}</h1>
        <Retry onRetry={why === errorMessages.retryLater ? () => location.reload() : onRetry} />
      </div>
    )
  )
}
