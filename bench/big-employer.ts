import { bigClient } from './big-client.ts'
import type { Person, Stage } from './stage.ts'

/** Signs in the first employer of the big client. */
export async function bigEmployer(signIn: Stage['signIn']): Promise<Person> {
  const [employer] = await signIn(
    `select person_id as id
     from account
     where client_id = (select client_id from client_address where name = $1) and user_type = 'employer'
     order by email
     limit 1`,
    [bigClient],
  )
  if (!employer) throw new Error('The big client has no employer')
  return employer
}
