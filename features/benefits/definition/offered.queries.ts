import type { ClientId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { frozen, recentlyAsked } from '../../../database/recently-asked.ts'
import { type Payroll, payrollsFrom } from '../../payroll/pay-periods.queries.ts'
import {
  benefitsKnown,
  type EnrolmentWindow,
  type OfferedBenefit,
  ratesOf,
  type SchemeYear,
  windowsOfEverybody,
} from '../benefits.queries.ts'
import type { RateTable } from '../pricing/rate-table.ts'

/** What a scheme year offers everybody; whether a pay period is locked changes on its own and is not told here. */
export type Offered = {
  /** Also those that were withdrawn: for whoever holds them (`withdrawn`), and for nobody else. */
  benefits: OfferedBenefit[]
  rates: RateTable[]
  windows: EnrolmentWindow[]
  payrolls: ReadonlyMap<string, Payroll>
}

/** Of so many scheme years it is kept in memory, at some 200 kB each. */
const kept = recentlyAsked<Offered>(200)

/** What a year offers as of a revision. Kept in memory, frozen; the caller has read the current revision. */
export async function offeredIn(tx: Tx, clientId: ClientId, as: OfRevision): Promise<Offered> {
  const known = offeredAtHand(clientId, as)
  if (known) return known
  const offered = frozen(await readOffered(tx, clientId, as.year))
  kept.keep(keyOf(clientId, as), offered)
  return offered
}

type OfRevision = { year: SchemeYear; revision: string }

/** The same where it is in memory already. */
export function offeredAtHand(clientId: ClientId, as: OfRevision): Offered | undefined {
  return kept.find(keyOf(clientId, as))
}

/** A revision is one client's: no two ever share one. */
function keyOf(clientId: ClientId, { year, revision }: OfRevision): string {
  return `${clientId} ${year.id} ${revision}`
}

async function readOffered(tx: Tx, clientId: ClientId, { id: schemeYearId, from }: SchemeYear): Promise<Offered> {
  return {
    benefits: await benefitsKnown(tx, clientId, { schemeYearId }),
    rates: await ratesOf(tx, clientId, { schemeYearId }),
    windows: await windowsOfEverybody(tx, clientId, { schemeYearId }),
    payrolls: await payrollsFrom(tx, clientId, { from }),
  }
}
