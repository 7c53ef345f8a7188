import { describe, expect, it } from 'vitest'
import { startWorld } from '../../tests/harness/world.ts'
import type { FamilyRecord } from './family.contract.ts'
import { familyMessages, familyRefusals } from './family.messages.ts'

const world = await startWorld()
const amelia: { token: string; id: string } = await signIn('amelia.hart')
const grace: { token: string; id: string } = await signIn('grace.lin')

async function signIn(name: string) {
  const token = await world.signIn(name)
  const { id } = (await world.request({ url: '/api/v1/user', token })).json<{ id: string }>()
  return { token, id }
}

const family = async (token: string) =>
  (await world.request({ url: '/api/v1/user/family', token })).json<FamilyRecord[]>()
const add = ({ token, id }: { token: string; id: string }, body: object, options: { to?: string; key?: string } = {}) =>
  world.request({
    method: 'POST',
    url: `/api/v1/user/${options.to ?? id}/family-members`,
    token,
    body,
    ...(options.key && { headers: { 'idempotency-key': options.key } }),
  })
const edit = (token: string, id: string, body: object) =>
  world.request({ method: 'PATCH', url: `/api/v1/user/family-members/${id}`, token, body })

const child = {
  familyMemberId: null,
  title: 'Miss',
  first_name: 'Ada',
  surname: 'Hart',
  date_of_birth: '2026-10-01',
  sex: 'female',
  fmember_type: 2,
  education: 'no',
  registered_disabled: 'no',
  education_check: true,
}

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)

/** A spouse must be 16 or older. */
const aPartner = { fmember_type: 1, date_of_birth: '1990-10-01' }

describe("caller's family", () => {
  it("has the format of the API and contains only the caller's members, the partner first [FAMILY-01] [DATA-14]", async () => {
    const [tom, maisie, ...others] = await family(amelia.token)
    expect(others).toEqual([])
    expect(tom).toEqual({
      family_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      family_fname: 'Tom',
      family_sname: 'Hart',
      family_dob: '1987-09-02',
      family_gender_id: 2,
      family_famtype_id: 1,
      family_tname: 'Mr',
      family_active: true,
      family_ft_edu_ends: null,
      family_registered_disabled: false,
      family_version: 1,
    })
    expect(maisie).toMatchObject({ family_fname: 'Maisie', family_gender_id: 1, family_famtype_id: 2 })
    expect(await family(grace.token)).toEqual([])
  })

  it('marks former members as inactive, so that screens leave them out', async () => {
    const isla = await signIn('isla.reid')
    await rows(`update family_member set active = false where person_id = $1`, [isla.id])
    expect((await family(isla.token)).map(({ family_active }) => family_active)).toEqual([false])
    const callum = (await family(isla.token))[0]?.family_id ?? ''
    expect((await edit(isla.token, callum, { ...child, fmember_type: 1 })).statusCode).toBe(404)
  })
})

