import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import type { Caller } from '../../contract/caller.ts'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { inRolledBackTransaction } from '../../database/database.ts'
import type { Tx } from '../../platform/handle.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { withPot } from '../../tests/harness/flex-allowance-folder.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { callerOf } from '../../tests/harness/caller.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { acceptAllTerms } from '../../tests/harness/benefit-terms.ts'
import { decideRequestedSelections } from '../approvals/approvals.api.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { saveChoice, lockedBenefitStatus } from '../benefit-setup/save-choice.api.ts'
import { randomTestSeed } from '../benefits/random-test-seed.samples.ts'
import { selectionVersionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { recalculateOnDates } from './recalculate-on-dates.queries.ts'
import { recalculateForRecordedFacts } from '../../services/recalculation/recalculate.queries.ts'

const numRuns = process.env['LONG_TESTS'] ? 400 : 5
const day = (date: string) => isoDate.parse(date)
const asked = day('2026-11-16')
const last = day('2027-03-20')

const world = await startWorld({ people: 'of one client' })
const dearer = (text: string) => text.replaceAll(/(\d+\.\d\d)$/gm, (cell) => (Number(cell) * 1.1).toFixed(2))
const changes = {
  ...withPot,
  'rates/gym-later.csv': () => 'membership,amount\nsingle,30.00\npartner,52.00\n',
  'scheme-current.yaml': (text: string) =>
    `${withPot['scheme-current.yaml'](text)}  - { code: gym, file: rates/gym-later.csv, effectiveFrom: 2026-12-15, source: 'Later prices' }\n`,
  'benefits/critical-illness.yaml': (text: string) => text.replaceAll('ageOn: scheme-year-start', 'ageOn: birthday'),
  'people.csv': (text: string) => text.replace('1988-06-12', '1986-12-28'),
  'rates/critical-illness.csv': dearer,
}
await withChangedFolder(inject('demoOfFew'), changes, (folder) => applyFolder(world.database.db, folder))
const { clientId, personId: amelia } = await accountOf(world.database, 'amelia.hart')
const { personId: grace } = await accountOf(world.database, 'grace.lin')
await world.database.changeScheme(
  `update benefit set definition = definition || '{"approval": "required"}'
   where client_id = $1 and code = any(array['gym', 'dental', 'pension', 'critical-illness', 'health-cash-plan'])`,
  [clientId],
)
const token = await world.signIn('amelia.hart')
await acceptAllTerms(world, token)
/** Amelia's son. His studies end while an application may be pending. */
const leo = await withSon(token)

async function withSon(token: string): Promise<string> {
  const son = {
    title: 'Mr',
    first_name: 'Leo',
    surname: 'Hart',
    date_of_birth: '2004-07-01',
    sex: 'male',
    fmember_type: 2,
  }
  const added = await world.request({
    method: 'POST',
    url: `/api/v1/user/${amelia}/family-members`,
    token,
    body: { ...son, education: 'yes', education_check: true },
  })
  const { familyMemberId } = added.json<{ familyMemberId: string }>()
  await world.database.rows(`update family_member set full_time_education_ends = '2027-01-10' where id = $1`, [
    familyMemberId,
  ])
  return familyMemberId
}

const choices = {
  gym: (value: number): SetupValues => ({ membership: value % 2 ? 'single' : 'partner' }),
  dental: (value: number): SetupValues => ({
    level: value % 2 ? 'level-1' : 'level-2',
    covered: value % 3 ? [leo] : [],
  }),
  pension: (value: number): SetupValues => ({ contribution: 3 + (value % 38) }),
  'critical-illness': (value: number): SetupValues => ({ multiple: 1 + (value % 4), smoker: 'no', covered: [] }),
  'health-cash-plan': (value: number): SetupValues => ({ level: `level-${1 + (value % 3)}` }),
} as const satisfies Record<string, (value: number) => SetupValues>
type Code = keyof typeof choices

type News = { on: IsoDate; from: IsoDate; fact: 'basic-salary' | 'payroll' | 'end-date'; value: string | null }
type Life = { codes: Code[]; value: number; decided: IsoDate; news: News[] }

const anyDay = fc.integer({ min: 1, max: 120 }).map((days) => addDays(asked, days))
const anySalary = fc
  .tuple(anyDay, anyDay, fc.integer({ min: 46_000, max: 90_000 }))
  .map(([on, from, pounds]): News => ({ on, from, fact: 'basic-salary', value: `${pounds}00` }))
const anyPayroll = fc
  .tuple(anyDay, anyDay, fc.constantFrom('monthly', 'four-weekly'))
  .map(([on, from, value]): News => ({ on, from, fact: 'payroll', value }))
const anyDayAfterEvent = fc.integer({ min: 5, max: 120 }).map((days) => addDays(asked, days))
const anyLastDay = fc
  .uniqueArray(anyDayAfterEvent, { minLength: 2, maxLength: 2 })
  .map((days) => days.toSorted())
  .chain(([told = asked, back = told]) =>
    anyDayAfterEvent.map((lastDay): [News, News] => [
      { on: told, from: told, fact: 'end-date', value: lastDay },
      { on: back, from: back, fact: 'end-date', value: null },
    ]),
  )
const anyLife: fc.Arbitrary<Life> = fc
  .record({
    codes: fc.uniqueArray(fc.constantFrom(...(Object.keys(choices) as Code[])), { minLength: 1, maxLength: 3 }),
    value: fc.nat(500),
    decided: anyDay,
    news: fc.array(fc.oneof(anySalary, anySalary, anyPayroll), { maxLength: 3 }),
    lastDay: fc.option(anyLastDay),
  })
  .map(({ lastDay, news, decided, ...life }) => {
    if (!lastDay) return { ...life, news, decided }
    const [told, back] = lastDay
    // Applications of leavers cannot be decided, so the decision is made after the last day has been removed.
    const withdrawn = told.on <= decided && decided < back.on
    return { ...life, news: [...news, ...lastDay], decided: withdrawn ? back.on : decided }
  })

it('a choice approved late costs the same in each period as a choice approved at once, whatever else changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (life) => {
      const late = await inRolledBackTransaction(world.database.db, clientId, (tx) => lived(tx, life))
      const atOnce = await inRolledBackTransaction(world.database.db, clientId, (tx) =>
        lived(tx, { ...life, decided: asked }),
      )
      expect(late).toEqual(atOnce)
    }),
    { numRuns, seed: randomTestSeed('decided late'), examples: [[gymWhileLeaving], [pensionMoved]] },
  )
})

