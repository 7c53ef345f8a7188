import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { ratesOf, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import {
  type ChangedAllowance,
  changedAllowances,
  recalculateChangedAllowances,
  flexAllowancesToday,
} from '../recalculation/changed-allowances.queries.ts'
import { recalculateForRates } from '../recalculation/recalculate-rates.queries.ts'
import { ratesToRecalculate } from '../../services/recalculation/rate-changes.rules.ts'
import { deductAfterLastPeriod } from '../selections/deductions-after-last-period.queries.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'
import { renewSelections } from '../../services/benefits/renew-selections.queries.ts'

export type SchemeChange = {
  /** First day on which prices may have changed, by rate table code. */
  rates: Record<string, IsoDate>
  pots: ChangedAllowance[]
  periods: boolean
}

export type SchemeToday = Readonly<{
  rates: readonly RateTable[]
  pots: Awaited<ReturnType<typeof flexAllowancesToday>>
  today: IsoDate
}>

export async function schemeToday(tx: Tx, clientId: ClientId, { today }: { today: IsoDate }): Promise<SchemeToday> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  const rates = year ? await ratesOf(tx, clientId, { schemeYearId: year.id }) : []
  return { rates, pots: await flexAllowancesToday(tx, clientId, { today }), today }
}

export function schemeChange(
  before: SchemeToday,
  after: SchemeToday,
  { newcomers, periods }: { newcomers: boolean; periods: boolean },
): SchemeChange {
  const rates = ratesToRecalculate({ before: before.rates, after: after.rates, newcomers }, { to: after.today })
  return {
    rates: Object.fromEntries(rates),
    pots: changedAllowances({ before: before.pots, after: after.pots }),
    periods,
  }
}

export function mergeChanges(one: SchemeChange, other: SchemeChange): SchemeChange {
  const rates = { ...one.rates }
  for (const [code, day] of Object.entries(other.rates)) {
    const known = rates[code]
    rates[code] = known === undefined || day < known ? day : known
  }
  const pots = Map.groupBy([...one.pots, ...other.pots], ({ id }) => id)
  return {
    rates,
    pots: [...pots].map(([id, same]) => ({ id, concerned: [...new Set(same.flatMap(({ concerned }) => concerned))] })),
    periods: one.periods || other.periods,
  }
}

export function hasNoChange({ rates, pots, periods }: SchemeChange): boolean {
  return Object.keys(rates).length + pots.length === 0 && !periods
}

/** Also writes deductions of new periods. The caller locks the people. Returns the number of new versions. */
export async function recalculateForScheme(
  tx: Tx,
  clientId: ClientId,
  { change, people, today }: { change: SchemeChange; people?: readonly PersonId[]; today: IsoDate },
): Promise<number> {
  const written =
    (await renewSelections(tx, clientId, { people, today })) +
    (await recalculateForRates(tx, clientId, { changed: new Map(Object.entries(change.rates)), people, today })) +
    (await recalculateChangedAllowances(tx, clientId, { changed: change.pots, ...(people && { people }), today }))
  if (change.periods) await deductAfterLastPeriod(tx, clientId, { people, today })
  return written
}
