import { describe, expect, it } from 'vitest'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView, FirstDayView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { firstDayMessages } from '../../services/my-benefits/first-day.messages.ts'
import type { FamilyRecord } from '../family/family.contract.ts'
import { familyMessages } from '../family/family.messages.ts'
import { lifeEventRefusals } from './life-events.messages.ts'

const world = await startWorld({ people: 'all' })
await world.database.rows(
  `update account set state = 'active', password_hash = other.password_hash
   from account as other
   where other.email = 'grace.lin@demo.example' and account.client_id = other.client_id
     and account.email = any($1)`,
  [
    [
      'imogen.shaw',
      'callum.rao',
      'neil.jones',
      'zara.ward',
      'peter.russell',
      'harriet.singh',
      'euan.murray',
      'diana.lloyd',
    ].map((name) => `${name}@demo.example`),
  ],
)
await world.database.rows(
  `insert into terms_acceptance (client_id, person_id, revision)
   select account.client_id, account.person_id, terms_revision from account join client using (client_id)
   where client.code = 'demo' on conflict do nothing`,
)

const child = (firstName: string, born: string, more = {}) => ({
  title: 'Miss',
  first_name: firstName,
  surname: 'Murphy',
  date_of_birth: born,
  sex: 'female',
  fmember_type: 2,
  education: 'no',
  education_check: true,
  ...more,
})
const partner = (born: string) => ({ ...child('Sam', born), fmember_type: 1, education: null })

async function somebody(name: string) {
  const token = await world.signIn(name)
  const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
    world.request({ method, url: `/api/v1/${url}`, token, ...(body && { body }) })
  const benefit = async (code: string) => {
    const found = (await ask('GET', 'benefits/user/eligible')).json<BenefitView[]>().find((one) => one.code === code)
    if (!found) throw new Error(`${code} is not offered`)
    return found
  }
  const tell = (body: object) => ask('POST', 'client/life-events', body)
  const family = async () => (await ask('GET', 'user/family')).json<FamilyRecord[]>()
  return { token, ask, benefit, tell, family }
}
type Somebody = Awaited<ReturnType<typeof somebody>>

async function covering({ family }: Somebody, ...names: string[]) {
  const found = await family()
  return names.map((name) => found.find(({ family_fname }) => family_fname === name)?.family_id)
}

const versionsOf = async (email: string) =>
  world.database.rows<{ from: string; people: string; level: string }>(
    `select effective_from::text as from, choice -> 'values' ->> 'level' as level,
       (select string_agg(covered ->> 'name', ', ') from jsonb_array_elements(people_covered) as covered) as people
     from selection_version
       join selection on selection.client_id = selection_version.client_id and selection.id = selection_id
       join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
       join account on account.client_id = selection.client_id and account.person_id = selection.person_id
     where account.email = $1 and benefit.code = 'dental' order by selection_version.version`,
    [email],
  )

describe('birth reported within 60 days, while the annual window is open (case 5)', () => {
  it('covers the child from the day of birth, and other first days can be chosen', async () => {
    const dan = await somebody('dan.murphy')
    expect((await dan.tell({ lifeEventId: 'birth', familyMember: child('Ada', '2026-09-27') })).statusCode).toBe(201)
    const dental = await dan.benefit('dental')
    await acceptTerms(world, dan.token, dental)
    const values = { level: 'level-1', covered: await covering(dan, 'Ada') }
    const quote = async (more = {}) => {
      const answer = await dan.ask('POST', `benefit/${dental.benefitId}/quote`, { values, ...more })
      return answer.json<{ effectiveFrom: string; firstDay: FirstDayView }>()
    }
    const { effectiveFrom, firstDay } = await quote()
    expect([effectiveFrom, firstDay]).toEqual([
      '2026-09-27',
      {
        day: '2026-09-27',
        why: 'From 27 September 2026, when Ada was born',
        others: [{ day: '2026-12-01', why: 'From 1 December 2026, the first day of next month' }],
        // Another system made October's deduction, before this client used the portal.
        arrears: null,
        earlier: [],
      },
    ])
    const later = await quote({ effectiveFrom: '2026-12-01' })
    expect([later.effectiveFrom, later.firstDay.arrears]).toEqual(['2026-12-01', null])

    const refused = await dan.ask('PATCH', `benefit/${dental.benefitId}/selection`, {
      values,
      effectiveFrom: '2026-10-01',
    })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { effectiveFrom: [firstDayMessages.notOffered] }])
    const chosen = await dan.ask('PATCH', `benefit/${dental.benefitId}/selection`, { values })
    expect([chosen.statusCode, chosen.json<SelectionView>()]).toMatchObject([200, { effectiveFrom: '2026-09-27' }])
  })

  it('shows the arrears for past months that are deducted on the next pay day', async () => {
    const grace = await somebody('grace.lin')
    await grace.tell({ lifeEventId: 'birth', familyMember: child('Ada', '2026-09-27') })
    const { benefitId } = await grace.benefit('dental')
    const values = { level: 'level-1', covered: await covering(grace, 'Ada') }
    const quoted = (await grace.ask('POST', `benefit/${benefitId}/quote`, { values })).json()
    // The arrears are for October. November's pay can still include its own deduction.
    expect(quoted.firstDay).toMatchObject({ day: '2026-09-27', arrears: quoted.price.employee.perMonth })
  })

  it("covers the child from the day of birth and increases the employee's own cover from next month, in one choice", async () => {
    const imogen = await somebody('imogen.shaw')
    await imogen.tell({ lifeEventId: 'birth', familyMember: child('Eve', '2026-10-02') })
    const dental = await imogen.benefit('dental')
    await acceptTerms(world, imogen.token, dental)
    const values = { level: 'level-3', covered: await covering(imogen, 'Eve') }
    const quoted = await imogen.ask('POST', `benefit/${dental.benefitId}/quote`, { values })
    expect(quoted.json().firstDay).toMatchObject({
      day: '2026-12-01',
      others: [],
      earlier: [{ day: '2026-10-02', people: ['Eve'], why: 'From 2 October 2026, when Eve was born' }],
    })
    const chosen = await imogen.ask('PATCH', `benefit/${dental.benefitId}/selection`, { values })
    expect([chosen.statusCode, chosen.json<SelectionView>()]).toMatchObject([200, { effectiveFrom: '2026-12-01' }])
    expect(await versionsOf('imogen.shaw@demo.example')).toEqual([
      { from: '2026-04-06', level: 'level-1', people: null },
      { from: '2026-10-02', level: 'level-1', people: 'Eve Murphy' },
      { from: '2026-12-01', level: 'level-3', people: 'Eve Murphy' },
    ])
  })
})

