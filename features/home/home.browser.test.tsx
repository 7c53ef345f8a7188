import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { noTotalBenefits, noTotalBenefitsText } from '../../contract/total-benefits.messages.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { listBenefits, type SelectionState } from '../../domain/selections/benefits.contract.ts'
import { sampleBenefit, sampleSelection } from '../benefits/benefits.samples.ts'
import { refreshBenefits } from '../benefit-parts/use-benefits.ts'
import { signedIn } from '../session/session.samples.ts'
import { storeVouchersOnly } from '../session/use-vouchers-only.ts'
import { useSession } from '../session/use-session.ts'
import { readTotalBenefitsCard } from '../total-benefits/total-benefits.contract.ts'
import { sampleCard } from '../total-benefits/total-benefits.samples.ts'
import { readVoucherBalance } from '../vouchers/vouchers.contract.ts'
import { listHomeBanners, listHomeCards, type HomeCard } from './home.contract.ts'
import { HomePage } from './HomePage.tsx'
import { useHomeBanners, useHomeCards } from './use-home.ts'

const card = (more: Partial<HomeCard>): HomeCard => ({
  id: 'cards-0',
  title: 'Ride to work and save',
  text: '<p>A bicycle worth up to £3,000.</p>',
  imageUrl: null,
  linkLabel: 'See my benefits',
  link: '/app/my-benefits/',
  order: 0,
  ...more,
})

type HomeBenefit = { name: string; status?: SelectionState; daysLeft?: number | null; available?: boolean }

function homeBenefit({ name, status, daysLeft = null, available = true }: HomeBenefit) {
  const { availability } = sampleBenefit()
  return sampleBenefit({
    benefitId: crypto.randomUUID() as BenefitId,
    name,
    groupCode: null,
    availability: { ...availability, available, daysLeft },
    selection: status ? sampleSelection({ status, temporarySelection: status === 'draft' }) : null,
  })
}

const busy = refusal('busy', 422, 'no')

function home(answers: Answers, { retry }: { retry?: false } = {}) {
  return showScreen({
    at: '/app/home/',
    route: '/app/home',
    screen: <HomePage />,
    answers,
    ...(retry === false && { retry }),
  })
}
const quiet = () =>
  new Answers().to(listHomeCards, []).to(listHomeBanners, []).to(listBenefits, []).to(readTotalBenefitsCard, sampleCard)

test('shows cards and banners in the order of the reply [HOME-02, HOME-03]', async () => {
  useSession.setState(signedIn())
  const second = card({ id: 'cards-1', title: 'More holiday', order: 1 })
  await home(
    quiet()
      .to(listHomeCards, [second, card({})])
      .to(listHomeBanners, [
        card({ id: 'banners-0', title: 'The annual window is open', linkLabel: 'Choose benefits' }),
      ]),
  )
  await expect.element(page.getByRole('region', { name: 'The annual window is open' })).toBeVisible()
  const titles = page.getByRole('region', { name: 'For you' }).getByRole('heading', { level: 3 })
  await expect.element(titles.first()).toHaveTextContent('Ride to work and save')
  await expect.element(titles.nth(1)).toHaveTextContent('More holiday')
  await expect.element(page.getByText('A bicycle worth up to £3,000.').first()).toBeVisible()
  await expectAccessible()
})

