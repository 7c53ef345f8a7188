import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, londonDate } from '../../contract/dates.ts'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { queries } from '../../web/queries.ts'
import { listBenefitFilters, listBenefits } from '../../domain/selections/benefits.contract.ts'
import { listFamily } from '../family/family.contract.ts'
import { sampleRecord } from '../family/family.samples.ts'
import { mediaTypeOf } from './evidence.rules.ts'
import {
  addLifeEvent,
  eventKnown,
  listLifeEventKinds,
  listLifeEvents,
  sendEvidence,
  type LifeEventKindView,
  type LifeEventView,
} from './life-events.contract.ts'
import { lifeEventRefusals, lifeEventStates } from './life-events.messages.ts'

const today = londonDate(new Date())
const kind = (changes: Partial<LifeEventKindView>): LifeEventKindView => ({
  id: 'return',
  label: 'Return from family leave',
  type: 'other',
  needsFamilyMember: false,
  familyMember: null,
  needsEvidence: false,
  daysBefore: 0,
  daysAfter: 60,
  earliest: addDays(today, -60),
  latest: today,
  ...changes,
})
const kinds = [
  kind({}),
  kind({ id: 'birth', label: 'Birth of a child', type: 'birth', needsFamilyMember: true, familyMember: 'dependant' }),
  kind({
    id: 'adoption',
    label: 'Adoption of a child',
    type: 'adoption',
    needsFamilyMember: true,
    familyMember: 'dependant',
  }),
  kind({
    id: 'disability',
    label: 'Dependant registered disabled',
    type: 'disability',
    needsFamilyMember: true,
    familyMember: 'dependant',
    needsEvidence: true,
  }),
  kind({ id: 'separation', label: 'Separation', needsEvidence: true, daysBefore: 7, latest: addDays(today, 7) }),
]
const eventDate = addDays(today, -3)
const event: LifeEventView = {
  id: '33333333-3333-4333-8333-333333333333',
  lifeEventId: 'separation',
  label: 'Separation',
  eventDate,
  state: 'requested',
  stateLabel: lifeEventStates.requested,
  closesOn: null,
}
const saved = { status: 'ok' as const, lifeEvent: event }
const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save' })

const answers = () =>
  new Answers()
    .to(listBenefits, [])
    .to(listBenefitFilters, [])
    .to(listFamily, [sampleRecord()])
    .to(listLifeEventKinds, kinds)
    .to(listLifeEvents, [event])

async function open(given: Answers, query = '') {
  signedInAs()
  const portal = await openPortal(`/app/my-benefits/?panel=add-life-event${query}`, { answers: given.transport })
  await expect.element(dialog).toBeVisible()
  return portal
}

async function fillInBirth(): Promise<void> {
  await dialog.getByRole('radio', { name: /^Birth of a child/ }).click()
  await expect.element(dialog.getByLabelText('Date of the event')).not.toBeInTheDocument()
  await dialog.getByLabelText('Title').selectOptions('Miss')
  await dialog.getByLabelText('First name').fill('Ada')
  await dialog.getByLabelText('Surname').fill('Hart')
  const [year = '', month = '', day = ''] = eventDate.split('-')
  await dialog.getByLabelText('Day').fill(day)
  await dialog.getByLabelText('Month').fill(month)
  await dialog.getByLabelText('Year').fill(year)
  await dialog.getByRole('radio', { name: 'Female' }).click()
  await expect.element(dialog.getByRole('group', { name: 'Full time education' })).not.toBeInTheDocument()
}