describe('day of an event', () => {
  it('is the birthday of the child for a birth (case 6)', async () => {
    const callum = await somebody('callum.rao')
    const told = (more: object) =>
      callum.tell({ lifeEventId: 'birth', familyMember: child('Kit', '2026-11-15'), ...more })
    const early = await told({ eventDate: '2026-10-18' })
    expect([early.statusCode, early.json().errors]).toEqual([
      422,
      { eventDate: [lifeEventRefusals.birthday('15 November 2026')] },
    ])
    expect((await told({})).json().lifeEvent).toMatchObject({ eventDate: '2026-11-15', state: 'open' })
  })

  it("is the first day of the partner's cover if a wedding was announced before", async () => {
    const callum = await somebody('callum.rao')
    const wedding = { lifeEventId: 'marriage', eventDate: '2026-12-12', familyMember: partner('1990-05-05') }
    expect((await callum.tell(wedding)).statusCode).toBe(201)
    const dental = await callum.benefit('dental')
    const values = { level: 'level-1', covered: await covering(callum, 'Sam'), partnerElsewhere: 'no' }
    const quoted = await callum.ask('POST', `benefit/${dental.benefitId}/quote`, { values })
    expect(quoted.json().firstDay).toMatchObject({
      day: '2026-12-12',
      why: 'From 12 December 2026, when Sam joined your family',
    })
  })

  it('cannot be set for a wedding under 18 if the place is missing or is in England or Wales', async () => {
    const neil = await somebody('neil.jones')
    const wedding = { lifeEventId: 'marriage', eventDate: '2026-11-10', familyMember: partner('2009-05-05') }
    const without = await neil.tell(wedding)
    expect([without.statusCode, without.json().errors]).toEqual([
      422,
      { weddingPlace: [lifeEventRefusals.weddingPlace] },
    ])
    const here = await neil.tell({ ...wedding, weddingPlace: 'england-or-wales' })
    expect(here.json().errors).toEqual({ weddingPlace: [lifeEventRefusals.weddingUnderAge] })
    expect((await neil.tell({ ...wedding, weddingPlace: 'elsewhere' })).statusCode).toBe(201)
    const child = await neil.tell({ ...wedding, eventDate: '2026-11-11', familyMember: partner('2011-05-05') })
    expect(child.statusCode).toBe(422)
  })
})

