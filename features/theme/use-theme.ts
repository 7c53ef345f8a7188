import { create } from 'zustand'
import type { ApiBase } from '../../contract/endpoint.ts'
import type { Theme } from '../../services/theme/theme.rules.ts'
import { storeItem } from '../../ui/store-item.ts'

export type PageData = {
  site: string
  theme: Theme
  /** Address of the avatar, if `theme` contains the picture itself. */
  avatarAddress?: string
  /** `theme` has the defaults, because the server could not read the theme. */
  themeFailed?: true
  icons: string
  hosts?: Partial<Record<ApiBase, string>>
  /** Name in the path to the benefits provider's hub, `/{name}-sso/` (SSO-14). */
  providerName?: string
  captchaOrigins?: readonly string[]
}

export type ThemeState = Theme & {
  hasClientTheme: boolean
  styles?: Readonly<Record<string, string>>
}

// The cast is safe, because `startTheme` sets the state before anything is shown.
export const useTheme = create<ThemeState>(() => ({ brand: '', supportEmail: '' }) as ThemeState)

/** Null in the development server or a test, without the portal's server. */
export function pageData(): PageData | null {
  const text = document.querySelector('#page-data')?.textContent
  // Our own server wrote the data.
  return text ? (JSON.parse(text) as PageData) : null
}

export function applyTheme(theme: Theme): void {
  useTheme.setState({ ...theme, hasClientTheme: false })
  document.documentElement.dataset['brand'] = theme.brand
}

/** For pages that the server sends without a theme (THEME-06, THEME-07). A logout keeps it. */
export function cacheTheme(site: string, theme: Theme): void {
  storeItem(localStorage, `theme:${site}`, JSON.stringify(theme))
}