test('shows a banner of negative order as a task, not below "You are up to date"', async () => {
  useSession.setState(signedIn())
  const title = 'Your pay would be below the minimum wage'
  await home(
    quiet().to(listHomeBanners, [card({ id: 'urgent', title, order: -1 }), card({ id: 'other', title: 'Open days' })]),
  )
  const toDo = page.getByRole('region', { name: 'To do' })
  await expect.element(toDo.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Open days' })).toBeVisible()
  expect(page.getByRole('heading', { name: title }).elements()).toHaveLength(1)
  expect(toDo.getByRole('heading', { name: 'Open days' }).query()).toBeNull()
  expect(page.getByText('You are up to date. There is nothing to do today.').query()).toBeNull()
  await expectAccessible()
})

test("keeps a banner within a phone's width, whatever its text", async () => {
  await page.viewport(360, 780)
  useSession.setState(signedIn())
  const title = 'Rechtsschutzversicherungsgesellschaften'
  const text = `<p>${'Donaudampfschiff'.repeat(4)}</p>`
  await home(quiet().to(listHomeBanners, [card({ id: 'banners-0', title, text, imageUrl: '/pictures/none' })]))
  await expect.element(page.getByRole('region', { name: title })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('shows nothing below a banner until it has loaded, so that nothing moves', async () => {
  useSession.setState(signedIn())
  let answer = (_banners: HomeCard[]) => undefined as void
  const answers = quiet().to(listHomeBanners, () => new Promise((resolve) => (answer = resolve)))
  await home(answers)
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading cards')
  expect(page.getByRole('heading', { name: 'To do' }).query()).toBeNull()
  await vi.waitFor(() => expect(answers.sent.map(({ endpoint }) => endpoint)).toContain(listHomeBanners))
  answer([card({ title: 'The annual window is open' })])
  await expect.element(page.getByRole('region', { name: 'The annual window is open' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'To do' })).toBeVisible()
})

test('announces once that it is loading, not for each part', async () => {
  useSession.setState(signedIn())
  await home(quiet().hang(listBenefits).hang(readTotalBenefitsCard).hang(listHomeCards))
  await expect.element(page.getByText('Loading your tasks')).toBeInTheDocument()
  expect(page.getByRole('status').elements()).toEqual([])
})

test('greets by name, and says if there are no tasks [HOME-01] [HOME-07]', async () => {
  useSession.setState(signedIn())
  await home(quiet())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome, Amelia')
  await expect.element(page.getByText('You are up to date. There is nothing to do today.')).toBeVisible()
  expect(page.getByRole('region', { name: 'For you' }).query()).toBeNull()
  await expectAccessible()
})

test('shows a skeleton of tasks and links until both have loaded', async () => {
  useSession.setState(signedIn())
  const shapes = () =>
    document.querySelectorAll('main [data-shape]:is([data-shape="block"], [data-shape="card"])').length
  let answer = (_banners: HomeCard[]) => undefined as void
  const answers = quiet()
    .hang(listBenefits)
    .to(listHomeBanners, () => new Promise((resolve) => (answer = resolve)))
  await home(answers)
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading cards')
  const atFirst = shapes()
  expect(atFirst).toBeGreaterThan(2)
  await vi.waitFor(() => expect(answers.sent.map(({ endpoint }) => endpoint)).toContain(listHomeBanners))
  answer([])
  await expect.element(page.getByRole('heading', { name: 'To do' })).toBeVisible()
  expect(shapes()).toBe(atFirst)
})

test('omits a section if its reply is not a list, and logs an API error [HOME-05] [DATA-36]', async () => {
  useSession.setState(signedIn())
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // This response violates the contract.
  const broken = { message: 'no list' } as unknown as HomeCard[]
  await home(quiet().to(listHomeCards, broken))
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('API error: GET /user/home-page-cards did not return a list'))
  await vi.waitFor(() => expect(page.getByRole('status', { name: 'Loading cards' }).query()).toBeNull())
  expect(page.getByRole('region', { name: 'For you' }).query()).toBeNull()
  log.mockRestore()
})

test('shows tasks: an open window with the days left, and choices that are unfinished, declined or pending', async () => {
  useSession.setState(signedIn())
  await home(
    quiet().to(listBenefits, [
      homeBenefit({ name: 'Dental insurance', daysLeft: 10 }),
      homeBenefit({ name: 'Gym membership', status: 'pending' }),
      homeBenefit({ name: 'Cycle to work', status: 'draft' }),
      homeBenefit({ name: 'Season ticket loan', status: 'rejected' }),
    ]),
  )
  const tasks = page.getByRole('region', { name: 'To do' }).getByRole('heading', { level: 3 })
  await expect.element(tasks.nth(0)).toHaveTextContent('You have not finished choosing Cycle to work')
  await expect.element(tasks.nth(1)).toHaveTextContent('Choose your benefits by 31 December 2026')
  await expect.element(tasks.nth(2)).toHaveTextContent('Season ticket loan was not approved')
  await expect.element(tasks.nth(3)).toHaveTextContent('Gym membership is awaiting your employer’s approval')
  await expect.element(page.getByText('10 days left')).toBeVisible()
  await expectAccessible()
})

test('says on the last day of a window that it closes today', async () => {
  useSession.setState(signedIn())
  await home(quiet().to(listBenefits, [homeBenefit({ name: 'Dental insurance', daysLeft: 0 })]))
  const title = 'Today is the last day to choose your benefits'
  await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
})

test('shows choices that wait for a provider, and drafts that can no longer be finished, with links', async () => {
  useSession.setState(signedIn())
  const late = homeBenefit({ name: 'Dental insurance', status: 'draft', available: false })
  const pended = homeBenefit({ name: 'Critical illness', status: 'pended' })
  await home(quiet().to(listBenefits, [pended, late]))
  const tasks = page.getByRole('region', { name: 'To do' })
  await expect
    .element(tasks.getByRole('link', { name: 'See it You did not finish choosing Dental insurance in time' }))
    .toHaveAttribute('href', `/app/my-benefits/${late.benefitId}`)
  await expect
    .element(tasks.getByRole('link', { name: 'See it Critical illness is awaiting its provider’s decision' }))
    .toHaveAttribute('href', `/app/my-benefits/${pended.benefitId}/manage`)
  expect(tasks.getByText('Continue').query()).toBeNull()
  await expectAccessible()
})

test("shows that a provider needs answers as the first task, and not that the provider's decision is pending", async () => {
  useSession.setState(signedIn())
  const asks = { ...homeBenefit({ name: 'Life assurance', status: 'pended' }), medicalQuestions: 'open' as const }
  const answered = {
    ...homeBenefit({ name: 'Critical illness', status: 'pended' }),
    medicalQuestions: 'answered' as const,
  }
  await home(quiet().to(listBenefits, [answered, homeBenefit({ name: 'Gym membership', status: 'rejected' }), asks]))
  const tasks = page.getByRole('region', { name: 'To do' })
  const titles = tasks.getByRole('heading', { level: 3 })
  await expect.element(titles.nth(0)).toHaveTextContent('The provider of Life assurance needs your answers')
  await expect.element(titles.nth(1)).toHaveTextContent('Gym membership was not approved')
  await expect.element(titles.nth(2)).toHaveTextContent('Critical illness is awaiting its provider’s decision')
  expect(titles.all()).toHaveLength(3)
  await expect
    .element(
      tasks.getByRole('link', { name: 'Answer the questions The provider of Life assurance needs your answers' }),
    )
    .toHaveAttribute('href', `/app/my-benefits/${asks.benefitId}/manage`)
  await expectAccessible()
})

test('links to all unconfirmed changes, however many there are', async () => {
  useSession.setState(signedIn())
  const [bicycle, gym] = [
    homeBenefit({ name: 'Cycle to work', status: 'draft' }),
    homeBenefit({ name: 'Gym membership', status: 'draft' }),
  ]
  const answers = quiet().to(listBenefits, [bicycle])
  const { client } = await home(answers)
  const way = page.getByRole('link', { name: /^Continue/ })
  await expect.element(way).toHaveAttribute('href', '/app/my-benefits/basket')
  answers.to(listBenefits, [bicycle, gym])
  await refreshBenefits(client)
  await expect.element(page.getByRole('heading', { name: 'You have 2 changes that are not confirmed' })).toBeVisible()
  await expect
    .element(page.getByText('Cycle to work, Gym membership. Nothing is charged until you confirm.'))
    .toBeVisible()
  await expect.element(way).toHaveAttribute('href', '/app/my-benefits/basket')
})

test('shows a failure to load the tasks, and loads them on retry', async () => {
  useSession.setState(signedIn())
  const answers = quiet().refuse(listBenefits, busy)
  await home(answers, { retry: false })
  await expect.element(page.getByText('We could not load your tasks.')).toBeVisible()
  await expectAccessible()
  answers.to(listBenefits, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('You are up to date. There is nothing to do today.')).toBeVisible()
})

test('redirects employers to the dashboard, and no other people [HOME-07]', async () => {
  useSession.setState(signedIn({ userType: 'employer' }))
  const employer = await home(quiet())
  await expect
    .element(page.getByRole('link', { name: 'Go to the dashboard' }))
    .toHaveAttribute('href', '/app/dashboard/')
  await employer.unmount()
  useSession.setState(signedIn())
  await home(quiet())
  await expect.element(page.getByText('You are up to date. There is nothing to do today.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Go to the dashboard' }).query()).toBeNull()
})

test('does not list a window that closes much later as a task', async () => {
  useSession.setState(signedIn())
  await home(quiet().to(listBenefits, [homeBenefit({ name: 'Dental insurance', daysLeft: 61 })]))
  await expect.element(page.getByText('You are up to date. There is nothing to do today.')).toBeVisible()
})

test('shows people around on request: each step has the focus, and Escape returns to the button', async () => {
  await page.viewport(360, 780)
  useSession.setState(signedIn())
  await home(quiet())
  await expect.element(page.getByRole('definition').first()).toBeVisible()
  const start = page.getByRole('button', { name: 'Show me around' })
  expect(page.getByRole('dialog').query()).toBeNull()
  await start.click()
  await expect.element(page.getByRole('heading', { name: 'Start here' })).toHaveFocus()
  // The header isn't part of this test, so its two steps are left out.
  await expect.element(page.getByText('Step 1 of 3')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('heading', { name: 'The value of your package' })).toHaveFocus()
  expect(document.querySelectorAll('[data-toured]')).toHaveLength(1)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('heading', { name: 'Your benefits' })).toHaveFocus()
  expect(page.getByRole('button', { name: 'Next' }).query()).toBeNull()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(page.getByRole('heading', { name: 'The value of your package' })).toHaveFocus()
  expect(document.documentElement.scrollWidth).toBe(360)
  await userEvent.keyboard('{Escape}')
  await expect.element(start).toHaveFocus()
  expect(document.querySelector('[data-toured]')).toBeNull()
})

test('shows spending, cost and savings, with a link to total benefits [HOME-07] [TOTAL-03]', async () => {
  useSession.setState(signedIn())
  await home(quiet())
  const figures = page.getByRole('definition')
  await expect.element(figures.first()).toHaveTextContent('£47,700.00 a year')
  expect(figures.elements().map(({ textContent }) => textContent)).toEqual([
    '£47,700.00 a year',
    '£2,700.00 a year',
    '£3,178.56 a year',
    '£756.00 a year',
  ])
  await expectAccessible()
})

test.each([
  ['the plain page', [], '/app/my-total-benefits/'],
  ['the page with the chart', [{ code: 'MTB_ENHANCED', status: 'active' }], '/app/my-total-benefits-enhanced/'],
  ['the plain page', [{ code: 'MTB_ENHANCED', status: 'inactive' }], '/app/my-total-benefits/'],
])(
  "links to the total benefits page %s, depending on the client's setting: %j [TOTAL-07] [HOME-07]",
  async (_, clientExceptions, to) => {
    useSession.setState(signedIn({}, { clientExceptions }))
    await home(quiet())
    await expect.element(page.getByRole('link', { name: 'See my total benefits' })).toHaveAttribute('href', to)
  },
)

test('retries total benefits once after an error, shows the error, and loads them again on request [TOTAL-04] [TOTAL-08]', async () => {
  useSession.setState(signedIn())
  const answers = quiet().refuse(readTotalBenefitsCard, busy)
  await home(answers)
  const failed = page.getByText('It looks like something has gone wrong, please try again later')
  await expect.element(failed).toBeVisible()
  expect(answers.sent.filter(({ endpoint }) => endpoint === readTotalBenefitsCard)).toHaveLength(2)
  await expectAccessible()
  answers.to(readTotalBenefitsCard, sampleCard)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('definition').first()).toMatchTextContent('£47,700.00')
})

