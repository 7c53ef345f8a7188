import { call } from '../../contract/call.ts'
import { readTheme } from '../../services/theme/theme.contract.ts'
import { darkVariables } from '../../services/theme/dark-theme.rules.ts'
import { coloursKey } from '../../services/theme/default-colours.rules.ts'
import {
  themeLooks,
  themeFrom,
  themeVariables,
  type Looks,
  type Theme,
  type ThemeDefaults,
} from '../../services/theme/theme.rules.ts'
import { cacheTheme, applyTheme, useTheme, type PageData } from './use-theme.ts'

/** If the server sent no theme, shows the cached one, then the loaded one or the defaults (THEME-07, THEME-25). */
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

export type SchemeTheme = {
  theme: { core: { primaryColour: string | null; secondaryColour: string | null } }
  baseFont: string | null
  headerFont: string | null
  avatarSet: { avatarsetPlainFileURL: string | null }
}

let ofAddress: Theme | null = null

export function loadSchemeTheme(scheme: SchemeTheme): void {
  ofAddress ??= useTheme.getState()
  const looks = themeLooks({
    primary: scheme.theme.core.primaryColour,
    accent: scheme.theme.core.secondaryColour,
    baseFont: scheme.baseFont,
    headerFont: scheme.headerFont,
    // A scheme's theme has no radius and no dark mode, so use those of the client's theme.
    radius: ofAddress.radius,
    darkMode: ofAddress.darkMode,
  })
  useTheme.setState((theme) => ({
    ...looks,
    plainAvatar: scheme.avatarSet.avatarsetPlainFileURL ?? theme.plainAvatar,
    hasClientTheme: true,
    styles: themeVariables(looks),
  }))
  paint(looks)
}

export function removeSchemeTheme(): void {
  if (ofAddress) paintWhole(ofAddress)
  ofAddress = null
}

function paintWhole(theme: Theme): void {
  applyTheme(theme)
  paint(theme)
}

let painted: Looks | null = null
const device = matchMedia('(prefers-color-scheme: dark)')
device.addEventListener('change', () => painted && paint(painted))
addEventListener('storage', ({ key }) => key === coloursKey && painted && paint(painted))
addEventListener('beforeprint', () => painted && paint(painted, { onPaper: true }))
addEventListener('afterprint', () => painted && paint(painted))

function paint(looks: Looks, { onPaper = false } = {}): void {
  painted = looks
  const { style } = document.documentElement
  const chosen = localStorage.getItem(coloursKey)
  const isDark = looks.darkMode && (chosen ? chosen === 'dark' : device.matches) && !onPaper
  for (const name of Object.keys(darkVariables(looks))) style.removeProperty(name)
  style.colorScheme = isDark ? 'dark' : ''
  const variables = { ...themeVariables(looks), ...(isDark && darkVariables(looks)) }
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value)
}

/** 'demo' for IP addresses and hosts without a sub-domain (THEME-02 to THEME-04). */
export function siteIn(host: string): string {
  const known = host.replace(/\.(ac|co|gov|ltd|me|net|nhs|org|plc|police|sch)\.uk\.?$/, '.uk')
  return /^([^.]+)\.(?:localhost|(?:[^.]+\.)+[a-z][^.]*)\.?$/.exec(known)?.[1] ?? 'demo'
}

function cachedTheme(site: string, defaults: Theme): Theme | null {
  try {
    const text = localStorage.getItem(`theme:${site}`)
    if (!text) return null
    // Fills gaps and drops invalid values, because the cached theme may be from an earlier version of the portal.
    const kept = JSON.parse(text) as Partial<Theme>
    return { ...defaults, ...kept, ...themeLooks(kept) }
  } catch {
    return null
  }
}
