import '../../ui/default-theme.css'
import '../../web/fonts.css'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Answers } from '../../tests/harness/screen.tsx'
import { clearSession } from '../session/use-session.ts'
import { readTheme, type ThemeReply } from '../../services/theme/theme.contract.ts'
import { fontNames, fontWeights, themeFrom, themeVariables } from '../../services/theme/theme.rules.ts'
import { loadSchemeTheme, removeSchemeTheme, siteIn } from './use-loaded-theme.ts'
import { applySchemeTheme } from './use-scheme-theme.ts'
import { applyTheme, useTheme, type PageData } from './use-theme.ts'
import { startTheme } from './use-page-theme.ts'

const green: ThemeReply = {
  theme: { primaryColour: '#0b5d5e', secondaryColour: '#d9480f' },
  logoFileUrl: null,
  brandHeaderLogo: null,
  mobileLogo: null,
  logosDark: { client: null, header: null, mobile: null },
  supportEmail: 'help@northgate.example',
  contactUsEmail: null,
  benefitBrandName: 'Northgate Rewards',
  benefitBrandPhoneNumber: null,
  avatarSet: { avatarsetPlainFileURL: null },
  baseFont: 'Inter',
  headerFont: null,
  radius: null,
  darkMode: false,
  sso_access_only: false,
}
const red: ThemeReply = { ...green, theme: { primaryColour: '#7a1f3d', secondaryColour: null } }

const painted = (name = '--primary-100') => document.documentElement.style.getPropertyValue(name)
const cached = (site: string) => JSON.parse(localStorage.getItem(`theme:${site}`) ?? 'null') as unknown

function servePage(data: Partial<PageData>): void {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'page-data'
  script.textContent = JSON.stringify({ site: 'demo', theme: themeFrom(null), icons: '/assets/icons.json', ...data })
  document.head.append(script)
}

beforeEach(() => {
  localStorage.clear()
  document.documentElement.removeAttribute('style')
})
afterEach(() => {
  document.querySelector('#page-data')?.remove()
  removeSchemeTheme()
})

describe('theme that belongs to the address of the portal', () => {
  it('is included in the page, and stored under its address [THEME-06]', async () => {
    servePage({ site: 'northgate', theme: themeFrom(green) })
    await startTheme()
    expect(useTheme.getState()).toMatchObject({ brand: 'Northgate Rewards', primary: '#0b5d5e', hasClientTheme: false })
    expect(cached('northgate')).toEqual(themeFrom(green))
  })

  it("is shown at once as stored at the last visit, and then replaced by the server's reply [THEME-03] [THEME-07]", async () => {
    localStorage.setItem('theme:demo', JSON.stringify(themeFrom(green)))
    let answer = (_reply: ThemeReply) => undefined as void
    const answers = new Answers().to(readTheme, () => new Promise<ThemeReply>((resolve) => (answer = resolve)))
    answers.install()
    await startTheme()
    expect([painted(), useTheme.getState().brand]).toEqual(['#0b5d5e', 'Northgate Rewards'])
    expect(answers.sent.map(({ address }) => address)).toEqual(['/api/v1/schemes/demo'])
    answer(red)
    await expect.poll(() => painted()).toBe('#7a1f3d')
    expect(cached('demo')).toEqual(themeFrom(red))
  })

  it.each([
    ['localhost', 'demo'],
    ['127.0.0.1', 'demo'],
    ['192.168.178.20', 'demo'],
    ['[::1]', 'demo'],
    ['benefits.example', 'demo'],
    ['benefits.example.', 'demo'],
    ['benefits.co.uk', 'demo'],
    ['acme.benefits.co.uk', 'acme'],
    ['plain.localhost', 'plain'],
    ['acme.benefits.example.', 'acme'],
    ['acme.benefits.example', 'acme'],
  ])('depends on the sub-domain: on %s it is the theme of %s [THEME-02] [THEME-03] [THEME-04]', (host, site) => {
    expect(siteIn(host)).toBe(site)
  })

  it('remains stored after a logout [THEME-07]', () => {
    localStorage.setItem('theme:demo', JSON.stringify(themeFrom(green)))
    clearSession(null)
    expect(cached('demo')).toEqual(themeFrom(green))
  })

  it('is that of the last visit, or the default theme, if the server could not read it [THEME-25]', async () => {
    const defaults = themeFrom(null, { brand: 'House Brand', supportNumber: null, supportEmail: 'us@house.example' })
    new Answers().drop(readTheme).install()
    servePage({ themeFailed: true, theme: defaults })
    await startTheme()
    expect(useTheme.getState()).toMatchObject(defaults)
    expect(painted()).toBe('#333333')
    expect(cached('demo')).toBeNull()

    localStorage.setItem('theme:demo', JSON.stringify(themeFrom(green)))
    await startTheme()
    await expect.poll(() => useTheme.getState().brand).toBe('Northgate Rewards')
    expect(painted()).toBe('#0b5d5e')
  })

  it('uses the default values of the installation, even if they load late', async () => {
    servePage({
      themeFailed: true,
      theme: themeFrom(null, { brand: 'House Brand', supportNumber: '0800 1', supportEmail: 'us@house.example' }),
    })
    new Answers().to(readTheme, { ...green, benefitBrandName: null, supportEmail: null }).install()
    await startTheme()
    expect(useTheme.getState()).toMatchObject({
      brand: 'House Brand',
      supportNumber: '0800 1',
      supportEmail: 'us@house.example',
      primary: '#0b5d5e',
    })
  })

  it.each(['{}', 'null', 'not json', '{"primary":"red;}","baseFont":7}', '{"primary":7}'])(
    'ignores an invalid stored copy (%s)',
    async (copy) => {
      localStorage.setItem('theme:demo', copy)
      new Answers().drop(readTheme).install()
      await startTheme()
      await expect.poll(() => painted()).toBe('#333333')
      expect(useTheme.getState()).toMatchObject({ brand: 'Test Benefits', primary: '#333333', baseFont: null })
    },
  )
})

