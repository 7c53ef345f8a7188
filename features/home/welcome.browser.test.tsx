import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { listBenefits } from '../../domain/selections/benefits.contract.ts'
import { changeUser } from '../profile/profile.contract.ts'
import { sampleUser } from '../session/session.samples.ts'
import { sessionNow, useSession } from '../session/use-session.ts'
import { listHomeBanners, listHomeCards, listSlides } from './home.contract.ts'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>')}`
const slides = [
  { title: 'Welcome to Northgate Rewards', text: '<p>All in one place.</p>', imageUrl: picture },
  { title: 'Choose what fits your life', text: '<p>Cover your family.</p>', imageUrl: picture },
  { title: 'Know what it costs', text: '<p>You see the price.</p>', imageUrl: null },
]
const home = () => new Answers().to(listHomeCards, []).to(listHomeBanners, []).to(listBenefits, [])
const welcoming = () => home().to(listSlides, slides).to(changeUser, sampleUser)

const dialog = page.getByRole('dialog', { name: 'Welcome' })
const heading = (name: string) => dialog.getByRole('heading', { name })
const button = (name: string) => dialog.getByRole('button', { name })
const upToDate = page.getByText('You are up to date. There is nothing to do today.')
const firstLogin = () => {
  const session = sessionNow()
  return session.step === 'in' && session.user.firstLogin
}

test('greets a first login with slides that can be paged until the portal is started [LOGIN-33] [WELCOME-01] [WELCOME-02] [WELCOME-04]', async () => {
  signedInAs({ firstLogin: true })
  const answers = welcoming()
  const portal = await openPortal('/app/home/', { answers: answers.transport })
  await expect.element(heading('Welcome to Northgate Rewards')).toHaveFocus()
  expect(firstLogin()).toBe(false)
  expect(answers.bodiesTo(changeUser)).toEqual([{ firstLogin: false }])
  expect(button('Back').query()).toBeNull()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Slide 1 of 3: Welcome to Northgate Rewards')
  await expectAccessible()

  await button('Next').click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Slide 2 of 3: Choose what fits your life')
  await expect.element(heading('Choose what fits your life')).toBeInViewport()
  expect(heading('Welcome to Northgate Rewards').element().matches('[inert] *')).toBe(true)
  expect(heading('Choose what fits your life').element().matches('[inert] *')).toBe(false)
  await expectAccessible()
  await button('Back').click()
  await expect.element(heading('Welcome to Northgate Rewards')).toBeInViewport()
  await expect.element(button('Next')).toHaveFocus()
  await button('Next').click()
  await button('Next').click()
  await expect.element(heading('Know what it costs')).toBeInViewport()
  await expectAccessible()
  await button('Get started').click()
  await expect.element(dialog).not.toBeInTheDocument()

  portal.router.history.push('/app/faqs/')
  portal.router.history.push('/app/home/')
  await expect.element(upToDate).toBeVisible()
  expect(dialog.query()).toBeNull()
  expect(answers.sent.filter(({ endpoint }) => endpoint === listSlides)).toHaveLength(1)
})

test('can be paged and closed by keyboard only', async () => {
  signedInAs({ firstLogin: true })
  await openPortal('/app/home/', { answers: welcoming().transport })
  await expect.element(heading('Welcome to Northgate Rewards')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(heading('Know what it costs')).toBeInViewport()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(heading('Choose what fits your life')).toBeInViewport()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('follows a swipe from slide to slide', async () => {
  signedInAs({ firstLogin: true })
  await openPortal('/app/home/', { answers: welcoming().transport })
  await expect.element(heading('Welcome to Northgate Rewards')).toBeVisible()
  const track = dialog.getByRole('list').element()
  track.scrollBy({ left: track.clientWidth, behavior: 'instant' })
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Slide 2 of 3: Choose what fits your life')
  await expect.element(heading('Choose what fits your life')).toBeVisible()
})

test('is skipped if its content fails to load, and shown at the next login [WELCOME-04]', async () => {
  signedInAs({ firstLogin: true })
  const answers = home().drop(listSlides)
  await openPortal('/app/home/', { answers: answers.transport })
  await expect.element(upToDate).toBeVisible()
  await expect.poll(() => answers.sent.some(({ endpoint }) => endpoint === listSlides)).toBe(true)
  expect(dialog.query()).toBeNull()
  expect(firstLogin()).toBe(true)
  expect(answers.bodiesTo(changeUser)).toEqual([])
})

test('shows nothing if the client has no slides, and treats the carousel as seen', async () => {
  signedInAs({ firstLogin: true })
  await openPortal('/app/home/', { answers: welcoming().to(listSlides, []).transport })
  await expect.poll(firstLogin).toBe(false)
  expect(dialog.query()).toBeNull()
})

test.each([
  ['who has been here before', () => signedInAs({ firstLogin: false })],
  [
    'an administrator who looks at the portal as somebody',
    () => {
      signedInAs({ firstLogin: true })
      const session = sessionNow()
      if (session.step === 'in')
        useSession.setState({ session: { ...session, masquerade: { userId: 'a', schemeYear: '2026' } } })
    },
  ],
])('is not shown to %s', async (_, signIn) => {
  signIn()
  const answers = welcoming()
  await openPortal('/app/home/', { answers: answers.transport })
  await expect.element(upToDate).toBeVisible()
  expect(answers.sent.some(({ endpoint }) => endpoint === listSlides)).toBe(false)
})
