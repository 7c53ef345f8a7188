import type { Kysely } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import { inClient, type Tx } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import type { ValueEncryption } from './encryption.ts'

export type ReEncrypted = { anew: number; lost: number }

export type EncryptedValue<Id extends string> = { id: Id; sealed: string }

type Values<Id extends string> = {
  db: Kysely<Database>
  clientId: ClientId
  sealing: ValueEncryption
  list: (tx: Tx, clientId: ClientId, page: { after: Id | null; limit: number }) => Promise<EncryptedValue<Id>[]>
  replace: (tx: Tx, clientId: ClientId, value: EncryptedValue<Id> & { anew: string }) => Promise<boolean>
}

const atOnce = 500

/** Encrypts a client's values of one kind with the current key, in portions. Values that no secret can decrypt stay unchanged. */
export async function reEncrypt<Id extends string>(values: Values<Id>): Promise<ReEncrypted> {
  const { db, clientId, sealing, list, replace } = values
  const done: ReEncrypted = { anew: 0, lost: 0 }
  for (let after: Id | null = null; ;) {
    const from: Id | null = after
    const page = await inClient(db, clientId, async (tx) => {
      const listed = await list(tx, clientId, { after: from, limit: atOnce })
      for (const { id, sealed } of listed.filter((each) => !sealing.isCurrent(each.sealed))) {
        const value = sealing.openIfAble(sealed, id)
        if (value === null) done.lost += 1
        else if (await replace(tx, clientId, { id, sealed, anew: sealing.seal(value, id) })) done.anew += 1
      }
      return listed
    })
    after = page.at(-1)?.id ?? null
    if (page.length < atOnce || after === null) return done
  }
}
