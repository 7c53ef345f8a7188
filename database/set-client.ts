import type { ClientId } from '../contract/ids.ts'

/** Sets the client for this transaction. Citus passes on only `set local`, which allows no parameters (decision 62). */
export function setClientStatement(clientId: ClientId): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(clientId))
    throw new Error('The id of a client is not a UUID')
  return `set local app.client_id = '${clientId}'`
}
