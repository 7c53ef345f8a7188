import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { frozen, recentlyAsked } from '../../../database/recently-asked.ts'
import { loadSchemeForPrices, type MyScheme } from './my-scheme.server.ts'
import { type PersonRevision, revisionOf } from './person-revision.queries.ts'

/** Of so many people it is kept in memory, at some 20 kB each. */
const kept = recentlyAsked<{ stands: string; scheme: MyScheme }>(500)

/**
 * What decides the price of a choice of one person, from memory: while a slider moves, nothing of it changes. The caller has
 * just read the revision that stands, so that nothing old is ever answered. Undefined where it has to be read.
 */
export function priceSchemeAtHand(clientId: ClientId, revision: PersonRevision): MyScheme | undefined {
  const known = kept.find(keyOf(clientId, revision))
  return known?.stands === standing(revision) ? known.scheme : undefined
}

/** The same, read where it is not in memory; undefined as `loadMyScheme` has it. */
export async function priceSchemeOf(
  tx: Tx,
  clientId: ClientId,
  asking: { personId: PersonId; today: IsoDate },
): Promise<MyScheme | undefined> {
  // Before what it is the revision of: what changes in between is then kept under a revision that nobody reads again.
  const revision = await revisionOf(tx, clientId, asking)
  const known = priceSchemeAtHand(clientId, revision)
  if (known) return known
  const scheme = await loadSchemeForPrices(tx, clientId, asking)
  if (scheme) kept.keep(keyOf(clientId, revision), { stands: standing(revision), scheme: frozen(scheme) })
  return scheme
}

function keyOf(clientId: ClientId, { personId }: PersonRevision): string {
  return `${clientId} ${personId}`
}

function standing({ today, offered, own, runs }: PersonRevision): string {
  return `${today} ${offered} ${own} ${runs}`
}
