import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { type SchemeYear, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { recalculateSince } from '../../services/recalculation/recalculate.queries.ts'
import { benefitsOfYear } from '../../services/recalculation/selection-history.queries.ts'
import { type ChangedRates, rateCodesOf } from '../../services/recalculation/rate-changes.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** Recalculates from the first day of changed rates; for everybody without `people`. Returns how many changed. */
export async function recalculateForRates(
  tx: Tx,
  clientId: ClientId,
  {
    changed,
    people,
    today,
  }: {
    changed: ChangedRates
    people?: readonly PersonId[] | undefined
    today: IsoDate
  },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year || changed.size === 0) return 0
  const since = await firstChangeOfBenefits(tx, clientId, { changed, year })
  const [earliest] = [...since.values()].toSorted()
  if (earliest === undefined) return 0
  return recalculateSince(tx, clientId, {
    people: await holdersOf(tx, clientId, { people, benefits: [...since.keys()] }),
    sinceOf: ({ benefitId }) => since.get(benefitId),
    earliest,
    concerned: [...since.keys()],
    today,
  })
}

export async function peopleWithRates(
  tx: Tx,
  clientId: ClientId,
  { people, changed, year }: { people: readonly PersonId[] | undefined; changed: ChangedRates; year: SchemeYear },
): Promise<PersonId[]> {
  const since = await firstChangeOfBenefits(tx, clientId, { changed, year })
  return holdersOf(tx, clientId, { people, benefits: [...since.keys()] })
}

async function firstChangeOfBenefits(
  tx: Tx,
  clientId: ClientId,
  { changed, year }: { changed: ChangedRates; year: SchemeYear },
): Promise<Map<BenefitId, IsoDate>> {
  const benefits = await benefitsOfYear(tx, clientId, { schemeYearId: year.id })
  return new Map(
    [...benefits].flatMap(([id, { definition }]) => {
      const [first] = [...rateCodesOf(definition)].flatMap((code) => changed.get(code) ?? []).toSorted()
      return first === undefined ? [] : [[id, first] as const]
    }),
  )
}

/** Includes former members, because ended cover is repriced for its days. */
async function holdersOf(
  tx: Tx,
  clientId: ClientId,
  { people, benefits }: { people?: readonly PersonId[] | undefined; benefits: readonly BenefitId[] },
): Promise<PersonId[]> {
  if (benefits.length === 0) return []
  const { rows } = await sql<{ personId: PersonId }>`
    select distinct person_id as "personId"
    from selection
    where client_id = ${clientId}
      and ${isOneOf(people)}
      and benefit_id = any(${[...benefits]}::uuid[])
      and state <> 'none'
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}
