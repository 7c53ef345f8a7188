import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { personId } from '../contract/ids.ts'
import { refusal } from '../contract/refusals.ts'
import { totalBenefitsTitle } from '../contract/total-benefits.messages.ts'
import { BenefitPage } from '../features/benefits/BenefitPage.tsx'
import {
  listBenefitFaqs,
  listBenefits,
  listRelatedBenefits,
  readBenefitWithSelection,
} from '../domain/selections/benefits.contract.ts'
import { sampleBenefit, sampleBenefitInForce } from '../features/benefits/benefits.samples.ts'
import { listFaqs } from '../features/content/content.contract.ts'
import { FaqsPage } from '../features/content/FaqsPage.tsx'
import { listUploads, readLastUpload } from '../features/data-uploads/data-uploads.contract.ts'
import { UploadPanel } from '../features/upload-panel/UploadPanel.tsx'
import { EmployeeDataPage } from '../features/employees/EmployeeDataPage.tsx'
import { listEmployees } from '../features/employees/employees.contract.ts'
import { sampleEmployees } from '../features/employees/employees.samples.ts'
import { listHomeBanners, listHomeCards } from '../features/home/home.contract.ts'
import { HomePage } from '../features/home/HomePage.tsx'
import { readTotalBenefitsCard } from '../features/total-benefits/total-benefits.contract.ts'
import { sampleCard } from '../features/total-benefits/total-benefits.samples.ts'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { Answers, showScreen } from '../tests/harness/screen.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'

beforeEach(() => {
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
  signedInAs()
})
afterEach(() => cleanup())

const nothing = () => undefined
const edges = (element: Element | null | undefined) => {
  const { left, right } = element?.getBoundingClientRect() ?? { left: NaN, right: NaN }
  return { left, right }
}
const widthOf = (element: Element) => Math.round(element.getBoundingClientRect().width)

