import { call } from '../../contract/call.ts'
import { readTheme } from './theme.contract.ts'
import { looksFrom, themeFrom, themeVariables, type Theme, type ThemeDefaults } from './theme.rules.ts'
import { cacheTheme, showTheme, useTheme, type PageData } from './use-theme.ts'

/** Where the page came without its theme: the cached one at once, then the fresh one, or the defaults without a word (THEME-07, THEME-25). */
export async function loadTheme(page: PageData | null): Promise<void> {
  const site = page?.site ?? siteIn(location.hostname)
  const defaults = page?.theme ?? themeFrom(null)
  const cached = cachedTheme(site, defaults)
  if (cached) paintWhole(cached)
  const fresh = fetchTheme({ site, defaults, otherwise: cached ?? defaults })
  if (!cached) await fresh
}

async function fetchTheme({
  site,
  defaults,
  otherwise,
}: {
  site: string
  defaults: ThemeDefaults
  otherwise: Theme
}): Promise<void> {
  try {
    const theme = themeFrom(await call(readTheme, { params: { id: site } }), defaults)
    paintWhole(theme)
    cacheTheme(site, theme)
  } catch {
    paintWhole(otherwise)
  }
}

export type SchemeLooks = {
  theme: { core: { primaryColour: string | null; secondaryColour: string | null } }
  baseFont: string | null
  headerFont: string | null
  avatarSet: { avatarsetPlainFileURL: string | null }
}

let ofAddress: Theme | null = null

/** The scheme of the signed-in person replaces the theme of the address (THEME-24). */
export function applySchemeLooks(scheme: SchemeLooks): void {
  ofAddress ??= useTheme.getState()
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
    styles: themeVariables(looks),
  }))
  paint(looks)
}

/** Whoever has left sees the theme of the address again. */
export function dropSchemeLooks(): void {
  if (ofAddress) paintWhole(ofAddress)
  ofAddress = null
}

function paintWhole(theme: Theme): void {
  showTheme(theme)
  paint(theme)
}

function paint(looks: Pick<Theme, 'primary' | 'accent' | 'baseFont' | 'headerFont'>): void {
  for (const [name, value] of Object.entries(themeVariables(looks)))
    document.documentElement.style.setProperty(name, value)
}

/** The sub-domain's name, as the server finds it; the fixed one where a host has none or is an address (THEME-02 to THEME-04). */
export function siteIn(host: string): string {
  const known = host.replace(/\.(ac|co|gov|ltd|me|net|nhs|org|plc|police|sch)\.uk\.?$/, '.uk')
  return /^([^.]+)\.(?:localhost|(?:[^.]+\.)+[a-z][^.]*)\.?$/.exec(known)?.[1] ?? 'demo'
}

function cachedTheme(site: string, defaults: Theme): Theme | null {
  try {
    const text = localStorage.getItem(`theme:${site}`)
    if (!text) return null
    // Written by cacheTheme, perhaps by an older portal: what it lacks is filled, what is no colour or font is dropped.
    const kept = JSON.parse(text) as Partial<Theme>
    return { ...defaults, ...kept, ...looksFrom(kept) }
  } catch {
    // Whatever else stands there reads as nothing.
    return null
  }
}
