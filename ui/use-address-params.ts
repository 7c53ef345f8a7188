import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from './use-debounced.ts'
import { panelIn } from './use-panel.ts'

type Params = Readonly<Record<string, string>>

/** Sets URL parameters; '' removes one. Back undoes it, unless `replace` is true. In a panel, Back closes the panel. */
export function useSetAddress(): (params: Params, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return (params, { replace = false } = {}) => {
    const { pathname, searchStr, state } = router.state.location
    // While another screen loads, the address is already that of the other screen.
    if (router.state.resolvedLocation && router.state.resolvedLocation.pathname !== pathname) return
    const query = new URLSearchParams(searchStr)
    for (const [key, value] of Object.entries(params)) {
      if (value === '') query.delete(key)
      else query.set(key, value)
    }
    const text = query.toString()
    const to = pathname + (text && `?${text}`)
    if (to === pathname + searchStr) return
    if (!replace && !panelIn(searchStr)) return router.history.push(to)
    router.history.replace(to, 'panelOpenedHere' in state ? { panelOpenedHere: true } : {})
  }
}

export function useAddressParam(name: string): string {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  return new URLSearchParams(search).get(name) ?? ''
}

/** Returns the value that equals the text, or undefined. People edit URLs, so parameters may be anything. */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}

export function pageNumberIn(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

const LONGEST_SEARCH = 300

/** State of a search box. Once typing pauses, sets the URL parameters `name` and `withIt`: `{ page: '' }` for page 1. */
export function useSearchInAddress(name: string, withIt: Params = {}) {
  const search = useAddressParam(name)
  const setAddress = useSetAddress()
  const [typed, setTyped] = useState(search)
  const [before, setBefore] = useState(search)
  if (search !== before) {
    setBefore(search)
    if (search !== clean(typed)) setTyped(search)
  }
  const settled = clean(useDebounced(typed))
  const put = useEffectEvent((text: string) => {
    if (text === clean(typed) && text !== search) setAddress({ ...withIt, [name]: text }, { replace: true })
  })
  useEffect(() => put(settled), [settled])
  return { typed, setTyped, search }
}

function clean(typed: string): string {
  return typed.trim().slice(0, LONGEST_SEARCH)
}