describe('window widths at which the layout changes', () => {
  it('are 768, 600, 1023 and 311 px, in every style sheet [CHROME-63] [CONST-17]', () => {
    const sheets = import.meta.glob<string>('../{ui,web,features}/**/*.css', {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    expect(Object.keys(sheets).length).toBeGreaterThan(30)
    // The pattern below matches only one form of query, so all queries must have that form.
    const otherwise = Object.entries(sheets).filter(([, css]) => /@(?:media|container)[^{]*width\s*[<>=]/.test(css))
    expect(otherwise.map(([file]) => file)).toEqual([])
    const used = Object.entries(sheets).flatMap(([file, css]) =>
      [...css.matchAll(/@(?:media|container)[^{]*?\((min|max)-width:\s*([^)]+)\)/g)].map(([, side, width]) => ({
        file,
        at: `${side} ${width}`,
      })),
    )
    const known = ['min 768px', 'max 767px', 'max 600px', 'min 601px', 'max 1023px', 'min 1024px', 'max 311px']
    expect(used.filter(({ at }) => !known.includes(at))).toEqual([])
    for (const breakpoint of ['min 768px', 'max 600px', 'max 1023px', 'max 311px'])
      expect(used.map(({ at }) => at)).toContain(breakpoint)
  })

  it.each([
    [
      'a panel',
      <SidePanel key="0" title="Terms" busy={false} error={null} onClose={nothing}>
        Words
      </SidePanel>,
    ],
    [
      'a wide panel',
      <SidePanel key="1" title="Terms" busy={false} error={null} onClose={nothing} wide>
        Words
      </SidePanel>,
    ],
    [
      'a dialog',
      <Dialog key="2" title="Cookie settings" closeLabel="Close" onClose={nothing}>
        Words
      </Dialog>,
    ],
  ])('up to 600 px, %s fills the width [CHROME-64]', async (kind, content) => {
    await page.viewport(600, 700)
    await render(content)
    const box = page.getByRole('dialog')
    await expect.poll(() => widthOf(box.element())).toBe(600)
    await page.viewport(320, 700)
    await expect.poll(() => widthOf(box.element())).toBe(320)
    // A wide panel also fills larger windows.
    if (kind === 'a wide panel') return
    await page.viewport(601, 700)
    await expect.poll(() => widthOf(box.element())).toBeLessThan(601)
  })

  const homeAnswers = () =>
    new Answers()
      .to(listHomeCards, [])
      .to(listHomeBanners, [])
      .to(listBenefits, [])
      .to(readTotalBenefitsCard, sampleCard)
  const benefit = sampleBenefit({})
  const benefitAnswers = () =>
    new Answers().to(readBenefitWithSelection, benefit).to(listBenefitFaqs, []).to(listRelatedBenefits, [])
  const pages = [
    ['Home', '/app/home', <HomePage key="home" />, homeAnswers, totalBenefitsTitle, 'My benefits'],
    [
      'a benefit',
      `/app/my-benefits/${benefit.benefitId}`,
      <BenefitPage key="benefit" />,
      () => benefitAnswers().to(readBenefitWithSelection, sampleBenefitInForce()),
      'My cover',
      'Cost',
    ],
  ] as const

  it.each(pages)(
    'up to 1023 px, the cards at the side of %s are below the content [CHROME-64]',
    async (name, at, screen, answers, content, side) => {
      await page.viewport(1023, 800)
      const route = name === 'Home' ? at : '/app/my-benefits/$benefitId'
      await showScreen({ at, route, screen, answers: answers() })
      const box = (heading: string) =>
        page.getByRole('heading', { name: heading, exact: true }).element().getBoundingClientRect()
      await expect.element(page.getByRole('heading', { name: side, exact: true })).toBeVisible()
      await expect.element(page.getByRole('heading', { name: content, exact: true })).toBeVisible()
      for (const width of [1023, 768, 360]) {
        await page.viewport(width, 800)
        expect([width, box(side).top > box(content).bottom]).toEqual([width, true])
      }
      await page.viewport(1024, 800)
      await expect.poll(() => box(side).left > box(content).right).toBe(true)
      expect(box(side).top).toBeLessThan(box(content).bottom + 200)
    },
  )

  it.each([1023, 768, 601, 600, 320])(
    'at %i px, the action of a benefit is in a bar at the foot of the window',
    async (width) => {
      await page.viewport(width, 800)
      const at = `/app/my-benefits/${benefit.benefitId}`
      await showScreen({ at, route: '/app/my-benefits/$benefitId', screen: <BenefitPage />, answers: benefitAnswers() })
      const action = page.getByRole('link', { name: 'Choose', exact: true })
      await expect.element(action).toBeVisible()
      const bar = action.element().parentElement?.getBoundingClientRect()
      expect([bar?.left, bar?.right, bar?.bottom]).toEqual([0, document.documentElement.clientWidth, 800])
      expect(action.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    },
  )

  it('give the skeleton of Home the layout of the page: tasks, and links beside them on a wide screen', async () => {
    await page.viewport(1280, 800)
    let answer = (_banners: never[]): void => undefined
    const answers = homeAnswers().to(listHomeBanners, () => new Promise((resolve) => (answer = resolve)))
    await showScreen({ at: '/app/home', route: '/app/home', screen: <HomePage />, answers })
    await expect
      .poll(() => page.getByRole('status').element().querySelectorAll('[data-shape]').length)
      .toBeGreaterThan(0)
    const shapes = [...page.getByRole('status').element().querySelectorAll('[data-shape]')].map(edges)
    await expect.poll(() => answers.sent.map(({ endpoint }) => endpoint)).toContain(listHomeBanners)
    answer([])
    const side = page.getByRole('heading', { name: totalBenefitsTitle, exact: true })
    await expect.element(side).toBeVisible()
    const main = edges(page.getByRole('region', { name: 'To do' }).element())
    const { left, right } = edges(
      page.getByRole('link', { name: 'See my benefits' }).element().parentElement?.parentElement,
    )
    expect([...new Set(shapes.map((shape) => shape.left))]).toEqual([main.left, left])
    expect(Math.max(...shapes.map((shape) => shape.right))).toBeCloseTo(right, 1)
  })

  it.each([
    [
      'a benefit',
      `/app/my-benefits/${benefit.benefitId}`,
      '/app/my-benefits/$benefitId',
      <BenefitPage key="benefit" />,
      readBenefitWithSelection,
    ],
    ['a page of questions', '/app/faqs', '/app/faqs', <FaqsPage key="faqs" />, listFaqs],
  ])(
    '%s shows a failure to load in the middle of the page, as every other page does',
    async (_, at, route, screen, endpoint) => {
      await page.viewport(1280, 800)
      const answers = new Answers().refuse(endpoint, refusal('malformed', 400, 'no'))
      await showScreen({ at, route, screen, answers })
      await expect.element(page.getByRole('alert')).toBeVisible()
      const { left, right } = edges(page.getByRole('alert').element())
      expect(Math.round((left + right) / 2)).toBe(Math.round(document.documentElement.clientWidth / 2))
    },
  )

  it('the skeletons of a loading benefit do not overlap', async () => {
    await page.viewport(1280, 800)
    const at = `/app/my-benefits/${benefit.benefitId}`
    const answers = benefitAnswers().hang(readBenefitWithSelection)
    await showScreen({ at, route: '/app/my-benefits/$benefitId', screen: <BenefitPage />, answers })
    await expect.element(page.getByRole('status')).toBeInTheDocument()
    const shapes = [...page.getByRole('status').element().querySelectorAll('[data-shape]')]
    const gaps = shapes.flatMap((shape) => {
      const next = shape.nextElementSibling
      return next ? [next.getBoundingClientRect().top - shape.getBoundingClientRect().bottom] : []
    })
    expect(gaps.length).toBeGreaterThan(2)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8)
  })

  it('up to 311 px, the labels next to icons of the frame are hidden, but still name their buttons [CHROME-64]', async () => {
    await page.viewport(312, 700)
    await openPortal('/app/faqs/?panel=change-password')
    const close = page.getByRole('button', { name: 'Close', exact: true })
    await expect.element(close).toBeVisible()
    const label = (button: Element) => widthOf(button.querySelector('span') ?? button)
    expect(label(close.element())).toBeGreaterThan(20)
    await page.viewport(311, 700)
    await expect.poll(() => label(close.element())).toBe(1)
    expect(widthOf(close.element())).toBeGreaterThanOrEqual(44)
    await close.click()
    await expect.element(close).not.toBeInTheDocument()

    const menu = page.getByRole('button', { name: 'Menu' })
    expect(label(menu.element())).toBe(1)
    await menu.click()
    expect(label(page.getByRole('button', { name: 'Close menu' }).element())).toBe(1)
    await page.viewport(312, 700)
    await expect.poll(() => label(page.getByRole('button', { name: 'Close menu' }).element())).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'Close menu' }).click()
    expect(label(menu.element())).toBeGreaterThan(20)
    expect(document.documentElement.scrollWidth).toBe(312)
  })

  const person = personId.parse('0a5bdc6e-6a83-4b8e-9c53-000000000001')
  const employees = {
    ...sampleEmployees,
    data: [
      {
        employeeId: person,
        name: 'Ann Ahmed',
        firstName: 'Ann',
        surname: 'Ahmed',
        email: 'ann@demo.example',
        employeeNumber: 'NR1',
        registered: true,
        lastLogin: null,
        lastDay: null,
        hasLeft: false,
      },
    ],
    next: person,
  }

  it.each<[string, string[], ReactNode, () => Answers]>([
    [
      'a page',
      ['Upload employee data', 'Previous', 'Next', 'Download employee report'],
      <EmployeeDataPage key="page" />,
      () => new Answers().to(listEmployees, employees),
    ],
    [
      'a panel',
      ['Close', 'Download template', 'File Choose a file'],
      <UploadPanel key="panel" params={{}} onClose={nothing} />,
      () =>
        new Answers()
          .to(readLastUpload, { date: null })
          .to(listUploads, { data: [], last_page: 1, per_page: 25, total: 0 }),
    ],
  ])(
    'up to 311 px, the labels next to icons of %s are hidden, but still name their buttons [CHROME-64]',
    async (_, names, screen, answers) => {
      signedInAs({ userType: 'employer' })
      await page.viewport(312, 800)
      await showScreen({ at: '/app', route: '/app', screen, answers: answers() })
      const widths = () =>
        names.map((name) => {
          const element = page.getByRole('button', { name, exact: true }).element()
          const pressed = element.closest('label') ?? element
          const label = [...pressed.children].find((child) => child.localName === 'span')
          return { name, pressed: widthOf(pressed), label: label ? widthOf(label) : NaN }
        })
      for (const name of names)
        await expect.element(page.getByRole('button', { name, exact: true })).toBeInTheDocument()
      expect(widths().filter(({ label }) => !(label > 20))).toEqual([])
      await page.viewport(311, 800)
      await expect.poll(() => widths().filter(({ label }) => label !== 1)).toEqual([])
      expect(widths().filter(({ pressed }) => pressed < 44)).toEqual([])
      expect(document.documentElement.scrollWidth).toBe(311)
    },
  )
})

describe('drop-down lists', () => {
  it('are at most 60vh high [CHROME-62] [CONST-18]', async () => {
    await page.viewport(800, 600)
    const choices = Array.from({ length: 80 }, (_, index) => ({ value: `${index}`, label: `Choice ${index}` }))
    await render(
      <div style={{ paddingBlock: '5rem' }}>
        <SelectField label="Kind" value="0" choices={choices} onChange={nothing} />
      </div>,
    )
    const select = page.getByRole('combobox', { name: 'Kind' })
    await select.click()
    const options = () => [...document.querySelectorAll('option')].map((option) => option.getBoundingClientRect())
    await expect.poll(() => options()[0]?.height).toBeGreaterThan(0)
    const [first] = options()
    const left = (first?.left ?? 0) + 20
    const shown = Array.from({ length: 600 }, (_, y) => document.elementFromPoint(left, y)).filter(
      (element) => element?.localName === 'option',
    )
    expect(shown.length).toBeGreaterThan(100)
    expect(shown.length).toBeLessThanOrEqual(360)
  })
})
