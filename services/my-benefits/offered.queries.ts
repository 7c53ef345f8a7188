import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { frozen, recentlyAsked } from '../../database/recently-asked.ts'
import { type Payroll, payrollsFrom } from '../payroll/pay-periods.queries.ts'
import {
  benefitsKnown,
  type EnrolmentWindow,
  type OfferedBenefit,
  ratesOf,
  type SchemeYear,
  windowsOfEverybody,
} from './benefits.queries.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'

/** Scheme data shared by all employees. Excludes locks of pay periods, which change independently. */
export type Offered = {
  /** Includes withdrawn benefits, which remain only for employees who hold them. */
  benefits: OfferedBenefit[]
  rates: RateTable[]
  windows: EnrolmentWindow[]
  payrolls: ReadonlyMap<string, Payroll>
}

/** Cache of up to 200 scheme years, about 200 kB each. */
const kept = recentlyAsked<Offered>(200)

/** Returns the scheme data of a year, frozen, from the cache if possible. The caller must have read the current revision. */
export async function offeredIn(tx: Tx, clientId: ClientId, as: OfRevision): Promise<Offered> {
  const known = offeredAtHand(clientId, as)
  if (known) return known
  const offered = frozen(await readOffered(tx, clientId, as.year))
  kept.keep(keyOf(clientId, as), offered)
  return offered
}

type OfRevision = { year: SchemeYear; revision: string }

export function offeredAtHand(clientId: ClientId, as: OfRevision): Offered | undefined {
  return kept.find(keyOf(clientId, as))
}

/** Revisions of different clients are never equal. */
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
