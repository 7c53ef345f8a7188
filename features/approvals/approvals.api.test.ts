import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { selectionId, type SelectionId } from '../../contract/ids.ts'
import { employerWorld, monthlyPrice } from '../../tests/harness/employer-world.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { setEmploymentStatus } from '../../tests/harness/people.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { appendVersion, lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { verifyChain } from '../../services/audit/audit-chain.server.ts'
import { readAuditHead } from '../../services/audit/audit.queries.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'

const world = await employerWorld()

const overviewUrl = '/api/v2/scheme/selections/pending/'
const queueUrl = '/api/v2/scheme/selections/queue/'
const statusUrl = '/api/v2/scheme/selections/status/'

describe('approvals overview', () => {
  it('counts pending selections for each benefit, including benefits with none [APPROVE-04] [APPROVE-05] [DATA-26]', async () => {
    await world.pendingSelection()
    const before = await overview()
    await world.pendingSelection()
    const after = await overview()
    expect(Object.keys(after)).toEqual(['count', 'summary'])
    expect(after.count).toBe(before.count + 1)
    expect(after.summary).toEqual([
      { benefitId: world.bicycle, benefitName: 'Cycle to work', count: 0 },
      { benefitId: world.holiday, benefitName: 'Holiday trading', count: after.count },
    ])
  })

  it("counts the client's selections by status [APPROVE-05]", async () => {
    await world.pendingSelection()
    await world.approvedSelection()
    const counts = (await get(statusUrl)).json<Record<string, number>>()
    expect(counts['pending']).toBe((await overview()).count)
    expect(counts['active']).toBeGreaterThanOrEqual(1)
  })
})

describe('pending selections of one benefit', () => {
  it('contain the employee and the fields of the choice, and are sorted by the value of the order [APPROVE-04, APPROVE-07, APPROVE-09] [DATA-26] [PROD-02]', async () => {
    for (const [surname, total] of [
      ['Dear', '300000'],
      ['Middle', '100050'],
      ['Cheap', '10000'],
    ] as const) {
      await world.pendingSelection({
        surname,
        benefit: world.bicycle,
        price: { ...monthlyPrice(8333, 'BIKE'), orderTotal: total },
      })
    }
    const list = (await get(pendingUrl(world.bicycle))).json<Pending[]>()
    expect(list.map(({ employeeName, orderValue }) => [employeeName, orderValue])).toEqual([
      ['Kim Cheap', 100],
      ['Kim Middle', 1000.5],
      ['Kim Dear', 3000],
    ])
    expect(list[1]).toEqual({
      selectionId: expect.any(String),
      version: 1,
      own: false,
      employeeName: 'Kim Middle',
      orderValue: 1000.5,
      fields: expect.any(Object),
    })
    expect(Object.values(list[1]?.fields ?? {}).every((value) => typeof value === 'string')).toBe(true)
    expect(list[1]?.fields).toMatchObject({ Total: '£1,000.50', 'Employee pays per month': '£83.33', Request: 'New' })
  })
})

describe('pending selections of all benefits', () => {
  it('are sorted by the day on which the person chose, even if the choice was recalculated later', async () => {
    const [first, second] = [await world.pendingSelection(), await world.pendingSelection({ benefit: world.bicycle })]
    await world.inClient(async (tx) => {
      for (const selection of await lockSelections(tx, world.clientId, [first])) {
        const next = { ...selection.newest, actorId: null, runs: 'as-before' as const }
        await appendVersion(tx, world.clientId, { selection, next })
      }
    })
    const list = (await get(queueUrl)).json<(Pending & { daysWaited: number })[]>()
    const places = [first, second].map((id) => list.findIndex(({ selectionId: listed }) => listed === id))
    expect(places[0]).toBeLessThan(places[1] ?? 0)
    expect(places.map((place) => list[place]?.daysWaited)).toEqual([0, 0])
    expect(list[places[1] ?? 0]).toMatchObject({
      benefitId: world.bicycle,
      benefitName: 'Cycle to work',
      version: 1,
      own: false,
      firstName: 'Kim',
      employeePays: 28.85,
      employerPays: 0,
    })
  })

  it('contain the facts that the decision needs, until the selection is decided', async () => {
    const id = await world.pendingSelection()
    const { personId } = await selectionById(id)
    await world.inClient((tx) =>
      recordFacts(tx, world.clientId, {
        facts: [
          { personId, fact: 'basic-salary', value: '2600000', effectiveFrom: '2026-01-01' as IsoDate },
          { personId, fact: 'hours-per-week', value: '37.5', effectiveFrom: '2026-01-01' as IsoDate },
          { personId, fact: 'job-title', value: 'Guard', effectiveFrom: '2026-01-01' as IsoDate },
        ],
        source: 'test',
      }),
    )
    const known = (await get(factsUrl(id))).json<Record<string, unknown>>()
    expect(known).toMatchObject({
      employeeId: personId,
      jobTitle: 'Guard',
      location: null,
      salary: 26_000,
      weeklyHours: '37.5',
      taxMethod: 'Taken before tax and National Insurance',
      inForce: null,
      // 12 × £28.85 before 20% tax and 8% National Insurance. The employer saves 15%.
      effect: { takeHomePerMonth: -20.78, employerNationalInsurancePerYear: -51.93 },
      minimumWage: { payAfter: 25_653.8, floor: expect.any(Number), payToRise: null },
    })
    await decide([id])
    expect((await get(factsUrl(id))).statusCode).toBe(404)
  })

  it('name the birthday after which the minimum wage exceeds the known pay', async () => {
    const id = await world.pendingSelection()
    const { personId } = await selectionById(id)
    await world.inClient(async (tx) => {
      await recordFacts(tx, world.clientId, {
        facts: [
          { personId, fact: 'basic-salary', value: '2478449', effectiveFrom: '2026-01-01' as IsoDate },
          { personId, fact: 'hours-per-week', value: '37.5', effectiveFrom: '2026-01-01' as IsoDate },
        ],
        source: 'test',
      })
      await tx
        .updateTable('person_details')
        .set({ date_of_birth: '2006-01-10' as IsoDate })
        .where('client_id', '=', world.clientId)
        .where('person_id', '=', personId)
        .execute()
    })
    expect((await get(factsUrl(id))).json()).toMatchObject({
      minimumWage: { payAfter: 24_438.29, floor: 21_157.5, payToRise: { on: '2027-01-10', floor: 24_784.5 } },
    })
  })

  it('compare a change with the cover in force', async () => {
    const id = await world.approvedSelection()
    const { personId } = await selectionById(id)
    await world.inClient(async (tx) => {
      await recordFacts(tx, world.clientId, {
        facts: [{ personId, fact: 'basic-salary', value: '2600000', effectiveFrom: '2026-01-01' as IsoDate }],
        source: 'test',
      })
      for (const selection of await lockSelections(tx, world.clientId, [id])) {
        const next = {
          ...selection.newest,
          state: 'pending-change' as const,
          price: monthlyPrice(5770),
          runs: 'as-before' as const,
        }
        await appendVersion(tx, world.clientId, { selection, next })
      }
    })
    expect((await get(factsUrl(id))).json()).toMatchObject({
      inForce: { employee: 28.85 },
      effect: { takeHomePerMonth: -20.77, employerNationalInsurancePerYear: -51.93 },
    })
  })
})

describe('decision on selections', () => {
  it('approves the selections, plans their deductions, and records who decided what [APPROVE-04, APPROVE-17, APPROVE-18, APPROVE-19] [DATA-26] [PROD-02]', async () => {
    const selectionIds = [await world.pendingSelection(), await world.pendingSelection()]
    const answer = await decide(selectionIds, { reason: 'Cover is arranged' })
    expect(answer.json()).toEqual({ status: 'ok', decided: 2 })

    for (const id of selectionIds) {
      const { state, version, running } = await selectionById(id)
      expect({ state, running }).toEqual({ state: 'active', running: version })
      expect(await decisionsAbout(id)).toEqual([
        {
          approved: true,
          reason: 'Cover is arranged',
          decided_by: world.grace.personId,
          selection_version: version - 1,
        },
      ])
      expect(await deductionsOf(id)).toEqual(Array.from({ length: 5 }, () => 2885n))
    }
    expect(
      (await auditAbout(selectionIds[0])).map(({ actor, action, details }) => ({ actor, action, details })),
    ).toMatchObject([
      {
        actor: world.grace.personId,
        action: 'selections.decided',
        details: { approved: true, selectionIds, reason: 'Cover is arranged' },
      },
    ])
  })

  it('is audited for the employees concerned, not only for the administrator [S-44]', async () => {
    const people = [await ownerOf(await world.pendingSelection()), await ownerOf(await world.pendingSelection())]
    const both = people.map(({ selectionId }) => selectionId)
    await decide(both)
    const alone = await ownerOf(await world.pendingSelection())
    await decide([alone.selectionId])
    const [together] = await auditAbout(both[0])
    expect(together?.details.people?.toSorted()).toEqual(people.map(({ personId }) => personId).toSorted())
    expect(await auditAbout(alone.selectionId)).toMatchObject([
      { actor: world.grace.personId, subject: alone.personId, details: { people: [alone.personId] } },
    ])
  })

  it('does not change deductions if the selections are declined [APPROVE-19]', async () => {
    const id = await world.pendingSelection()
    expect((await decide([id], { approval: false })).statusCode).toBe(200)
    expect(await selectionById(id)).toMatchObject({ state: 'rejected', running: null })
    expect(await deductionsOf(id)).toEqual([])
  })

  it('of an empty list is refused with the sentence that the dialog shows [APPROVE-12]', async () => {
    const answer = await decide([])
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'nothing-selected',
      message: 'No selections to approve/reject, please review your choice',
    })
  })

  it('about more than 500 selections at once is refused with a sentence', async () => {
    const many = Array.from({ length: 501 }, () => selectionId.parse(randomUUID()))
    const answer = await decide(many)
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining('Please choose at most 500 selections at once'),
    ])
  })

  it('saves nothing if one of the selections has already been decided, and names it [S-71, S-72]', async () => {
    const [decided, waiting] = [await world.pendingSelection(), await world.pendingSelection()]
    await decide([decided], { approval: false, token: world.henry.token })
    const answer = await decide([waiting, decided])
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'no-longer-pending', changed: [decided] })
    expect(await selectionById(waiting)).toMatchObject({ state: 'pending' })
    expect(await selectionById(decided)).toMatchObject({ state: 'rejected' })
  })

  it('is refused for a selection that the employee has changed since the administrator saw it [S-72]', async () => {
    const [changed, same] = [await world.pendingSelection(), await world.pendingSelection()]
    const seen = (await get(pendingUrl(world.holiday))).json<Pending[]>()
    const versions = Object.fromEntries(seen.map(({ selectionId, version }) => [selectionId, version]))
    await world.inClient(async (tx) => {
      for (const selection of await lockSelections(tx, world.clientId, [changed])) {
        const next = { ...selection.newest, price: monthlyPrice(99_900), runs: 'as-before' as const }
        await appendVersion(tx, world.clientId, { selection, next })
      }
    })
    const answer = await decide([changed, same], { versions })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'no-longer-pending', changed: [changed] })
    expect(await selectionById(same)).toMatchObject({ state: 'pending' })
    expect((await decide([same], { versions })).statusCode).toBe(200)
  })

  it('is refused if the request contains no version for a selection [S-72]', async () => {
    const [seen, unseen] = [await world.pendingSelection(), await world.pendingSelection()]
    const answer = await decide([seen, unseen], { versions: { [seen]: 1 } })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'no-longer-pending', changed: [unseen] }])
    expect(await selectionById(seen)).toMatchObject({ state: 'pending' })
    expect((await decide([seen], { versions: { [seen]: 1 } })).statusCode).toBe(200)
  })

  it('is refused to administrators for their own selection [D-14]', async () => {
    const countedFor = async (token: string) => (await get(overviewUrl, token)).json<{ count: number }>().count
    const before = [await countedFor(world.grace.token), await countedFor(world.henry.token)]
    const own = await world.pendingSelection({ personId: world.grace.personId })
    // Only another administrator can decide this selection, so only the other administrator's count includes it.
    const now = [await countedFor(world.grace.token), await countedFor(world.henry.token)]
    expect(now).toEqual([before[0], (before[1] ?? 0) + 1])
    const answer = await decide([own, await world.pendingSelection()])
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'own-selection' })
    const seenBy = async (token: string) =>
      (await get(pendingUrl(world.holiday), token)).json<Pending[]>().find(({ selectionId }) => selectionId === own)
        ?.own
    expect([await seenBy(world.grace.token), await seenBy(world.henry.token)]).toEqual([true, false])
    expect((await decide([own], { token: world.henry.token })).statusCode).toBe(200)
  })

  it('can decline selections of leavers but not approve them, and names these leavers', async () => {
    const [gone, waiting] = [await world.pendingSelection(), await world.pendingSelection()]
    const { personId } = await selectionById(gone)
    await setEmploymentStatus(world.portal, world.clientId, personId, 'left')
    const answer = await decide([waiting, gone])
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'left-meanwhile', changed: [gone] }])
    expect([(await selectionById(waiting)).state, (await selectionById(gone)).state]).toEqual(['pending', 'pending'])
    expect((await decide([gone], { approval: false })).statusCode).toBe(200)
    expect((await selectionById(gone)).state).toBe('rejected')
  })

  it('counts a selection once even if its id is repeated', async () => {
    const id = await world.pendingSelection()
    expect((await decide([id, id])).json()).toEqual({ status: 'ok', decided: 1 })
    expect(await decisionsAbout(id)).toHaveLength(1)
  })

  it('takes effect once if two administrators decide at the same time [APPROVE-16, S-71]', async () => {
    for (let round = 0; round < 3; round++) {
      const selectionIds = [await world.pendingSelection(), await world.pendingSelection()]
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          decide(number % 3 === 0 ? selectionIds.toReversed() : selectionIds, {
            approval: number % 2 === 0,
            token: number % 4 < 2 ? world.grace.token : world.henry.token,
          }),
        ),
      )
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(19)

      const approved = statuses.indexOf(200) % 2 === 0
      for (const id of selectionIds) {
        expect(await selectionById(id)).toMatchObject({ state: approved ? 'active' : 'rejected', version: 2 })
        expect(await decisionsAbout(id)).toMatchObject([{ approved }])
        expect(await deductionsOf(id)).toHaveLength(approved ? 5 : 0)
        expect(await auditAbout(id)).toHaveLength(1)
        const told = (await mailsOf(world.portal)).filter(({ cause }) => cause.startsWith(`selection ${id} `))
        expect(told.map(({ kind }) => kind)).toEqual([approved ? 'choice-approved' : 'choice-rejected'])
      }
    }
    const check = await world.inClient(async (tx) =>
      verifyChain(await listAuditEvents(tx, world.clientId), await readAuditHead(tx, world.clientId)),
    )
    expect(check.intact).toBe(true)
  })
})

