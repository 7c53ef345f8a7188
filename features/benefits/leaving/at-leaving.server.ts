import { addDays } from '../../../contract/dates.ts'
import type { Standing } from '../actions/standing.server.ts'
import type { SelectionView } from '../benefits.contract.ts'
import { goneFrom } from '../following/leaving.rules.ts'
import { leavingRule } from '../pay/leaving-rule.rules.ts'
import type { SelectionWithVersions } from '../selections/selection.rules.ts'
import { atLeavingInWords, droppedInWords } from './at-leaving.rules.ts'
import { hasBought } from './if-you-leave.server.ts'

export function atLeaving(
  { scheme, benefit: { definition } }: Pick<Standing, 'benefit' | 'scheme'>,
  selection: SelectionWithVersions,
): Pick<SelectionView, 'atLeaving'> {
  const row = scheme.atLeaving.get(selection.id)
  const text = row && atLeavingInWords(definition, row)
  if (row && text) return { atLeaving: { lastDay: row.lastDay, text } }
  const gone = goneFrom(scheme.facts)
  const ends = (scheme.segments.get(selection) ?? []).some(
    ({ version: { price }, stopped }) => stopped === 'end' && price !== null && hasBought(price),
  )
  if (gone === null || !ends || leavingRule(definition).owed !== 'drop') return {}
  return { atLeaving: { lastDay: addDays(gone, -1), text: droppedInWords(definition) } }
}
