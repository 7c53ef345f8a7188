import { themeVariables } from '../../services/theme/theme.rules.ts'

type Look = Parameters<typeof themeVariables>[0] & { name: string }

/** Themes of the three example clients, and one whose colours would be unreadable without correction. */
export const looks = {
  demo: {
    name: 'Northgate Rail',
    primary: '#0B5D5E',
    accent: '#D9480F',
    baseFont: 'Source Sans 3',
    headerFont: 'Lora',
  },
  copperleaf: {
    name: 'Copperleaf Foods',
    primary: '#7A1F3D',
    accent: '#B7791F',
    baseFont: 'Nunito Sans',
    headerFont: 'Nunito Sans',
  },
  plain: { name: 'No theme', primary: '#333333', accent: '#666666', baseFont: null, headerFont: null },
  ugly: { name: 'Bright yellow', primary: '#FFEB00', accent: '#B8FF66', baseFont: null, headerFont: null },
} as const satisfies Record<string, Look>

export type LookName = keyof typeof looks

export const lookNames = Object.keys(looks).filter(isLook)

export function isLook(name: string | null): name is LookName {
  return name !== null && Object.hasOwn(looks, name)
}

/** Sets the style variables of a theme, as the server does for a client. */
export function wear(name: LookName): void {
  for (const [variable, value] of Object.entries(themeVariables(looks[name])))
    document.documentElement.style.setProperty(variable, value)
}
