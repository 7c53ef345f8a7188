import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import {
  benefitsHeld,
  benefitsWithWithdrawn,
  schemeYearBefore,
  schemeYearsOf,
} from '../../services/my-benefits/benefits.queries.ts'
import { continuationFaults } from '../renewal/renewal-faults.rules.ts'
import { isOrder, renewalOf } from '../../domain/selections/renewal.rules.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { Scheme } from './read-scheme.server.ts'

type Days = { from: IsoDate; to: IsoDate }

/** Last year's benefits must be offered again or withdrawn, and their options must continue. */
export async function previousYearFaults(
  tx: Tx,
  clientId: ClientId,
  { year, benefits, withdrawn, today }: Scheme,
): Promise<SchemeFault[]> {
  const days = { from: resolveDay(year.value.from, today), to: resolveDay(year.value.to, today) }
  const before = await schemeYearBefore(tx, clientId, { date: days.from })
  if (before === undefined) return []
  const begins = addDays(before.to, 1)
  if (days.from !== begins)
    return [
      {
        file: year.file,
        line: year.lineOf(['from']),
        reason: `The scheme year before ends on ${showDate(before.to)}, so this one has to begin on ${showDate(begins)}`,
      },
    ]
  const held = await benefitsHeld(tx, clientId)
  const known = await benefitsWithWithdrawn(tx, clientId, { schemeYearId: before.id })
  const concerned = known.filter(({ id, definition, withdrawn: gone }) => !definition.pot && (!gone || held.has(id)))
  return concerned.flatMap(({ code, definition, withdrawn: gone }) => {
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
    if (leaves.value.ends === undefined && !isOrder(definition))
      return [
        {
          file: leaves.file,
          line: 1,
          reason: `"ends" is missing: the last day of the benefit "${code}" of the scheme year ${before.from.slice(0, 4)}`,
        },
      ]
    const ends = leaves.value.ends === undefined ? undefined : resolveDay(leaves.value.ends, today)
    const isKnown = gone === true && ends === definition.ends
    return ends === undefined || isKnown ? [] : lastDayFaults(leaves, { ends, before, days })
  })
}

/** Returns a fault for each last day moved to a past day, because nobody may lose cover that they already had. */
export async function faultsOfDatesAfterLastDay(
  tx: Tx,
  clientId: ClientId,
  { scheme: { year, withdrawn, today }, readOn }: { scheme: Scheme; readOn: IsoDate },
): Promise<SchemeFault[]> {
  const from = resolveDay(year.value.from, today)
  const applied = (await schemeYearsOf(tx, clientId)).find((one) => one.from === from)
  if (applied === undefined) return []
  const known = await benefitsWithWithdrawn(tx, clientId, { schemeYearId: applied.id })
  return withdrawn.flatMap(({ file, lineOf, value }) => {
    const ends = value.ends === undefined ? undefined : resolveDay(value.ends, today)
    const before = known.find(({ code }) => code === value.code)
    if (ends === undefined || ends >= readOn || before === undefined || before.definition.ends === ends) return []
    return [{ file, line: lineOf(['ends']), reason: `${showDate(ends)} is over: write today or a later last day` }]
  })
}

function lastDayFaults(
  { file, lineOf }: Scheme['withdrawn'][number],
  { ends, before, days }: { ends: IsoDate; before: Days; days: Days },
): SchemeFault[] {
  if (before.to <= ends && ends <= days.to) return []
  const reason = `The last day has to lie between ${showDate(before.to)} and ${showDate(days.to)}, the end of this scheme year`
  return [{ file, line: lineOf(['ends']), reason }]
}
