import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { type FlexAllowance, flexAllowancesOf } from '../../services/my-benefits/flex-allowances.rules.ts'
import { recalculateSince } from '../../services/recalculation/recalculate.queries.ts'
import { recalculationMessages as say } from '../../services/recalculation/recalculation.messages.ts'
import { benefitsOfYear } from '../../services/recalculation/selection-history.queries.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export async function flexAllowancesToday(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<FlexAllowance[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return []
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  return flexAllowancesOf([...benefits].map(([id, { definition }]) => ({ id, code: definition.code, definition })))
}

/** The allowance, and the benefits that it paid or pays for. */
export type ChangedAllowance = { id: BenefitId; concerned: BenefitId[] }

export function changedAllowances({
  before,
  after,
}: {
  before: readonly FlexAllowance[]
  after: readonly FlexAllowance[]
}): ChangedAllowance[] {
  return after.flatMap((pot) => {
    const was = before.find(({ id }) => id === pot.id)
    if (!was || rulesOf(was) === rulesOf(pot)) return []
    return [{ id: pot.id, concerned: [...new Set([pot, ...was.pays, ...pot.pays].map(({ id }) => id))] }]
  })
}

export async function recalculateChangedAllowances(
  tx: Tx,
  clientId: ClientId,
  { changed, people, today }: { changed: readonly ChangedAllowance[]; people?: readonly PersonId[]; today: IsoDate },
): Promise<number> {
  if (changed.length === 0) return 0
  let versions = 0
  for (const pot of await flexAllowancesToday(tx, clientId, { today })) {
    const concerned = changed.find(({ id }) => id === pot.id)?.concerned
    if (!concerned) continue
    versions += await recalculateSince(tx, clientId, {
      people: await peopleWith(tx, clientId, { potId: pot.id, people }),
      sinceOf: ({ benefitId }) => (concerned.includes(benefitId) ? today : undefined),
      earliest: today,
      concerned,
      because: say.allowanceRules(pot.definition.name, today),
      today,
    })
  }
  return versions
}

/** Both sides come from jsonb columns, so equal rules have equal JSON. */
function rulesOf({ definition: { pot, pay } }: FlexAllowance): string {
  return JSON.stringify([pot, pay])
}

/** Includes people whose allowance has ended, because the end may lie in the future. */
async function peopleWith(
  tx: Tx,
  clientId: ClientId,
  { potId, people }: { potId: BenefitId; people: readonly PersonId[] | undefined },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id as "personId"
    from selection
    where client_id = ${clientId}
      and benefit_id = ${potId}
      and ${isOneOf(people)}
      and state <> 'none'
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}
