import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { benefitsHeld, benefitsKnown, schemeYearBefore } from '../benefits/benefits.queries.ts'
import { continuationFaults } from '../benefits/renewal/renewal-faults.rules.ts'
import { isOrder, renewalOf } from '../benefits/renewal/renewal.rules.ts'
import { resolveDay } from './day.rules.ts'
import type { SchemeFault } from './faults.ts'
import type { Scheme } from './reader.server.ts'

/**
 * Returns what a folder leaves open for people who hold benefits of the scheme year before it: every benefit that was offered or
 * is held has to be offered again, or be withdrawn with its last day, and its options have to continue.
 */
export async function yearBeforeFaults(
  tx: Tx,
  clientId: ClientId,
  { year, benefits, withdrawn, today }: Scheme,
): Promise<SchemeFault[]> {
  const before = await schemeYearBefore(tx, clientId, { date: resolveDay(year.value.from, today) })
  if (before === undefined) return []
  const held = await benefitsHeld(tx, clientId)
  const known = await benefitsKnown(tx, clientId, { schemeYearId: before.id })
  const concerned = known.filter(({ id, definition, withdrawn: gone }) => !definition.pot && (!gone || held.has(id)))
  return concerned.flatMap(({ code, definition }) => {
    const again = benefits.find(({ value }) => value.code === code)
    if (again !== undefined) {
      const renewal = renewalOf(again.value)
      if (renewal !== 'continue' && renewal !== 'map') return []
      return [...continuationFaults(definition, again.value)].map(({ path, message }) => ({
        file: again.file,
        line: again.lineOf(path),
        reason: `${message} (scheme year ${before.from.slice(0, 4)})`,
      }))
    }
    const leaves = withdrawn.find(({ value }) => value.code === code)
    if (leaves === undefined)
      return [
        {
          file: `withdrawn/${code}.yaml`,
          line: 1,
          reason: `The scheme year ${before.from.slice(0, 4)} has the benefit "${code}": offer it again, or put it here with ends, its last day`,
        },
      ]
    return leaves.value.ends !== undefined || isOrder(definition)
      ? []
      : [
          {
            file: leaves.file,
            line: 1,
            reason: `"ends" is missing: the last day of the benefit "${code}" of the scheme year ${before.from.slice(0, 4)}`,
          },
        ]
  })
}