describe('adding a life event', () => {
  it('asks for the kind, the date and a new family member, and shows that the event was added [LIFE-01] [LIFE-05] [LIFE-06] [PANEL-05]', async () => {
    const given = answers().to(addLifeEvent, saved)
    const portal = await open(given)
    await fillInBirth()
    expect(dialog.getByRole('radio', { name: 'Partner' }).query()).toBeNull()
    expect(dialog.getByText('Who has joined your family?').query()).toBeNull()
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectAccessible()
    const before = queries.getQueryState(['benefits', 'list'])?.dataUpdateCount ?? 0
    await save.click()
    await expect.element(page.getByText('Life event added')).toBeVisible()
    await expect.poll(portal.address).toBe('/app/my-benefits/')
    expect(given.bodiesTo(addLifeEvent)).toEqual([
      {
        lifeEventId: 'birth',
        familyMember: {
          familyMemberId: null,
          first_name: 'Ada',
          surname: 'Hart',
          date_of_birth: eventDate,
          sex: 'female',
          fmember_type: 2,
          education: 'no',
          registered_disabled: 'no',
          education_check: true,
          title: 'Miss',
        },
      },
    ])
    await expect.poll(() => queries.getQueryState(['benefits', 'list'])?.dataUpdateCount ?? 0).toBeGreaterThan(before)
  })

  it('can be about a known family member instead of a new one', async () => {
    const maisie = sampleRecord({ family_id: 'maisie', family_fname: 'Maisie', family_famtype_id: 2 })
    const given = answers().to(listFamily, [sampleRecord(), maisie]).to(addLifeEvent, saved)
    await open(given)
    await dialog.getByRole('radio', { name: /^Birth of a child/ }).click()
    expect(dialog.getByRole('radio', { name: 'Tom Hart' }).query()).toBeNull()
    await dialog.getByRole('radio', { name: 'Maisie Hart' }).click()
    expect(dialog.getByLabelText('First name').query()).toBeNull()
    await expectAccessible()
    await save.click()
    await expect.element(page.getByText('Life event added')).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([{ lifeEventId: 'birth', familyMemberId: 'maisie' }])
  })

  it('asks which known dependant is registered disabled, and asks for no date', async () => {
    const dependant = (id: string, name: string) =>
      sampleRecord({ family_id: id, family_fname: name, family_famtype_id: 2 })
    const given = answers().to(listFamily, [sampleRecord(), dependant('leo', 'Leo'), dependant('mia', 'Mia')])
    await open(given.to(addLifeEvent, saved))
    const option = dialog.getByRole('radio', { name: /^Dependant registered disabled/ })
    // The event has the date of the report, so there is no deadline.
    await expect.element(option).toHaveAccessibleDescription('We ask for a document that proves it')
    await option.click()
    await expect.element(dialog.getByText('Who is this about?')).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Someone new' }).query()).toBeNull()
    expect(dialog.getByRole('radio', { name: 'Tom Hart' }).query()).toBeNull()
    expect(dialog.getByLabelText('Date of the event').query()).toBeNull()
    await dialog.getByRole('radio', { name: 'Mia Hart' }).click()
    await expectAccessible()
    await save.click()
    await expect.element(page.getByText('Life event added')).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([{ lifeEventId: 'disability', familyMemberId: 'mia' }])
  })

  it('says that the family cannot be loaded, and loads it again, so that no member is added twice', async () => {
    const given = answers().refuse(listFamily, { code: 'no', status: 422, message: 'Not now' })
    await open(given)
    await dialog.getByRole('radio', { name: /^Birth of a child/ }).click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('We could not load your family membersNot now')
    given.to(listFamily, [sampleRecord({ family_fname: 'Maisie', family_famtype_id: 2 })])
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByRole('radio', { name: 'Maisie Hart' })).toBeVisible()
  })

  it('shows missing fields, and sends nothing [LIFE-04] [LIFE-05] [FORM-06] [PANEL-05]', async () => {
    const given = answers()
    await open(given)
    await save.click()
    const summary = dialog.getByRole('group', { name: 'Please review the form' })
    await expect.element(summary.getByText('Please review the form')).toBeVisible()
    await expect.poll(() => summary.getByRole('link', { name: /: This field is required$/ }).elements().length).toBe(2)
    await dialog.getByRole('radio', { name: /^Adoption of a child/ }).click()
    await dialog.getByLabelText('Date of the event').fill(addDays(today, 1))
    await save.click()
    const sentences = [
      lifeEventRefusals.date(addDays(today, -60), today),
      'Title is required',
      'First name is required',
      'Surname is required',
      'Date of birth is required',
      'Sex is required',
      'Full time education is required',
    ]
    for (const sentence of sentences) await expect.element(summary.getByRole('link', { name: sentence })).toBeVisible()
    await expectAccessible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([])
  })

  it("keeps the input and shows the specification's sentence after a failure [LIFE-07] [PANEL-05]", async () => {
    const given = answers().drop(addLifeEvent)
    await open(given)
    await fillInBirth()
    await save.click()
    const sentence = 'There was an error encountered when trying to add the life event'
    await expect.element(dialog.getByText(sentence, { exact: true })).toBeVisible()
    await expect.element(dialog.getByLabelText('First name')).toHaveValue('Ada')
    given.refuse(addLifeEvent, eventKnown)
    await save.click()
    await expect.element(dialog.getByText(eventKnown.message)).toBeVisible()
    await expect.element(dialog.getByText(sentence, { exact: true })).toBeVisible()
    given.refuse(addLifeEvent, { code: 'no', status: 422, message: 'no' }, { 'familyMember.surname': ['One line'] })
    await save.click()
    await expect.element(dialog.getByRole('link', { name: 'One line' })).toBeVisible()
    await expectAccessible()
    given.to(addLifeEvent, saved)
    const surname = dialog.getByLabelText('Surname').element() as HTMLInputElement
    surname.focus()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(page.getByText('Life event added')).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toHaveLength(4)
  })

  it('shows that no kind can be chosen, that kinds are loading, or that they failed to load [LIFE-08] [PANEL-05]', async () => {
    const none = await open(answers().to(listLifeEventKinds, []))
    await expect.element(dialog.getByText('No life events are available')).toBeVisible()
    expect(save.query()).toBeNull()
    await expectAccessible()
    await none.unmount()
    const waiting = await open(answers().hang(listLifeEventKinds))
    await expect.element(dialog.getByText('Loading life events')).toBeInTheDocument()
    await waiting.unmount()
    const given = answers().refuse(listLifeEventKinds, { code: 'no', status: 422, message: 'Not now' })
    await open(given)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('We could not load the life eventsNot now')
    given.to(listLifeEventKinds, kinds)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByRole('radio', { name: /^Separation/ })).toBeVisible()
  })
})

