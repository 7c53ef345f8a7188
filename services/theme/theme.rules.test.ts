import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contrast,
  fontNames,
  supportNumberOrNull,
  themeLooks,
  emptyTheme,
  readableColour,
  textOn,
  themeFrom,
  themeVariables,
  tint,
} from './theme.rules.ts'
import { darkVariables } from './dark-theme.rules.ts'
import { correctedColours } from './theme-corrections.rules.ts'
import { anyCharacter } from '../../tests/harness/arbitrary-character.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('tints of a colour', () => {
  it('are mixed with white by the given formula; tint 100 is the colour itself [THEME-10] [THEME-11]', () => {
    expect([100, 80, 60, 20, 5].map((step) => tint('#0b5d5e', step))).toEqual([
      '#0b5d5e',
      '#3c7d7e',
      '#6d9e9e',
      '#cedfdf',
      '#f3f7f7',
    ])
    expect(tint('#333333', 20)).toBe('#d6d6d6')
  })

  it('exist for the primary colour and for the accent colour, which is the secondary colour [THEME-12]', () => {
    const reply = { ...emptyTheme, theme: { primaryColour: '#0B5D5E', secondaryColour: '#D9480F' } }
    const variables = themeVariables(themeFrom(reply))
    expect(Object.keys(variables).filter((name) => /^--(primary|accent)-\d+$/.test(name))).toEqual([
      '--primary-100',
      '--primary-80',
      '--primary-60',
      '--primary-20',
      '--primary-5',
      '--accent-100',
      '--accent-80',
      '--accent-60',
      '--accent-20',
      '--accent-5',
    ])
    expect(variables['--primary-100']).toBe('#0b5d5e')
    expect(variables['--accent-100']).toBe('#d9480f')
    expect(variables['--accent-20']).toBe(tint('#d9480f', 20))
  })
})

describe('default values of a theme', () => {
  it('apply if a client sets nothing [THEME-08] [THEME-09] [THEME-15] [THEME-16] [THEME-17] [THEME-18]', () => {
    expect(themeFrom(emptyTheme)).toMatchObject({
      primary: '#333333',
      accent: '#666666',
      brand: 'Test Benefits',
      supportNumber: '0808 157 0100',
      supportEmail: 'support@benefits.example',
      supportEmailIsSchemeBased: false,
    })
  })

  it('apply if no theme could be loaded [THEME-25]', () => {
    expect(themeFrom(null)).toEqual(themeFrom(emptyTheme))
  })

  it('can be set by the installation [THEME-16] [THEME-18]', () => {
    const ours = { brand: 'Our Perks', supportNumber: '0800 1', supportEmail: 'help@perks.example' }
    expect(themeFrom(emptyTheme, ours)).toMatchObject({
      brand: 'Our Perks',
      supportNumber: '0800 1',
      supportEmail: 'help@perks.example',
    })
  })
})

describe('support number of a theme', () => {
  it.each([0, '0', 'TBC', '', null, undefined])('%j counts as missing [THEME-19]', (number) => {
    expect(supportNumberOrNull(number)).toBeNull()
  })

  it('is replaced by that of the installation, and is missing if the installation has none [THEME-20]', () => {
    const unclear = { ...emptyTheme, benefitBrandPhoneNumber: 'TBC' }
    expect(themeFrom(unclear).supportNumber).toBe('0808 157 0100')
    expect(themeFrom(unclear, { brand: 'B', supportNumber: '0', supportEmail: 's@b.example' }).supportNumber).toBeNull()
    expect(themeFrom({ ...emptyTheme, benefitBrandPhoneNumber: '0117 496 0000' }).supportNumber).toBe('0117 496 0000')
  })
})

describe('fields of a theme', () => {
  it('name the logos and the support details by their use [THEME-21] [THEME-22]', () => {
    const reply = {
      ...emptyTheme,
      logoFileUrl: '/a.svg',
      brandHeaderLogo: '/b.svg',
      mobileLogo: '/c.svg',
      logosDark: { client: '/d.svg', header: '/e.svg', mobile: null },
      supportEmail: 'help@client.example',
      benefitBrandPhoneNumber: '0117 496 0000',
    }
    expect(themeFrom(reply)).toMatchObject({
      clientLogo: '/a.svg',
      brandHeaderLogo: '/b.svg',
      brandHeaderLogoMobile: '/c.svg',
      clientLogoDark: '/d.svg',
      brandHeaderLogoDark: '/e.svg',
      brandHeaderLogoMobileDark: null,
      supportEmailIsSchemeBased: true,
      supportNumber: '0117 496 0000',
    })
  })
})

describe('invalid or hostile values of a theme', () => {
  it('never get into a style: only hex colours and listed fonts do', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (colour, font) => {
        const looks = themeLooks({ primary: colour, accent: `${colour};}`, baseFont: font, headerFont: `url(${font})` })
        for (const value of [looks.primary, looks.accent]) expect(value).toMatch(/^#[0-9a-f]{6}$/)
        for (const value of [looks.baseFont, looks.headerFont])
          expect(value === null || fontNames.includes(value)).toBe(true)
      }),
    )
    expect(themeLooks({ baseFont: 'constructor' }).baseFont).toBeNull()
  })

  it('do not exchange the fonts of body and headings, and lead to system fonts [THEME-14]', () => {
    const both = themeVariables(themeLooks({ baseFont: 'Inter', headerFont: 'Lora' }))
    expect(both['--font-base']).toContain("'Inter'")
    expect(both['--font-header']).toContain("'Lora'")
    expect(themeVariables(themeLooks({}))['--font-base']).toMatch(/^system-ui/)
    expect(themeVariables(themeLooks({ baseFont: 'Comic Sans' }))['--font-header']).toMatch(/^system-ui/)
  })
})

