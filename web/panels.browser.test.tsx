import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { type PanelName, panels } from '../contract/panels.ts'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { viewedByEmployer } from '../features/session/session.samples.ts'
import { useSession } from '../features/session/use-session.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { panelLink } from '../ui/use-panel.ts'
import { panelComponents } from './panels.tsx'

/** Panel names in the order of Annex C, with the heading that each panel shows for unknown ids. */
const titles: Record<PanelName, string> = {
  statement: 'Statement',
  'add-family-member': 'Change a family member',
  terms: 'Terms',
  'benefit-terms': 'Terms and conditions',
  'make-a-claim': 'How to get help',
  'change-password': 'Change password',
  'add-life-event': 'Send a document',
  'opt-out': 'Opt out',
  'upload-data': 'Upload employee data',
  'payroll-report': 'Payroll reports',
  'provider-report': 'Provider reports',
  'lifeevent-report': 'Life-event report',
  'medical-questions': 'Medical questions',
  'view-employee-data': 'Employee',
  'view-benefit-takeup-detail': 'Benefit take-up',
  'view-approvals-data': 'Approve Selections',
  'two-fa-qr': 'Enable two factor authentication',
  'two-fa-disable': 'Disable two factor authentication',
  'two-fa-code': 'Enable two factor authentication',
}
const annexC = Object.keys(titles) as PanelName[]

beforeEach(async () => {
  await page.viewport(1280, 800)
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
  signedInAs({ userType: 'employer' })
})
afterEach(() => cleanup())

const dialogs = () => page.getByRole('dialog')

describe('panels', () => {
  it('are the 19 panels of Annex C and no others [PANEL-04]', () => {
    expect(Object.keys(panels)).toEqual(annexC)
    expect(Object.keys(panelComponents)).toEqual(annexC)
  })

  it('open by their names in the address, and each panel replaces the previous one [PANEL-01] [PANEL-03] [PANEL-04]', async () => {
    const { router } = await openPortal('/app/faqs/')
    let before: Element | null = null
    for (const name of annexC) {
      const params = Object.fromEntries(panels[name].map((param) => [param, '7']))
      router.history.push(`/app/faqs/${panelLink(name, params)}`)
      await expect.poll(() => [dialogs().elements().length, dialogs().elements()[0] === before]).toEqual([1, false])
      await expect.element(dialogs().getByRole('button', { name: 'Close' }).first()).toBeVisible()
      const heading = () => dialogs().getByRole('heading', { level: 2 }).first().element().textContent
      await expect.poll(() => [name, heading()]).toEqual([name, titles[name]])
      before = dialogs().element()
    }
  })

  it.each(['nothing', '', 'constructor', 'Terms', 'payroll-report/'])(
    'with an unknown name (%j) do not open [PANEL-03]',
    async (name) => {
      await openPortal(`/app/faqs/?panel=${name}`)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.element(dialogs()).not.toBeInTheDocument()
    },
  )

  it('are in the address one at a time: another panel replaces the first, and Back restores it [PANEL-01] [PANEL-03]', async () => {
    const portal = await openPortal('/app/faqs/')
    portal.router.history.push(`/app/faqs/${panelLink('change-password')}`)
    await expect.element(dialogs()).toBeVisible()
    portal.router.history.push(`/app/faqs/${panelLink('payroll-report')}`)
    await expect.element(page.getByRole('dialog', { name: 'Payroll reports' })).toBeVisible()
    expect(dialogs().elements()).toHaveLength(1)
    portal.router.history.back()
    await expect.element(page.getByRole('dialog', { name: 'Payroll reports' })).not.toBeInTheDocument()
    expect(dialogs().elements()).toHaveLength(1)
    await dialogs().getByRole('button', { name: 'Close' }).click()
    await expect.element(dialogs()).not.toBeInTheDocument()
    expect(portal.address()).toBe('/app/faqs/')
  })

  const ofEmployers = annexC.filter((name) => /^(upload|payroll|provider|lifeevent|view)-/.test(name))
  const ofThePerson = annexC.filter((name) => /^(change-password|medical-questions|two-fa-)/.test(name))
  const ofChanges = ['add-family-member', 'add-life-event', 'opt-out'] as const
  it.each([
    ...ofEmployers.map((name) => ['an employee', name] as const),
    ...ofThePerson.map((name) => ['a viewer', name] as const),
    ...ofChanges.map((name) => ['an employer who views', name] as const),
  ])('refuse to %s the panel %s, without showing its form [GUARD-02]', async (who, name) => {
    if (who === 'an employee') signedInAs()
    else if (who === 'an employer who views') useSession.setState(viewedByEmployer())
    else
      useSession.setState(({ session }) => ({
        session: session.step === 'in' ? { ...session, masquerade: { userId: '1', schemeYear: '2026' } } : session,
      }))
    await openPortal(`/app/faqs/${panelLink(name)}`)
    await expect.element(page.getByRole('dialog', { name: 'Access Denied' })).toBeVisible()
    expect(dialogs().getByRole('textbox').elements()).toEqual([])
  })

  it('for employers are refused with the reason while viewing the portal as an employee', async () => {
    useSession.setState(viewedByEmployer({ userType: 'employee' }))
    await openPortal(`/app/faqs/${panelLink('upload-data')}`)
    await expect
      .element(page.getByText('Only employers can open this. You are viewing the portal as an employee'))
      .toBeVisible()
    expect(page.getByText(/Only the person themselves/).query()).toBeNull()
  })
})
