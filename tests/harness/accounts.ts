import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { TestDatabase } from './databases.ts'

/** Returns the ids of a person at the demo client. `name` is the first part of the email address, such as 'amelia.hart'. */
export async function accountOf(
  { rows }: Pick<TestDatabase, 'rows'>,
  name: string,
): Promise<{ clientId: ClientId; personId: PersonId }> {
  const [account] = await rows<{ clientId: ClientId; personId: PersonId }>(
    'select client_id as "clientId", person_id as "personId" from account where email = $1',
    [`${name}@demo.example`],
  )
  if (!account) throw new Error(`${name} has no account`)
  return account
}