type Pending = {
  selectionId: string
  version: number
  own: boolean
  employeeName: string
  orderValue: number
  fields: Record<string, string>
}

function pendingUrl(benefitId: string): string {
  return `/api/v2/scheme/selections/${benefitId}/pending/`
}

function factsUrl(selection: SelectionId): string {
  return `/api/v2/scheme/selections/${selection}/decision-facts/`
}

function get(url: string, token = world.grace.token) {
  return world.portal.request({ url, token })
}

async function overview() {
  return (await get(overviewUrl)).json<{
    count: number
    summary: { benefitId: string; benefitName: string; count: number }[]
  }>()
}

type Asking = { versions?: Record<string, number>; approval?: boolean; reason?: string; token?: string; key?: string }

function decide(
  selectionIds: SelectionId[],
  { approval = true, reason, versions, token = world.grace.token, key }: Asking = {},
) {
  return world.portal.request({
    method: 'PATCH',
    url: statusUrl,
    token,
    body: { selectionIds, approval, ...(reason && { reason }), ...(versions && { versions }) },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}

function selectionById(id: SelectionId) {
  return world.inClient((tx) =>
    tx
      .selectFrom('selection')
      .select(['state', 'version', 'version_in_force as running', 'person_id as personId'])
      .where('client_id', '=', world.clientId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

function decisionsAbout(id: SelectionId) {
  return world.inClient((tx) =>
    tx
      .selectFrom('approval_decision')
      .select(['approved', 'reason', 'decided_by', 'selection_version'])
      .where('client_id', '=', world.clientId)
      .where('selection_id', '=', id)
      .execute(),
  )
}

async function deductionsOf(id: SelectionId): Promise<bigint[]> {
  const rows = await world.inClient((tx) =>
    tx
      .selectFrom('deduction')
      .select('employee_pence')
      .where('client_id', '=', world.clientId)
      .where('selection_id', '=', id)
      .execute(),
  )
  return rows.map((row) => row.employee_pence)
}

async function ownerOf(selectionId: SelectionId): Promise<{ selectionId: SelectionId; personId: string }> {
  const { person_id: personId } = await world.inClient((tx) =>
    tx
      .selectFrom('selection')
      .select('person_id')
      .where('client_id', '=', world.clientId)
      .where('id', '=', selectionId)
      .executeTakeFirstOrThrow(),
  )
  return { selectionId, personId }
}

type Entry = {
  actor: string
  subject: string
  action: string
  details: { selectionIds?: string[]; people?: string[] }
}

async function auditAbout(id: SelectionId | undefined): Promise<Entry[]> {
  const events = await world.inClient((tx) => listAuditEvents(tx, world.clientId))
  return events
    .map(({ entry }) => JSON.parse(entry) as Entry)
    .filter(({ details }) => id !== undefined && details.selectionIds?.includes(id))
}
