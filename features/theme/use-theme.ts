import { create } from 'zustand'
import type { Theme } from './theme.rules.ts'

/** What the server writes into the page: the site's name and its theme, gaps filled. */
export type PageData = { site: string; theme: Theme }

type ThemeState = Theme & {
  /** True once the scheme of the signed-in person has replaced the theme of the address (THEME-24). */
  hasClientTheme: boolean
}

// Nothing shows before startTheme has set it.
// The reason for the cast: the other fields have no value to give before that.
export const useTheme = create<ThemeState>(() => ({ brand: '', supportEmail: '' }) as ThemeState)

/** Takes the theme that the server has written into the page and painted; a page without one works it out here. */
export async function startTheme(): Promise<void> {
  const text = document.querySelector('#page-data')?.textContent
  if (!text) return (await import('./use-loaded-theme.ts')).loadTheme()
  // Our own server wrote it.
  const { site, theme } = JSON.parse(text) as PageData
  showTheme(theme)
  cacheTheme(site, theme)
}

export function showTheme(theme: Theme): void {
  useTheme.setState({ ...theme, hasClientTheme: false })
  document.documentElement.dataset['brand'] = theme.brand
}

/** Keeps the theme for a next start without the server's page (THEME-06, THEME-07); it survives a logout. */
export function cacheTheme(site: string, theme: Theme): void {
  try {
    localStorage.setItem(`theme:${site}`, JSON.stringify(theme))
  } catch {
    // A full or forbidden storage costs the cache, nothing else.
  }
}
