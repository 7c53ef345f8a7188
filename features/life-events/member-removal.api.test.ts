import { describe, expect, inject, it } from 'vitest'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import type { FamilyRecord } from '../family/family.contract.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { decideOnEvidence, pendingEvidence } from './operator-commands.server.ts'
import { endAnnouncedMembers } from './life-events.jobs.ts'

const demo = inject('demoOfFew')

const world = await startWorld()
const amelia = await world.signIn('amelia.hart')
const isla = await world.signIn('isla.reid')

const ask = (token: string, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
  world.request({ method, url: `/api/${url}`, token, ...(body && { body }) })
const tell = (token: string, body: object) => ask(token, 'POST', 'v1/client/life-events', body)
const familyOf = async (token: string) => (await ask(token, 'GET', 'v1/user/family')).json<FamilyRecord[]>()
const member = async (token: string, name: string) =>
  (await familyOf(token)).find(({ family_fname }) => family_fname === name)
const benefitOf = async (token: string, code: string) =>
  (await ask(token, 'GET', 'v1/benefits/user/eligible')).json<BenefitView[]>().find((one) => one.code === code)
const covered = (email: string, code: string) =>
  world.database.rows<{ from: string; action: string; people: string | null }>(
    `select effective_from::text as from, action,
       (select string_agg(one ->> 'name', ', ') from jsonb_array_elements(people_covered) as one) as people
     from selection_version
       join selection on selection.client_id = selection_version.client_id and selection.id = selection_id
       join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
       join account on account.client_id = selection.client_id and account.person_id = selection.person_id
     where account.email = $1 and benefit.code = $2 order by selection_version.version`,
    [email, code],
  )

describe('death', () => {
  it("of a family member ends that person's cover the next day, refunds later deductions, and makes the member inactive", async () => {
    const tom = await member(amelia, 'Tom')
    const unsaid = await tell(amelia, { lifeEventId: 'bereavement', eventDate: '2026-11-10' })
    expect(unsaid.statusCode).toBe(422)
    const told = await tell(amelia, {
      lifeEventId: 'bereavement',
      eventDate: '2026-11-10',
      familyMemberId: tom?.family_id,
    })
    expect(told.statusCode).toBe(201)
    expect((await covered('amelia.hart@demo.example', 'private-medical')).slice(-2)).toEqual([
      { from: '2026-04-06', action: 'take-over', people: 'Tom Hart, Maisie Hart' },
      { from: '2026-11-11', action: 'reprice', people: 'Maisie Hart' },
    ])
    expect(await member(amelia, 'Tom')).toMatchObject({ family_active: false })
    const offered = (await benefitOf(amelia, 'dental'))?.setupFields.find(({ input }) => input.kind === 'people')
    expect(JSON.stringify(offered)).not.toContain('Tom')
    const again = await tell(amelia, {
      lifeEventId: 'bereavement',
      eventDate: '2026-11-11',
      familyMemberId: tom?.family_id,
    })
    expect(again.statusCode).toBe(404)
  })
})

describe('divorce', () => {
  const decree = { fileName: 'decree.pdf', content: Buffer.from('%PDF-1.7 a decree').toString('base64') }

  it("ends the partner's cover at the end of the month, once its document is accepted", async () => {
    await world.database.changeScheme(
      `update benefit set definition = jsonb_set(definition, '{approval}', '"required"')
       where definition ->> 'code' = 'dental'`,
    )
    const dental = await benefitOf(isla, 'dental')
    await acceptTerms(world, isla, dental)
    const callum = await member(isla, 'Callum')
    const values = { level: 'level-1', covered: [callum?.family_id], partnerElsewhere: 'no' }
    const asked = (await ask(isla, 'POST', `v1/benefit/${dental?.benefitId}/selection`, { values })).json()
    expect(asked).toMatchObject({ status: 'pending', effectiveFrom: '2026-12-01' })

    const told = await tell(isla, { lifeEventId: 'separation', eventDate: '2026-11-12', evidence: decree })
    expect(told.json().lifeEvent).toMatchObject({ state: 'received' })
    expect(await member(isla, 'Callum')).toMatchObject({ family_active: true })
    const who = { email: 'isla.reid@demo.example', operator: 'Olu' }
    const [waiting] = await pendingEvidence(world.database.db, who)
    const decision = {
      lifeEventId: told.json().lifeEvent.id,
      accepted: true,
      reason: 'seen',
      seen: waiting?.seen ?? '',
    }
    expect(await decideOnEvidence(world.database.db, { ...who, ...decision })).toMatchObject({ step: 'decided' })

    expect(await member(isla, 'Callum')).toMatchObject({ family_active: false })
    expect((await covered('isla.reid@demo.example', 'private-medical')).at(-1)).toEqual({
      from: '2026-12-01',
      action: 'reprice',
      people: null,
    })
    const grace = await world.signIn('grace.lin')
    const approve = { selectionIds: [asked.selectionId], approval: true }
    const refused = await ask(grace, 'PATCH', 'v2/scheme/selections/status/', approve)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'family-changed', changed: [asked.selectionId] },
    ])
  })

  it('can be announced; the partner then stays covered until the day of the divorce', async () => {
    const add = {
      title: 'Mr',
      first_name: 'Sam',
      surname: 'Cole',
      date_of_birth: '1984-02-02',
      sex: 'male',
      fmember_type: 1,
    }
    const henry = await world.signIn('henry.cole')
    const [self] = await world.database.rows<{ id: string }>(
      `select person_id as id from account where email = 'henry.cole@demo.example'`,
    )
    expect((await ask(henry, 'POST', `v1/user/${self?.id}/family-members`, add)).statusCode).toBe(201)
    await world.database.changeScheme(
      `update scheme_year set life_event_kinds = (
         select jsonb_agg(case when kind ->> 'code' = 'separation'
           then kind || '{"daysBefore": 30, "needsEvidence": false}' else kind end)
         from jsonb_array_elements(life_event_kinds) as kind)`,
    )
    expect((await tell(henry, { lifeEventId: 'separation', eventDate: '2026-12-10' })).statusCode).toBe(201)
    expect(await member(henry, 'Sam')).toMatchObject({ family_active: true })
    await world.database.moveTo('2026-12-10')
    await runDaily(world, [endAnnouncedMembers])
    expect(await member(await world.signIn('henry.cole'), 'Sam')).toMatchObject({ family_active: false })
  })
})

describe('window opened by a life event', () => {
  it('stays open when a new scheme year begins', async () => {
    await world.database.moveTo('2027-03-20')
    const told = await tell(await world.signIn('grace.lin'), { lifeEventId: 'return', eventDate: '2027-03-15' })
    expect(told.json().lifeEvent).toMatchObject({ closesOn: '2027-04-14' })
    const applied = await withChangedFolder(demo, nextYear(), (folder) =>
      applyScheme(world.database.db, { folder, secrets }),
    )
    expect(applied).toHaveProperty('applied')
    await world.database.moveTo('2027-04-08')
    const open = (await benefitOf(await world.signIn('grace.lin'), 'dental'))?.availability
    expect(open).toMatchObject({ available: true, closesOn: '2027-04-14' })
    await world.database.moveTo('2027-04-15')
    expect((await benefitOf(await world.signIn('grace.lin'), 'dental'))?.availability.available).toBe(false)
  })
})
