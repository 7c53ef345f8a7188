import type { ClientId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import type { Tx } from '../../database/database.ts'

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

/** Size in bytes. Larger pictures are requested separately, so that browsers can cache them. */
const SMALL = 6_000

/** Returns small pictures as data addresses, because a request would cost as much as the picture. */
export async function readSmallPictures(
  tx: Tx,
  clientId: ClientId,
  addresses: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = addresses.flatMap((address) => address?.split('/').at(-1) ?? [])
  if (hashes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('client_picture')
    .distinctOn('hash')
    .select(['hash', 'media_type', 'bytes'])
    .where('client_id', '=', clientId)
    .where('hash', 'in', hashes)
    .where(({ fn }) => fn<number>('octet_length', ['bytes']), '<=', SMALL)
    .orderBy('hash')
    .execute()
  return new Map(rows.map(({ hash, media_type, bytes }) => [paths.picture(hash), dataAddress(media_type, bytes)]))
}

function dataAddress(mediaType: string, bytes: Buffer): string {
  return mediaType === 'image/svg+xml'
    ? `data:${mediaType},${encodeURIComponent(bytes.toString())}`
    : `data:${mediaType};base64,${bytes.toString('base64')}`
}
