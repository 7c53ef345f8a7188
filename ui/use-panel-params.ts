import { useRouter } from '@tanstack/react-router'
import { panelIn } from './use-panel.ts'

/**
 * Says otherwise in the address by what the open panel is narrowed; '' takes a parameter away. Back still leads to before the
 * panel was opened, and a reload keeps what was set.
 */
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
