import { useRouter, useRouterState } from '@tanstack/react-router'
import { isPanelName, panels, type PanelName } from '../contract/panels.ts'

export type OpenPanel = { name: PanelName; params: Record<string, string> }

/** Returns the panel that the URL names, or null (PANEL-01, PANEL-03). */
export function usePanel(): OpenPanel | null {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  return panelIn(search)
}

/** Opens and closes panels by name. The open panel is in the URL, so that Back closes it and a reload keeps it. */
export function usePanels(): { open: (name: PanelName, params?: Record<string, string>) => void; close: () => void } {
  const router = useRouter()
  return {
    open: (name, params) => {
      const { pathname, searchStr } = router.state.location
      const to = pathname + panelQuery(searchStr, { name, params: params ?? {} })
      // A double click would add two history entries, and closing the panel would remove only one of them.
      if (router.history.location.href !== to) router.history.push(to, { panelOpenedHere: true })
    },
    close: () => {
      const { pathname, searchStr, state } = router.state.location
      if ('panelOpenedHere' in state) router.history.back()
      else router.history.replace(pathname + panelQuery(searchStr, null))
    },
  }
}

export function panelLink(name: PanelName, params: Record<string, string> = {}): string {
  return panelQuery('', { name, params })
}

export function panelIn(search: string): OpenPanel | null {
  const query = new URLSearchParams(search)
  const name = query.get('panel')
  if (!isPanelName(name)) return null
  const given = panels[name].flatMap((key): [string, string][] => {
    const value = query.get(key)
    return value === null ? [] : [[key, value]]
  })
  return { name, params: Object.fromEntries(given) }
}

function panelQuery(search: string, panel: OpenPanel | null): string {
  const query = new URLSearchParams(search)
  const known = new Set<string>(['panel', ...Object.values(panels).flat()])
  for (const key of known) query.delete(key)
  if (panel) for (const [key, value] of Object.entries({ panel: panel.name, ...panel.params })) query.set(key, value)
  const text = query.toString()
  return text && `?${text}`
}
