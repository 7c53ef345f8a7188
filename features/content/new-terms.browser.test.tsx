import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { CallFailed } from '../../contract/call-failed.ts'
import { refusal } from '../../contract/refusals.ts'
import { updateSignedInPerson } from '../session/use-signed-in-person.ts'
import { viewedByEmployer } from '../session/session.samples.ts'
import { clearSession, sessionNow, useSession } from '../session/use-session.ts'
import { listFaqs, readCookiePolicy, readPrivacyPolicy, readTerms } from './content.contract.ts'
import { acceptTerms, readTermsState, termsChanged } from './new-terms.contract.ts'
import { TermsPanel } from './TermsPanel.tsx'

const required = 'Please confirm that you have read the terms and conditions'
const long = Array.from({ length: 60 }, (_, line) => `<p>Line ${line} of the terms.</p>`).join('')

const content = () =>
  new Answers()
    .to(readTerms, { content: `<h2>What you agree to</h2>${long}`, revision: 2 })
    .to(readPrivacyPolicy, { content: '<p>What we keep about you.</p>', revision: 1 })
    .to(readCookiePolicy, { content: '<p>Which cookies there are.</p>', revision: 1 })
    .to(readTermsState, { termsRevision: 1, currentRevision: 2 })
    .to(listFaqs, [])

const owesTerms = (answers = content()) => {
  signedInAs({ siteTermsUpdated: true })
  return openPortal('/app/faqs/', { answers: answers.transport })
}
const box = page.getByRole('checkbox', { name: 'I have read the terms and conditions' })
const next = page.getByRole('button', { name: 'Next' })
const faqs = page.getByRole('heading', { level: 1, name: 'FAQs' })
const terms = page.getByRole('heading', { level: 1, name: 'There are new terms and conditions' })

describe('new terms screen', () => {
  it('shows terms and policy with a checkbox, and the requested screen after Next [TERMS-01] [TERMS-02] [TERMS-03] [TERMS-04] [TERMS-07] [TERMS-15] [DATA-13]', async () => {
    const answers = content().to(acceptTerms, { termsRevision: 2, currentRevision: 2 })
    const portal = await owesTerms(answers)
    await expect
      .element(page.getByRole('region', { name: 'Terms and conditions' }).getByText('Line 59 of the terms.'))
      .toBeInTheDocument()
    await expect
      .element(page.getByRole('region', { name: 'Privacy statement' }).getByText('What we keep about you.'))
      .toBeInTheDocument()
    await expect.element(box).toHaveAttribute('aria-required', 'true')
    await expectAccessible()
    await box.click()
    await next.click()
    await expect.element(faqs).toBeVisible()
    await expect.element(faqs).toHaveFocus()
    expect(portal.address()).toBe('/app/faqs/')
    expect(answers.bodiesTo(acceptTerms)).toEqual([{ termsAccepted: true, termsRevision: 2 }])
    expect(sessionNow()).toMatchObject({ user: { termsRevision: 2, siteTermsUpdated: false } })
  })

  it('cannot be accepted while viewing the portal as another person, and then says why nothing else is shown [S-43]', async () => {
    useSession.setState(viewedByEmployer({ siteTermsUpdated: true }))
    await openPortal('/app/faqs/', { answers: content().transport })
    await expect.element(page.getByRole('main').getByText(/has not accepted these yet/)).toBeInTheDocument()
    await expect.element(page.getByText('Line 59 of the terms.')).toBeInTheDocument()
    expect(next.query()).toBeNull()
    expect(box.query()).toBeNull()
  })

  it('loads terms and policy once, and shows that they are loading [TERMS-11] [TERMS-12]', async () => {
    const answers = content().hang(readTerms)
    await owesTerms(answers)
    await expect.element(page.getByText('Loading the terms and conditions')).toBeInTheDocument()
    expect(next.query()).toBeNull()
    const asked = answers.sent.map(({ endpoint }) => endpoint)
    for (const endpoint of [readTerms, readPrivacyPolicy, readCookiePolicy])
      expect(asked.filter((one) => one === endpoint)).toHaveLength(1)
    await expectAccessible()
  })

  it('shows that loading failed, and loads on retry [TERMS-11] [TERMS-13] [TERMS-14] [CONTENT-26]', async () => {
    const answers = content().drop(readPrivacyPolicy)
    await owesTerms(answers)
    await expect.element(page.getByRole('heading', { name: 'Uh oh!' })).toBeVisible()
    const why = 'We could not load the terms and conditions. Please try refreshing the page.'
    await expect.element(page.getByRole('alert').getByText(why)).toBeVisible()
    expect(next.query()).toBeNull()
    await expectAccessible()
    answers.to(readPrivacyPolicy, { content: '<p>What we keep about you.</p>', revision: 1 })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(next).toBeVisible()
  })

  it('does not continue unless the box is ticked, and shows an error at the top each time [TERMS-03] [TERMS-10]', async () => {
    const answers = content()
    await owesTerms(answers)
    for (const time of [1, 2]) {
      next.element().scrollIntoView()
      expect(scrollY).toBeGreaterThan(0)
      await next.click()
      await expect.element(page.getByRole('link', { name: required }), { message: `time ${time}` }).toBeVisible()
      expect(scrollY).toBe(0)
    }
    expect(answers.bodiesTo(acceptTerms)).toEqual([])
    await expectAccessible()
    await page.getByRole('link', { name: required }).click()
    await expect.element(box).toHaveFocus()
  })

  it.each([
    ['answers no revision', (answers: Answers) => answers.to(acceptTerms, { termsRevision: 1, currentRevision: 2 })],
    ['cannot be reached', (answers: Answers) => answers.drop(acceptTerms)],
  ])('stays open with the general error at the top if the server %s [TERMS-10]', async (_, answering) => {
    await owesTerms(answering(content()))
    await box.click()
    next.element().scrollIntoView()
    expect(scrollY).toBeGreaterThan(0)
    await next.click()
    await expect.element(page.getByRole('link', { name: required })).toBeVisible()
    expect(scrollY).toBe(0)
    await expect.element(box).toBeChecked()
    expect(sessionNow()).toMatchObject({ user: { siteTermsUpdated: true } })
  })

  it('is required again if accepting the terms fails, even if this tab already treated them as accepted [TERMS-09]', async () => {
    const accepting = Promise.withResolvers<never>()
    await owesTerms(content().to(acceptTerms, () => accepting.promise))
    await box.click()
    await next.click()
    await expect.element(page.getByRole('button', { name: 'Accepting...' })).toBeVisible()
    updateSignedInPerson({ siteTermsUpdated: false })
    await expect.element(faqs).toBeVisible()
    accepting.reject(new CallFailed(503, { code: 'busy', message: 'Please try again' }))
    await expect.element(terms).toBeVisible()
    expect(sessionNow()).toMatchObject({ user: { siteTermsUpdated: true } })
  })

  it('shows the terms again if they changed while the person read them', async () => {
    const answers = content().refuse(acceptTerms, termsChanged)
    await owesTerms(answers)
    await expect.element(box).toBeVisible()
    answers.to(readTerms, { content: '<p>Newer still.</p>', revision: 3 })
    await box.click()
    await next.click()
    await expect.element(page.getByText('Newer still.')).toBeVisible()
    await expect.element(page.getByText(/have just been changed again/)).toBeVisible()
    await expect.element(box).not.toBeChecked()
    answers.to(acceptTerms, { termsRevision: 3, currentRevision: 3 })
    await box.click()
    await next.click()
    await expect.element(faqs).toBeVisible()
    expect(answers.bodiesTo(acceptTerms).at(-1)).toEqual({ termsAccepted: true, termsRevision: 3 })
  })

  it('continues if another tab has already accepted them [TERMS-08]', async () => {
    await owesTerms(content().to(readTermsState, { termsRevision: 2, currentRevision: 2 }))
    await expect.element(faqs).toBeVisible()
  })

  it('appears if a call is refused because the terms have changed [TERMS-01]', async () => {
    signedInAs()
    const owed = refusal('terms_required', 403, 'Please accept the latest terms and conditions first')
    await openPortal('/app/faqs/', { answers: content().refuse(listFaqs, owed).transport })
    await expect.element(terms).toBeVisible()
  })
})

