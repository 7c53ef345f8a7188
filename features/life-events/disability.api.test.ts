import { describe, expect, it } from 'vitest'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { isoDate } from '../../contract/dates.ts'
import type { FamilyRecord } from '../family/family.contract.ts'
import {
  confirmedDisabilities,
  decideOnEvidence,
  pendingEvidence,
  withdrawConfirmation,
} from './operator-commands.server.ts'

const who = { email: 'amelia.hart@demo.example', operator: 'Olu' }
const evidence = { fileName: 'award.pdf', content: Buffer.from('%PDF-1.7 an award').toString('base64') }
const twin = {
  title: 'Mx',
  surname: 'Hart',
  date_of_birth: '2006-02-10',
  sex: 'male',
  fmember_type: 2,
  education: 'no',
  education_check: true,
  registered_disabled: 'yes',
}

let token: string

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const ask = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  world.request({ method, url: `/api/${url}`, token, ...(body && { body }) })
const mails = async (kind: string) => (await rows(`select from mail where kind = $1`, [kind])).length
const member = async (id: string) =>
  (await ask('GET', 'v1/user/family')).json<FamilyRecord[]>().find(({ family_id }) => family_id === id)
async function moveTo(date: string): Promise<void> {
  await world.database.moveTo(isoDate.parse(date))
  await runDaily(world)
  token = await world.signIn('amelia.hart')
}
async function add(first_name: string): Promise<string> {
  const { id } = (await ask('GET', 'v1/user')).json<{ id: string }>()
  const added = await ask('POST', `v1/user/${id}/family-members`, { ...twin, first_name })
  return added.json<{ familyMemberId: string }>().familyMemberId
}
async function dental(): Promise<BenefitView | undefined> {
  return (await ask('GET', 'v1/benefits/user/eligible')).json<BenefitView[]>().find(({ code }) => code === 'dental')
}
async function choose(covered: string[]) {
  const benefit = await dental()
  await acceptTerms(world, token, benefit)
  return ask(benefit?.selection ? 'PATCH' : 'POST', `v1/benefit/${benefit?.benefitId}/selection`, {
    values: { level: 'level-1', covered },
  })
}
const covered = async () =>
  (
    await rows<{ from: string; people: string | null; yearly: string }>(
      `select effective_from::text as from, price ->> 'employeeYearly' as yearly,
         (select string_agg(one ->> 'name', ', ' order by one ->> 'name') from jsonb_array_elements(people_covered) as one) as people
       from selection_version
         join selection on selection.client_id = selection_version.client_id and selection.id = selection_id
         join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
         join account on account.client_id = selection.client_id and account.person_id = selection.person_id
       where account.email = $1 and benefit.code = 'dental' order by selection_version.version`,
      [who.email],
    )
  ).map(({ from, people, yearly }) => `${from} ${people ?? 'nobody'} ${yearly}`)

const world = await startWorld({ people: 'of one client' })
token = await world.signIn('amelia.hart')
const [leo, mia] = [await add('Leo'), await add('Mia')]
await choose([leo, mia])
const tell = (body: object) => ask('POST', 'v1/client/life-events', { lifeEventId: 'disability', ...body })
async function stateOf(lifeEventId: string) {
  const events = (await ask('GET', 'v1/client/life-events')).json<{ id: string; state: string }[]>()
  return events.find(({ id }) => id === lifeEventId)?.state
}
async function accept(lifeEventId: string) {
  const [waiting] = await pendingEvidence(world.database.db, who)
  const decision = { lifeEventId, accepted: true, reason: 'award seen', seen: waiting?.seen ?? '' }
  return decideOnEvidence(world.database.db, { ...who, ...decision })
}

