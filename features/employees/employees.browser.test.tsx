import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SelectionId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusals.ts'
import { typeAtOnce } from '../../tests/harness/clicks.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { useSession, type Session } from '../session/use-session.ts'
import { listViews } from '../saved-views/saved-views.contract.ts'
import { EmployeeDataPage } from './EmployeeDataPage.tsx'
import { EmployeePanel } from './EmployeePanel.tsx'
import { tooManyWelcomes, welcomeEmployee } from './welcome-email.contract.ts'
import {
  downloadEmployees,
  listEmployees,
  listTwoFactor,
  readDeathCover,
  readEmployee,
  type EmployeeRow,
} from './employees.contract.ts'
import { sampleEmployees } from './employees.samples.ts'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'
const failure = 'It looks like something has gone wrong, please try again later'

beforeEach(async () => {
  await page.viewport(1280, 900)
  // The lists use only the client from the session.
  useSession.setState({ session: { step: 'in', client: { id: clientId, scheme: { id: 's' } } } as unknown as Session })
})
afterEach(() => vi.restoreAllMocks())

const idOf = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}` as PersonId
const row = (number: number): EmployeeRow => ({
  employeeId: idOf(number),
  name: `Ann Ahmed${number}`,
  firstName: 'Ann',
  surname: `Ahmed${number}`,
  email: `ann${number}@demo.example`,
  employeeNumber: number === 2 ? null : `NR${number}`,
  registered: number % 2 === 1,
  lastLogin: number === 1 ? '2026-11-16T09:00:00.000Z' : null,
  lastDay: null,
  hasLeft: false,
})
const rows = [1, 2, 3].map(row)
const reply = { ...sampleEmployees, data: rows, next: idOf(3) }

const show = (answers: Answers, at = '/app/employee-data/') =>
  showScreen({ at, screen: <EmployeeDataPage />, answers, retry: false })

const asked = (answers: Answers, endpoint: object = listEmployees) =>
  answers.sent
    .filter((sent) => sent.endpoint === endpoint)
    .map(({ address }) => Object.fromEntries(new URLSearchParams(address.split('?')[1])))

const lastAsked = (answers: Answers, endpoint?: object) => asked(answers, endpoint).at(-1)

describe('employee data', () => {
  it('shows all people in a table, and the percentage of registered people [EMP-07] [EMP-09] [EMP-18] [CONST-22]', async () => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    await expect.element(page.getByRole('heading', { level: 1, name: '240 people, 40.4% registered' })).toBeVisible()
    expect(page.getByRole('navigation').getByText('Employee data').query()).not.toBeNull()
    await expect.element(page.getByText('97 of 240 people on record, leavers included')).toBeVisible()
    const headings = page
      .getByRole('columnheader')
      .elements()
      .map((each) => each.textContent)
    expect(headings).toEqual(['NameEmail', 'Employee number', 'Registered', 'Last login'])
    const first = page.getByRole('row').nth(1)
    await expect.element(first.getByRole('button', { name: 'Ann Ahmed1' })).toBeVisible()
    await expect.element(first.getByRole('rowheader', { name: 'Ann Ahmed1 ann1@demo.example' })).toBeVisible()
    await expect.element(first.getByRole('cell', { name: '16 Nov 2026' })).toBeVisible()
    await expect.element(page.getByRole('row').nth(2).getByRole('cell', { name: 'Never' })).toBeVisible()
    expect(asked(answers)).toEqual([{ sort_by: 'surname', page: '1' }])
    await expectAccessible()
  })

  it('searches 250 ms after the last key, cancels earlier requests, and starts at page 1 [EMP-16] [EMP-18] [CONST-08]', async () => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    await page.getByRole('button', { name: 'Page 3' }).click()
    await expect.poll(() => lastAsked(answers)).toMatchObject({ page: '3' })

    const before = asked(answers).length
    answers.hang(listEmployees)
    const box = page.getByRole('searchbox', { name: 'Find by name, email or employee number' })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await typeAtOnce(box.element(), 'har')
    await expect.poll(() => lastAsked(answers)).toEqual({ search: 'har', sort_by: 'surname', page: '1' })
    expect(timers.mock.calls.filter(([, ms]) => ms === 250)).toHaveLength(3)
    timers.mockRestore()
    const hanging = answers.sent.at(-1)
    expect(asked(answers).slice(before)).toHaveLength(1)

    answers.to(listEmployees, { ...reply, data: [row(7)], total: 1, last_page: 1, next: null })
    await userEvent.type(box, 't')
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed7' })).toBeVisible()
    expect(hanging?.signal?.aborted).toBe(true)
    expect(asked(answers).slice(before)).toHaveLength(2)
  })

  it('marks leavers, and can show leavers only', async () => {
    const answers = new Answers().to(listEmployees, {
      ...reply,
      data: [
        { ...row(1), lastDay: isoDate.parse('2026-10-31'), hasLeft: true },
        { ...row(2), lastDay: isoDate.parse('2026-12-31') },
      ],
    })
    await show(answers)
    await expect
      .element(page.getByRole('rowheader', { name: 'Ann Ahmed1 Left 31 October 2026 ann1@demo.example' }))
      .toBeVisible()
    await expect
      .element(page.getByRole('rowheader', { name: 'Ann Ahmed2 Leaves 31 December 2026 ann2@demo.example' }))
      .toBeVisible()
    await page.getByRole('combobox', { name: 'Employment' }).selectOptions('Left')
    await expect.poll(() => lastAsked(answers)).toEqual({ 'filter[person_left]': '1', sort_by: 'surname', page: '1' })
  })

  it('shows the columns and the row height that are stored in the browser', async () => {
    localStorage.removeItem('employee-list')
    const { unmount } = await show(new Answers().to(listEmployees, reply))
    const headings = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map(({ textContent }) => textContent)
    const height = () => page.getByRole('row').nth(1).element().getBoundingClientRect().height
    await expect.element(page.getByRole('columnheader', { name: 'Last login' })).toBeVisible()
    const before = height()
    await page.getByRole('button', { name: 'Columns and rows' }).click()
    await page.getByRole('checkbox', { name: 'Last login' }).click()
    await page.getByRole('switch', { name: 'Compact rows' }).click()
    expect(headings()).toEqual(['NameEmail', 'Employee number', 'Registered'])
    expect(height()).toBeLessThan(before)
    await expectAccessible()
    await unmount()
    await show(new Answers().to(listEmployees, reply))
    await expect.element(page.getByRole('columnheader', { name: 'Employee number' })).toBeVisible()
    expect(headings()).toEqual(['NameEmail', 'Employee number', 'Registered'])
    localStorage.removeItem('employee-list')
  })

  it('shows people as lines of a list on a phone, with sorting', async () => {
    await page.viewport(390, 800)
    await show(new Answers().to(listEmployees, reply))
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed1' })).toBeVisible()
    await expect.element(page.getByText('ann1@demo.example')).toBeVisible()
    const line = page.getByRole('row').nth(1)
    expect(line.element().getBoundingClientRect().height).toBeLessThanOrEqual(90)
    await expect.element(line.getByText('Registered', { exact: true }).last()).toBeVisible()
    await page.getByRole('button', { name: 'Email' }).click()
    await expect
      .element(page.getByRole('columnheader', { name: 'Name Email' }))
      .toHaveAttribute('aria-sort', 'ascending')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('sends a filter only if a filter is set, and then starts at page 1 [EMP-14] [EMP-16]', async () => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => lastAsked(answers)).toMatchObject({ page: '2' })
    const filter = page.getByRole('combobox', { name: 'Registration' })
    await filter.selectOptions('Not registered')
    await expect
      .poll(() => lastAsked(answers))
      .toEqual({ 'filter[person_activated]': '0', sort_by: 'surname', page: '1' })
    await filter.selectOptions('Registered')
    await expect.poll(() => lastAsked(answers)).toMatchObject({ 'filter[person_activated]': '1' })
    await filter.selectOptions('Everyone')
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed1' })).toBeVisible()
    expect(asked(answers)[0]).not.toHaveProperty('filter[person_activated]')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['page', () => page.getByRole('button', { name: 'Next' }).click()],
    ['search', () => userEvent.type(page.getByRole('searchbox'), 'x')],
    ['filter', () => page.getByRole('combobox', { name: 'Registration' }).selectOptions('Registered')],
    ['order', () => page.getByRole('button', { name: 'Email' }).click()],
  ])('shows no old rows while another %s loads [EMP-15]', async (_, change) => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    const ann = page.getByRole('button', { name: 'Ann Ahmed1' })
    await expect.element(ann).toBeVisible()
    answers.hang(listEmployees)
    await change()
    await expect.element(page.getByText('Loading employees')).toBeInTheDocument()
    expect(ann.query()).toBeNull()
  })

  it.each<[string, ReturnType<typeof page.getByRole>]>([
    ['heading', page.getByRole('button', { name: 'Email' })],
    ['page number', page.getByRole('button', { name: 'Page 2' })],
    ['Next', page.getByRole('button', { name: 'Next' })],
  ])('keeps the focus on the %s while other rows load', async (_, button) => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    await expect.element(button).toBeVisible()
    answers.hang(listEmployees)
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Loading employees')).toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  it('stores page, search, order, filter and tab in the address, for reload and Back', async () => {
    const answers = new Answers().to(listEmployees, reply).drop(listTwoFactor)
    const { address, unmount } = await show(answers)
    await page.getByRole('button', { name: 'Email' }).click()
    await page.getByRole('combobox', { name: 'Registration' }).selectOptions('Registered')
    await userEvent.type(page.getByRole('searchbox'), 'ann')
    await expect.poll(address).toBe('/app/employee-data/?sort=email&filter=1&search=ann')
    await page.getByRole('button', { name: 'Page 3' }).click()
    await expect.poll(address).toBe('/app/employee-data/?sort=email&filter=1&search=ann&page=3')
    const inAddress = { 'filter[person_activated]': '1', search: 'ann', sort_by: 'email', page: '3' }
    await expect.poll(() => lastAsked(answers)).toEqual(inAddress)
    await unmount()

    const reloaded = new Answers().to(listEmployees, reply).drop(listTwoFactor)
    const shownAgain = await show(reloaded, address())
    await expect.element(page.getByRole('searchbox')).toHaveValue('ann')
    await expect.element(page.getByRole('combobox', { name: 'Registration' })).toHaveValue('1')
    await expect.element(page.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
    expect(asked(reloaded)).toEqual([inAddress])
    await shownAgain.unmount()

    const again = await show(answers)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect.element(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    again.history.back()
    await expect.element(page.getByRole('button', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('tab', { name: 'Two-factor authentication' }).click()
    await expect.poll(again.address).toBe('/app/employee-data/?tab=two-factor')
  })

  it('opens a saved view with its filters, sort order and columns', async () => {
    const view = {
      viewId: idOf(7),
      screen: 'employee-data' as const,
      name: 'Left',
      query: 'left=1&sort=-email&columns=lastLogin',
    }
    const answers = new Answers().to(listEmployees, reply).to(listViews, [view])
    const { address } = await show(answers, '/app/employee-data/?filter=1&page=2')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Open Left' }).click()
    await expect.poll(address).toMatch(/\?left=1&sort=-email$/)
    await expect.poll(() => page.getByRole('columnheader', { name: 'Last login' }).elements()).toEqual([])
    expect(page.getByRole('button', { name: 'Save this view' }).elements()).toEqual([])
    // The columns that the person has chosen stay stored.
    expect(localStorage.getItem('employee-list')).toBeNull()
  })

  it('announces how many rows a search finds, even if it finds none', async () => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    const found = page.getByRole('status').first()
    await expect.element(found).toHaveTextContent('Rows 1 to 10 of 240')
    const region = found.element()
    answers.to(listEmployees, { ...reply, data: [], total: 0, last_page: 1, next: null })
    await userEvent.type(page.getByRole('searchbox'), 'x')
    await expect.element(page.getByText('No employees found')).toBeVisible()
    expect(region.textContent).toContain('No employees found')
  })

  it('sorts by surname from A to Z, and by any column in both directions [EMP-12] [EMP-13] [CONST-14]', async () => {
    const answers = new Answers().to(listEmployees, reply)
    await show(answers)
    await expect
      .element(page.getByRole('columnheader', { name: 'Name Email' }))
      .toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Last login' }).click()
    await expect.poll(() => lastAsked(answers)).toMatchObject({ sort_by: 'lastLogin', page: '1' })
    await page.getByRole('button', { name: 'Last login' }).click()
    await expect.poll(() => lastAsked(answers)).toMatchObject({ sort_by: '-lastLogin' })
    await expect
      .element(page.getByRole('columnheader', { name: 'Last login' }))
      .toHaveAttribute('aria-sort', 'descending')
  })

  it('loads the next, the previous and any page', async () => {
    const answers = new Answers().to(listEmployees, { ...reply, previous: idOf(1) })
    await show(answers)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => lastAsked(answers)).toEqual({ sort_by: 'surname', page: '2', after: idOf(3) })
    await page.getByRole('button', { name: 'Page 24' }).click()
    await expect.poll(() => lastAsked(answers)).toEqual({ sort_by: 'surname', page: '24' })
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(() => lastAsked(answers)).toEqual({ sort_by: 'surname', page: '23', before: idOf(1) })
  })

  it.each([
    ['', listEmployees],
    ['?tab=two-factor', listTwoFactor],
  ])('requests a page by its number while the previous page is loading%s', async (query, list) => {
    const answers = new Answers().to(listEmployees, reply).to(listTwoFactor, {
      ...reply,
      data: rows.map((one) => ({ ...one, twoFactorEnabled: true })),
      filters: { person_mfa_secret: null },
      isEnforcementTwoFAEnabled: true,
    })
    await show(answers, `/app/employee-data/${query}`)
    await expect.element(page.getByRole('button', { name: 'Page 2' })).toBeVisible()
    answers.hang(list)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => lastAsked(answers, list)).toMatchObject({ page: '2', after: idOf(3) })
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => lastAsked(answers, list)).toMatchObject({ page: '3' })
    expect(lastAsked(answers, list)).not.toHaveProperty('after')
  })

  it('shows the last page if the address names a later one', async () => {
    const answers = new Answers().to(listEmployees, ({ address }) =>
      address.includes('page=25') ? { ...reply, data: [], next: null } : reply,
    )
    const { address } = await show(answers, '/app/employee-data/?filter=1&page=25')
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed1' })).toBeVisible()
    expect(address()).toMatch(/\?filter=1&page=24$/)
    await expect.element(page.getByText('Showing 231 to 240 of 240')).toBeVisible()
  })

  it('says that nobody was found, with a link to all employees [EMP-17]', async () => {
    const none = { ...reply, data: [], total: 0, last_page: 1, next: null }
    const answers = new Answers().to(listEmployees, ({ address }) => (address.includes('search=') ? none : reply))
    await show(answers)
    await userEvent.type(page.getByRole('searchbox'), 'nobody')
    await expect.element(page.getByText('No employees found')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Show all employees' }).click()
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed1' })).toBeVisible()
    await expect.element(page.getByRole('searchbox')).toHaveValue('')
  })

  it('shows that loading failed, with a retry [EMP-17]', async () => {
    const answers = new Answers().drop(listEmployees)
    await show(answers)
    await expect.element(page.getByText(failure)).toBeVisible()
    await expectAccessible()
    answers.to(listEmployees, reply)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('button', { name: 'Ann Ahmed1' })).toBeVisible()
  })

  it('shows that there are more results than counted', async () => {
    await show(new Answers().to(listEmployees, { ...reply, total: 1000, more: true }))
    await expect.element(page.getByText(/^More than 1,000 employees match/)).toBeVisible()
  })

  it('downloads the list with search, filter and order, and shows if the download fails [EMP-19]', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const answers = new Answers()
      .to(listEmployees, reply)
      .to(downloadEmployees, { fileName: 'employees.csv', mediaType: 'text/csv', bytes: new Uint8Array([65]) })
    await show(answers)
    await page.getByRole('combobox', { name: 'Registration' }).selectOptions('Registered')
    await page.getByRole('button', { name: 'Email' }).click()
    await page.getByRole('button', { name: 'Download employee report' }).click()
    await expect.poll(() => saved.mock.calls.length).toBe(1)
    expect(lastAsked(answers, downloadEmployees)).toEqual({
      'filter[person_activated]': '1',
      sort_by: 'email',
      format: 'csv',
    })

    answers.drop(downloadEmployees)
    await page.getByRole('button', { name: 'Download employee report' }).click()
    await expect.element(page.getByText(failure)).toBeVisible()
  })

  it.each([360, 768, 1280])(
    'breaks long names between their parts and keeps each part in one line, at %i px',
    async (width) => {
      await page.viewport(width, 900)
      const name = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley'
      const email = 'maximiliana.featherstonehaugh-cholmondeley@northgate-rail.example'
      await show(new Answers().to(listEmployees, { ...reply, data: [{ ...row(1), name, email }] }))
      const button = page.getByRole('button', { name })
      await expect.element(button).toBeVisible()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      const words = button.element().firstChild
      if (!words) throw new Error('The name is not there')
      for (const part of name.split(/[- ]/)) {
        const range = document.createRange()
        range.setStart(words, name.indexOf(part))
        range.setEnd(words, name.indexOf(part) + part.length)
        expect([part, range.getClientRects().length]).toEqual([part, 1])
      }
      const address = page.getByText(email, { exact: true }).element()
      const pieces = document.createTreeWalker(address, NodeFilter.SHOW_TEXT)
      const parts: (readonly [string, number])[] = []
      while (pieces.nextNode()) {
        const range = document.createRange()
        const text = pieces.currentNode.textContent ?? ''
        for (const { index, 0: part } of text.matchAll(/[a-z]+/g)) {
          range.setStart(pieces.currentNode, index)
          range.setEnd(pieces.currentNode, index + part.length)
          parts.push([part, range.getClientRects().length])
        }
      }
      expect(parts).toEqual(email.split(/[^a-z]/).map((part) => [part, 1]))
      const lines = document.createRange()
      lines.selectNodeContents(button.element())
      const [text, cell] = [lines, button.element().closest('th')].map((each) => each?.getBoundingClientRect())
      expect(text?.top).toBeGreaterThanOrEqual(cell?.top ?? Infinity)
      expect(text?.bottom).toBeLessThanOrEqual(cell?.bottom ?? 0)
    },
  )
})

describe('two-factor tab', () => {
  const people = rows.map(({ employeeId, name, firstName, surname, email, employeeNumber, registered }) => ({
    employeeId,
    name,
    firstName,
    surname,
    email,
    employeeNumber,
    twoFactorEnabled: registered,
  }))
  const list = { ...reply, data: people, filters: { person_mfa_secret: null }, isEnforcementTwoFAEnabled: true }

  it('is the second tab: it lists who has two-factor authentication, has filters, and downloads its report in two formats [EMP-22] [EMP-24] [EMP-27]', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const answers = new Answers()
      .to(listEmployees, reply)
      .to(listTwoFactor, list)
      .to(downloadEmployees, { fileName: 'two-factor.csv', mediaType: 'text/csv', bytes: new Uint8Array([65]) })
    await show(answers)
    const tabs = page.getByRole('tab').elements()
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Employees', 'Two-factor authentication'])
    await page.getByRole('tab', { name: 'Two-factor authentication' }).click()
    await expect.element(page.getByText('All employees must set up two-factor authentication.')).toBeVisible()
    await expect.element(page.getByRole('row').nth(1).getByText('On', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('row').nth(2).getByText('Off', { exact: true })).toBeVisible()
    expect(asked(answers, listTwoFactor)).toEqual([{ page: '1' }])
    await expectAccessible()

    await page.getByRole('combobox', { name: 'Two-factor authentication' }).selectOptions('Off')
    await expect.poll(() => lastAsked(answers, listTwoFactor)).toEqual({ 'filter[person_mfa_secret]': '0', page: '1' })
    await page.getByRole('combobox', { name: 'Two-factor authentication' }).selectOptions('On')
    await expect.poll(() => lastAsked(answers, listTwoFactor)).toEqual({ 'filter[person_mfa_secret]': '1', page: '1' })
    await page.getByRole('combobox', { name: 'Two-factor authentication' }).selectOptions('Off')
    await page.getByRole('combobox', { name: 'File type' }).selectOptions('Excel (XLSX)')
    await page.getByRole('button', { name: 'Download two-factor report' }).click()
    await expect.poll(() => saved.mock.calls.length).toBe(1)
    expect(lastAsked(answers, downloadEmployees)).toEqual({
      type: 'employeeTwoFA',
      'filter[person_mfa_secret]': '0',
      format: 'xlsx',
    })
  })

  it('shows the state on a phone as one word on one line', async () => {
    await page.viewport(360, 900)
    await show(new Answers().to(listEmployees, reply).to(listTwoFactor, list))
    await page.getByRole('tab', { name: 'Two-factor authentication' }).click()
    const badge = page.getByRole('row').nth(1).getByText('On', { exact: true })
    await expect.element(badge).toBeVisible()
    expect(badge.element().getBoundingClientRect().height).toBeLessThan(30)
  })

  it('shows a failure to load and an empty list [EMP-17]', async () => {
    const answers = new Answers().to(listEmployees, reply).drop(listTwoFactor)
    await show(answers)
    await page.getByRole('tab', { name: 'Two-factor authentication' }).click()
    await expect.element(page.getByText(failure)).toBeVisible()
    answers.to(listTwoFactor, { ...list, data: [], total: 0 })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('No employees found')).toBeVisible()
  })
})

describe('one employee', () => {
  const detail = {
    ...row(1),
    dateOfBirth: isoDate.parse('1988-06-12'),
    employmentStatus: 'left' as const,
    startDate: isoDate.parse('2019-03-04'),
    leaving: null,
    notViewable: null,
    jobTitle: 'Conductor',
    costCentre: 'CREW',
    location: 'Leeds',
    lastChoice: { benefitName: 'Dental insurance', at: '2026-03-20T10:00:00.000Z' },
    selections: [
      {
        selectionId: idOf(50) as string as SelectionId,
        benefitId: idOf(51) as string as BenefitId,
        benefitName: 'Dental insurance',
        status: 'active' as const,
        statusLabel: 'Active',
        effectiveFrom: isoDate.parse('2026-04-01'),
        level: 'Level 2',
        employeePays: 13.75,
        employerPays: 5.2,
        inForce: true,
      },
    ],
  }
  const panel = (answers: Answers) =>
    showScreen({
      at: '/app/employee-data/',
      screen: <EmployeePanel params={{ employeeId: idOf(1) }} onClose={() => undefined} />,
      answers,
      retry: false,
    })

  it('opens from the name in the list [EMP-20]', async () => {
    const { address } = await show(new Answers().to(listEmployees, reply))
    await page.getByRole('button', { name: 'Ann Ahmed3' }).click()
    expect(address()).toBe(`/app/employee-data/?panel=view-employee-data&employeeId=${idOf(3)}`)
  })

  it('shows their data and selections [EMP-20]', async () => {
    const answers = new Answers().to(readEmployee, detail)
    await panel(answers)
    const dialog = page.getByRole('dialog', { name: 'Ann Ahmed1' })
    await expect.element(dialog.getByText('12 June 1988')).toBeVisible()
    await expect.element(dialog.getByText('4 March 2019')).toBeVisible()
    await expect.element(dialog.getByText('Left', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('NR1', { exact: true })).toBeVisible()
    await expect.element(dialog.getByText('Conductor, CREW, Leeds')).toBeVisible()
    const rows = dialog.getByRole('row')
    await expect
      .element(rows.nth(1).getByRole('rowheader'))
      .toHaveTextContent('Dental insuranceLevel 2, since 1 April 2026')
    await expect.element(rows.nth(1).getByRole('cell').nth(0)).toHaveTextContent('£13.75')
    await expect.element(rows.nth(1).getByRole('cell').nth(1)).toHaveTextContent('£5.20')
    await expect.element(dialog.getByText('Last choice on 20 March 2026: Dental insurance')).toBeVisible()
    expect(answers.sent.map(({ params }) => params)).toEqual([{ id: clientId, employeeId: idOf(1) }])
    await expectAccessible()
  })

  it('adds up the benefits in force, and lists other benefits below them with their state', async () => {
    const [dental] = detail.selections
    if (!dental) throw new Error('One benefit is in force')
    const [other, waiting] = [60, 61].map((number) => idOf(number) as string as SelectionId)
    const selections = [
      {
        ...dental,
        selectionId: waiting as SelectionId,
        benefitName: 'Gym membership',
        status: 'pending',
        statusLabel: 'Awaiting approval',
        employeePays: 27.5,
        employerPays: 0,
        inForce: false,
      },
      dental,
      { ...dental, selectionId: other as SelectionId, benefitName: 'Health cash plan', employeePays: 4.6 },
    ]
    await panel(new Answers().to(readEmployee, { ...detail, selections }))
    await expect.element(page.getByRole('heading', { name: '2 benefits' })).toBeVisible()
    const names = page.getByRole('rowheader').elements()
    expect(names.map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'Dental insurance',
      'Health cash plan',
      'A month',
      'Gym membership',
    ])
    const total = page
      .getByRole('row', { name: /^A month/ })
      .getByRole('cell')
      .elements()
    expect(total.map(({ textContent }) => textContent)).toEqual(['£18.35', '£10.40'])
    await expect.element(page.getByRole('row', { name: /^Gym/ }).getByText('Awaiting approval')).toBeVisible()
  })

  it('fits an average person on a screen of 800 px, with the actions visible', async () => {
    await page.viewport(1280, 800)
    const [dental] = detail.selections
    if (!dental) throw new Error('One benefit is in force')
    const selections = Array.from({ length: 5 }, (_, number) => ({
      ...dental,
      selectionId: idOf(60 + number) as string as SelectionId,
    }))
    await panel(new Answers().to(readEmployee, { ...detail, selections, employmentStatus: 'active' }))
    await expect.element(page.getByRole('button', { name: 'View as employee' })).toBeInViewport()
    const dialog = page.getByRole('dialog').element()
    expect(dialog.scrollHeight).toBeLessThanOrEqual(800)
  })

  it('lists the benefits that pay out after a death, with how to claim', async () => {
    const leaving = { text: 'Died on 12 November 2026', died: true }
    const benefit = {
      selectionId: idOf(52) as string as SelectionId,
      benefitName: 'Life assurance',
      coverInWords: '£225,000.00 (Cover: 5 × salary)',
      provider: 'Harbour Mutual, scheme HM-88120',
      claim: '0808 157 0120, claims@harbour-mutual.example',
    }
    await panel(
      new Answers()
        .to(readEmployee, { ...detail, leaving })
        .to(readDeathCover, { diedOn: isoDate.parse('2026-11-12'), lead: 'Cover on the day.', benefits: [benefit] }),
    )
    const list = page.getByRole('table', { name: 'Benefits that pay out on death' })
    await expect.element(list.getByRole('cell', { name: benefit.coverInWords })).toBeVisible()
    await expect.element(list.getByRole('cell', { name: benefit.claim })).toBeVisible()
    await expect.element(page.getByText(leaving.text)).toBeVisible()
    expect(page.getByRole('button', { name: 'View as employee' }).query()).toBeNull()
    await expectAccessible()
  })

  const unregistered = { ...detail, registered: false, lastLogin: null, employmentStatus: 'active' as const }

  it('shows data and selections of the employee, and either the button for the welcome email or the button to view as the employee [EMP-21] [PANEL-05]', async () => {
    const { unmount } = await panel(new Answers().to(readEmployee, unregistered))
    await expect.element(page.getByRole('button', { name: 'Resend welcome email' })).toBeVisible()
    expect(
      page
        .getByRole('term')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Email', 'Employee number', 'Date of birth', 'Start date', 'Last login'])
    for (const state of ['Active', 'Not registered'])
      await expect.element(page.getByRole('dialog').getByText(state, { exact: true })).toBeVisible()
    expect(page.getByRole('heading', { name: 'Ann Ahmed1', exact: true }).query()).not.toBeNull()
    expect(page.getByRole('table', { name: 'Selections' }).query()).not.toBeNull()
    expect(page.getByRole('button', { name: 'View as employee' }).query()).toBeNull()
    await unmount()

    await panel(new Answers().to(readEmployee, { ...detail, employmentStatus: 'active' }))
    await expect.element(page.getByRole('button', { name: 'View as employee' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Resend welcome email' }).query()).toBeNull()
  })

  it('sends the welcome email again, once per click, and shows the result or refusal [EMP-45] [PANEL-05]', async () => {
    const answers = new Answers().to(readEmployee, unregistered).drop(welcomeEmployee)
    await panel(answers)
    const button = page.getByRole('button', { name: 'Resend welcome email' })
    await button.click()
    await expect.element(page.getByRole('alert').getByText(failure)).toBeVisible()
    answers.refuse(welcomeEmployee, tooManyWelcomes)
    await button.click()
    await expect.element(page.getByRole('alert').getByText(tooManyWelcomes.message)).toBeVisible()
    await expectAccessible()
    answers.to(welcomeEmployee, { sent: 1 })
    await button.click()
    await expect.element(page.getByRole('status').getByText('Welcome email sent')).toHaveFocus()
    expect(button.query()).toBeNull()
    expect(answers.sent.filter(({ endpoint }) => endpoint === welcomeEmployee).map(({ params }) => params)).toEqual(
      Array.from({ length: 3 }, () => ({ id: idOf(1) })),
    )
    await expectAccessible()
  })

  it('offers no welcome email for a leaver', async () => {
    await panel(new Answers().to(readEmployee, { ...unregistered, employmentStatus: 'left' }))
    await expect.element(page.getByText('4 March 2019')).toBeVisible()
    expect(page.getByRole('button', { name: 'Resend welcome email' }).query()).toBeNull()
  })

  it('shows the forbidden state without a retry if the server refuses', async () => {
    await panel(new Answers().refuse(readEmployee, refusal('denied', 403, 'Access Denied')))
    await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
    expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull()
  })

  it('shows that an employee does not exist, and a failure to load', async () => {
    const gone = await panel(new Answers().refuse(readEmployee, refusal('not-found', 404, 'There is nothing here')))
    await expect.element(page.getByText('This employee is no longer on record')).toBeVisible()
    await gone.unmount()

    const answers = new Answers().drop(readEmployee)
    await panel(answers)
    await expect.element(page.getByText(failure)).toBeVisible()
    answers.to(readEmployee, { ...detail, selections: [] })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('Nothing has been chosen yet')).toBeVisible()
  })
})
