import type { IsoDate } from '../../contract/dates.ts'
import type { Call } from '../../platform/handle.ts'
import type { readSelection } from '../../domain/selections/benefits.contract.ts'
import { recalculateForFacts, nextDayToRecalculate } from '../../services/recalculation/recalculate.queries.ts'
import { recalculateAllowances } from '../recalculation/recalculate-allowances.queries.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { allowanceFor } from '../../services/my-benefits/flex-allowances.rules.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'

type StartedSelection = { moved: SelectionWithVersions; effectiveFrom: IsoDate }

export async function activateSelections(
  { tx, clientId, today }: Pick<Call<typeof readSelection>, 'tx' | 'clientId' | 'today'>,
  scheme: PersonScheme,
  begun: readonly StartedSelection[],
): Promise<'as-written' | 'followed'> {
  const [first] = begun
  if (!first) return 'as-written'
  await writeDeductionsOfMany(tx, clientId, { selections: begun.map(({ moved }) => moved), today })

  const { personId } = first.moved
  const { benefits, facts, family, person, pots, rates, year } = scheme
  const dueDays = begun.flatMap(({ moved: { benefitId }, effectiveFrom: after }) => {
    const definition = benefits.find(({ id }) => id === benefitId)?.definition
    const known = { dateOfBirth: person.dateOfBirth, facts, family }
    // A version that begins before the scheme year is recalculated from the year's first day.
    if (after < year.from) return [year.from]
    return (definition && nextDayToRecalculate(known, { definition, rates, after, today })) ?? []
  })
  const [since] = dueDays.toSorted()
  if (since !== undefined) await recalculateForFacts(tx, clientId, { changed: new Map([[personId, since]]), today })

  const sharing = begun.filter(({ moved }) => allowanceFor(pots, moved.benefitId))
  if (sharing.length > 0)
    await recalculateAllowances(tx, clientId, {
      moved: sharing.map(({ moved: { benefitId }, effectiveFrom: from }) => ({ personId, benefitId, from })),
      today,
    })
  return since !== undefined || sharing.length > 0 ? 'followed' : 'as-written'
}
