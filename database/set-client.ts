import type { ClientId } from '../contract/ids.ts'

/** Returns SQL that sets the client until the transaction ends. No parameters: Citus passes on only `set local` (decision 62). */
export function setClientStatement(clientId: ClientId): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(clientId))
    throw new Error('The id of a client is not a UUID')
  return `set local app.client_id = '${clientId}'`
}
