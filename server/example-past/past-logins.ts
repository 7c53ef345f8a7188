import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { importLoginCounts } from '../../features/session/record-login.queries.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import { importLastLogins } from '../../services/session/account.queries.ts'
import type { ExamplePast } from './past-file.ts'
import type { SchemeData } from './scheme-data.ts'

export async function addPastLogins(
  tx: Tx,
  clientId: ClientId,
  { past, data }: { past: ExamplePast; data: SchemeData },
): Promise<void> {
  const windows = data.years
    .flatMap(({ windows: ofYear }) => ofYear)
    .flatMap(({ cause, opensOn, closesOn }) =>
      cause === 'annual' && opensOn && closesOn ? [{ opensOn, closesOn }] : [],
    )
  const days = Array.from({ length: daysBetween(past.begins, past.today) }, (_, index) => {
    const day = addDays(past.begins, index)
    const isEnrolment = windows.some(({ opensOn, closesOn }) => opensOn <= day && day <= closesOn)
    return { day, logins: loginsOn(day, { past, isEnrolment }) }
  })
  await importLoginCounts(tx, clientId, { days: days.filter(({ logins }) => logins > 0) })
  const registered = await tx
    .selectFrom('account')
    .innerJoin('employee', (join) =>
      join.onRef('employee.client_id', '=', 'account.client_id').onRef('employee.person_id', '=', 'account.person_id'),
    )
    .select(['account.person_id as personId', 'account.email'])
    .where('account.client_id', '=', clientId)
    .where('account.state', '=', 'active')
    .where('account.first_login', '=', false)
    .where((where) =>
      where.or([where('employee.employed_until', 'is', null), where('employee.employed_until', '>=', past.today)]),
    )
    .execute()
  await importLastLogins(tx, clientId, lastLogins(registered, { past, days }))
}

function loginsOn(
  day: IsoDate,
  { past: { logins }, isEnrolment }: { past: ExamplePast; isEnrolment: boolean },
): number {
  // getUTCDay counts from Sunday, the file from Monday.
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const noise = 0.75 + new RandomDraws('logins', day).number() / 2
  return Math.round((logins.weekdays[weekday] ?? 0) * (isEnrolment ? logins.enrolment : 1) * noise)
}

/** Starting with the newest day, each day becomes the last login of as many people as a sixth of its logins. */
function lastLogins(
  people: readonly { personId: PersonId; email: string }[],
  { past, days }: { past: ExamplePast; days: readonly { day: IsoDate; logins: number }[] },
): { personId: PersonId; at: string }[] {
  const places = days
    .toReversed()
    .flatMap(({ day, logins }) => Array.from({ length: Math.ceil(logins / 6) }, () => day))
  const two = (part: number) => String(part).padStart(2, '0')
  return people
    .map(({ personId, email }) => {
      const chance = new RandomDraws('last login', email)
      return { personId, order: chance.number(), time: `${two(chance.whole(6, 21))}:${two(chance.whole(0, 59))}` }
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ personId, time }, index) => ({ personId, at: `${places[index] ?? past.begins}T${time}:00Z` }))
}