describe('document for a life event', () => {
  const document = new File(['%PDF-1.7'], 'decree.pdf', { type: 'application/pdf' })
  const file = dialog.getByLabelText(/Choose a file/)

  it('is sent together with the event if its kind requires a document', async () => {
    const given = answers().to(addLifeEvent, saved)
    await open(given)
    await dialog.getByRole('radio', { name: /^Separation/ }).click()
    await dialog.getByLabelText('Date of the event').fill(eventDate)
    await userEvent.upload(file, document)
    await expect.element(dialog.getByText(/decree\.pdf, 8 bytes/)).toBeVisible()
    await expectAccessible()
    await save.click()
    await expect.element(page.getByText('Life event added')).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([
      { lifeEventId: 'separation', eventDate, evidence: { fileName: 'decree.pdf', content: btoa('%PDF-1.7') } },
    ])
  })

  it('is not sent if it is larger than the limit [S-54]', async () => {
    const given = answers().to(addLifeEvent, saved)
    await open(given)
    await dialog.getByRole('radio', { name: /^Separation/ }).click()
    await dialog.getByLabelText('Date of the event').fill(eventDate)
    await userEvent.upload(file, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'decree.pdf'))
    await save.click()
    await expect.element(dialog.getByRole('link', { name: lifeEventRefusals.notReadable })).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([])
  })

  it('is sent only after the browser has tried to make the photo smaller; text typed during that time is kept', async () => {
    const waiting: (() => void)[] = []
    const decode = vi.spyOn(globalThis, 'createImageBitmap')
    onTestFinished(() => decode.mockRestore())
    decode.mockImplementation(() => new Promise((_, refuse) => waiting.push(() => refuse(new Error('No picture')))))
    const photo = (name: string) => new File([name], name, { type: 'image/png' })
    const given = answers().to(addLifeEvent, saved)
    await open(given)
    await dialog.getByRole('radio', { name: /^Separation/ }).click()
    await userEvent.upload(file, photo('first.png'))
    await expect.poll(() => waiting.length).toBe(1)
    await userEvent.upload(dialog.getByLabelText(/Choose another file/), photo('second.png'))
    await expect.poll(() => waiting.length).toBe(2)
    await dialog.getByLabelText('Date of the event').fill(eventDate)
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([])
    // The second photo is ready first. The first one was replaced, so it is ignored.
    waiting[1]?.()
    await expect.element(save).toBeVisible()
    waiting[0]?.()
    await save.click()
    await expect.element(page.getByText('Life event added')).toBeVisible()
    expect(given.bodiesTo(addLifeEvent)).toEqual([
      { lifeEventId: 'separation', eventDate, evidence: { fileName: 'second.png', content: btoa('second.png') } },
    ])
  })

  it('is sent smaller if it is a photo with too many pixels for the limit [S-54]', async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10)
    const photo = await canvas.convertToBlob({ type: 'image/png' })
    const given = answers().to(sendEvidence, { status: 'ok', lifeEvent: { ...event, state: 'received' } })
    await open(given, `&eventId=${event.id}`)
    await userEvent.upload(file, new File([photo], 'decree.png', { type: 'image/png' }))
    await expect.element(dialog.getByText(/decree\.jpg, /)).toBeVisible()
    await save.click()
    await expect.element(page.getByText('Your document has been sent')).toBeVisible()
    const [sent] = given.bodiesTo(sendEvidence) as { content: string }[]
    const bytes = Uint8Array.from(atob(sent?.content ?? ''), (letter) => letter.charCodeAt(0))
    const { width, height } = await createImageBitmap(new Blob([bytes]))
    expect([mediaTypeOf(bytes), width, height]).toEqual(['image/jpeg', 2309, 1732])
  })

  it('can be sent later; the panel then requires a file', async () => {
    const given = answers().to(sendEvidence, { status: 'ok', lifeEvent: { ...event, state: 'received' } })
    const portal = await open(given, `&eventId=${event.id}`)
    await expect.element(dialog.getByRole('heading', { name: 'Send a document' })).toBeVisible()
    await save.click()
    await expect.element(dialog.getByRole('link', { name: /: This field is required$/ })).toBeVisible()
    await userEvent.upload(file, document)
    await save.click()
    await expect.element(page.getByText('Your document has been sent')).toBeVisible()
    expect(given.bodiesTo(sendEvidence)).toEqual([{ fileName: 'decree.pdf', content: btoa('%PDF-1.7') }])
    await portal.unmount()
    await open(answers().to(listLifeEvents, [{ ...event, state: 'open' }]), `&eventId=${event.id}`)
    await expect.element(dialog.getByText('This life event needs no document.')).toBeVisible()
    expect(save.query()).toBeNull()
  })

  it.each(['received', 'declined'] as const)(
    'can be sent again after the first document was %s; the button says so until it is sent',
    async (state) => {
      const given = answers().to(listLifeEvents, [{ ...event, state }])
      given.to(sendEvidence, { status: 'ok', lifeEvent: { ...event, state: 'received' } })
      await open(given, `&eventId=${event.id}`)
      await expect.element(dialog.getByRole('heading', { name: 'Send another document' })).toBeVisible()
      await userEvent.upload(file, document)
      await save.click()
      await expect.element(page.getByText('Your document has been sent')).toBeVisible()
    },
  )
})