describe('adding a family member', () => {
  it('saves the data in the format that the browser sends, and returns ok [FAMILY-07] [FAMILY-08] [FAMILY-09] [DATA-16]', async () => {
    const answer = await add(grace, { ...child, first_name: '  Zoë-Marie ', education: 'yes' })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { status: 'ok', familyMemberId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ])
    expect(await family(grace.token)).toEqual([
      {
        family_id: answer.json().familyMemberId,
        family_fname: 'Zoë-Marie',
        family_sname: 'Hart',
        family_dob: '2026-10-01',
        family_gender_id: 1,
        family_famtype_id: 2,
        family_tname: 'Miss',
        family_active: true,
        // The academic year of 16 November 2026 ends in August 2027.
        family_ft_edu_ends: '2027-08-31',
        family_registered_disabled: false,
        family_version: 1,
      },
    ])
    const [told, ...more] = await rows<{ entry: string }>(`select entry from audit_event where action = 'family.added'`)
    expect(more).toEqual([])
    expect(told?.entry).toContain(answer.json().familyMemberId)
    expect(told?.entry).not.toMatch(/Zoë|2026-10-01/)
  })

  it('does not require the education of a partner [FAMILY-13]', async () => {
    const { education: _, education_check: __, ...partner } = { ...child, first_name: 'Noor', ...aPartner }
    expect((await add(grace, partner)).statusCode).toBe(201)
    const noor = (await family(grace.token)).find(({ family_fname }) => family_fname === 'Noor')
    expect(noor).toMatchObject({ family_famtype_id: 1, family_ft_edu_ends: null })
  })

  it.each([
    ['title', { title: 'Lord' }, familyMessages.title],
    ['first_name', { first_name: '  ' }, familyMessages.firstName],
    ['surname', { surname: undefined }, familyMessages.surname],
    ['sex', { sex: 'none' }, familyMessages.sex],
    ['fmember_type', { fmember_type: 3 }, familyMessages.relationship],
    ['education', { education: null }, familyMessages.education],
    ['education', { education_check: false }, familyMessages.education],
    ['date_of_birth', { date_of_birth: undefined }, 'Date of birth is required'],
    ['date_of_birth', { date_of_birth: '2026-02-30' }, 'This date of birth is not valid'],
    ['date_of_birth', { date_of_birth: '2026-11-17' }, 'This date of birth is not valid'],
    ['date_of_birth', { date_of_birth: '1899-12-31' }, 'This date of birth is not valid'],
    ['surname', { surname: 'Hart\r\nBcc: x' }, familyMessages.oneLine],
    ['first_name', { first_name: 'x'.repeat(101) }, 'Please use at most 100 characters'],
  ])(
    'refuses %s with the value %j with an error at that field, and saves nobody [FAMILY-11] [FAMILY-12]',
    async (field, wrong, sentence) => {
      const before = await family(amelia.token)
      const refused = await add(amelia, { ...child, ...wrong })
      expect([refused.statusCode, refused.json().errors]).toEqual([422, { [field]: [sentence] }])
      expect(await family(amelia.token)).toEqual(before)
    },
  )

  it('refuses leavers', async () => {
    const elif = await signIn('elif.kaya')
    const refused = await add(elif, child)
    expect([refused.statusCode, refused.json().message]).toEqual([403, familyRefusals.left])
  })

  it('allows only one partner at a time if the scheme says so, even if two are added in parallel', async () => {
    await rows(`update client set switches = switches || '{"onePartner": true}' where code = 'demo'`)
    const refused = await add(amelia, { ...child, ...aPartner })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'one-partner'])
    const ben = await signIn('ben.osei')
    const answers = await Promise.all(
      ['Kim', 'Lou'].map((first_name) => add(ben, { ...child, first_name, ...aPartner })),
    )
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409'])
    const maisie = (await family(amelia.token)).find(({ family_fname }) => family_fname === 'Maisie')?.family_id ?? ''
    expect((await edit(amelia.token, maisie, { ...child, ...aPartner })).json().code).toBe('one-partner')
    await rows(`update client set switches = switches - 'onePartner' where code = 'demo'`)
    expect((await add(ben, { ...child, first_name: 'Max', ...aPartner })).statusCode).toBe(201)
  })

  it('is limited to a number of members that no real family has', async () => {
    const henry = await signIn('henry.cole')
    for (const number of Array.from({ length: 20 }, (_, index) => index))
      expect((await add(henry, { ...child, first_name: `Child ${number}` })).statusCode).toBe(201)
    expect((await add(henry, child)).json().code).toBe('family-full')
  })
})

describe('changing a family member', () => {
  const maisie = async () => {
    const found = (await family(amelia.token)).find(({ family_dob }) => family_dob === '2018-05-20')
    if (!found) throw new Error('Maisie is on record')
    return found
  }
  const asSent = ({ family_fname, family_sname, family_dob }: FamilyRecord) => ({
    ...child,
    first_name: family_fname,
    surname: family_sname,
    date_of_birth: family_dob,
  })

  it('replaces all data of the person and increases the version [FAMILY-07] [FAMILY-08]', async () => {
    const before = await maisie()
    const body = {
      ...asSent(before),
      familyMemberId: before.family_id,
      surname: 'Hart-Osei',
      registered_disabled: 'yes',
    }
    const answer = await edit(amelia.token, before.family_id, { ...body, version: before.family_version })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', familyMemberId: before.family_id }])
    expect(await maisie()).toEqual({
      ...before,
      family_sname: 'Hart-Osei',
      family_tname: 'Miss',
      family_registered_disabled: true,
      family_version: before.family_version + 1,
    })
  })

  it('refuses an outdated version, and returns the current data [S-72]', async () => {
    const stands = await maisie()
    const stale = await edit(amelia.token, stands.family_id, { ...asSent(stands), version: stands.family_version - 1 })
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'family-member-changed', member: stands }),
    ])
    expect(await maisie()).toEqual(stands)
  })

  it('lists each invalid field, and changes nothing', async () => {
    const stands = await maisie()
    const refused = await edit(amelia.token, stands.family_id, { ...child, title: '', date_of_birth: '--' })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['title']])
    expect(await maisie()).toEqual(stands)
  })
})