describe('leaving the new terms screen', () => {
  const home = page.getByRole('banner').getByRole('link', { name: 'Northgate Rewards' })
  const question = page.getByRole('alertdialog', { name: 'You have not accepted the terms yet. Leave this page?' })

  it('asks before a change to another page of the portal, and stays or leaves as answered [TERMS-05] [TERMS-06]', async () => {
    const portal = await owesTerms()
    await expect.element(next).toBeVisible()
    await home.click()
    await expect.element(question).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(portal.address()).toBe('/app/faqs/')
    await home.click()
    await page.getByRole('button', { name: 'Leave this page' }).click()
    await expect.poll(portal.address).toBe('/app/home/')
    await expect.element(terms).toBeVisible()
  })

  it('does not ask after the session has ended', async () => {
    const portal = await owesTerms()
    await expect.element(terms).toBeVisible()
    clearSession('Your session has ended')
    await expect.poll(portal.address).toBe('/')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your session has ended')
    expect(page.getByRole('alertdialog').elements()).toEqual([])
  })

  it('does not ask before a logout [TERMS-06]', async () => {
    const portal = await owesTerms()
    await expect.element(next).toBeVisible()
    portal.router.history.push('/logout')
    await expect.element(page.getByText('You have been logged out successfully')).toBeVisible()
    expect(question.query()).toBeNull()
  })
})

describe('terms panel', () => {
  it('shows terms and policy, or that loading failed [PANEL-05]', async () => {
    const answers = content().drop(readTerms)
    await showScreen({ at: '/', screen: <TermsPanel params={{}} onClose={() => undefined} />, answers })
    const panel = page.getByRole('dialog', { name: 'Terms' })
    await expect.element(panel.getByRole('heading', { name: 'Uh oh!' })).toBeVisible()
    const failed = 'We could not load the terms and conditions. Please try refreshing the page.'
    await expect.element(panel.getByText(failed)).toBeVisible()
    await expectAccessible()
    answers.to(readTerms, { content: '<p>What you agree to.</p>', revision: 2 })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(panel.getByRole('region', { name: 'Terms and conditions' })).toBeVisible()
    await expect.element(panel.getByRole('region', { name: 'Privacy statement' })).toBeVisible()
    await expectAccessible()
  })
})
