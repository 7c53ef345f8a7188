import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isoDate, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient, type Tx } from '../../database/database.ts'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { testSecrets } from '../../tests/harness/test-secrets.ts'
import { worldMoment } from '../../tests/harness/world.ts'
import { generateClient } from '../../bench/generate/generate.server.ts'
import { permissionOf, decisionFor } from './allowed-actions.rules.ts'
import { benefitsOffered, type EnrolmentWindow, type OfferedBenefit, schemeYearOn } from './benefits.queries.ts'
import { eligibilityOfEach } from './eligibility.queries.ts'
import { type DatedFact, employmentOn, firstDayOfEmployment, workplaceOn } from '../../domain/tax/person-facts.rules.ts'
import { firstOfNextMonth } from '../../domain/windows/effective-date.rules.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { voucherMembership } from './voucher-membership.rules.ts'
import { schemeWindow } from './benefit-status.server.ts'
import { windowsOf } from '../../domain/windows/windows.rules.ts'

const folder = join(import.meta.dirname, '../../examples/demo')
const people = process.env['LONG_TESTS'] ? 2_000 : 60
const days = [
  '2026-04-06',
  '2026-11-16',
  '2026-12-06',
  '2026-12-20',
  '2026-12-31',
  '2027-01-15',
  '2027-02-28',
  '2027-03-01',
  '2027-04-05',
].map((day) => isoDate.parse(day))

const database = await createTestDatabase()
await database.moveTo(worldMoment)
const outcome = await generateClient(database.db, { folder, client: 'big', people, seed: 11, secrets: testSecrets })
if (!('generated' in outcome)) throw new Error(`Not generated: ${JSON.stringify(outcome)}`)
const clientId: ClientId = outcome.generated.clientId
await withConnection(database.superuser, async (client) => {
  await client.query(
    `insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
     select $1::uuid, year.id, own.code, own.cause, own.opens_on::date, own.closes_on::date, own.rules::jsonb, null
     from scheme_year year
     cross join (values
       ('anniversaries', 'anniversary', null, null, '{"days": 20, "takesEffect": "same-day"}'),
       ('events', 'life-event', '2026-12-01', '2026-12-31', '{"benefits": ["dental", "private-medical"]}')
     ) as own (code, cause, opens_on, closes_on, rules)
     where year.client_id = $1
     union all
     select $1, year.id, 'own-' || place, (array['granted', 'life-event', 'joiner'])[1 + place % 3],
            date '2026-12-20', date '2027-01-15', '{"days": 400, "benefits": ["holiday-trading", "dental"]}',
            person_id
     from scheme_year year
     cross join (
       select person_id, row_number() over (order by person_id)::integer as place
       from person_details where client_id = $1 order by person_id limit 60
     ) as chosen
     where year.client_id = $1`,
    [clientId],
  )
  await client.query(
    `insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
     select $1::uuid, person_id, fact, value, told.counts_from::date, 'test'
     from (
       select person_id, row_number() over (order by person_id desc) as place from person_details where client_id = $1
     ) as chosen
     join (values
       (1, 'status', 'left', '2026-09-01'), (2, 'status', null, '2026-09-01'), (3, 'status', 'active', '2026-09-01'),
       (3, 'status', 'inactive', '2026-09-01'), (4, 'end-date', '2026-12-31', '2026-09-01'),
       (5, 'end-date', null, '2026-09-01'), (6, 'probation-end', '2027-03-01', '2026-09-01'),
       (7, 'start-date', '2024-02-29', '2026-09-01'), (8, 'start-date', null, '2026-09-01'),
       (9, 'start-date', '2025-12-31', '2026-09-01'), (10, 'start-date', '2027-04-19', '2026-09-01'),
       (11, 'start-date', null, '2026-09-01'), (11, 'start-date', '2027-05-03', '2027-05-03'),
       (12, 'start-date', null, '2026-09-01'), (12, 'start-date', '2027-03-01', '2027-03-01'),
       (13, 'start-date', null, '2026-09-01'), (13, 'start-date', '2027-05-03', '2027-05-03'),
       (13, 'start-date', '2027-02-01', '2027-05-03'), (12, 'probation-end', '2027-06-01', '2027-03-01'),
       (12, 'location', 'Leeds', '2027-03-01'), (13, 'payroll', 'four-weekly', '2027-05-03')
     ) as told (at, fact, value, counts_from) on told.at = chosen.place`,
    [clientId],
  )
})
afterAll(() => database.close())

type Everybody = {
  dateOfBirth: IsoDate
  facts: DatedFact[]
  windows: EnrolmentWindow[]
  held: Map<string, Stopped>
}
type Stopped = { running: number | null; action: string; stoppedFrom: IsoDate | null }

