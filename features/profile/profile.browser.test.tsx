import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { IsoDate } from '../../contract/dates.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import {
  endOtherOwnSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '../session/own-sessions/own-sessions.contract.ts'
import { listFamily, type FamilyRecord } from '../family/family.contract.ts'
import { sampleRecord } from '../family/family.samples.ts'
import { listLifeEvents, type LifeEventView } from '../life-events/life-events.contract.ts'
import { sampleUser } from '../session/session.samples.ts'
import { useTheme } from '../theme/use-theme.ts'
import { changeUser, readProfile, type Profile } from './profile.contract.ts'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`
const profile: Profile = {
  title: 'Ms',
  firstName: 'Amelia',
  surname: 'Hart',
  dateOfBirth: '1988-06-12' as IsoDate,
  email: 'amelia.hart@demo.example',
  employeeNumber: '100041',
  jobTitle: null,
  startDate: '2019-03-04' as IsoDate,
  contact: { phone: '020 7946 0000', personalEmail: null, address: null, postcode: null },
  wantsReminders: true,
  avatars: [{ label: 'Hills', address: picture }],
  mfaEnabled: false,
  hasPassword: true,
  family: [{ name: 'Tom Hart', relationship: 'partner' }],
  terms: { revision: 2, acceptedAt: '2026-11-02T10:00:00.000Z' },
}
const here: OwnSession = {
  id: 'one',
  isCurrent: true,
  device: 'Chrome on Windows',
  cameBy: 'password',
  startedAt: '2026-11-16T08:00:00.000Z',
  lastUsedAt: '2026-11-16T09:00:00.000Z',
}
const phone: OwnSession = { ...here, id: 'two', isCurrent: false, device: 'Safari on iPhone' }
const tablet: OwnSession = { ...phone, id: 'three', device: 'Safari on iPad', cameBy: 'single-sign-on' }

const answers = (
  changes: Partial<Profile> = {},
  sessions: OwnSession[] = [here, phone, tablet],
  family: FamilyRecord[] = [sampleRecord()],
) =>
  new Answers()
    .to(readProfile, { ...profile, ...changes })
    .to(listOwnSessions, sessions)
    .to(listFamily, family)
    .to(listLifeEvents, [])
const open = (given = answers()) => {
  signedInAs()
  return openPortal('/app/home/my-profile/', { answers: given.transport })
}
const section = (name: string) => page.getByRole('region', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const contact = section('Contact details')
const sessions = section('Where you are logged in')

describe('Profile Settings', () => {
  it('shows all sections of the page [PROFILE-01] [PROFILE-02] [PROFILE-03]', async () => {
    await open()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible()
    const details = section('Personal details')
    for (const text of ['Ms Amelia Hart', '12 June 1988', '100041', '4 March 2019', 'Not given'])
      await expect.element(details.getByText(text)).toBeVisible()
    await expect
      .element(
        section('Family members')
          .getByText(/Tom Hart/)
          .first(),
      )
      .toBeVisible()
    for (const name of ['Your picture', 'Your password', 'Two factor authentication', 'Life events'])
      await expect.element(section(name)).toBeVisible()
    await expect
      .element(section('Terms and conditions you accepted').getByText('Revision 2, on 2 November 2026'))
      .toBeVisible()
    await expectAccessible()
  })

  it('announces only once that it is loading, not once for each section', async () => {
    await open(answers().hang(listOwnSessions).hang(listFamily).hang(listLifeEvents))
    await expect.element(page.getByText('Loading your sessions')).toBeInTheDocument()
    expect(document.querySelectorAll('main [role="status"]')).toHaveLength(0)
  })

  it('shows loading, and a failure to load', async () => {
    const given = answers().hang(readProfile)
    const portal = await open(given)
    await expect.element(page.getByText('Loading your profile')).toBeInTheDocument()
    await expectAccessible()
    await portal.unmount()
    given.refuse(readProfile, refusal('busy', 422, 'no'))
    await open(given)
    await expect.element(page.getByText('We could not load your profile.')).toBeVisible()
    await expectAccessible()
    given.to(readProfile, profile)
    await button('Retry').click()
    await expect.element(section('Personal details')).toBeVisible()
  })

  it('opens the panels for the password and the terms [PROFILE-06]', async () => {
    const portal = await open()
    await button('Change password').click()
    expect(portal.address()).toContain('panel=change-password')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(portal.address).toBe('/app/home/my-profile/')
    await button('Read them').click()
    expect(portal.address()).toContain('panel=terms')
  })

  it('opens the two-factor authentication panel for its current state [PROFILE-09]', async () => {
    const off = await open()
    await expect.element(section('Two factor authentication').getByText('Off', { exact: true })).toBeVisible()
    await button('Set up').click()
    expect(off.address()).toContain('panel=two-fa-qr')
    await off.unmount()
    for (const [name, panel] of [
      ['Set up a new phone', 'panel=two-fa-qr'],
      ['New recovery codes', 'panel=two-fa-code&purpose=recovery-codes'],
      ['Switch off', 'panel=two-fa-disable'],
    ] as const) {
      const on = await open(answers({ mfaEnabled: true }))
      await button(name).click()
      expect(on.address()).toContain(panel)
      await on.unmount()
    }
  })

  it('offers neither a password nor a second factor to people who sign in through their organisation', async () => {
    await open(answers({ hasPassword: false, family: [], avatars: [], terms: null }, undefined, []))
    await expect.element(section('Your password').getByText(/through your organisation/)).toBeVisible()
    for (const name of ['Change password', 'Set up', 'Read them']) expect(button(name).query()).toBeNull()
    await expect.element(page.getByText('No family members are on record.')).toBeVisible()
    await expectAccessible()
  })
})

describe('family', () => {
  const family = section('Family members')

  it('has the edit buttons at the end of their lines, even if a long name takes two lines', async () => {
    const long = sampleRecord({
      family_fname: 'Maximiliana-Alexandrina',
      family_sname: 'Featherstonehaugh-Cholmondeley',
    })
    await open(answers({}, undefined, [long, sampleRecord({ family_id: 'bo', family_fname: 'Bo' })]))
    const box = (name: RegExp) => family.getByRole('button', { name }).element().getBoundingClientRect()
    await expect.element(family.getByRole('button', { name: 'Change Bo Hart' })).toBeVisible()
    const name = family
      .getByText(/^Maximiliana/)
      .first()
      .element()
      .getBoundingClientRect()
    expect(box(/^Change Maximiliana/).top).toBeGreaterThan(name.bottom)
    expect(box(/^Change Maximiliana/).right).toBe(box(/^Change Bo/).right)
  })

  it('lists active members only, and opens the panel to add or change a member [FAMILY-01] [FAMILY-03] [PROFILE-02]', async () => {
    const tom = sampleRecord()
    const lou = sampleRecord({
      family_id: 'lou',
      family_fname: 'Lou',
      family_famtype_id: 2,
      family_ft_edu_ends: '2027-08-31' as IsoDate,
    })
    const gone = sampleRecord({ family_id: 'gone', family_fname: 'Max', family_active: false })
    const portal = await open(answers({}, undefined, [tom, lou, gone]))
    await expect.element(family.getByText('Tom Hart').first()).toBeVisible()
    await expect.element(family.getByText('Born 2 September 1987').first()).toBeVisible()
    await expect.element(family.getByText('Full time education confirmed until 31 August 2027')).toBeVisible()
    expect(family.getByText('Max Hart').query()).toBeNull()
    await expectAccessible()
    await family.getByRole('button', { name: 'Change Lou Hart' }).click()
    expect(portal.address()).toContain('panel=add-family-member&familyMemberId=lou')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(portal.address).toBe('/app/home/my-profile/')
    await family.getByRole('button', { name: 'Add a family member' }).click()
    expect(portal.address()).toMatch(/panel=add-family-member$/)
  })

  it('shows a failure to load, and loads on retry', async () => {
    const given = answers().refuse(listFamily, refusal('busy', 422, 'no'))
    await open(given)
    await expect.element(family.getByText('We could not load your family members.')).toBeVisible()
    given.to(listFamily, [sampleRecord()])
    await family.getByRole('button', { name: 'Retry' }).click()
    await expect.element(family.getByText('Tom Hart').first()).toBeVisible()
  })
})

describe('life events', () => {
  const events = section('Life events')
  const told: LifeEventView = {
    id: 'one',
    lifeEventId: 'separation',
    label: 'Divorce or separation',
    eventDate: '2026-11-02' as IsoDate,
    state: 'requested',
    stateLabel: 'Please send a document',
    closesOn: null,
  }

  it('are listed with their state, and open the panel to add an event or to send a document [LIFE-08] [PROFILE-02]', async () => {
    const birth: LifeEventView = {
      ...told,
      id: 'two',
      label: 'Birth',
      state: 'open',
      stateLabel: 'Until 1 January 2027',
    }
    const portal = await open(answers().to(listLifeEvents, [told, birth]))
    for (const text of ['Divorce or separation', 'Please send a document', 'Birth', 'Until 1 January 2027'])
      await expect.element(events.getByText(text)).toBeVisible()
    await expect.element(events.getByText('2 November 2026').first()).toBeVisible()
    await expectAccessible()
    await events.getByRole('button', { name: 'Send a document' }).click()
    expect(portal.address()).toContain('panel=add-life-event&eventId=one')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.poll(portal.address).toBe('/app/home/my-profile/')
    await events.getByRole('button', { name: 'Add a life event' }).click()
    expect(portal.address()).toMatch(/panel=add-life-event$/)
  })

  it('ask for no more documents once one was sent, but still accept one', async () => {
    await open(answers().to(listLifeEvents, [{ ...told, state: 'received', stateLabel: 'We have your document' }]))
    await expect.element(events.getByRole('button', { name: 'Send another document' })).toBeVisible()
    expect(events.getByRole('button', { name: 'Send a document' }).query()).toBeNull()
  })

  it('show a failure to load, and load on retry', async () => {
    const given = answers().refuse(listLifeEvents, refusal('busy', 422, 'no'))
    await open(given)
    await expect.element(events.getByText('We could not load your life events.')).toBeVisible()
    given.to(listLifeEvents, [told])
    await events.getByRole('button', { name: 'Retry' }).click()
    await expect.element(events.getByText('Divorce or separation')).toBeVisible()
  })
})

describe('contact details', () => {
  it('are edited on the page, and only changed fields are sent [PROFILE-04] [PROFILE-05]', async () => {
    const given = answers().to(changeUser, sampleUser)
    await open(given)
    await button('Change contact details').click()
    await expect.element(contact.getByLabelText(/^Phone/)).toHaveFocus()
    await expectAccessible()
    await contact.getByLabelText(/^Phone/).fill('')
    await contact.getByLabelText(/^Postcode/).fill(' YO1 7HH ')
    await contact.getByLabelText('Remind me by email to choose benefits').click()
    given.to(readProfile, {
      ...profile,
      contact: { ...profile.contact, phone: null, postcode: 'YO1 7HH' },
      wantsReminders: false,
    })
    await userEvent.keyboard('{Enter}')
    await expect.element(contact.getByText('YO1 7HH')).toBeVisible()
    await expect.element(contact.getByText('Reminders to choose benefitsOff')).toBeVisible()
    await expect.element(button('Change contact details')).toHaveFocus()
    await expect.element(page.getByText('Your contact details have been saved')).toBeVisible()
    expect(given.bodiesTo(changeUser)).toEqual([
      { contact: { phone: null, postcode: 'YO1 7HH' }, wantsReminders: false },
    ])
  })

  it('are not sent if they are invalid; after a refusal, the page keeps what was typed', async () => {
    const given = answers().refuse(changeUser, refusal('malformed', 422, 'Please check it'), {
      'contact.postcode': ['Please enter a valid postcode'],
    })
    await open(given)
    await button('Change contact details').click()
    await contact.getByLabelText(/^Phone/).fill('ring me')
    await contact.getByLabelText(/^Personal email/).fill('amelia@home')
    await button('Save').click()
    await expect
      .element(page.getByRole('link', { name: 'Please enter a phone number of 7 to 20 digits' }))
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Please enter a valid email address' })).toBeVisible()
    expect(given.bodiesTo(changeUser)).toEqual([])
    await expectAccessible()
    await contact.getByLabelText(/^Phone/).fill('020 7946 0001')
    await contact.getByLabelText(/^Personal email/).fill('')
    await button('Save').click()
    await expect.element(page.getByRole('link', { name: 'Please enter a valid postcode' })).toBeVisible()
    await expect.element(contact.getByLabelText(/^Phone/)).toHaveValue('020 7946 0001')
    given.drop(changeUser)
    await button('Save').click()
    await expect.element(contact.getByText(/^Failed to fetch/)).toBeVisible()
    await button('Cancel').click()
    await expect.element(contact.getByText('020 7946 0000')).toBeVisible()
  })
})

describe('picture', () => {
  it('is chosen with one click and shown at once; a refusal restores the previous picture', async () => {
    const given = answers().to(changeUser, { ...sampleUser, avatar: picture })
    await open(given)
    const hills = page.getByRole('radio', { name: 'Hills' })
    await expect.element(page.getByRole('radio', { name: 'Plain' })).toBeChecked()
    await hills.click()
    await expect.element(page.getByText('Your picture has been changed')).toBeVisible()
    await expect.element(hills).toBeChecked()
    expect(given.bodiesTo(changeUser)).toEqual([{ avatar: picture }])
    expect(
      page
        .getByRole('banner')
        .getByRole('link')
        .elements()
        .some((link) => link.innerHTML.includes(picture)),
    ).toBe(true)
    given.drop(changeUser)
    await page.getByRole('radio', { name: 'Plain' }).click()
    await expect.element(section('Your picture').getByText(/^Failed to fetch/)).toBeVisible()
    await expect.element(hills).toBeChecked()
  })
})

describe('colours', () => {
  it('can be chosen if the client allows dark ones, and are stored in the browser', async () => {
    onTestFinished(() => {
      useTheme.setState({ darkMode: false })
      localStorage.removeItem('colours')
    })
    await open()
    useTheme.setState({ darkMode: true })
    await expect.element(page.getByRole('radio', { name: 'As my device' })).toBeChecked()
    await page.getByRole('radio', { name: 'Dark' }).click()
    await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    expect(localStorage.getItem('colours')).toBe('dark')
    await expectAccessible()
    await page.getByRole('radio', { name: 'As my device' }).click()
    await expect.poll(() => localStorage.getItem('colours')).toBeNull()
  })

  it('are not offered if the client allows only light ones', async () => {
    await open()
    await expect.element(section('Your picture').first()).toBeVisible()
    expect(page.getByRole('radio', { name: 'Dark' }).query()).toBeNull()
  })
})

describe('second picture, chosen before the reply for the first picture', () => {
  it('is sent after the first picture, and remains', async () => {
    const first = Promise.withResolvers<void>()
    const given = answers().to(changeUser, async ({ body }) => {
      await first.promise
      return { ...sampleUser, avatar: (body as { avatar: string | null }).avatar }
    })
    await open(given)
    await page.getByRole('radio', { name: 'Hills' }).click()
    const plain = page.getByRole('radio', { name: 'Plain' })
    await plain.click()
    await expect.element(plain).toBeChecked()
    expect(given.bodiesTo(changeUser)).toEqual([{ avatar: picture }])
    first.resolve()
    await expect.element(page.getByText('Your picture has been changed')).toBeVisible()
    await expect.element(plain).toBeChecked()
    expect(given.bodiesTo(changeUser)).toEqual([{ avatar: picture }, { avatar: null }])
  })
})

describe('own sessions', () => {
  it('are listed, this browser is marked, and a session can be ended after a confirmation [S-36]', async () => {
    const given = answers().to(endOwnSession, { ended: 1 })
    await open(given)
    await expect.element(sessions.getByText('This browser')).toBeVisible()
    await expect.element(sessions.getByText('Last used 16 November 2026 at 09:00').first()).toBeVisible()
    await expect.element(sessions.getByText('Through your organisation')).toBeVisible()
    expect(sessions.getByRole('button', { name: /End this session/ }).elements()).toHaveLength(2)
    await button('End this session Safari on iPhone').click()
    const question = page.getByRole('alertdialog', { name: 'End the session of Safari on iPhone?' })
    await expectAccessible()
    given.to(listOwnSessions, [here, tablet])
    await question.getByRole('button', { name: 'End this session' }).click()
    await expect.element(page.getByText('The session has been ended')).toBeVisible()
    await expect.element(sessions.getByText('Safari on iPhone')).not.toBeInTheDocument()
    expect(given.sent.filter(({ endpoint }) => endpoint === endOwnSession).map(({ params }) => params)).toEqual([
      { id: 'two' },
    ])
    // There is only one other session, so 'End all other sessions' would do the same as the button of that session.
    expect(button('End all other sessions').query()).toBeNull()
  })

  it('can be ended everywhere else at once', async () => {
    const given = answers().to(endOtherOwnSessions, { ended: 2 })
    await open(given)
    await button('End all other sessions').click()
    given.to(listOwnSessions, [here])
    await page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click()
    await expect.element(page.getByText('All other sessions have been ended')).toBeVisible()
    await expect.element(sessions.getByText('You are not logged in anywhere else.')).toBeVisible()
    await expectAccessible()
  })

  it('show that they cannot be loaded, and that a session has already ended', async () => {
    const given = answers().refuse(listOwnSessions, refusal('busy', 422, 'no'))
    await open(given)
    await expect.element(sessions.getByText('We could not load your sessions.')).toBeVisible()
    await expectAccessible()
    given.to(listOwnSessions, [here, phone]).refuse(endOwnSession, notFound)
    await sessions.getByRole('button', { name: 'Retry' }).click()
    await button('End this session Safari on iPhone').click()
    given.to(listOwnSessions, [here])
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'End this session' }).click()
    await expect.element(question.getByText('There is nothing here, or it is not yours to see')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(sessions.getByText('You are not logged in anywhere else.')).toBeVisible()
  })
})