describe('registered disabled dependant', () => {
  let leosEvent: string
  let miasEvent: string

  it('causes a mail that says what to do, 60 days before the age limit', async () => {
    await moveTo('2026-12-11')
    expect(await mails('dependant-grows-out')).toBe(0)
    await moveTo('2026-12-12')
    expect(await mails('dependant-grows-out')).toBe(1)
    const people = (await dental())?.setupFields.find(({ input }) => input.kind === 'people')
    expect(people?.help).toMatch(/registered disabled can stay covered .* send a document that proves it$/)
  })

  it('stays covered at the price of all people covered, once an operator has accepted a document', async () => {
    expect((await tell({ evidence })).statusCode).toBe(422)
    const told = await tell({ familyMemberId: leo, evidence })
    expect(told.json()).toMatchObject({ lifeEvent: { state: 'received', eventDate: '2026-12-12' } })
    leosEvent = told.json().lifeEvent.id
    expect(await accept(leosEvent)).toMatchObject({ step: 'decided' })
    expect([await mails('disability-confirmed'), await mails('life-event-accepted')]).toEqual([1, 0])
    expect(await covered()).toEqual(['2026-12-01 Leo Hart, Mia Hart 17340'])
    await moveTo('2027-01-27')
    expect(await mails('dependant-grows-out')).toBe(2)
    await moveTo('2027-02-11')
    expect((await covered()).slice(1)).toEqual(['2027-02-10 Leo Hart 17340'])
  })

  it('can be included in new choices', async () => {
    const field = (await dental())?.setupFields.find(({ input }) => input.kind === 'people')
    expect(JSON.stringify(field)).toContain(leo)
    expect(JSON.stringify(field)).not.toContain(mia)
    const told = await tell({ familyMemberId: mia, evidence })
    miasEvent = told.json().lifeEvent.id
    await accept(miasEvent)
    expect((await choose([leo, mia])).statusCode).toBe(200)
    expect((await covered()).at(-1)).toBe('2027-03-01 Leo Hart, Mia Hart 17340')
  })

  it('loses cover from the day on which the operator withdraws the acceptance', async () => {
    const withdraw = (lifeEventId: string) =>
      withdrawConfirmation(world.database.db, { ...who, lifeEventId, reason: 'award ended' })
    await moveTo('2027-03-10')
    expect((await confirmedDisabilities(world.database.db, who)).map(({ event }) => event.id)).toEqual([
      leosEvent,
      miasEvent,
    ])
    expect(await withdraw(leosEvent)).toBe(true)
    expect((await covered()).at(-1)).toBe('2027-03-10 Mia Hart 17340')
    expect([await mails('disability-not-confirmed'), await mails('family-cover-ended')]).toEqual([1, 2])
    expect(await member(leo)).toMatchObject({ family_registered_disabled: false })
    expect(await stateOf(leosEvent)).toBe('declined')
    expect(await withdraw(leosEvent)).toBe(false)

    const [year] = await rows<{ kinds: { code: string }[] }>('select life_event_kinds as kinds from scheme_year')
    const setKinds = (kinds: unknown) =>
      world.database.changeScheme('update scheme_year set life_event_kinds = $1', [JSON.stringify(kinds)])
    await setKinds(year?.kinds.filter(({ code }) => code !== 'disability'))
    expect(await withdraw(miasEvent)).toBe(true)
    await setKinds(year?.kinds)
    expect((await covered()).at(-1)).toBe('2027-03-10 nobody 10200')
    expect((await choose([])).json()).toMatchObject({ code: 'not-selectable' })
  })

  it('can be covered again after another document is accepted, which opens the window again', async () => {
    const sent = await ask('POST', `v1/user/life-events/${miasEvent}/evidence`, evidence)
    expect(sent.statusCode).toBe(201)
    expect(await accept(miasEvent)).toMatchObject({ step: 'decided' })
    expect((await choose([mia])).statusCode).toBe(200)
    expect((await covered()).at(-1)).toBe('2027-04-01 Mia Hart 17340')
  })

  it('loses cover when the registration ends, and does not get it back if the registration is restored', async () => {
    const edit = (registered_disabled?: string) =>
      ask('PATCH', `v1/user/family-members/${mia}`, { ...twin, first_name: 'Mia', registered_disabled })
    expect((await edit()).statusCode).toBe(200)
    expect(await member(mia)).toMatchObject({ family_registered_disabled: true })
    expect((await covered()).at(-1)).toBe('2027-04-01 Mia Hart 17340')
    expect((await edit('no')).statusCode).toBe(200)
    expect((await covered()).at(-1)).toBe('2027-04-01 nobody 10200')
    expect((await edit('yes')).statusCode).toBe(200)
    const refused = await choose([mia])
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('longer if they are registered')])
  })
})
