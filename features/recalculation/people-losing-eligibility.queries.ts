import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { SchemeYear } from '../../services/my-benefits/benefits.queries.ts'
import { eligibilityOfEach } from '../../services/my-benefits/eligibility.queries.ts'
import { endingConditions } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { benefitsOfYear } from '../../services/recalculation/selection-history.queries.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export async function peopleLosingEligibility(
  tx: Tx,
  clientId: ClientId,
  { people, year, today }: { people: readonly PersonId[] | undefined; year: SchemeYear; today: IsoDate },
): Promise<PersonId[]> {
  const benefits = [...(await benefitsOfYear(tx, clientId, { schemeYearId: year.id }))].flatMap(
    ([id, { definition }]) =>
      endingConditions(definition).length > 0 ? [{ id, code: definition.code, definition }] : [],
  )
  const members = await membersOf(tx, clientId, { people, benefits: benefits.map(({ id }) => id) })
  const answers = await eligibilityOfEach(tx, clientId, {
    year,
    benefits,
    on: today,
    people: [...new Set(members.map(({ personId }) => personId))],
    conditions: ({ definition }) => endingConditions(definition),
  })
  const holds = new Set(members.map(({ personId, benefitId }) => `${personId} ${benefitId}`))
  return answers.flatMap(({ personId, causes }) =>
    benefits.some(({ id }, place) => causes[place] !== null && holds.has(`${personId} ${id}`)) ? [personId] : [],
  )
}

async function membersOf(
  tx: Tx,
  clientId: ClientId,
  { people, benefits }: { people: readonly PersonId[] | undefined; benefits: readonly BenefitId[] },
): Promise<{ personId: PersonId; benefitId: BenefitId }[]> {
  return (
    tx
      .selectFrom('selection')
      .select(['person_id as personId', 'benefit_id as benefitId'])
      .where('client_id', '=', clientId)
      .where(isOneOf(people))
      .where('benefit_id', '=', sql<BenefitId>`any(${[...benefits]}::uuid[])`)
      // Ended cover may be in force until the employment ends on a later day.
      .where((is) => is.or([is('version_in_force', 'is not', null), is('state', '=', 'ended')]))
      .execute()
  )
}
