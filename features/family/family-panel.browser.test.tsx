import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { IsoDate } from '../../contract/dates.ts'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { queries } from '../../web/queries.ts'
import { listBenefits } from '../../domain/selections/benefits.contract.ts'
import { readProfile } from '../profile/profile.contract.ts'
import { listOwnSessions } from '../session/own-sessions/own-sessions.contract.ts'
import { sampleUser } from '../session/session.samples.ts'
import { addFamilyMember, editFamilyMember, listFamily, memberChanged, onePartner } from './family.contract.ts'
import { sampleRecord } from './family.samples.ts'

const id = '22222222-2222-4222-8222-222222222222'
const maisie = sampleRecord({
  family_id: id,
  family_fname: 'Maisie',
  family_dob: '2018-05-20' as IsoDate,
  family_gender_id: 1,
  family_famtype_id: 2,
  family_tname: null,
  family_ft_edu_ends: '2099-08-31' as IsoDate,
  family_registered_disabled: true,
})
const saved = { status: 'ok' as const, familyMemberId: id }
const dialog = page.getByRole('dialog')
const save = dialog.getByRole('button', { name: 'Save' })

function answers() {
  return new Answers()
    .to(readProfile, {
      title: null,
      firstName: 'Amelia',
      surname: 'Hart',
      dateOfBirth: null,
      email: 'amelia.hart@demo.example',
      employeeNumber: null,
      jobTitle: null,
      startDate: null,
      contact: { phone: null, personalEmail: null, address: null, postcode: null },
      wantsReminders: true,
      avatars: [],
      mfaEnabled: false,
      hasPassword: true,
      family: [],
      terms: null,
    })
    .to(listOwnSessions, [])
    .to(listFamily, [sampleRecord(), maisie])
}

async function open(given: Answers, familyMemberId?: string) {
  signedInAs()
  const of = familyMemberId === undefined ? '' : `&familyMemberId=${familyMemberId}`
  const portal = await openPortal(`/app/home/my-profile/?panel=add-family-member${of}`, { answers: given.transport })
  await expect.element(dialog).toBeVisible()
  return portal
}

async function fillIn(): Promise<void> {
  await dialog.getByLabelText('Title').selectOptions('Miss')
  await dialog.getByLabelText('First name').fill(' Ada ')
  await dialog.getByLabelText('Surname').fill('Hart')
  await dialog.getByLabelText('Day').fill('3')
  await dialog.getByLabelText('Month').fill('4')
  await dialog.getByLabelText('Year').fill('2020')
  await dialog.getByRole('radio', { name: 'Female' }).click()
  await dialog.getByRole('radio', { name: 'Dependant' }).click()
  await dialog.getByRole('radio', { name: 'Yes' }).click()
}

