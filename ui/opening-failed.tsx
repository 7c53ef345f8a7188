import { useEffect, useEffectEvent } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { notify } from './use-notices.ts'

/** Shown instead of a panel or dialog that could not be loaded. Tells the user, and closes so that it can be opened again. */
export function OpeningFailed({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent(() => {
    notify(errorMessages.retryLater, 'error')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
