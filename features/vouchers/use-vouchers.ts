import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { readVoucherMessage } from './voucher-messages.rules.ts'
import { readVoucherManagement } from './vouchers.contract.ts'

/** Loaded only when the page opens or on request, because each response contains a new token. */
export const useVoucherManagement = () =>
  useQuery({
    queryKey: ['vouchers', 'management'],
    queryFn: ({ signal }) => call(readVoucherManagement, {}, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** `expired`: the token has expired. `silent`: no message within the time limit. */
export type FrameState = 'loading' | 'ready' | 'expired' | 'silent'

const SILENT_AFTER_MS = 15_000

/** Accepts messages only from the frame's window and origin, in the format of the protocol (S-64). */
export function useApplicationFrame(origin: string) {
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