describe('contrast of two colours', () => {
  it('agrees with published values', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  })

  it('is sufficient for text on any brand colour, and for any brand colour on light surfaces', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        expect(contrast(textOn(colour), colour)).toBeGreaterThanOrEqual(4.5)
        for (const surface of ['#ffffff', '#f2f2f1', tint(colour, 5), tint(colour, 11)]) {
          expect(contrast(readableColour(colour, 4.5), surface)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(readableColour(colour, 3), surface)).toBeGreaterThanOrEqual(3)
        }
      }),
    )
  })

  it('is not changed for a colour that can be read', () => {
    expect(readableColour('#0b5d5e', 4.5)).toBe('#0b5d5e')
  })
})

describe('hostile theme values [S-62]', () => {
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    anyColour,
    fc.constantFrom(...fontNames),
    fc
      .array(
        // oxfmt-ignore
        fc.constantFrom(
          '#333333', 'red', ';', '}', '{', '</style>', '<script>ran()</script>', 'url(//evil.test/x)', 'expression(ran())', '/*', '*/', '\\', '"',
          "'", '@import', 'var(--x)', 'Inter', '__proto__', 'constructor', '\n', '\0', '#fff', '#GGGGGG', 'javascript:ran()', '!important',
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.join('')),
  )

  it('cannot leave the style sheet, and load nothing', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, hostile, (primaryColour, secondaryColour, baseFont, headerFont) => {
        const reply = { ...emptyTheme, theme: { primaryColour, secondaryColour }, baseFont, headerFont }
        for (const [name, value] of Object.entries(themeVariables(themeFrom(reply)))) {
          expect(name).toMatch(/^--[a-z0-9-]+$/)
          const allowed = name.startsWith('--font') ? /^[\w '",-]+$/ : /^(?:#[0-9a-f]{6}|[57]00|8px)$/
          expect(value).toMatch(allowed)
        }
      }),
      { numRuns: process.env['LONG_TESTS'] ? 50_000 : 1_000 },
    )
  })
})

describe('radius of corners', () => {
  it('is 8 px, or the value between 0 and 14 px that the client sets', () => {
    const radiusOf = (radius: unknown) =>
      // A cached theme may contain any value.
      themeVariables(themeLooks({ radius: radius as number }))['--radius']
    expect([undefined, null, 0, 5, 14].map(radiusOf)).toEqual(['8px', '8px', '0px', '5px', '14px'])
    expect([-1, 15, Number.NaN, '9px;}'].map(radiusOf)).toEqual(['8px', '8px', '8px', '8px'])
  })
})

describe('dark colours', () => {
  const pairs = [
    ...['--text', '--text-soft', '--primary-strong', '--accent-strong', '--good', '--warn', '--bad'].flatMap((text) =>
      ['--ground', '--surface', '--sunken', '--primary-5', '--accent-5'].map((ground) => [text, ground, 4.5] as const),
    ),
    ...['--good', '--warn', '--bad'].map((tone) => [tone, `${tone}-soft`, 4.5] as const),
    ['--accent-strong', '--mark-soft', 4.5],
    ['--text', '--primary-20', 4.5],
    ['--text', '--accent-20', 4.5],
    ['--on-primary', '--primary-100', 4.5],
    ['--on-block', '--block', 4.5],
    ['--on-accent', '--accent-100', 4.5],
    ['--surface', '--bad', 4.5],
    ['--line-strong', '--surface', 3],
    ['--focus', '--ground', 3],
    ['--primary-100', '--surface', 3],
    ['--chart-1', '--surface', 3],
  ] as const

  it('have enough contrast, whatever colours the client has set', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (primary, accent) => {
        const dark = darkVariables({ primary, accent })
        for (const [front, ground, least] of pairs)
          expect(contrast(dark[front] ?? '', dark[ground] ?? ''), `${front} on ${ground}`).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  it('replace every colour of the light theme', () => {
    const looks = themeLooks({})
    const light = Object.entries(themeVariables(looks)).filter(([, value]) => value.startsWith('#'))
    const dark = darkVariables(looks)
    expect(light.filter(([name]) => !(name in dark))).toEqual([])
  })
})

describe('colours without enough contrast', () => {
  it('are listed one by one, each with the colour that replaces it', () => {
    expect(correctedColours({ primary: '#0b5d5e', accent: '#b3261e' })).toEqual([])
    const reasons = correctedColours({ primary: '#ffeb00', accent: '#b3261e' })
    expect(reasons.map(({ of, reason }) => `${of} ${reason.split(':')[0]}`)).toEqual([
      'primary Text and links in the primary colour',
      'primary White text on the primary colour',
      'primary Focus ring',
    ])
    expect(reasons[0]?.reason).toContain('#ffeb00 on #ffffff has a contrast of 1.2:1 instead of 4.5:1')
    expect(reasons[0]?.reason).toContain(`The portal shows ${readableColour('#ffeb00', 4.5)}`)
  })
})
