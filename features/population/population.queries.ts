import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import {
  benefitsWithWithdrawn,
  ratesOf,
  type SchemeYear,
  schemeYearOn,
} from '../../services/my-benefits/benefits.queries.ts'
import { eligibilityOfEach } from '../../services/my-benefits/eligibility.queries.ts'
import { payChangesOf } from '../../domain/tax/pay-changes.rules.ts'
import type { StoredPricePart } from '../../domain/selections/stored-price.ts'
import type {
  BenefitOnDay,
  EligibilityOnDay,
  SelectionOnDay,
  PayOnDay,
  PersonOnDay,
  Population,
} from './population.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

type PopulationRequest = {
  on: IsoDate
  people?: readonly PersonId[]
}

export async function populationOn(
  tx: Tx,
  clientId: ClientId,
  { on, people: asked }: PopulationRequest,
): Promise<Population> {
  const year = await schemeYearOn(tx, clientId, { date: on })
  const people = await peopleOn(tx, clientId, { on, people: asked })
  if (!year) {
    const none = new Map<string, never>()
    return { on, year, people, benefits: none, rates: [], eligibility: none, selections: none, pay: [] }
  }
  const benefits = await benefitsIn(tx, clientId, year)
  return {
    on,
    year,
    people,
    benefits,
    rates: await ratesOf(tx, clientId, { schemeYearId: year.id }),
    eligibility: await eligibilityOn(tx, clientId, { people: asked, benefits, year, on }),
    selections: await selectionsIn(tx, clientId, { people: asked, benefits, year }),
    pay: asked ? [] : await payOpenOn(tx, clientId, { on }),
  }
}

type PeopleFilter = { people: readonly PersonId[] | undefined }

async function peopleOn(
  tx: Tx,
  clientId: ClientId,
  { people, on }: PeopleFilter & { on: IsoDate },
): Promise<Map<PersonId, PersonOnDay>> {
  const { rows } = await sql<Omit<PersonOnDay, 'salary'> & { salary: string | null }>`
    with fact as (
      ${newestFacts(clientId, {
        facts: ['employee-number', 'basic-salary', 'hours-per-week', 'apprentice-since'],
        people,
        on,
      })}
    ),
    -- For many people, a union is faster than joins.
    gathered as (
      select person_id, fact, value from fact
      union all
      select person_id, 'name', first_name || ' ' || surname from person_details where client_id = ${clientId} and ${isOneOf(people)}
      union all
      select person_id, 'born', date_of_birth::text from person_details where client_id = ${clientId} and ${isOneOf(people)}
      union all
      select person_id, 'email', email from account where client_id = ${clientId} and ${isOneOf(people)}
    )
    select
      person_id as "personId",
      coalesce(max(value) filter (where fact = 'email'), '') as email,
      max(value) filter (where fact = 'name') as name,
      max(value) filter (where fact = 'employee-number') as number,
      max(value) filter (where fact = 'born') as "dateOfBirth",
      max(value) filter (where fact = 'basic-salary') as salary,
      max(value) filter (where fact = 'hours-per-week') as "weeklyHours",
      max(value) filter (where fact = 'apprentice-since') as "apprenticeSince"
    from gathered
    group by person_id
    having bool_or(fact = 'born')
    order by name, number, email, person_id
  `.execute(tx)
  return new Map(
    rows.map(({ salary, ...person }) => [
      person.personId,
      { ...person, salary: salary === null ? null : BigInt(salary) },
    ]),
  )
}

async function benefitsIn(tx: Tx, clientId: ClientId, year: SchemeYear): Promise<Map<string, BenefitOnDay>> {
  const known = await benefitsWithWithdrawn(tx, clientId, { schemeYearId: year.id })
  return new Map(
    known.map(({ id, code, definition, withdrawn = false }) => [
      code,
      { id, code, name: definition.name, provider: definition.provider.name, definition, withdrawn },
    ]),
  )
}

async function eligibilityOn(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    benefits,
    year,
    on,
  }: PeopleFilter & { benefits: ReadonlyMap<string, BenefitOnDay>; year: SchemeYear; on: IsoDate },
): Promise<Map<string, Map<PersonId, EligibilityOnDay>>> {
  const offered = [...benefits.values()].filter(({ withdrawn }) => !withdrawn)
  const everybody = await eligibilityOfEach(tx, clientId, {
    year,
    benefits: offered.map(({ id, code, definition }) => ({ id, code, definition })),
    on,
    ...(people && { people }),
  })
  return new Map(
    offered.map(({ code }, place) => [
      code,
      new Map(
        everybody.map(({ personId, causes, holds, ...facts }) => [
          personId,
          { ...facts, cause: causes[place] ?? null, holds: holds[place] ?? false },
        ]),
      ),
    ]),
  )
}

