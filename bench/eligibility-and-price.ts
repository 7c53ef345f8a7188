import { isoDate, type IsoDate } from '../contract/dates.ts'
import type { PersonId } from '../contract/ids.ts'
import { permissionOf, decisionFor } from '../services/my-benefits/allowed-actions.rules.ts'
import type { BenefitDefinition } from '../domain/definition/definition.ts'
import type { Choice } from '../domain/definition/options.ts'
import { type DatedFact, employmentOn, priceFactsOn } from '../domain/tax/person-facts.rules.ts'
import type { PersonFacts } from '../domain/pricing/price-facts.ts'
import { priceSelection } from '../domain/pricing/price.ts'
import type { RateTable } from '../domain/pricing/rate-table.ts'
import { type PersonWindow, type SchemeWindow, windowsOf } from '../domain/windows/windows.rules.ts'
import { taxTables } from '../services/payroll/tax-tables.queries.ts'
import type { WorkBenchmark, Line } from './benchmark.ts'
import { bigClient } from './main-client.ts'
import { median } from './measure.ts'
import { type Band, handWrittenPrices, type HandWrittenPerson, type HandWrittenScheme } from './hand-written-prices.ts'
import { mostSpread, twoDecimals } from './format-report.ts'
import type { BenchServers } from './bench-servers.ts'

/** The choice priced for everyone: the first level of each benefit, for the employee alone. */
const choices: Readonly<Record<string, Choice['values']>> = {
  pension: { contribution: '5' },
  'life-assurance': { multiple: '4' },
  'income-protection': { level: 'core' },
  'critical-illness': { multiple: '1', smoker: 'no' },
  'private-medical': { excess: 'excess-100' },
  dental: { level: 'level-1' },
  'health-cash-plan': { level: 'level-1' },
  'holiday-trading': { trade: 'buy', 'buy-days': '1' },
  'cycle-to-work': { value: '1000' },
  'childcare-vouchers': { amount: '100' },
  gym: { membership: 'single' },
  'payroll-giving': { amount: '10' },
  'travel-insurance': { cover: '5000' },
  'season-ticket-loan': { value: '1200' },
  'electric-car': { value: '30000' },
}

type Ours = {
  employmentStatus: string
  dateOfBirth: IsoDate
  probationEndsOn: IsoDate | null
  facts: PersonFacts
  windows: readonly PersonWindow[]
}
type Scheme = {
  today: IsoDate
  year: { from: IsoDate; to: IsoDate }
  benefits: readonly BenefitDefinition[]
  rates: readonly RateTable[]
}
type Crowd = {
  scheme: Scheme
  ours: readonly Ours[]
  theirs: readonly HandWrittenPerson[]
  handScheme: HandWrittenScheme
}

/** P-10: decides who may choose fifteen benefits and at what price, compared with hand-written rules. */
export const eligibilityAndPrice: WorkBenchmark = {
  name: 'P-10',
  measure: async (stage, rounds) => {
    const compared = compare(await crowdOf(stage), rounds)
    return { text: compared.text, lines: judge(compared) }
  },
}

const most = 50

type Compared = { text: string; times: number; spread: number; wrong: string | undefined }
type Total = { allowed: number; pence: bigint }

function compare(crowd: Crowd, rounds: number): Compared {
  const sides = { product: () => priceAll(crowd), floor: () => handAll(crowd) }
  const [mine, theirs] = [sides.product(), sides.floor()]
  const same = mine.allowed === theirs.allowed && mine.pence === theirs.pence
  const spent = { product: [] as number[], floor: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? (['product', 'floor'] as const) : (['floor', 'product'] as const)) {
      const started = performance.now()
      sides[side]()
      spent[side].push(performance.now() - started)
    }
  }
  const times = median(spent.product) / median(spent.floor)
  const spread = Math.max(...Object.values(spent).map((all) => Math.max(...all) / Math.min(...all)))
  const text = (['floor', 'product'] as const).map((side) =>
    ['P-10 everybody'.padEnd(28), side.padEnd(8), `${median(spent[side]).toFixed(0).padStart(7)} ms`].join('  '),
  )
  return {
    text: [
      ...text,
      `${crowd.ours.length} people, ${twoDecimals(times)} × the floor, spread ${twoDecimals(spread)}`,
    ].join('\n'),
    times,
    spread,
    wrong: same ? undefined : `${mine.allowed} and ${mine.pence} pence, by hand ${theirs.allowed} and ${theirs.pence}`,
  }
}

function judge({ times, spread, wrong }: Compared): Line[] {
  const goal = `P-10 eligibility and price with derivation: at most ${most} × the time of hand-written rules`
  if (wrong !== undefined) return [{ goal: `${goal}: the same answer`, verdict: 'SHORT', why: wrong }]
  const verdict = spread > mostSpread ? 'NOISY' : times <= most ? 'HOLDS' : 'SHORT'
  return [{ goal, verdict, why: twoDecimals(times) }]
}

