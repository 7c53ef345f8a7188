import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { allowanceFor, flexAllowancesOf } from '../../services/my-benefits/flex-allowances.rules.ts'
import { recalculateSince } from '../../services/recalculation/recalculate.queries.ts'
import { benefitsOfYear } from '../../services/recalculation/selection-history.queries.ts'

export type ChangedSelection = { personId: PersonId; benefitId: BenefitId; from: IsoDate }

export async function recalculateAllowances(
  tx: Tx,
  clientId: ClientId,
  { moved, today }: { moved: readonly ChangedSelection[]; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year || !(await hasPots(tx, clientId))) return 0
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  const pots = flexAllowancesOf(
    [...benefits].map(([id, { definition }]) => ({ id, code: definition.code, definition })),
  )
  const sinceOf = ({ personId, benefitId }: Omit<ChangedSelection, 'from'>): IsoDate | undefined => {
    const pot = allowanceFor(pots, benefitId)
    return moved
      .filter((one) => pot && one.personId === personId && allowanceFor(pots, one.benefitId) === pot)
      .map(({ from }) => from)
      .toSorted()[0]
  }
  const people = [...new Set(moved.filter((one) => allowanceFor(pots, one.benefitId)).map(({ personId }) => personId))]
  const [earliest] = moved.map(({ from }) => from).toSorted()
  if (earliest === undefined) return 0
  return recalculateSince(tx, clientId, { people: people.toSorted(), sinceOf, earliest, today })
}

/** Most clients have no flex allowance, so this saves them the further queries. */
async function hasPots(tx: Tx, clientId: ClientId): Promise<boolean> {
  const found = await tx
    .selectFrom('benefit')
    .select('id')
    .where('client_id', '=', clientId)
    .where(sql<boolean>`definition ? 'pot'`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
