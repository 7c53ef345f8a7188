import { useEffect, useEffectEvent } from 'react'
import { reloadOnce } from './reload-once.ts'
import { notify } from './use-notices.ts'

export function PanelLoadFailed({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent((why: string) => {
    notify(why, 'error')
    onClose()
  })
  useEffect(() => {
    let isAwaited = true
    void reloadOnce({ keepInput: true }).then((why) => isAwaited && tell(why))
    return () => {
      isAwaited = false
    }
  }, [])
  return null
}