describe("theme of the signed-in person's scheme", () => {
  const scheme = {
    theme: { core: { primaryColour: '#7A1F3D', secondaryColour: '#B7791F' } },
    baseFont: 'Lora',
    headerFont: 'Inter',
    avatarSet: { avatarsetPlainFileURL: '/pictures/plain' },
  }

  it('replaces the theme of the address until the logout [THEME-24]', async () => {
    servePage({ theme: themeFrom(green) })
    await startTheme()
    loadSchemeTheme(scheme)
    const looks = { primary: '#7a1f3d', accent: '#b7791f', baseFont: 'Lora', headerFont: 'Inter' }
    expect(useTheme.getState()).toMatchObject({
      ...looks,
      hasClientTheme: true,
      styles: themeVariables(looks),
      plainAvatar: '/pictures/plain',
      brand: 'Northgate Rewards',
      supportEmail: 'help@northgate.example',
    })
    for (const [name, value] of Object.entries(themeVariables(looks))) expect(painted(name)).toBe(value)
    expect(cached('demo')).toEqual(themeFrom(green))

    removeSchemeTheme()
    expect(useTheme.getState()).toMatchObject({ primary: '#0b5d5e', plainAvatar: null, hasClientTheme: false })
    expect(painted()).toBe('#0b5d5e')
  })
})