it('a choice made and approved late after an event costs the same in each period as a choice on the day of the event, whatever else changes', async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async (life) => {
      const late = await inRolledBackTransaction(world.database.db, clientId, (tx) => afterEvent(tx, life))
      const inTime = await inRolledBackTransaction(world.database.db, clientId, (tx) =>
        afterEvent(tx, { ...life, decided: event }),
      )
      expect(late).toEqual(inTime)
    }),
    { numRuns, seed: randomTestSeed('chosen late'), examples: [[gymAfterItsRates]] },
  )
})

/** The application is priced for 12 pay days a year, but deducted on a payroll with 13. */
const pensionMoved: Life = {
  codes: ['pension'],
  value: 0,
  decided: day('2026-12-06'),
  news: [{ on: day('2026-11-17'), from: day('2026-11-17'), fact: 'payroll', value: 'four-weekly' }],
}

/** While a change is pending, a last day of employment after its start is reported and then removed. */
const gymWhileLeaving: Life = {
  codes: ['gym'],
  value: 0,
  decided: day('2026-11-22'),
  news: [
    { on: day('2026-11-21'), from: day('2026-11-21'), fact: 'end-date', value: '2026-12-01' },
    { on: day('2026-11-22'), from: day('2026-11-22'), fact: 'end-date', value: null },
  ],
}

const event = addDays(asked, 4)
const gymAfterItsRates: Life = { codes: ['gym'], value: 0, decided: day('2026-12-15'), news: [] }

