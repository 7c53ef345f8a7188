import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import {
  listBenefitFaqs,
  listBenefitFilters,
  listBenefits,
  listRelatedBenefits,
  quoteBenefit,
  readBenefitWithSelection,
  readSelectionHistory,
} from '../domain/selections/benefits.contract.ts'
import { dentalId, sampleBenefit, sampleBenefitInForce } from '../features/benefits/benefits.samples.ts'
import { notFound } from '../contract/not-found.ts'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { clearSession } from '../features/session/use-session.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { Answers } from '../tests/harness/screen.tsx'

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
})
afterEach(() => cleanup())

const held = sampleBenefitInForce()
const notHeld = sampleBenefit()

it.each([
  ['My benefits [BENEFIT-01]', '/app/my-benefits/', held, 'My benefits'],
  ['one benefit [BENEFIT-10]', `/app/my-benefits/${dentalId}`, held, 'Dental insurance'],
  ['the setup of one [BENEFIT-21]', `/app/my-benefits/${dentalId}/setup/options`, notHeld, 'Choose your options'],
  ['the management of one [BENEFIT-33]', `/app/my-benefits/${dentalId}/manage`, held, 'Manage Dental insurance'],
])('the address of %s shows its screen to an employee', async (_, address, benefit, heading) => {
  signedInAs({ userType: 'employee' })
  const answers = new Answers()
    .to(listBenefits, [benefit])
    .to(listBenefitFilters, [])
    .to(readBenefitWithSelection, benefit)
    .to(listBenefitFaqs, [])
    .to(listRelatedBenefits, [])
    .to(readSelectionHistory, [])
    .refuse(quoteBenefit, notFound)
  const portal = await openPortal(address, { answers: answers.transport })
  await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  expect(portal.address()).toBe(address)
})
