import { create } from 'zustand'
import { call } from '../../contract/call.ts'
import { readTheme } from './theme.contract.ts'
import type { Theme } from './theme.rules.ts'

/** What the server writes into the page: the site's name and its theme, gaps filled. */
export type PageData = { site: string; theme: Theme }

type ThemeState = Theme & {
  /** True once the scheme of the signed-in person has replaced the theme of the address (THEME-24). */
  hasClientTheme: boolean
}

const notYet: Theme = {
  brand: '',
  supportNumber: null,
  supportEmail: '',
  supportEmailIsSchemeBased: false,
  contactUsEmail: null,
  clientLogo: null,
  brandHeaderLogo: null,
  brandHeaderLogoMobile: null,
  plainAvatar: null,
  ssoOnly: false,
  primary: '',
  accent: '',
  baseFont: null,
  headerFont: null,
}

// Nothing shows before startTheme has set it.
export const useTheme = create<ThemeState>(() => ({ ...notYet, hasClientTheme: false }))

// The server has painted the page already; the rules are fetched when a theme is to be worked out here.
const rules = () => import('./theme.rules.ts')

/**
 * Paints the theme at start. The server has written it into the page; where a page came without one (a development
 * server), the cached theme is painted at once and the fresh one when it arrives.
 */
export async function startTheme(): Promise<void> {
  const page = pageData()
  if (page) {
    show(page.theme)
    cacheTheme(page.site, page.theme)
    return
  }
  const { themeFrom } = await rules()
  const cached = cachedTheme()
  if (cached) await paint(show(cached))
  const theme = await call(readTheme, { params: { id: siteName() } }).then(themeFrom, () => themeFrom(null))
  await paint(show(theme))
  cacheTheme(siteName(), theme)
}

type SchemeLooks = { theme: { core: { primaryColour: string | null; secondaryColour: string | null } }; baseFont: string | null; headerFont: string | null; avatarSet: { avatarsetPlainFileURL: string | null } }

/** The scheme of the signed-in person replaces the theme of the address (THEME-24). */
export async function applySchemeLooks(scheme: SchemeLooks): Promise<void> {
  const { looksFrom } = await rules()
  const looks = looksFrom({
    primary: scheme.theme.core.primaryColour,
    accent: scheme.theme.core.secondaryColour,
    baseFont: scheme.baseFont,
    headerFont: scheme.headerFont,
  })
  useTheme.setState((theme) => ({ ...looks, plainAvatar: scheme.avatarSet.avatarsetPlainFileURL ?? theme.plainAvatar, hasClientTheme: true }))
  await paint(looks)
}

function show(theme: Theme): Theme {
  useTheme.setState(theme)
  document.documentElement.dataset['brand'] = theme.brand
  return theme
}

async function paint(looks: Pick<Theme, 'primary' | 'accent' | 'baseFont' | 'headerFont'>): Promise<void> {
  const { themeVariables } = await rules()
  for (const [name, value] of Object.entries(themeVariables(looks))) document.documentElement.style.setProperty(name, value)
}

function pageData(): PageData | null {
  const text = document.querySelector('#page-data')?.textContent
  // Our own server wrote it; a page without it has no such element.
  return text ? (JSON.parse(text) as PageData) : null
}

/** The sub-domain's name, as far as a page without data needs it; the server decides the same in `siteOf`. */
function siteName(): string {
  const labels = location.hostname.split('.')
  return labels.length > (labels.at(-1) === 'localhost' ? 1 : 2) ? (labels[0] ?? 'demo') : 'demo'
}

const cacheKey = (site: string) => `theme:${site}`

function cacheTheme(site: string, theme: Theme): void {
  try {
    localStorage.setItem(cacheKey(site), JSON.stringify(theme))
  } catch {
    // A full or forbidden storage costs the cache, nothing else.
  }
}

function cachedTheme(): Theme | null {
  try {
    const text = localStorage.getItem(cacheKey(siteName()))
    return text ? (JSON.parse(text) as Theme) : null
  } catch {
    return null
  }
}