async function everybody(tx: Tx): Promise<Map<PersonId, Everybody>> {
  const all = await tx
    .selectFrom('person_details')
    .select(['person_id as personId', 'date_of_birth as dateOfBirth'])
    .where('client_id', '=', clientId)
    .execute()
  const facts = await tx
    .selectFrom('employment_fact')
    .select(['person_id as personId', 'fact', 'value', 'effective_from as effectiveFrom'])
    .where('client_id', '=', clientId)
    // If two facts have the same day, `factOn` takes the first fact. So the fact recorded later comes first.
    .orderBy('recorded_at', 'desc')
    .orderBy('sequence', 'desc')
    .execute()
  const windows = await tx
    .selectFrom('enrolment_window')
    .select(['person_id as personId', 'cause', 'rules', 'opens_on as opensOn', 'closes_on as closesOn'])
    .where('client_id', '=', clientId)
    .execute()
  const selections = await tx
    .selectFrom('selection')
    .innerJoin('selection_version as newest', (join) =>
      join
        .onRef('newest.client_id', '=', 'selection.client_id')
        .onRef('newest.selection_id', '=', 'selection.id')
        .onRef('newest.version', '=', 'selection.version'),
    )
    .select([
      'selection.person_id as personId',
      'selection.benefit_id as benefitId',
      'selection.state',
      'version_in_force as running',
      'newest.action',
      'newest.effective_from as stoppedFrom',
    ])
    .where('selection.client_id', '=', clientId)
    .execute()
  const factsOf = Map.groupBy(facts, ({ personId }) => personId)
  const windowsFor = Map.groupBy(windows, ({ personId }) => personId)
  const heldBy = Map.groupBy(
    selections.filter(({ running, state }) => running !== null || state === 'opted-out' || state === 'ended'),
    ({ personId }) => personId,
  )
  return new Map(
    all.map(({ personId, dateOfBirth }) => [
      personId,
      {
        dateOfBirth,
        facts: factsOf.get(personId) ?? [],
        windows: [...(windowsFor.get(null) ?? []), ...(windowsFor.get(personId) ?? [])] as EnrolmentWindow[],
        held: new Map(heldBy.get(personId)?.map((selection) => [selection.benefitId, selection])),
      },
    ]),
  )
}

function causeFor(
  { dateOfBirth, facts, windows, held }: Everybody,
  { id, definition, withdrawn }: OfferedBenefit,
  { on: today, year }: { on: IsoDate; year: { from: IsoDate; to: IsoDate } },
): string | null {
  const { status, startedOn } = employmentOn(facts, today)
  const joinedOn = firstDayOfEmployment(facts, today)
  const asOf = joinedOn !== null && joinedOn > today ? joinedOn : today
  const answer = permissionOf(
    decisionFor({
      definition,
      ...(withdrawn && { withdrawn }),
      person: {
        employmentStatus: status,
        dateOfBirth,
        probationEndsOn: employmentOn(facts, asOf).probationEndsOn,
        joinedOn,
        holds: isVoucherScheme(definition) ? isMember(held.get(id), today) : held.has(id),
        ...workplaceOn(facts, asOf),
        hasStatement: false,
      },
      windows: windowsOf(windows.map(schemeWindow), { joinedOn: startedOn ?? today, today }),
      year,
      today,
    }),
  )
  return answer.allowed ? null : answer.cause
}

function isMember(held: Stopped | undefined, today: IsoDate): boolean {
  if (!held || held.running !== null) return held !== undefined
  const { stoppedFrom } = held
  return held.action !== 'end' && voucherMembership([], { startsOn: firstOfNextMonth(today), stoppedFrom }).holds
}

/** Adds variants that the example scheme lacks: anniversary windows, granted windows only, withdrawn benefits. */
function alsoOtherwise(benefits: readonly OfferedBenefit[]): OfferedBenefit[] {
  const otherwise = benefits.filter(({ code }) => ['dental', 'private-medical', 'holiday-trading'].includes(code))
  return [
    ...benefits,
    ...otherwise.map((one): OfferedBenefit => ({
      ...one,
      definition: { ...one.definition, changeIn: ['anniversary'], ages: { from: 30, to: 44 }, openInProbation: false },
    })),
    ...otherwise.map((one): OfferedBenefit => ({ ...one, definition: { ...one.definition, changeIn: ['granted'] } })),
    ...otherwise.map((one): OfferedBenefit => ({ ...one, withdrawn: true })),
    ...[{ locations: ['Leeds', 'Remote'] }, { payrolls: ['monthly'] }, { hoursFrom: '30' }].flatMap((offeredTo) =>
      otherwise.map((one): OfferedBenefit => ({ ...one, definition: { ...one.definition, offeredTo } })),
    ),
    ...(['same-day', 'next-month'] as const).flatMap((takesEffect) =>
      otherwise.map((one): OfferedBenefit => ({
        ...one,
        definition: { ...one.definition, changeIn: ['any-month', 'anniversary', 'joiner'], takesEffect },
      })),
    ),
  ]
}

it('the query for all people gives the same result as the rules for each single person, on any day', async () => {
  const causes = new Map<string | null, number>()
  await inClient(database.db, clientId, async (tx) => {
    const all = await everybody(tx)
    expect(all.size).toBe(people)
    for (const on of days) {
      const year = await schemeYearOn(tx, clientId, { date: on })
      if (!year) throw new Error(`No scheme year holds ${on}`)
      for (const benefit of alsoOtherwise(await benefitsOffered(tx, clientId, { schemeYearId: year.id }))) {
        const found = await eligibilityOfEach(tx, clientId, { year, benefits: [benefit], on })
        const different = found.filter(({ personId, causes: [cause = null] }) => {
          const person = all.get(personId)
          causes.set(cause, (causes.get(cause) ?? 0) + 1)
          return !person || causeFor(person, benefit, { on, year }) !== cause
        })
        expect({ on, benefit: benefit.code, different }).toEqual({ on, benefit: benefit.code, different: [] })
        expect(found).toHaveLength(people)
      }
    }
  })
  for (const cause of [null, 'employment', 'eligibility', 'probation', 'window'])
    expect(causes.get(cause) ?? 0).toBeGreaterThan(100)
})