type SelectionRow = {
  personId: PersonId
  benefitId: BenefitId
  state: SelectionState
  version: number
  runs: boolean
  employeeMonthly: string
  employeeYearly: string
  employerMonthly: string
  employerYearly: string
  payPeriods: number
  from: IsoDate
  parts: StoredPricePart[] | null
}

async function selectionsIn(
  tx: Tx,
  clientId: ClientId,
  { people, benefits, year }: PeopleFilter & { benefits: ReadonlyMap<string, BenefitOnDay>; year: SchemeYear },
): Promise<Map<string, Map<PersonId, SelectionOnDay>>> {
  const codes = new Map([...benefits.values()].map(({ id, code }) => [id, code]))
  const { rows } = await sql<SelectionRow>`
    select
      held.person_id as "personId",
      held.benefit_id as "benefitId",
      held.state,
      held.version,
      held.version_in_force is not null as runs,
      coalesce(price."employeeMonthly", '0') as "employeeMonthly",
      coalesce(price."employeeYearly", '0') as "employeeYearly",
      coalesce(price."employerMonthly", '0') as "employerMonthly",
      coalesce(price."employerYearly", '0') as "employerYearly",
      coalesce(price."payPeriods", 12) as "payPeriods",
      coalesce(v.effective_from, ${year.from}) as from,
      case when price.parts @? '$[*] ? (@.payer == "employee" && @.taxMethod starts with "sacrifice")'
        then price.parts
      end as parts
    from selection as held
    left join selection_version as v
      on v.client_id = held.client_id and v.selection_id = held.id and v.version = held.version_in_force
    left join lateral jsonb_to_record(v.price) as price(
      "employeeMonthly" text, "employeeYearly" text, "employerMonthly" text, "employerYearly" text,
      "payPeriods" integer, parts jsonb
    ) on true
    where held.client_id = ${clientId}
      and ${isOneOf(people, sql`held.person_id`)}
      and held.state <> 'none'
  `.execute(tx)
  const all = new Map<string, Map<PersonId, SelectionOnDay>>()
  for (const row of rows) {
    const code = codes.get(row.benefitId)
    if (code === undefined) continue
    const own = all.get(code) ?? new Map<PersonId, SelectionOnDay>()
    own.set(row.personId, selectionOf(row, benefits.get(code)?.name ?? code))
    all.set(code, own)
  }
  return all
}

function selectionOf(
  { state, version, runs, parts, payPeriods, from, ...cost }: SelectionRow,
  name: string,
): SelectionOnDay {
  return {
    state,
    version,
    cost: runs
      ? {
          employee: { month: BigInt(cost.employeeMonthly), year: BigInt(cost.employeeYearly) },
          employer: { month: BigInt(cost.employerMonthly), year: BigInt(cost.employerYearly) },
        }
      : null,
    givenUp: parts === null ? [] : payChangesOf({ parts, payPeriods }, { name, from }),
  }
}

async function payOpenOn(tx: Tx, clientId: ClientId, { on }: { on: IsoDate }): Promise<PayOnDay[]> {
  const { rows } = await sql<PayOnDay & { employee: Pence; employer: Pence }>`
    select
      payroll.code as payroll,
      period.year,
      period.number,
      period.label,
      period.pay_on as "payOn",
      coalesce(sum(taken.employee_pence), 0)::bigint as employee,
      coalesce(sum(taken.employer_pence), 0)::bigint as employer
    from payroll
    join payroll_period as period on period.client_id = payroll.client_id and period.payroll_id = payroll.id
    left join deduction as taken on taken.client_id = period.client_id and taken.period_id = period.id
    where payroll.client_id = ${clientId}
      and period.cut_off_on >= ${on}
      and not exists (
        select
        from payroll_run
        where payroll_run.client_id = ${clientId}
          and payroll_run.period_id = period.id
      )
    group by payroll.code, period.year, period.number, period.label, period.pay_on
    order by payroll.code, period.pay_on, period.year, period.number
  `.execute(tx)
  return rows
}
