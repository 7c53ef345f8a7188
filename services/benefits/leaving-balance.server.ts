import { addDays } from '../../contract/dates.ts'
import type { BenefitStatus } from '../my-benefits/benefit-status.server.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { leavingRule } from '../payroll/leaving-rule.rules.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { leavingBalanceText, waivedBalanceText } from '../my-benefits/leaving-balance.rules.ts'
import { hasBoughtPart } from './leaving-example.server.ts'

export function atLeaving(
  { scheme, benefit: { definition } }: Pick<BenefitStatus, 'benefit' | 'scheme'>,
  selection: SelectionWithVersions,
): Pick<SelectionView, 'atLeaving'> {
  const row = scheme.atLeaving.get(selection.id)
  const text = row && leavingBalanceText(definition, row)
  if (row && text) return { atLeaving: { lastDay: row.lastDay, text } }
  const dayAfterLeaving = firstDayAfterLeaving(scheme.facts)
  const ends = (scheme.segments.get(selection) ?? []).some(
    ({ version: { price }, stopped }) => stopped === 'end' && price !== null && hasBoughtPart(price),
  )
  if (dayAfterLeaving === null || !ends || leavingRule(definition).owed !== 'drop') return {}
  return { atLeaving: { lastDay: addDays(dayAfterLeaving, -1), text: waivedBalanceText(definition) } }
}
