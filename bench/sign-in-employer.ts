import { bigClient } from './main-client.ts'
import type { Person, RunningPortal } from './running-portal.ts'

export function signInLargeEmployer(signIn: RunningPortal['signIn']): Promise<Person> {
  return signInEmployer(signIn, bigClient)
}

export async function signInEmployer(signIn: RunningPortal['signIn'], client: string): Promise<Person> {
  const [employer] = await signIn(
    `select person_id as id
     from account
     where client_id = (select client_id from client_address where name = $1) and user_type = 'employer'
     order by email
     limit 1`,
    [client],
  )
  if (!employer) throw new Error(`${client} has no employer`)
  return employer
}
