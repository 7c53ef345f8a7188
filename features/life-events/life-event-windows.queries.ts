import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { EffectiveRule } from '../../domain/windows/effective-date.rules.ts'

export type LifeEventWindow = {
  personId: PersonId
  schemeYearId: SchemeYearId
  lifeEventId: string
  name: string
  eventDate: IsoDate
  memberId?: string
  opensOn: IsoDate
  closesOn: IsoDate
  takesEffect: EffectiveRule
  benefits: 'all' | readonly string[]
}

/** Applying a scheme folder does not change this window. */
export async function openLifeEventWindow(tx: Tx, clientId: ClientId, window: LifeEventWindow): Promise<void> {
  const { personId, schemeYearId, lifeEventId, opensOn, closesOn, ...rules } = window
  await tx
    .insertInto('enrolment_window')
    .values({
      client_id: clientId,
      scheme_year_id: schemeYearId,
      person_id: personId,
      code: windowCode(lifeEventId),
      cause: 'life-event',
      opens_on: opensOn,
      closes_on: closesOn,
      rules: JSON.stringify(rules),
    })
    .execute()
}

export async function closeLifeEventWindow(
  tx: Tx,
  clientId: ClientId,
  { lifeEventId }: { lifeEventId: string },
): Promise<void> {
  await tx
    .deleteFrom('enrolment_window')
    .where('client_id', '=', clientId)
    .where('cause', '=', 'life-event')
    .where('code', '=', windowCode(lifeEventId))
    .execute()
}

function windowCode(lifeEventId: string): string {
  return `life-event ${lifeEventId}`
}
