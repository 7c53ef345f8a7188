import { useRouter } from '@tanstack/react-router'
import { panels, type PanelName } from '../../contract/panels.ts'

/** Replaces the open panel, so that closing the next one ends the task. */
export function useNextPanel(): (name: PanelName, params?: Record<string, string>) => void {
  const router = useRouter()
  return (name, params = {}) => {
    const { pathname, searchStr, state } = router.state.location
    const query = new URLSearchParams(searchStr)
    for (const key of Object.values(panels).flat()) query.delete(key)
    for (const [key, value] of Object.entries({ panel: name, ...params })) query.set(key, value)
    const opened = 'panelOpenedHere' in state ? { panelOpenedHere: true } : {}
    router.history.replace(`${pathname}?${query.toString()}`, opened)
  }
}
