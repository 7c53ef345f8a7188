import { useRouter } from '@tanstack/react-router'
import { panelIn } from './use-panel.ts'

/** Sets a panel's parameters in the address; '' removes one. Back still closes the panel. */
export function usePanelParams(): (params: Readonly<Record<string, string>>) => void {
  const router = useRouter()
  return (params) => {
    const { pathname, searchStr, state } = router.state.location
    if (!panelIn(searchStr)) return
    const query = new URLSearchParams(searchStr)
    for (const [key, value] of Object.entries(params)) {
      if (value === '') query.delete(key)
      else query.set(key, value)
    }
    const opened = 'panelOpenedHere' in state ? { panelOpenedHere: true } : {}
    router.history.replace(`${pathname}?${query.toString()}`, opened)
  }
}