describe('theme of a scheme that the page already contains', () => {
  const painting = themeFrom(green)
  const scheme = {
    theme: { core: { primaryColour: '#0B5D5E', secondaryColour: '#D9480F' } },
    baseFont: 'Inter',
    headerFont: null,
    avatarSet: { avatarsetPlainFileURL: '/pictures/plain' },
  }

  function paintByServer(): void {
    const style = document.createElement('style')
    const declared = Object.entries(themeVariables(painting)).map(([name, value]) => `${name}:${value}`)
    style.textContent = `:root{${declared.join(';')}}`
    document.head.prepend(style)
    onTestFinished(() => style.remove())
  }

  it('is applied at once from the page, and removed at the logout [THEME-24]', () => {
    paintByServer()
    applyTheme(painting)
    const undo = applySchemeTheme(scheme)
    expect(useTheme.getState()).toMatchObject({
      primary: '#0b5d5e',
      hasClientTheme: true,
      styles: themeVariables(painting),
      plainAvatar: '/pictures/plain',
    })
    undo()
    expect(useTheme.getState()).toMatchObject({ hasClientTheme: false, plainAvatar: null })
  })

  it("keeps the avatar that the page contains if the scheme's avatar is the same [THEME-24]", () => {
    paintByServer()
    const data = document.createElement('script')
    data.type = 'application/json'
    data.id = 'page-data'
    data.textContent = JSON.stringify({ avatarAddress: '/pictures/plain' })
    document.head.append(data)
    onTestFinished(() => data.remove())
    applyTheme({ ...painting, plainAvatar: 'data:image/svg+xml,plain' })
    applySchemeTheme(scheme)
    expect(useTheme.getState().plainAvatar).toBe('data:image/svg+xml,plain')
    const other = { avatarSet: { avatarsetPlainFileURL: '/pictures/other' } }
    applySchemeTheme({ ...scheme, ...other })
    expect(useTheme.getState().plainAvatar).toBe('/pictures/other')
  })

  it.each([
    ['another colour', { ...scheme, theme: { core: { primaryColour: '#7a1f3d', secondaryColour: '#d9480f' } } }],
    ['another font', { ...scheme, headerFont: 'Lora' }],
  ])('is replaced on the page if the scheme has %s [THEME-24]', async (_, other) => {
    paintByServer()
    applyTheme(painting)
    const undo = applySchemeTheme(other)
    await expect.poll(() => useTheme.getState().hasClientTheme).toBe(true)
    expect(painted()).toBe(other.theme.core.primaryColour.toLowerCase())
    expect(useTheme.getState()).toMatchObject({ headerFont: other.headerFont })
    undo()
    expect(useTheme.getState().hasClientTheme).toBe(false)
  })
})

describe('fonts', () => {
  const isAsked = (weight: number) => fontWeights.some((one) => one === weight)
  const noAvatar = { avatarsetPlainFileURL: null }
  const faces = fontNames.flatMap((font) => fontWeights.map((weight) => [weight, font] as const))

  it('are loaded in four weights, and in no other weight [THEME-13]', () => {
    expect(fontWeights).toEqual([300, 400, 500, 700])
    const asked = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map((rule) => rule.style.getPropertyValue('font-weight'))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.flatMap((weight) => weight.split(' ').map(Number)).filter((weight) => !isAsked(weight))).toEqual([])
  })

  it('of the body are used for text, those of the header for headings; without them, system fonts are used [THEME-14]', () => {
    const [text, heading] = [document.createElement('p'), document.createElement('h2')]
    document.body.append(text, heading)
    const shown = () => [text, heading].map((element) => getComputedStyle(element).fontFamily.split(',')[0])
    const none = { theme: { core: { primaryColour: null, secondaryColour: null } }, avatarSet: noAvatar }
    loadSchemeTheme({ ...none, baseFont: 'Inter', headerFont: 'Lora' })
    expect(shown()).toEqual(['Inter', 'Lora'])
    loadSchemeTheme({ ...none, baseFont: null, headerFont: null })
    expect(shown()).toEqual(['system-ui', 'system-ui'])
    text.remove()
    heading.remove()
  })

  it.each(faces)('in weight %i of %s are served by the portal itself [THEME-13] [THEME-14]', async (weight, font) => {
    const [face] = await document.fonts.load(`${weight} 16px '${font}'`)
    expect(face).toMatchObject({ family: expect.stringContaining(font), status: 'loaded' })
    const [from, to = from] = (face?.weight ?? '').split(' ').map(Number)
    expect(Number(from)).toBeLessThanOrEqual(weight)
    expect(Number(to)).toBeGreaterThanOrEqual(weight)
    const files = performance.getEntriesByType('resource').filter(({ name }) => /\.woff2?(\?|$)/.test(name))
    expect(files.length).toBeGreaterThan(0)
    expect(files.map(({ name }) => new URL(name).origin).filter((origin) => origin !== location.origin)).toEqual([])
  })
})
