import { create } from 'zustand'
import type { ApiBase } from '../../contract/endpoint.ts'
import type { Theme } from '../../services/theme/theme.rules.ts'
import { storeItem } from '../../ui/store-item.ts'

export type PageData = {
  /** The theme is found and cached under this name. */
  site: string
  theme: Theme
  /** If the theme contains the picture itself. */
  avatarAddress?: string
  /** `theme` has the defaults. */
  themeFailed?: true
  icons: string
  /** If the installation has them elsewhere (API-08). */
  hosts?: Partial<Record<ApiBase, string>>
  /** The path to the provider's hub is `/{name}-sso/` (SSO-14). */
  providerName?: string
  /** Allowed by this page's policy. */
  captchaOrigins?: readonly string[]
}

export type ThemeState = Theme & {
  /** True once the scheme of the signed-in person has replaced the host's theme (THEME-24). */
  hasClientTheme: boolean
  styles?: Readonly<Record<string, string>>
}

// Nothing is shown before startTheme sets it.
// Reason for the cast: the other fields have no value until then.
export const useTheme = create<ThemeState>(() => ({ brand: '', supportEmail: '' }) as ThemeState)

/** Returns null if no server of ours wrote the page (a development server, a test). */
export function pageData(): PageData | null {
  const text = document.querySelector('#page-data')?.textContent
  // Our own server wrote it.
  return text ? (JSON.parse(text) as PageData) : null
}

export function applyTheme(theme: Theme): void {
  useTheme.setState({ ...theme, hasClientTheme: false })
  document.documentElement.dataset['brand'] = theme.brand
}

/** Caches the theme for a page without the server's data (THEME-06, THEME-07); it survives a logout. */
export function cacheTheme(site: string, theme: Theme): void {
  storeItem(localStorage, `theme:${site}`, JSON.stringify(theme))
}
