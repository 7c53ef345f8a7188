import { call } from '../../contract/call.ts'
import { readTheme } from './theme.contract.ts'
import { looksFrom, themeFrom, themeVariables, type Theme } from './theme.rules.ts'
import { cacheTheme, showTheme, useTheme } from './use-theme.ts'

/** Where the page came without a theme (a development server): the cached one at once, then the fresh one, or the defaults without a word (THEME-07, THEME-25). */
export async function loadTheme(): Promise<void> {
  const site = siteName()
  const cached = cachedTheme(site)
  if (cached) paintWhole(cached)
  const fresh = fetchTheme(site, cached)
  if (!cached) await fresh
}

async function fetchTheme(site: string, cached: Theme | null): Promise<void> {
  try {
    const theme = themeFrom(await call(readTheme, { params: { id: site } }))
    paintWhole(theme)
    cacheTheme(site, theme)
  } catch {
    paintWhole(cached ?? themeFrom(null))
  }
}

type SchemeLooks = {
  theme: { core: { primaryColour: string | null; secondaryColour: string | null } }
  baseFont: string | null
  headerFont: string | null
  avatarSet: { avatarsetPlainFileURL: string | null }
}

/** The scheme of the signed-in person replaces the theme of the address (THEME-24). */
export function applySchemeLooks(scheme: SchemeLooks): void {
  const looks = looksFrom({
    primary: scheme.theme.core.primaryColour,
    accent: scheme.theme.core.secondaryColour,
    baseFont: scheme.baseFont,
    headerFont: scheme.headerFont,
  })
  useTheme.setState((theme) => ({
    ...looks,
    plainAvatar: scheme.avatarSet.avatarsetPlainFileURL ?? theme.plainAvatar,
    hasClientTheme: true,
  }))
  paint(looks)
}

function paintWhole(theme: Theme): void {
  showTheme(theme)
  paint(theme)
}

function paint(looks: Pick<Theme, 'primary' | 'accent' | 'baseFont' | 'headerFont'>): void {
  for (const [name, value] of Object.entries(themeVariables(looks)))
    document.documentElement.style.setProperty(name, value)
}

/** The sub-domain's name, as the server finds it (THEME-02, THEME-04). */
function siteName(): string {
  const labels = location.hostname.split('.')
  return labels.length > (labels.at(-1) === 'localhost' ? 1 : 2) ? (labels[0] ?? 'demo') : 'demo'
}

function cachedTheme(site: string): Theme | null {
  try {
    const text = localStorage.getItem(`theme:${site}`)
    // Written by cacheTheme; anything else that stands there reads as nothing.
    return text ? (JSON.parse(text) as Theme) : null
  } catch {
    return null
  }
}
