import { create } from 'zustand'
import type { Base } from '../../contract/endpoint.ts'
import type { Theme } from './theme.rules.ts'

export type PageData = {
  /** The name under which the theme is found and kept. */
  site: string
  /** Gaps filled. */
  theme: Theme
  /** Where the plain avatar is, if the theme has the picture itself. */
  avatarAddress?: string
  /** The theme could not be read: what stands there are the defaults. */
  themeFailed?: true
  icons: string
  /** Origins of the two bases of the interface, where the installation has them elsewhere (API-08). */
  hosts?: Partial<Record<Base, string>>
  /** The way to the provider's hub is `/{name}-sso/` (SSO-14). */
  providerName?: string
  /** Origins from which the policy of this page lets the script of a captcha provider come. */
  captchaOrigins?: readonly string[]
}

export type ThemeState = Theme & {
  /** True once the scheme of the signed-in person has replaced the theme of the address (THEME-24). */
  hasClientTheme: boolean
  /** The style variables it set then. */
  styles?: Readonly<Record<string, string>>
}

// Nothing shows before startTheme has set it.
// The reason for the cast: the other fields have no value to give before that.
export const useTheme = create<ThemeState>(() => ({ brand: '', supportEmail: '' }) as ThemeState)

/** Takes the theme that the server has written into the page and painted; a page without one works it out here. */
export async function startTheme(): Promise<void> {
  const page = pageData()
  if (!page || page.themeFailed) return (await import('./use-loaded-theme.ts')).loadTheme(page)
  showTheme(page.theme)
  cacheTheme(page.site, page.theme)
}

/** Null where no server of ours wrote the page (a development server, a test). */
export function pageData(): PageData | null {
  const text = document.querySelector('#page-data')?.textContent
  // Our own server wrote it.
  return text ? (JSON.parse(text) as PageData) : null
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
