import { coloursKey } from './default-colours.rules.ts'
import { contrast, readableColour, tint, type Looks } from './theme.rules.ts'

/** Returns the colours for devices that prefer dark ones. They replace those of `themeVariables` and of ui/tokens.css. */
export function darkVariables({ primary, accent }: Pick<Looks, 'primary' | 'accent'>): Record<string, string> {
  // A pale client colour would make the backgrounds too light for light text.
  const [deep, deepAccent] = [readableColour(primary, 4.5), readableColour(accent, 4.5)]
  const ground = mix(deep, 9, '#0c0f10')
  const surface = mix(deep, 12, '#15191b')
  const sunken = mix(deep, 22, '#171c1e')
  const markGround = mix(deepAccent, 20, surface)
  const grounds = [ground, surface, sunken, markGround]
  const [link, mark] = [lighter(tint(primary, 38), 4.5, grounds), lighter(tint(accent, 58), 4.5, grounds)]
  const action = lighter(tint(primary, 42), 4.5, [darkText, ...grounds.slice(0, 2)])
  return {
    '--ground': ground,
    '--surface': surface,
    '--sunken': sunken,
    '--line': mix(deep, 24, '#2b3235'),
    '--line-strong': lighter(mix(deep, 24, '#848d90'), 3, grounds),
    '--text': '#edf1f0',
    '--text-soft': lighter('#a9b5b5', 4.5, grounds),
    '--primary-100': action,
    '--on-primary': darkText,
    '--primary-80': tint(primary, 80),
    '--primary-60': tint(primary, 60),
    '--on-primary-shade': '#ffffff',
    '--block': mix(deep, 62, '#0b0f10'),
    '--on-block': '#ffffff',
    '--primary-20': mix(deep, 34, surface),
    '--primary-5': sunken,
    '--primary-strong': link,
    '--focus': link,
    '--accent-100': lighter(tint(accent, 82), 4.5, [darkText, surface]),
    '--on-accent': darkText,
    '--accent-80': tint(accent, 80),
    '--accent-60': tint(accent, 60),
    '--accent-20': mix(deepAccent, 30, surface),
    '--accent-5': markGround,
    '--accent-strong': mark,
    '--mark-soft': markGround,
    '--chart-1': action,
    '--chart-2': tint(primary, 66),
    '--chart-3': tint(primary, 86),
    '--chart-4': mix(primary, 70, surface),
    '--chart-0': '#5a6164',
    '--good': '#86d3a3',
    '--good-soft': '#12301f',
    '--warn': '#f0c27b',
    '--warn-soft': '#38270a',
    '--bad': '#f3a49d',
    '--bad-soft': '#431a17',
    '--logo-ground': '#ffffff',
    '--logo-edge': '0 0 0 4px #ffffff',
  }
}

/** Script at the start of a page, so that the first paint has the right colours. A choice fires a `storage` event. */
export const darkScript = `{const device=matchMedia('(prefers-color-scheme:dark)'),set=()=>document.documentElement.toggleAttribute('data-dark',(localStorage.getItem('${coloursKey}')??(device.matches?'dark':''))==='dark');set();device.onchange=set;addEventListener('storage',set)}`

const darkText = '#0c1213'

function mix(colour: string, percent: number, ground: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [front = 0, back = 0] = [colour, ground].map((one) => Number.parseInt(one.slice(at, at + 2), 16))
    return Math.round(back + ((front - back) * percent) / 100)
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function lighter(colour: string, ratio: number, grounds: readonly string[]): string {
  for (let share = 100; share > 0; share -= 2) {
    const lightened = tint(colour, share)
    if (grounds.every((ground) => contrast(lightened, ground) >= ratio)) return lightened
  }
  return '#ffffff'
}
