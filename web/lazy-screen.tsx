import { useEffect, useState, type ComponentType } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import { reloadOnce } from '../ui/reload-once.ts'
import { Retry } from '../ui/Retry.tsx'
import styles from './Shell.module.css'

export function lazyScreen<Props extends object>(fetchScreen: () => Promise<ComponentType<Props>>) {
  const Screen = loadOnDemand(fetchScreen, ScreenMissing)
  return Object.assign(Screen, { preload: Screen.ahead })
}

/** Offers a retry without a page load while the connection is lost, because the browser's error page would replace everything. */
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
