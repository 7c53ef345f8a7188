import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounced } from './use-debounced.ts'
import { panelIn } from './use-panel.ts'

type Params = Readonly<Record<string, string>>

/**
 * Sets parameters in the address; '' removes one. Reload keeps them. On a page, Back undoes a change unless `replace`; in a panel
 * Back always closes the panel.
 */
export function useSetAddress(): (params: Params, options?: { replace?: boolean }) => void {
  const router = useRouter()
  return (params, { replace = false } = {}) => {
    const { pathname, searchStr, state } = router.state.location
    // During navigation the address already belongs to the next screen.
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

/** Returns a parameter of the address, or ''. */
export function useAddressParam(name: string): string {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  return new URLSearchParams(search).get(name) ?? ''
}

/** Parameters may be anything, because people edit and shorten addresses. */
export function oneOf<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}

export function pageIn(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/** Keeps the address short. No name or email is longer. */
const LONGEST_SEARCH = 300

/** A search box whose text goes to the address once typing pauses, together with the parameters `withIt`, such as '' for the page. */
export function useSearchInAddress(name: string, withIt: Params = {}) {
  const search = useAddressParam(name)
  const setAddress = useSetAddress()
  const [typed, setTyped] = useState(search)
  const [before, setBefore] = useState(search)
  // Back and a link change the address without typing.
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
