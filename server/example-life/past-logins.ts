import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { importLoginCounts } from '../../features/session/record-login.queries.ts'
import { Chance } from '../../platform/chance.rules.ts'
import { importLastLogins } from '../../services/session/account.queries.ts'
import type { ExampleLife } from './life-file.ts'
import type { SchemeData } from './scheme-data.ts'

export async function addPastLogins(
  tx: Tx,
  clientId: ClientId,
  { life, data }: { life: ExampleLife; data: SchemeData },
): Promise<void> {
  const windows = data.years
    .flatMap(({ windows: ofYear }) => ofYear)
    .flatMap(({ cause, opensOn, closesOn }) =>
      cause === 'annual' && opensOn && closesOn ? [{ opensOn, closesOn }] : [],
    )
  const days = Array.from({ length: daysBetween(life.begins, life.today) }, (_, index) => {
    const day = addDays(life.begins, index)
    const isEnrolment = windows.some(({ opensOn, closesOn }) => opensOn <= day && day <= closesOn)
    return { day, logins: loginsOn(day, { life, isEnrolment }) }
  })
  await importLoginCounts(tx, clientId, { days: days.filter(({ logins }) => logins > 0) })
  const registered = await tx
    .selectFrom('account')
    .select(['person_id as personId', 'email'])
    .where('client_id', '=', clientId)
    .where('state', '=', 'active')
    .where('first_login', '=', false)
    .orderBy('email')
    .execute()
  await importLastLogins(
    tx,
    clientId,
    registered.map(({ personId, email }) => ({ personId, at: lastLogin(email, life) })),
  )
}

function loginsOn(
  day: IsoDate,
  { life: { logins }, isEnrolment }: { life: ExampleLife; isEnrolment: boolean },
): number {
  // Sunday is 0.
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const noise = 0.75 + new Chance('logins', day).number() / 2
  return Math.round((logins.weekdays[weekday] ?? 0) * (isEnrolment ? logins.enrolment : 1) * noise)
}

/** Half of the people logged in within the last nine days, the others up to four months ago. */
function lastLogin(email: string, { today }: ExampleLife): string {
  const chance = new Chance('last login', email)
  const daysAgo = 1 + Math.floor(120 * chance.number() ** 3.7)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${addDays(today, -daysAgo)}T${two(chance.whole(6, 21))}:${two(chance.whole(0, 59))}:00Z`
}
