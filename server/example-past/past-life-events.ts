import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { addFamilyMembers } from '../../features/family/family.queries.ts'
import { importLifeEvents } from '../../features/life-events/life-events.queries.ts'
import type { Scheme } from '../../features/scheme/read-scheme.server.ts'
import { schemeYearsOf } from '../../services/my-benefits/benefits.queries.ts'
import type { ExamplePast } from './past-file.ts'

const reportedAfter = 6

export async function addFamilies(
  tx: Tx,
  clientId: ClientId,
  { past, scheme, idOf }: { past: ExamplePast; scheme: Scheme; idOf: (email: string) => PersonId },
): Promise<void> {
  const reported = past.lifeEvents
    .filter(({ on }) => past.begins <= on)
    .map((event) => {
      const recordedAt = `${addDays(event.on, reportedAfter)}T18:05:00Z`
      return { ...event, id: crypto.randomUUID(), memberId: crypto.randomUUID(), personId: idOf(event.of), recordedAt }
    })
  const surnames = new Map(scheme.people.map(({ email, surname }) => [email, surname]))
  await addFamilyMembers(tx, clientId, {
    members: [
      ...past.families.map(({ of, dateOfBirth, ...member }) => ({
        ...member,
        personId: idOf(of),
        // Checked by the file's schema.
        dateOfBirth: dateOfBirth as IsoDate,
        fullTimeEducationEnds: null,
        recordedAt: `${past.begins}T08:00:00Z`,
      })),
      ...reported.map(({ kind, of, on, firstName, sex, dateOfBirth, personId, memberId, recordedAt }) => ({
        id: memberId,
        personId,
        relationship: kind === 'birth' ? ('dependant' as const) : ('partner' as const),
        title: null,
        firstName,
        surname: surnames.get(of) ?? '',
        // Checked by the file's schema.
        dateOfBirth: (dateOfBirth ?? on) as IsoDate,
        sex,
        fullTimeEducationEnds: null,
        recordedAt,
      })),
    ],
  })
  if (reported.length === 0) return
  const years = await schemeYearsOf(tx, clientId)
  await importLifeEvents(tx, clientId, {
    events: reported.flatMap(({ id, personId, kind, on, memberId, recordedAt }) => {
      const schemeYearId = years.findLast(({ from }) => from <= on)?.id
      const { name, daysAfter } = kindOf(scheme, kind)
      const event = {
        id,
        personId,
        kind,
        kindName: name,
        eventDate: on,
        familyMember: memberId,
        evidence: 'not-needed' as const,
        opensOn: addDays(on, reportedAfter),
        closesOn: addDays(on, daysAfter),
        decidedBy: null,
        decisionReason: null,
        decidedOn: null,
        recordedAt,
      }
      return schemeYearId ? [{ ...event, schemeYearId }] : []
    }),
  })
}

function kindOf({ year }: Scheme, code: string) {
  const found = year.value.lifeEvents.find((kind) => kind.code === code)
  if (!found) throw new Error(`The scheme has no life event ${code}`)
  return found
}
