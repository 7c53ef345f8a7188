/** System fonts shown until a client's font has loaded, scaled so that lines break in the same places. */
type Measures = {
  /** Mean width of a character in the portal's texts, in em. */
  regular: number
  bold: number
}
type SystemFont = Measures & {
  name: string
  names: { regular: readonly string[]; bold: readonly string[] }
}
type ClientFont = Measures & {
  /** Height above and below the baseline, in em. These fonts have no line gap. */
  ascent: number
  descent: number
  standIns: readonly SystemFont[]
  medium?: number
}

const sans: readonly SystemFont[] = [
  {
    name: 'Arial',
    names: {
      regular: ['Arial', 'Liberation Sans', 'Arimo'],
      bold: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'],
    },
    regular: 0.4556,
    bold: 0.4897,
  },
  // Widths from @fontsource/roboto 5.3.0.
  {
    name: 'Roboto',
    names: {
      regular: ['Roboto'],
      bold: ['Roboto Bold'],
    },
    regular: 0.4523,
    bold: 0.4583,
  },
]
const serif: readonly SystemFont[] = [
  {
    name: 'Times',
    names: {
      regular: ['Times New Roman', 'Liberation Serif', 'Tinos'],
      bold: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
    },
    regular: 0.4111,
    bold: 0.4345,
  },
  {
    name: 'Noto Serif',
    names: {
      regular: ['Noto Serif'],
      bold: ['Noto Serif Bold'],
    },
    regular: 0.4859,
    bold: 0.515,
  },
]

// `fallback-fonts.test.ts` compares these values with the font files.
export const clientFonts: Readonly<Record<string, ClientFont>> = {
  Inter: { ascent: 0.9688, descent: 0.2412, regular: 0.4857, bold: 0.498, standIns: sans },
  'Nunito Sans': { ascent: 1.011, descent: 0.353, regular: 0.4562, bold: 0.4732, standIns: sans },
  'Source Sans 3': { ascent: 1.024, descent: 0.4, regular: 0.422, bold: 0.4452, standIns: sans },
  Lora: { ascent: 1.006, descent: 0.274, regular: 0.4748, medium: 0.4782, bold: 0.4848, standIns: serif },
}

export function fallbackNames(font: string): string {
  return (clientFonts[font]?.standIns ?? []).map(({ name }) => `'${font} in ${name}'`).join(', ')
}

export function headingWeight(font: string | null): 500 | 700 {
  return font !== null && clientFonts[font]?.medium !== undefined ? 500 : 700
}

export function fallbackRules({
  baseFont,
  headerFont,
}: {
  baseFont: string | null
  headerFont: string | null
}): string {
  const headings = headerFont ?? baseFont
  const rules = [...rulesOf(baseFont, 400), ...rulesOf(baseFont, 700), ...rulesOf(headings, headingWeight(headings))]
  return [...new Set(rules)].join('')
}

function rulesOf(name: string | null, weight: 400 | 500 | 700): string[] {
  const font = name === null ? undefined : clientFonts[name]
  if (!font) return []
  const system = weight === 700 ? 'bold' : 'regular'
  const width = (weight === 500 ? font.medium : undefined) ?? font[system]
  return font.standIns.map((standIn) => {
    const wider = width / standIn[system]
    // `size-adjust` also scales the heights, so divide them by it.
    const percent = (share: number) => `${Math.round((share / wider) * 100)}%`
    return [
      `@font-face{font-family:'${name} in ${standIn.name}'`,
      ...(weight === 400 ? [] : [`font-weight:${weight}`]),
      `src:${standIn.names[system].map((local) => `local('${local}')`).join()}`,
      `size-adjust:${Math.round(wider * 1_000) / 10}%`,
      `ascent-override:${percent(font.ascent)}`,
      `descent-override:${percent(font.descent)}`,
      'line-gap-override:0%}',
    ].join(';')
  })
}
