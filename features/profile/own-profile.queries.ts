import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import type { Profile } from './profile.contract.ts'
import { type ContactDetails, forEachContactField } from '../../services/people/profile.rules.ts'

export async function readOwnProfile(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<Omit<Profile, 'avatars'>> {
  const { rows } = await sql<Omit<Profile, 'avatars' | 'contact'> & { contact: Partial<ContactDetails> | null }>`
    with facts as (
      ${newestFacts(clientId, {
        facts: ['employee-number', 'job-title', 'start-date'],
        person: sql`= ${personId}`,
        on: today,
      })}
    )
    select
      details.title,
      coalesce(details.first_name, '') as "firstName",
      coalesce(details.surname, '') as surname,
      details.date_of_birth as "dateOfBirth",
      account.email,
      (select value from facts where fact = 'employee-number') as "employeeNumber",
      (select value from facts where fact = 'job-title') as "jobTitle",
      (select value::date from facts where fact = 'start-date') as "startDate",
      details.contact,
      account.wants_reminders as "wantsReminders",
      account.two_factor_secret is not null as "mfaEnabled",
      account.password_hash is not null as "hasPassword",
      (
        select coalesce(json_agg(json_build_object(
          'name', concat_ws(' ', first_name, surname),
          'relationship', case relationship_type when 1 then 'partner' else 'dependant' end
        ) order by relationship_type, date_of_birth, id), '[]')
        from family_member
        where client_id = ${clientId}
          and person_id = ${personId}
          and active
      ) as family,
      (
        select json_build_object('revision', revision, 'acceptedAt', to_char(accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from terms_acceptance
        where client_id = ${clientId}
          and person_id = ${personId}
        order by revision desc
        limit 1
      ) as terms
    from account
    left join person_details as details
      on details.client_id = account.client_id
      and details.person_id = account.person_id
    where account.client_id = ${clientId}
      and account.person_id = ${personId}
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The account does not exist')
  return { ...row, contact: forEachContactField((field) => row.contact?.[field] ?? null) }
}
