import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

export type PersonDetails = {
  personId: PersonId
  title: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: 'female' | 'male' | null
  nationalInsuranceNumber: string | null
}

/** Writes people's own details, new or changed; answers how many rows differ from before. Avatar and contact stay theirs. */
export async function savePersonDetails(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonDetails[] },
): Promise<number> {
  const { rows } = await sql<{ person_id: string }>`
    insert into person_details as known (client_id, person_id, title, first_name, surname, date_of_birth, sex, national_insurance_number)
    select ${clientId}::uuid, "personId", title, "firstName", surname, "dateOfBirth", sex, "nationalInsuranceNumber"
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as given("personId" uuid, title text, "firstName" text, surname text, "dateOfBirth" date, sex text, "nationalInsuranceNumber" text)
    on conflict (client_id, person_id) do update
    set title = excluded.title,
        first_name = excluded.first_name,
        surname = excluded.surname,
        date_of_birth = excluded.date_of_birth,
        sex = excluded.sex,
        national_insurance_number = excluded.national_insurance_number
    where (known.title, known.first_name, known.surname, known.date_of_birth, known.sex, known.national_insurance_number)
      is distinct from
      (excluded.title, excluded.first_name, excluded.surname, excluded.date_of_birth, excluded.sex, excluded.national_insurance_number)
    returning person_id
  `.execute(tx)
  return rows.length
}
