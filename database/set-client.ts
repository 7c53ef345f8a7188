import type { ClientId } from '../contract/ids.ts'

/**
 * Returns SQL that sets the client until the transaction ends. It has no bound parameters, because Citus passes on only
 * `set local`, which cannot have any (decision 62).
 */
export function setClientStatement(clientId: ClientId): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(clientId))
    throw new Error('The id of a client is not a UUID')
  return `set local app.client_id = '${clientId}'`
}
