import { bigClient } from './main-client.ts'
import type { Person, RunningPortal } from './running-portal.ts'

/** Logs in employees whose pay is high enough for a pension contribution of 40%. */
export function signInPensionChoosers(
  signIn: RunningPortal['signIn'],
  count: number,
  client: string = bigClient,
): Promise<Person[]> {
  return signIn(
    `select a.person_id as id
     from account a
     join client_address c on c.client_id = a.client_id and c.name = $1
     where a.state = 'active' and a.user_type = 'employee' and a.two_factor_secret is null
       and not exists (
         select from employment_fact f
         where f.client_id = a.client_id and f.person_id = a.person_id
           and (f.fact = 'end-date' or (f.fact = 'status' and f.value = 'inactive'))
       )
       -- In pence: two fifths of it can be given up without falling below the minimum wage.
       and not exists (
         select from employment_fact f
         where f.client_id = a.client_id and f.person_id = a.person_id
           and f.fact = 'basic-salary' and f.value::bigint < 5000000
       )
     order by a.person_id
     limit $2`,
    [client, count],
  )
}