async function afterEvent(tx: Tx, { decided, ...life }: Life): Promise<unknown> {
  await sql`
    insert into enrolment_window (client_id, id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
    select client_id, ${crypto.randomUUID()}::uuid, id, 'event', 'granted', ${event}, ${last},
           json_build_object('takesEffect', 'event-date', 'benefits', 'all', 'eventDate', ${event}::text)::jsonb, ${amelia}
    from scheme_year
    where client_id = ${clientId} and ${event} between starts_on and ends_on
  `.execute(tx)
  const chosen = decided < event ? event : decided
  return lived(tx, { ...life, decided: chosen, chosen })
}

async function lived(tx: Tx, { codes, value, decided, news, chosen = asked }: Life & { chosen?: IsoDate }) {
  const chosenThen: Awaited<ReturnType<typeof chosenBy>>[] = []
  const days = [...new Set([asked, chosen, decided, ...news.map(({ on }) => on), last])].toSorted()
  let since = asked
  for (const today of days) {
    for (const { from, fact, value: known } of news.filter(({ on }) => on === today)) {
      const facts = await recordFacts(tx, clientId, {
        source: 'test',
        facts: [{ personId: amelia, fact, value: known, effectiveFrom: from }],
      })
      await recalculateForRecordedFacts(tx, clientId, { facts, today })
    }
    await recalculateOnDates(tx, clientId, { since, today })
    if (today === chosen)
      for (const code of codes) chosenThen.push(await chosenBy(tx, { code, values: choices[code](value), today }))
    if (today === decided) {
      await approve(
        tx,
        chosenThen.map(({ selectionId }) => selectionId),
        today,
      )
      // If there are several choices, a shared allowance could change the price, so this is not checked.
      if (chosen >= event && chosenThen.length === 1) await asShown(tx, chosenThen)
    }
    since = today
  }
  const { rows } = await sql`
    select coalesce(o.label, p.label) as label, d.pay_code, sum(d.employee_pence)::integer as employee,
           sum(d.employer_pence)::integer as employer
    from deduction d
    join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
    left join payroll_period o on o.client_id = d.client_id and o.id = d.original_period_id
    where d.client_id = ${clientId} and d.person_id = ${amelia}
    group by 1, 2
    having sum(d.employee_pence) <> 0 or sum(d.employer_pence) <> 0
    order by 1, 2
  `.execute(tx)
  return rows
}

async function chosenBy(tx: Tx, { code, values, today }: { code: Code; values: SetupValues; today: IsoDate }) {
  const scheme = await loadPersonScheme(tx, clientId, { personId: amelia, today })
  const benefit = scheme?.benefits.find((one) => one.code === code)
  if (!benefit) throw new Error(`${code} is not offered`)
  const call = {
    ...asking(tx, { caller: callerOf(clientId, amelia), today }),
    params: { id: benefit.id },
    body: { values },
  }
  const { selectionId, price } = await saveChoice(call, await lockedBenefitStatus(call))
  return { selectionId, shown: [price?.employee.perYear, price?.employer.perYear] }
}

async function asShown(tx: Tx, [one]: Awaited<ReturnType<typeof chosenBy>>[]): Promise<void> {
  if (!one) throw new Error('Something was chosen')
  const segments = coverPeriodsOf(await selectionVersionsOf(tx, clientId, { selectionId: one.selectionId }))
  const { price = null } = coverPeriodOn(segments, event)?.version ?? {}
  expect([price?.employeeYearly, price?.employerYearly].map((pence) => Number(pence) / 100)).toEqual(one.shown)
}

async function approve(tx: Tx, selectionIds: SelectionId[], today: IsoDate): Promise<void> {
  const call = { ...asking(tx, { caller: callerOf(clientId, grace), today }), body: { selectionIds, approval: true } }
  await decideRequestedSelections(call)
}

function asking(tx: Tx, { caller, today }: { caller: Caller; today: IsoDate }) {
  return { tx, clientId, caller, today, audit: () => undefined, mails: { tell: async () => undefined } }
}
