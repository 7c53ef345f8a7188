import { useEffect, useEffectEvent } from 'react'
import { errorMessages } from '../contract/messages.ts'
import { notify } from './use-notices.ts'

export function OpeningFailed({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent(() => {
    notify(errorMessages.retryLater, 'error')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
