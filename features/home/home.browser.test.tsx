import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { listBenefits } from '../benefits/benefits.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { listHomeBanners, listHomeCards, type HomeCard } from './home.contract.ts'
import { HomePage } from './HomePage.tsx'
import { benefitIn } from './home.samples.ts'

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
const quiet = () => new Answers().to(listHomeCards, []).to(listHomeBanners, []).to(listBenefits, [])

test('shows cards and banners in their order [HOME-02, HOME-03]', async () => {
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

test('shows nothing below a banner before the banner is known, so that nothing moves when it comes', async () => {
  useSession.setState(signedIn())
  let answer = (_banners: HomeCard[]) => undefined as void
  const answers = quiet().to(listHomeBanners, () => new Promise((resolve) => (answer = resolve)))
  await home(answers)
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading cards')
  expect(page.getByRole('heading', { name: 'What needs doing' }).query()).toBeNull()
  await vi.waitFor(() => expect(answers.sent.map(({ endpoint }) => endpoint)).toContain(listHomeBanners))
  answer([card({ title: 'The annual window is open' })])
  await expect.element(page.getByRole('region', { name: 'The annual window is open' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'What needs doing' })).toBeVisible()
})

test('welcomes by name and is calm when nothing needs doing', async () => {
  useSession.setState(signedIn())
  await home(quiet())
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome, Amelia')
  await expect.element(page.getByText('You are up to date. Nothing needs doing today.')).toBeVisible()
  expect(page.getByRole('region', { name: 'For you' }).query()).toBeNull()
  await expectAccessible()
})

test('nothing stands below what needs doing until that is known, so that nothing moves when it is', async () => {
  await home(quiet().hang(listBenefits).hang(listHomeCards))
  await expect.element(page.getByRole('heading', { name: 'What needs doing' })).toBeVisible()
  expect(page.getByRole('status').elements()).toHaveLength(1)
})

test('leaves a section out when its answer is no list, and logs that as an error of the API [HOME-05]', async () => {
  useSession.setState(signedIn())
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // What a broken server might answer, against the contract.
  const broken = { message: 'no list' } as unknown as HomeCard[]
  await home(quiet().to(listHomeCards, broken))
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('API error: GET /user/home-page-cards answered no list'))
  await vi.waitFor(() => expect(page.getByRole('status', { name: 'Loading cards' }).query()).toBeNull(), {
    timeout: 4000,
  })
  expect(page.getByRole('region', { name: 'For you' }).query()).toBeNull()
  log.mockRestore()
})

test('says what needs doing: an open window with the days left, what is unfinished, refused, and what waits', async () => {
  useSession.setState(signedIn())
  await home(
    quiet().to(listBenefits, [
      benefitIn({ name: 'Dental insurance', daysLeft: 10 }),
      benefitIn({ name: 'Gym membership', status: 'pending' }),
      benefitIn({ name: 'Cycle to work', status: 'draft' }),
      benefitIn({ name: 'Season ticket loan', status: 'rejected' }),
    ]),
  )
  const tasks = page.getByRole('region', { name: 'What needs doing' }).getByRole('heading', { level: 3 })
  await expect.element(tasks.nth(0)).toHaveTextContent('You have 10 days left to choose your benefits')
  await expect.element(tasks.nth(1)).toHaveTextContent('You have not finished choosing Cycle to work')
  await expect.element(tasks.nth(2)).toHaveTextContent('Season ticket loan was not approved')
  await expect.element(tasks.nth(3)).toHaveTextContent('Gym membership is waiting for your employer')
  await expectAccessible()
})

test('says so when what needs doing cannot be loaded, and loads it on the next try', async () => {
  useSession.setState(signedIn())
  const answers = quiet().refuse(listBenefits, busy)
  await home(answers, { retry: false })
  await expect.element(page.getByText('We could not load what needs doing.')).toBeVisible()
  await expectAccessible()
  answers.to(listBenefits, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('You are up to date. Nothing needs doing today.')).toBeVisible()
})

test('leads employers to the dashboard, and nobody else', async () => {
  useSession.setState(signedIn({ userType: 'employer' }))
  const employer = await home(quiet())
  await expect
    .element(page.getByRole('link', { name: 'Go to the dashboard' }))
    .toHaveAttribute('href', '/app/dashboard/')
  await employer.unmount()
  useSession.setState(signedIn())
  await home(quiet())
  await expect.element(page.getByText('You are up to date. Nothing needs doing today.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Go to the dashboard' }).query()).toBeNull()
})

test('does not count a window that is far from closing as something to do', async () => {
  useSession.setState(signedIn())
  await home(quiet().to(listBenefits, [benefitIn({ name: 'Dental insurance', daysLeft: 61 })]))
  await expect.element(page.getByText('You are up to date. Nothing needs doing today.')).toBeVisible()
})
