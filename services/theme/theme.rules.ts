import { defaultAccent, defaultPrimary } from './default-colours.rules.ts'
import type { ThemeReply } from './theme.contract.ts'
import { fallbackNames, headingWeight } from './fallback-fonts.rules.ts'

/** Values for clients that set none. The installation may replace them (THEME-16, THEME-18). */
export type ThemeDefaults = { brand: string; supportNumber: string | null; supportEmail: string }

export const themeDefaults: ThemeDefaults = {
  brand: 'Test Benefits',
  supportNumber: '0808 157 0100',
  supportEmail: 'support@benefits.example',
}

/** Reply for an unknown name. All values are null, so that it does not reveal which clients exist. */
export const emptyTheme: ThemeReply = {
  theme: { primaryColour: null, secondaryColour: null },
  logoFileUrl: null,
  brandHeaderLogo: null,
  mobileLogo: null,
  logosDark: { client: null, header: null, mobile: null },
  supportEmail: null,
  contactUsEmail: null,
  benefitBrandName: null,
  benefitBrandPhoneNumber: null,
  avatarSet: { avatarsetPlainFileURL: null },
  baseFont: null,
  headerFont: null,
  radius: null,
  darkMode: false,
  sso_access_only: false,
}

const systemStack = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
const fontStacks: Readonly<Record<string, string>> = {
  Inter: `'Inter', ${fallbackNames('Inter')}, ${systemStack}`,
  'Nunito Sans': `'Nunito Sans', ${fallbackNames('Nunito Sans')}, ${systemStack}`,
  'Source Sans 3': `'Source Sans 3', ${fallbackNames('Source Sans 3')}, ${systemStack}`,
  Lora: `'Lora', ${fallbackNames('Lora')}, 'Iowan Old Style', Georgia, serif`,
}
export const fontNames: readonly string[] = Object.keys(fontStacks)
export const fontWeights = [300, 400, 500, 700] as const

const defaultRadius = 8
export const largestRadius = 14

const tintSteps = [100, 80, 60, 20, 5] as const

export type Theme = {
  brand: string
  /** Null if neither client nor installation has a number. Sentences about calling are then omitted. */
  supportNumber: string | null
  supportEmail: string
  supportEmailIsSchemeBased: boolean
  contactUsEmail: string | null
  clientLogo: string | null
  brandHeaderLogo: string | null
  brandHeaderLogoMobile: string | null
  clientLogoDark: string | null
  brandHeaderLogoDark: string | null
  brandHeaderLogoMobileDark: string | null
  plainAvatar: string | null
  ssoOnly: boolean
  primary: string
  accent: string
  baseFont: string | null
  headerFont: string | null
  /** Radius of corners in pixels. */
  radius: number
  /** True if the client allows dark colours. */
  darkMode: boolean
}

export function themeFrom(reply: ThemeReply | null, defaults: ThemeDefaults = themeDefaults): Theme {
  return {
    brand: reply?.benefitBrandName || defaults.brand,
    supportNumber: supportNumberOrNull(reply?.benefitBrandPhoneNumber) ?? supportNumberOrNull(defaults.supportNumber),
    supportEmail: reply?.supportEmail || defaults.supportEmail,
    supportEmailIsSchemeBased: Boolean(reply?.supportEmail),
    contactUsEmail: reply?.contactUsEmail || null,
    clientLogo: reply?.logoFileUrl || null,
    brandHeaderLogo: reply?.brandHeaderLogo || null,
    brandHeaderLogoMobile: reply?.mobileLogo || null,
    clientLogoDark: reply?.logosDark.client || null,
    brandHeaderLogoDark: reply?.logosDark.header || null,
    brandHeaderLogoMobileDark: reply?.logosDark.mobile || null,
    plainAvatar: reply?.avatarSet.avatarsetPlainFileURL || null,
    ssoOnly: reply?.sso_access_only ?? false,
    ...themeLooks({
      primary: reply?.theme.primaryColour,
      accent: reply?.theme.secondaryColour,
      baseFont: reply?.baseFont,
      headerFont: reply?.headerFont,
      radius: reply?.radius,
      darkMode: reply?.darkMode,
    }),
  }
}

