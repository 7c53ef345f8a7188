import { themeVariables } from '../../services/theme/theme.rules.ts'

type Look = Parameters<typeof themeVariables>[0] & { name: string }

export const exampleThemes = {
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

export type ThemeName = keyof typeof exampleThemes

export const themeNames = Object.keys(exampleThemes).filter(isThemeName)

export function isThemeName(name: string | null): name is ThemeName {
  return name !== null && Object.hasOwn(exampleThemes, name)
}

export function applyTheme(name: ThemeName): void {
  for (const [variable, value] of Object.entries(themeVariables(exampleThemes[name])))
    document.documentElement.style.setProperty(variable, value)
}