function priceAll({ scheme, ours }: Crowd): Total {
  const { benefits, rates, year } = scheme
  let [allowed, pence] = [0, 0n]
  for (const person of ours) {
    for (const definition of benefits) {
      if (!isOpenTo(person, definition, scheme)) continue
      allowed += 1
      const choice = { values: choices[definition.code] ?? {}, people: [] }
      const outcome = priceSelection({
        definition,
        rates,
        facts: person.facts,
        choice,
        on: year.from,
        schemeYear: year,
      })
      if (outcome.outcome === 'priced') pence += outcome.price.employeeYearly + outcome.price.employerYearly
    }
  }
  return { allowed, pence }
}

function isOpenTo(
  { facts: _facts, windows, ...person }: Ours,
  definition: BenefitDefinition,
  { today }: Scheme,
): boolean {
  const asked = { definition, person: { ...person, holds: false, hasStatement: false }, windows, today }
  return permissionOf(decisionFor(asked)).allowed
}

function handAll({ theirs, handScheme }: Crowd): Total {
  let [allowed, pence] = [0, 0n]
  for (const person of theirs) {
    for (const { open, price } of handWrittenPrices(person, handScheme)) {
      if (open) allowed += 1
      if (price) pence += price.employee + price.employer
    }
  }
  return { allowed, pence }
}

async function crowdOf({ query }: BenchServers): Promise<Crowd> {
  const [client] = await query<{ id: string; yearId: string; from: string; to: string; today: string }>(
    `select c.client_id as id, y.id as "yearId", y.starts_on::text as "from", y.ends_on::text as "to",
       app.today()::text as today
     from client_address c
     join scheme_year y on y.client_id = c.client_id and app.today() between y.starts_on and y.ends_on
     where c.name = $1`,
    [bigClient],
  )
  if (!client) throw new Error('The big client has no scheme year')
  const of = [client.id, client.yearId]
  const benefits = await query<{ definition: BenefitDefinition }>(
    'select definition from benefit where client_id = $1 and scheme_year_id = $2 order by position, code',
    of,
  )
  const rates = await query<{ content: RateTable }>(
    'select content from rate_table where client_id = $1 and scheme_year_id = $2',
    of,
  )
  const windows = await query<SchemeWindow & { opensOn: IsoDate; closesOn: IsoDate }>(
    `select cause, opens_on::text as "opensOn", closes_on::text as "closesOn", (rules ->> 'days')::integer as days,
       'next-month' as "takesEffect", 'all' as benefits
     from enrolment_window where client_id = $1 and scheme_year_id = $2`,
    of,
  )
  const facts = await query<DatedFact & { personId: PersonId; born: IsoDate }>(
    `select person_id as "personId", date_of_birth::text as born, fact, value,
       effective_from::text as "effectiveFrom"
     from person_details
     join employment_fact using (client_id, person_id)
     where client_id = $1
     order by person_id, recorded_at desc, sequence desc`,
    [client.id],
  )
  const scheme: Scheme = {
    today: isoDate.parse(client.today),
    year: { from: isoDate.parse(client.from), to: isoDate.parse(client.to) },
    benefits: benefits.map(({ definition }) => definition),
    rates: rates.map(({ content }) => content),
  }
  const ours = [...Map.groupBy(facts, ({ personId }) => personId).values()].flatMap((known): Ours[] => {
    const [first] = known
    if (!first) return []
    const { today, year } = scheme
    const { status, probationEndsOn, startedOn } = employmentOn(known, today)
    return [
      {
        employmentStatus: status,
        dateOfBirth: first.born,
        probationEndsOn,
        facts: priceFactsOn(
          { dateOfBirth: first.born, facts: known, family: [], payPeriods: 12, taxTables: taxTables() },
          year.from,
        ),
        windows: windowsOf(windows, { joinedOn: startedOn ?? today, today }),
      },
    ]
  })
  return { scheme, ours, theirs: ours.map(handPerson), handScheme: handScheme(scheme) }
}

function handPerson({ employmentStatus, dateOfBirth, probationEndsOn, facts }: Ours): HandWrittenPerson {
  return { employmentStatus, dateOfBirth, probationEndsOn, salary: facts.salaries.basic }
}

function handScheme({ today, year, rates }: Scheme): HandWrittenScheme {
  const bandsOf = (code: string): Band[] =>
    (rates.find((table) => table.code === code)?.rows ?? []).map(({ age_from: from, age_to: to, rate }) => [
      Number(from),
      Number(to),
      BigInt(Math.round(Number(rate) * 10_000)),
    ])
  return {
    today,
    yearFrom: year.from,
    incomeProtection: bandsOf('income-protection'),
    criticalIllness: bandsOf('critical-illness'),
  }
}
