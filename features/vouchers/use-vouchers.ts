import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { readVoucherMessage } from './voucher-messages.rules.ts'
import { readVoucherManagement } from './vouchers.contract.ts'

/** The client's orders and the way into its application. Asked for when the page opens and when somebody says so: each answer is a token. */
export const useVoucherManagement = () =>
  useQuery({
    queryKey: ['vouchers', 'management'],
    queryFn: ({ signal }) => call(readVoucherManagement, {}, signal),
    staleTime: Infinity,
    // A token is never kept for another visit of the page.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** How the framed application stands: on its way, there, its token run out, or not heard of. */
export type FrameState = 'loading' | 'ready' | 'expired' | 'silent'

/** How long a slow phone may take to show the application before it is said that it may not come. */
const SILENT_AFTER_MS = 15_000

/** Listens to the framed application, and to nobody else: by its window, its origin and the form of what it says (S-64). */
export function useFrame(origin: string) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<FrameState>('loading')
  const [height, setHeight] = useState<number | null>(null)
  const hear = useEffectEvent((event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const message = readVoucherMessage(event.data)
    if (message?.type === 'height') setHeight(message.pixels)
    else if (message) setState(message.type)
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event)
    const late = setTimeout(() => setState((now) => (now === 'loading' ? 'silent' : now)), SILENT_AFTER_MS)
    window.addEventListener('message', listen)
    return () => {
      clearTimeout(late)
      window.removeEventListener('message', listen)
    }
  }, [])
  return { frame, state, height }
}