test('says that there is no total if no benefit is in force [TOTAL-08]', async () => {
  useSession.setState(signedIn())
  await home(quiet().to(readTotalBenefitsCard, { ...sampleCard, benefits: 0 }))
  await expect.element(page.getByText('No total benefits available', { exact: true })).toBeVisible()
})

test('has a separate status for cards and for banners: idle, loading, success and error [HOME-04]', async () => {
  const Statuses = () => `banners ${useHomeBanners().status}, cards ${useHomeCards().status}`
  const answers = new Answers().hang(listHomeBanners).hang(listHomeCards)
  const { client } = await showScreen({ at: '/', screen: <Statuses />, answers, retry: false })
  await expect.element(page.getByText('banners loading, cards loading')).toBeVisible()
  await client.cancelQueries()
  await expect.element(page.getByText('banners idle, cards idle')).toBeVisible()
  answers.to(listHomeBanners, []).refuse(listHomeCards, busy)
  void client.refetchQueries()
  await expect.element(page.getByText('banners success, cards error')).toBeVisible()
})

test('shows a card and a banner with all their fields, and omits a section that failed [HOME-06]', async () => {
  useSession.setState(signedIn())
  const imageUrl = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`
  await home(
    quiet()
      .to(listHomeCards, [card({ imageUrl, link: 'https://cycle.example/', linkLabel: 'See bicycles' })])
      .to(listHomeBanners, [card({ id: 'banners-0', title: 'The annual window is open', imageUrl })]),
  )
  const banner = page.getByRole('region', { name: 'The annual window is open' })
  await expect.element(banner).toMatchTextContent('A bicycle worth up to £3,000.')
  await expect
    .element(banner.getByRole('link', { name: 'See my benefits' }))
    .toHaveAttribute('href', '/app/my-benefits/')
  banner.element().scrollIntoView()
  await expect.poll(() => banner.element().querySelector('img')?.getAttribute('src')).toBe(imageUrl)
  const shown = page.getByRole('region', { name: 'For you' })
  await expect.element(shown.getByRole('heading', { name: 'Ride to work and save' })).toBeVisible()
  await expect.element(shown).toMatchTextContent('A bicycle worth up to £3,000.')
  await expect
    .element(shown.getByRole('link', { name: 'See bicycles' }))
    .toHaveAttribute('href', 'https://cycle.example/')
  shown.element().scrollIntoView()
  await expect.poll(() => shown.element().querySelector('img')?.getAttribute('src')).toBe(imageUrl)
  await expectAccessible()
})

test('keeps cards while banners load or fail, and banners while cards do', async () => {
  useSession.setState(signedIn())
  const answers = quiet().hang(listHomeBanners).refuse(listHomeCards, busy)
  const first = await home(answers, { retry: false })
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading cards')
  await first.unmount()

  const banner = card({ id: 'banners-0', title: 'The annual window is open', text: '<p>Until the end.</p>' })
  await home(quiet().to(listHomeBanners, [banner]).refuse(listHomeCards, busy), { retry: false })
  const shown = page.getByRole('region', { name: 'The annual window is open' })
  await expect.element(shown).toMatchTextContent('Until the end.')
  await expect
    .element(shown.getByRole('link', { name: 'See my benefits' }))
    .toHaveAttribute('href', '/app/my-benefits/')
  await vi.waitFor(() => expect(page.getByRole('status', { name: 'Loading cards' }).query()).toBeNull())
  expect(page.getByRole('region', { name: 'For you' }).query()).toBeNull()
  expect(page.getByRole('alert').query()).toBeNull()
})

test('loads the total again after accepted terms made it outdated [TOTAL-09]', async () => {
  useSession.setState(signedIn())
  const answers = quiet()
  const { client } = await home(answers)
  const worth = page.getByRole('definition').first()
  await expect.element(worth).toMatchTextContent('£47,700.00')
  answers.to(readTotalBenefitsCard, { ...sampleCard, packageValue: { year: 50_000, month: 4166.67 } })
  void refreshBenefits(client)
  await expect.element(worth).toMatchTextContent('£50,000.00')
})

test('shows only the balance to people who have vouchers and nothing else [BENEFIT-63] [ACCESS-05]', async () => {
  useSession.setState(signedIn({ employmentStatus: 'left' }))
  storeVouchersOnly(true)
  const vouchers = { ...homeBenefit({ name: 'Childcare vouchers' }), groupCode: 'ccv' }
  const nothing = { ...sampleCard, benefits: 0 }
  const answers = quiet().to(listBenefits, [vouchers]).to(readTotalBenefitsCard, nothing)
  await home(answers.to(readVoucherBalance, { balance: 312.5, lastPaymentDate: isoDate.parse('2026-09-01') }))
  await expect.element(page.getByText('£312.50')).toBeVisible()
  await expect.element(page.getByText('01.09.26')).toBeVisible()
  await expect.element(page.getByText(noTotalBenefits)).toBeVisible()
  expect(page.getByText(noTotalBenefitsText).query()).toBeNull()
  const ways = page.getByRole('link').elements()
  expect(ways.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See my vouchers', `/app/my-benefits/${vouchers.benefitId}`],
    ['See my total benefits', '/app/my-total-benefits/'],
    ['Go to Profile Settings', '/app/home/my-profile/'],
  ])
  await expectAccessible()
  storeVouchersOnly(false)
})