export type Looks = Pick<Theme, 'primary' | 'accent' | 'baseFont' | 'headerFont' | 'radius' | 'darkMode'>
type Wanted = { [Key in keyof Looks]?: Looks[Key] | null | undefined }

/** A value that is no hex colour or listed font becomes the default (S-62). */
export function themeLooks({ primary, accent, baseFont, headerFont, radius, darkMode }: Wanted): Looks {
  return {
    primary: colourOr(primary, defaultPrimary),
    accent: colourOr(accent, defaultAccent),
    baseFont: baseFont && Object.hasOwn(fontStacks, baseFont) ? baseFont : null,
    headerFont: headerFont && Object.hasOwn(fontStacks, headerFont) ? headerFont : null,
    radius: typeof radius === 'number' && radius >= 0 && radius <= largestRadius ? Math.round(radius) : defaultRadius,
    darkMode: darkMode === true,
  }
}

/** Returns the support number. Null for `0`, `'TBC'` and empty values (THEME-19). */
export function supportNumberOrNull(number: string | number | null | undefined): string | null {
  const text = String(number ?? '').trim()
  return text === '' || text === '0' || text === 'TBC' ? null : text
}

export function themeVariables(
  theme: Omit<Looks, 'radius' | 'darkMode'> & Partial<Pick<Looks, 'radius'>>,
): Record<string, string> {
  const base = (theme.baseFont && fontStacks[theme.baseFont]) || systemStack
  return {
    ...tintVariables('primary', theme.primary),
    ...tintVariables('accent', theme.accent),
    '--on-primary': textOn(theme.primary),
    '--on-accent': textOn(theme.accent),
    '--primary-strong': readableColour(theme.primary, 4.5),
    '--accent-strong': readableColour(theme.accent, 4.5),
    '--focus': readableColour(theme.primary, 3),
    '--radius': `${theme.radius ?? defaultRadius}px`,
    '--font-base': base,
    '--font-header': (theme.headerFont && fontStacks[theme.headerFont]) || base,
    '--heading-weight': String(headingWeight(theme.headerFont ?? theme.baseFont)),
  }
}

/** Mixes a colour with white: round(255 − (255 − c) × percent / 100) for each channel (THEME-11). */
export function tint(colour: string, percent: number): string {
  return hex(channels(colour).map((channel) => Math.round(255 - ((255 - channel) * percent) / 100)))
}

/** Returns white or near-black, whichever has a contrast of 4.5:1 on the colour; otherwise black. */
export function textOn(colour: string): string {
  return ['#ffffff', '#1b1f23'].find((text) => contrast(text, colour) >= 4.5) ?? '#000000'
}

/** Darkens a colour, if necessary, until it has this contrast on all light surfaces: cards, the darkest page, tints. */
export function readableColour(colour: string, ratio: number): string {
  const surfaces = ['#ffffff', '#f2f2f1', tint(colour, 5), tint(colour, 11)]
  const parts = channels(colour)
  for (let share = 100; share > 0; share -= 2) {
    const darker = hex(parts.map((channel) => Math.round((channel * share) / 100)))
    if (surfaces.every((surface) => contrast(darker, surface) >= ratio)) return darker
  }
  return '#000000'
}

/** Returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function colourOr(colour: string | null | undefined, otherwise: string): string {
  const text = colour?.toLowerCase() ?? ''
  return /^#[0-9a-f]{6}$/.test(text) ? text : otherwise
}

function tintVariables(name: string, colour: string): Record<string, string> {
  return Object.fromEntries(tintSteps.map((step) => [`--${name}-${step}`, tint(colour, step)]))
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
