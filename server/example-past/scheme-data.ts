import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { payScheduleOf } from '../../domain/windows/pay-periods.rules.ts'
import { employmentOn } from '../../domain/tax/person-facts.rules.ts'
import { type SchemeYear, schemeYearsOf } from '../../services/my-benefits/benefits.queries.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { type SchemeOffer, schemeOfferOf } from '../../services/my-benefits/scheme-offer.queries.ts'
import { type Payroll, payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import type { KnownPerson } from '../../services/recalculation/selection-history.queries.ts'

type OfferedYear = SchemeOffer & { year: SchemeYear }

export type SchemeData = { years: readonly OfferedYear[]; payrolls: ReadonlyMap<string, Payroll> }

export async function schemeDataOf(tx: Tx, clientId: ClientId): Promise<SchemeData> {
  const { revision } = await tx
    .selectFrom('client')
    .select('scheme_revision as revision')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const years: OfferedYear[] = []
  for (const year of await schemeYearsOf(tx, clientId))
    years.push({ ...(await schemeOfferOf(tx, clientId, { year, revision })), year })
  const [first] = years
  if (!first) throw new Error('An example client has a scheme year')
  return { years, payrolls: await payrollsWithPeriods(tx, clientId, { from: first.year.from }) }
}

export function yearOn({ years }: SchemeData, day: IsoDate): OfferedYear {
  const found = years.findLast(({ year }) => year.from <= day)
  if (!found) throw new Error(`No scheme year has ${day}`)
  return found
}

export type Holder = KnownPerson & {
  firstName: string
  surname: string
  leavingKnownOn: IsoDate | undefined
}

/** Returns a function that gives the person's scheme on a day, from the facts known on that day. */
export function personSchemeByDay(data: SchemeData, holder: Holder): (today: IsoDate) => PersonScheme {
  const { leavingKnownOn } = holder
  const withoutLeaving = holder.facts.filter(
    ({ fact, value }) => fact !== 'end-date' && fact !== 'leaving-reason' && !(fact === 'status' && value === 'left'),
  )
  const [before, after] = [withoutLeaving, holder.facts].map((facts) => ({
    facts,
    schedule: payScheduleOf(facts, data.payrolls),
  }))
  return (today) => {
    const known = leavingKnownOn !== undefined && today < leavingKnownOn ? before : after
    if (!known) throw new Error('Both lists of facts were made above')
    const { facts, schedule } = known
    const { year, benefits, rates, windows } = yearOn(data, today)
    return {
      today,
      year,
      benefits: benefits.filter(({ definition }) => !definition.pot),
      pots: [],
      rates,
      taxTables: taxTables(),
      windows,
      person: holder,
      family: holder.family,
      facts: [...facts],
      employment: employmentOn(facts, today),
      ...schedule,
      selections: new Map(),
      atLeaving: new Map(),
      enrolment: null,
      heldAtYearStart: new Map(),
      paidSoFar: new Map(),
      segments: new Map(),
      coveredToday: new Set(),
      acceptedTerms: [],
      answeredQuestions: [],
      statementGroups: new Set(),
    }
  }
}