describe('adding a family member', () => {
  it('asks for the details, sends them with the id of the logged-in person, and says that they were saved [FAMILY-07] [FAMILY-09] [FAMILY-10] [FAMILY-13] [FAMILY-14] [DATA-16] [DATA-35] [PANEL-05]', async () => {
    const given = answers().to(addFamilyMember, saved)
    const portal = await open(given)
    const titles = [...dialog.getByLabelText('Title').element().querySelectorAll('option')].map(({ value }) => value)
    expect(titles).toEqual(['', 'Mr', 'Mrs', 'Miss', 'Ms', 'Mx', 'Dr'])
    expect(dialog.getByRole('group', { name: 'Full time education' }).query()).toBeNull()
    await fillIn()
    await expect.element(dialog.getByRole('group', { name: 'Full time education' })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expectAccessible()
    await save.click()
    await expect.element(page.getByText('Family member saved')).toBeVisible()
    await expect.poll(portal.address).toBe('/app/home/my-profile/')
    expect(given.sent.find(({ endpoint }) => endpoint === addFamilyMember)?.params).toEqual({ id: sampleUser.id })
    expect(given.bodiesTo(addFamilyMember)).toEqual([
      {
        familyMemberId: null,
        first_name: 'Ada',
        surname: 'Hart',
        date_of_birth: '2020-04-03',
        sex: 'female',
        fmember_type: 2,
        education: 'yes',
        registered_disabled: 'no',
        education_check: true,
        title: 'Miss',
      },
    ])
  })

  it('shows missing fields with the sentences of the specification, and sends nothing [FAMILY-11] [FAMILY-12] [FORM-05] [FORM-06] [PANEL-05]', async () => {
    const given = answers()
    await open(given)
    await save.click()
    const summary = dialog.getByRole('group', { name: 'Please review the form' })
    await expect.element(summary.getByText('Please review the form')).toBeVisible()
    const sentences = [
      'Title is required',
      'First name is required',
      'Surname is required',
      'Date of birth is required',
      'Sex is required',
      'Relationship is required',
    ]
    for (const sentence of sentences) await expect.element(summary.getByRole('link', { name: sentence })).toBeVisible()
    await summary.getByRole('link', { name: 'Relationship is required' }).click()
    await expect.element(dialog.getByRole('radio', { name: 'Partner' })).toHaveFocus()
    await dialog.getByRole('radio', { name: 'Dependant' }).click()
    await dialog.getByLabelText('Year').fill('2999')
    await save.click()
    await expect.element(summary.getByRole('link', { name: 'Full time education is required' })).toBeVisible()
    await expect.element(summary.getByRole('link', { name: 'This date of birth is not valid' })).toBeVisible()
    await expectAccessible()
    expect(given.bodiesTo(addFamilyMember)).toEqual([])
  })

  it("asks about education if the server requires it, although the child is too young by the device's date", async () => {
    const required = 'Full time education is required'
    const given = answers().refuse(
      addFamilyMember,
      { code: 'malformed', status: 422, message: 'no' },
      { education: [required] },
    )
    await open(given)
    await fillIn()
    await dialog.getByLabelText('Year').fill(String(new Date().getFullYear() - 1))
    const question = dialog.getByRole('group', { name: 'Full time education' })
    await expect.element(question).not.toBeInTheDocument()
    await save.click()
    await expect.element(dialog.getByRole('link', { name: required })).toBeVisible()
    await expect.element(question).toBeVisible()
  })

  it('keeps the input and shows the error after a failure [FAMILY-16] [FAMILY-17] [FAMILY-18] [FAMILY-20] [PANEL-05]', async () => {
    const given = answers().refuse(addFamilyMember, onePartner)
    await open(given)
    await fillIn()
    await save.click()
    await expect.element(dialog.getByText(onePartner.message)).toBeVisible()
    await expect.element(dialog.getByLabelText('First name')).toHaveValue(' Ada ')
    // Our server never sends this response.
    given.to(addFamilyMember, () => ({ ...saved, status: 'pending' }) as unknown as typeof saved)
    await save.click()
    await expect
      .element(dialog.getByText('It looks like something has gone wrong, please try again later'))
      .toBeVisible()
    given.drop(addFamilyMember)
    await save.click()
    await expect.element(dialog.getByText(/^Failed to fetch/)).toBeVisible()
    given.refuse(
      addFamilyMember,
      { code: 'malformed', status: 422, message: 'no' },
      { surname: ['Please enter a single line'] },
    )
    await save.click()
    await expect.element(dialog.getByRole('link', { name: 'Please enter a single line' })).toBeVisible()
    await expectAccessible()
    given.to(addFamilyMember, saved)
    await save.click()
    await expect.element(page.getByText('Family member saved')).toBeVisible()
  })

  it('is sent only once after a double click', async () => {
    const answer = Promise.withResolvers<typeof saved>()
    const given = answers().to(addFamilyMember, () => answer.promise)
    await open(given)
    await fillIn()
    const surname = dialog.getByLabelText('Surname').element() as HTMLInputElement
    surname.focus()
    await userEvent.keyboard('{Enter}{Enter}')
    surname.form?.requestSubmit()
    await expect.element(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible()
    answer.resolve(saved)
    await expect.element(page.getByText('Family member saved')).toBeVisible()
    expect(given.bodiesTo(addFamilyMember)).toHaveLength(1)
  })

  it('marks benefits and selections as outdated [FAMILY-15] [STATE-12]', async () => {
    const given = answers().to(addFamilyMember, saved).to(listBenefits, [])
    await open(given)
    queries.setQueryData(['benefits', 'list'], [])
    queries.setQueryData(['total-benefits', 'card'], {})
    await fillIn()
    await save.click()
    await expect.element(page.getByText('Family member saved')).toBeVisible()
    await expect.poll(() => queries.getQueryState(['benefits', 'list'])?.isInvalidated).toBe(true)
    expect(queries.getQueryData(['total-benefits', 'card'])).toBeUndefined()
  })
})

describe('changing a family member', () => {
  it('shows the stored data, and sends all data of the family member with id and version [FAMILY-07]', async () => {
    const given = answers().to(editFamilyMember, saved)
    await open(given, id)
    await expect.element(dialog.getByRole('heading', { name: 'Change Maisie Hart' })).toBeVisible()
    await expect.element(dialog.getByLabelText('First name')).toHaveValue('Maisie')
    await expect.element(dialog.getByLabelText('Year')).toHaveValue('2018')
    for (const name of ['Female', 'Dependant', 'Yes'])
      await expect.element(dialog.getByRole('radio', { name, exact: true })).toBeChecked()
    await dialog.getByLabelText('Title').selectOptions('Miss')
    await dialog.getByRole('radio', { name: 'No', exact: true }).click()
    await save.click()
    await expect.element(page.getByText('Family member saved')).toBeVisible()
    expect(given.sent.find(({ endpoint }) => endpoint === editFamilyMember)?.params).toEqual({ id })
    expect(given.bodiesTo(editFamilyMember)).toEqual([
      {
        familyMemberId: id,
        first_name: 'Maisie',
        surname: 'Hart',
        date_of_birth: '2018-05-20',
        sex: 'female',
        fmember_type: 2,
        education: 'no',
        registered_disabled: 'yes',
        education_check: true,
        title: 'Miss',
        version: 3,
      },
    ])
  })

  it('keeps the input after a conflict, and overwrites the current data after a confirmation [FAMILY-17] [S-72]', async () => {
    const given = answers().refuse(editFamilyMember, memberChanged)
    await open(given, id)
    await dialog.getByLabelText('Title').selectOptions('Miss')
    given.to(listFamily, [{ ...maisie, family_version: 4 }])
    await save.click()
    await expect.element(dialog.getByText(memberChanged.message)).toBeVisible()
    await expect.element(dialog.getByLabelText('Title')).toHaveValue('Miss')
    await expect.poll(() => queries.isFetching()).toBe(0)
    given.to(editFamilyMember, saved)
    await save.click()
    await expect.element(page.getByText('Family member saved')).toBeVisible()
    expect(given.bodiesTo(editFamilyMember)).toMatchObject([{ version: 3 }, { version: 4 }])
  })

  it('says that a family member is not on record, and then offers no removal [FAMILY-19]', async () => {
    const portal = await open(answers(), 'nobody')
    await expect.element(dialog.getByText('This person is no longer on record.')).toBeVisible()
    await expectAccessible()
    await portal.unmount()
    await open(answers(), id)
    await expect.element(save).toBeVisible()
    expect(page.getByRole('button', { name: /remove|delete/i }).query()).toBeNull()
  })
})
