import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import { endFamilyMember } from '../family/family.queries.ts'
import { type LifeEventKind, removesMember } from '../../services/people/life-events.rules.ts'
import { removalDates } from './member-removal.rules.ts'

export async function removeNamedMember(
  tx: Tx,
  clientId: ClientId,
  {
    type,
    personId,
    memberId,
    eventDate,
    today,
  }: Pick<LifeEventKind, 'type'> & {
    personId: PersonId
    memberId: string | null
    eventDate: IsoDate
    today: IsoDate
  },
): Promise<number> {
  if (!removesMember(type) || memberId === null) return 0
  await endFamilyMember(tx, clientId, { id: memberId, today, ended: removalDates(type, { eventDate, knownOn: today }) })
  return recalculateForFacts(tx, clientId, { changed: new Map([[personId, addDays(eventDate, 1)]]), today })
}
