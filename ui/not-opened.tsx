import { useEffect, useEffectEvent } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { notify } from './use-notices.ts'

/** Replaces a panel or dialog that could not be loaded: shows a notice and allows opening it again. */
export function NotOpened({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent(() => {
    notify(errorMessages.retryLater, 'error')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
