import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { clientFonts, fallbackNames, fallbackRules, headingWeight } from './fallback-fonts.rules.ts'
import { fontNames, themeVariables } from './theme.rules.ts'

const packages = join(import.meta.dirname, '../../node_modules')
/** Typical text of the portal, because the width depends on the letters used. */
const words =
  'Log in to your benefits. Enter your email address and choose Next. Forgotten your password? We send a link with which you choose a new one. Please accept cookies before you continue. Your benefits, their prices and what is taken from your pay each month are listed here. Choose who should be covered, read what changes and confirm your choice before the window closes. Need help? Email the benefits team or call us on weekdays.'

async function measured(font: string, weight: 400 | 500 | 700) {
  const name = font.toLowerCase().replaceAll(' ', '-')
  const file = join(packages, `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`)
  const { unitsPerEm, ascent, descent, lineGap, layout } = await open(file).then((opened) => ({
    unitsPerEm: opened.unitsPerEm,
    ascent: opened.ascent,
    descent: opened.descent,
    lineGap: opened.lineGap,
    layout: opened.layout(words),
  }))
  const inEm = (units: number) => units / unitsPerEm
  return {
    ascent: inEm(ascent),
    descent: -inEm(descent),
    lineGap: inEm(lineGap),
    width: inEm(layout.advanceWidth) / words.length,
  }
}

/** Published width of Helvetica or Times. Arial, Times New Roman and the Linux fonts have the same widths. */
async function published(name: string): Promise<number> {
  const table = await readFile(join(packages, `pdfkit/js/data/${name}.afm`), 'utf8')
  const widths = new Map([...table.matchAll(/^C (\d+) ; WX (\d+)/gm)].map(([, code, width]) => [code, Number(width)]))
  const letters = Array.from(words, (letter) => widths.get(String(letter.codePointAt(0))) ?? Number.NaN)
  return letters.reduce((sum, width) => sum + width, 0) / 1_000 / words.length
}

describe('fallback font, shown until a font is loaded', () => {
  it.each(fontNames)('has the metrics of %s', async (font) => {
    const kept = clientFonts[font]
    const [regular, bold] = [await measured(font, 400), await measured(font, 700)]
    expect(kept?.regular).toBeCloseTo(regular.width, 3)
    expect(kept?.bold).toBeCloseTo(bold.width, 3)
    for (const { ascent, descent, lineGap } of [regular, bold]) {
      expect(kept?.ascent).toBeCloseTo(ascent, 3)
      expect(kept?.descent).toBeCloseTo(descent, 3)
      expect(lineGap).toBe(0)
    }
  })

  it('has the width of headings in Lora, which are not bold', async () => {
    expect(clientFonts['Lora']?.medium).toBeCloseTo((await measured('Lora', 500)).width, 3)
    expect(headingWeight('Lora')).toBe(500)
    expect(headingWeight('Inter')).toBe(700)
    expect(headingWeight(null)).toBe(700)
  })

  it.each([
    ['Inter', 'Helvetica'],
    ['Lora', 'Times'],
  ] as const)('has the widths of the system fonts for %s', async (font, system) => {
    const [first] = clientFonts[font]?.standIns ?? []
    expect(first?.regular).toBeCloseTo(await published(system === 'Times' ? 'Times-Roman' : system), 3)
    expect(first?.bold).toBeCloseTo(await published(`${system}-Bold`), 3)
  })

  it('is as wide and as high as the font that it replaces, and comes after it in the list', () => {
    const rules = fallbackRules({ baseFont: 'Lora', headerFont: 'Inter' })
    // Lora is 0.4748 em wide and Times 0.4111, so Times is scaled by 1.155. Lora's ascent is 1.006 em.
    expect(rules).toContain(
      "@font-face{font-family:'Lora in Times';src:local('Times New Roman'),local('Liberation Serif'),local('Tinos');size-adjust:115.5%;ascent-override:87%;descent-override:24%;line-gap-override:0%}",
    )
    // Each client font has two system fonts as fallback. Headings are bold; text is regular and bold.
    expect(rules.match(/@font-face\{font-family:'Lora/g)).toHaveLength(4)
    expect(rules.match(/@font-face\{font-family:'Inter[^}]*font-weight:700/g)).toHaveLength(2)
    expect(rules.match(/@font-face/g)).toHaveLength(6)
    const same = fallbackRules({ baseFont: 'Lora', headerFont: 'Lora' })
    expect(same.match(/@font-face/g)).toHaveLength(6)
    expect(same.match(/@font-face\{font-family:'Lora[^}]*font-weight:500/g)).toHaveLength(2)
    expect(fallbackRules({ baseFont: 'Lora', headerFont: null })).toBe(same)
    expect(fallbackRules({ baseFont: null, headerFont: 'Comic Sans' })).toBe('')
    const families = new Set([...same.matchAll(/font-family:('[^']+')/g)].map(([, family]) => family))
    expect([...families].join(', ')).toBe(fallbackNames('Lora'))
    const theme = { primary: '#333333', accent: '#666666', baseFont: 'Lora', headerFont: null }
    expect(themeVariables(theme)['--font-base']).toContain(`'Lora', ${fallbackNames('Lora')}, `)
  })
})
