import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { deepFreeze, lruCache } from '../../database/lru-cache.ts'
import { type Payroll, payrollsWithPeriods } from '../payroll/pay-periods.queries.ts'
import {
  benefitsWithWithdrawn,
  type EnrolmentWindow,
  type OfferedBenefit,
  ratesOf,
  type SchemeYear,
  windowsForEveryone,
} from './benefits.queries.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'

/** Excludes locks of pay periods, which change independently. */
export type SchemeOffer = {
  benefits: OfferedBenefit[]
  rates: RateTable[]
  windows: EnrolmentWindow[]
  payrolls: ReadonlyMap<string, Payroll>
}

/** Cache of up to 200 scheme years, about 200 kB each. */
const cache = lruCache<SchemeOffer>(200)

/** Returns the scheme data of a year, frozen, from the cache if possible. The caller must have read the current revision. */
export async function schemeOfferOf(tx: Tx, clientId: ClientId, ofRevision: OfRevision): Promise<SchemeOffer> {
  const cached = cachedOffer(clientId, ofRevision)
  if (cached) return cached
  const offered = deepFreeze(await readOffered(tx, clientId, ofRevision.year))
  cache.keep(keyOf(clientId, ofRevision), offered)
  return offered
}

type OfRevision = { year: SchemeYear; revision: string }

export function cachedOffer(clientId: ClientId, ofRevision: OfRevision): SchemeOffer | undefined {
  return cache.find(keyOf(clientId, ofRevision))
}

/** Revisions of different clients may be equal. */
function keyOf(clientId: ClientId, { year, revision }: OfRevision): string {
  return `${clientId} ${year.id} ${revision}`
}

async function readOffered(tx: Tx, clientId: ClientId, { id: schemeYearId, from }: SchemeYear): Promise<SchemeOffer> {
  return {
    benefits: await benefitsWithWithdrawn(tx, clientId, { schemeYearId }),
    rates: await ratesOf(tx, clientId, { schemeYearId }),
    windows: await windowsForEveryone(tx, clientId, { schemeYearId }),
    payrolls: await payrollsWithPeriods(tx, clientId, { from }),
  }
}
