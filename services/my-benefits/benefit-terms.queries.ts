import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

export type AcceptedTerms = { benefitId: BenefitId; termId: string; version: number }

export async function insertTermsAcceptance(
  tx: Tx,
  clientId: ClientId,
  { personId, benefitId, termId, version }: { personId: PersonId } & AcceptedTerms,
): Promise<void> {
  await tx
    .insertInto('benefit_terms_acceptance')
    .values({ client_id: clientId, person_id: personId, benefit_id: benefitId, term_id: termId, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function acceptedTermsOfMany(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<(AcceptedTerms & { personId: PersonId })[]> {
  return tx
    .selectFrom('benefit_terms_acceptance')
    .select(['person_id as personId', 'benefit_id as benefitId', 'term_id as termId', 'version'])
    .where('client_id', '=', clientId)
    .where('person_id', 'in', [...people])
    .execute()
}