describe('several events', () => {
  it('on the same day can be about two people: siblings adopted together are covered from the day of adoption', async () => {
    const euan = await somebody('euan.murray')
    const adopted = (member: object) => euan.tell({ lifeEventId: 'adoption', eventDate: '2026-11-02', ...member })
    expect((await adopted({ familyMember: child('Kai', '2019-03-01') })).statusCode).toBe(201)
    expect((await adopted({ familyMember: child('Lia', '2021-08-09') })).statusCode).toBe(201)
    const [kai] = await covering(euan, 'Kai')
    expect((await adopted({ familyMemberId: kai })).statusCode).toBe(409)
    const { benefitId } = await euan.benefit('dental')
    const values = { level: 'level-3', covered: await covering(euan, 'Kai', 'Lia') }
    const quoted = (await euan.ask('POST', `benefit/${benefitId}/quote`, { values })).json()
    expect(quoted.firstDay).toMatchObject({
      day: '2026-11-02',
      why: 'From 2 November 2026, when Kai and Lia joined your family',
    })
  })

  it('can be a divorce and a wedding: the new partner replaces the former one', async () => {
    const isla = await somebody('isla.reid')
    await world.database.changeScheme(
      `update scheme_year set life_event_kinds = (
         select jsonb_agg(case when kind ->> 'code' = 'separation'
           then kind || '{"daysBefore": 30, "needsEvidence": false}' else kind end)
         from jsonb_array_elements(life_event_kinds) as kind)`,
    )
    expect((await isla.tell({ lifeEventId: 'separation', eventDate: '2026-10-20' })).statusCode).toBe(201)
    const wedding = { lifeEventId: 'marriage', eventDate: '2026-11-10', familyMember: partner('1979-05-05') }
    expect((await isla.tell(wedding)).statusCode).toBe(201)
    const medical = await isla.benefit('private-medical')
    await acceptTerms(world, isla.token, medical)
    const values = { excess: 'excess-250', covered: await covering(isla, 'Sam'), partnerElsewhere: 'no' }
    const quoted = (await isla.ask('POST', `benefit/${medical.benefitId}/quote`, { values })).json()
    expect(quoted).toMatchObject({ effectiveFrom: '2026-12-01', firstDay: { day: '2026-12-01', earlier: [] } })
    const chosen = await isla.ask('PATCH', `benefit/${medical.benefitId}/selection`, { values })
    expect(chosen.json<SelectionView>()).toMatchObject({ status: 'active', effectiveFrom: '2026-12-01' })
  })

  it('do not cover a partner from the day of an announced divorce on', async () => {
    const diana = await somebody('diana.lloyd')
    const me = await ownId('diana.lloyd@demo.example')
    expect((await diana.ask('POST', `user/${me}/family-members`, partner('1990-05-05'))).statusCode).toBe(201)
    expect((await diana.tell({ lifeEventId: 'separation', eventDate: '2026-12-10' })).statusCode).toBe(201)
    const { benefitId } = await diana.benefit('dental')
    const values = { level: 'level-1', covered: await covering(diana, 'Sam'), partnerElsewhere: 'no' }
    const quoted = (await diana.ask('POST', `benefit/${benefitId}/quote`, { values })).json()
    expect(quoted.firstDay).toMatchObject({ day: '2026-12-01', earlier: [] })
  })
})

describe('opting out because of an event (case 7)', () => {
  it('ends cover with the end of a month, and never before the request', async () => {
    await world.database.moveTo('2026-12-21')
    const zara = await somebody('zara.ward')
    await zara.tell({ lifeEventId: 'birth', familyMember: child('Ivy', '2026-11-02') })
    const { selection } = await zara.benefit('dental')
    expect(selection?.endsIfOptedOut).toBe('2026-12-31')
    const left = await zara.ask('PATCH', `selection/${selection?.selectionId}`, { status: 'opted-out' })
    expect([left.statusCode, left.json<SelectionView>()]).toMatchObject([200, { endDate: '2026-12-31' }])
  })
})

describe('duplicate family members (case 10)', () => {
  it('lead to a question if name and birthday are the same; if the person is someone else, they are saved', async () => {
    const peter = await somebody('peter.russell')
    const me = await ownId('peter.russell@demo.example')
    const add = (body: object) => peter.ask('POST', `user/${me}/family-members`, body)
    const lily = child('Lily', '2019-01-01')
    expect((await add(lily)).statusCode).toBe(201)
    for (const name of ['Lily', ' lily', 'LI LY']) {
      const asked = await add({ ...lily, first_name: name, surname: 'murphy ' })
      expect([asked.statusCode, asked.json().code]).toEqual([409, 'family-member-known'])
      expect(asked.json().message).toBe(
        'Lily Murphy, born on 1 January 2019, is already in your family. Is this a different person?',
      )
    }
    expect((await add({ ...lily, first_name: 'Lilý' })).statusCode).toBe(201)
    expect((await add({ ...lily, somebodyElse: true })).statusCode).toBe(201)
    const born = await peter.tell({ lifeEventId: 'adoption', eventDate: '2026-12-01', familyMember: lily })
    expect([born.statusCode, born.json().code]).toEqual([409, 'family-member-known'])
  })

  it('are refused if the new member is the employee; a partner under 16 is also refused', async () => {
    const [self] = await world.database.rows<{ id: string; first: string; last: string; born: string }>(
      `select person_id as id, first_name as first, surname as last, date_of_birth::text as born from person_details
       join account using (client_id, person_id) where email = 'harriet.singh@demo.example'`,
    )
    const harriet = await somebody('harriet.singh')
    const add = (body: object) => harriet.ask('POST', `user/${self?.id}/family-members`, body)
    const asPartner = { ...partner(self?.born ?? ''), first_name: self?.first.toUpperCase(), surname: self?.last }
    const refused = await add(asPartner)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { first_name: [familyMessages.yourself] }])
    const young = await add(partner('2012-05-05'))
    expect(young.json().errors).toEqual({ date_of_birth: [familyMessages.partnerTooYoung] })
  })
})

async function ownId(email: string): Promise<string | undefined> {
  const [row] = await world.database.rows<{ id: string }>('select person_id as id from account where email = $1', [
    email,
  ])
  return row?.id
}
