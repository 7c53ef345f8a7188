import type { ClientId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import type { Tx } from '../../database/database.ts'

/** The address of each of the client's pictures by its name in the scheme folder ('images/logo.svg'). */
export async function readPictureAddresses(tx: Tx, clientId: ClientId): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('client_picture')
    .select(['name', 'hash'])
    .where('client_id', '=', clientId)
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ name, hash }) => [name, paths.picture(hash)]))
}

export function readPicture(
  tx: Tx,
  clientId: ClientId,
  hash: string,
): Promise<{ media_type: string; bytes: Buffer } | undefined> {
  return tx
    .selectFrom('client_picture')
    .select(['media_type', 'bytes'])
    .where('client_id', '=', clientId)
    .where('hash', '=', hash)
    .executeTakeFirst()
}
