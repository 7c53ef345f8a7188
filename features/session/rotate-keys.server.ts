import type { Kysely } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { keyRing, type ServerSecret } from '../../platform/keys.ts'
import { countPasswordsByPepper, listSealedSeeds, replaceSealedSeed } from './account.queries.ts'
import { twoFactorSeeds } from './scheme-secrets.server.ts'

export type Rotated = {
  clients: number
  /** One-time-code seeds: sealed under the current key now, and sealed under one that is gone. */
  seeds: { anew: number; lost: number }
  /** Stored passwords by the pepper they need: the current one, an older one that is still there, or one that is gone. */
  passwords: { current: number; older: number; lost: number }
}

/**
 * Seals anew, under the current key, what older keys have sealed; the portal may serve meanwhile. A password cannot be
 * peppered anew without the password: that happens at each person's next sign-in, and is counted here.
 */
export async function rotateKeys(db: Kysely<Database>, serverSecret: ServerSecret): Promise<Rotated> {
  const peppers = keyRing(serverSecret, 'password pepper')
  const rotated: Rotated = { clients: 0, seeds: { anew: 0, lost: 0 }, passwords: { current: 0, older: 0, lost: 0 } }
  for (const clientId of await listClients(db)) {
    rotated.clients += 1
    const { anew, lost } = await sealAnew(db, clientId, serverSecret)
    rotated.seeds.anew += anew
    rotated.seeds.lost += lost
    for (const { pepper, count } of await inClient(db, clientId, (tx) => countPasswordsByPepper(tx, clientId))) {
      if (pepper === peppers.current.id) rotated.passwords.current += count
      else if (peppers.find(pepper)) rotated.passwords.older += count
      else rotated.passwords.lost += count
    }
  }
  return rotated
}

const atOnce = 500

async function sealAnew(
  db: Kysely<Database>,
  clientId: ClientId,
  serverSecret: ServerSecret,
): Promise<Rotated['seeds']> {
  const seeds = twoFactorSeeds(serverSecret)
  const done = { anew: 0, lost: 0 }
  for (let after: PersonId | null = null; ;) {
    const from: PersonId | null = after
    const page = await inClient(db, clientId, async (tx) => {
      const listed = await listSealedSeeds(tx, clientId, { after: from, limit: atOnce })
      for (const { personId, sealed } of listed.filter((each) => !seeds.isCurrent(each.sealed))) {
        if (!seeds.isKnown(sealed)) {
          done.lost += 1
          continue
        }
        const anew = seeds.seal(seeds.open(sealed, personId), personId)
        if (await replaceSealedSeed(tx, clientId, { personId, sealed, anew })) done.anew += 1
      }
      return listed
    })
    after = page.at(-1)?.personId ?? null
    if (page.length < atOnce || after === null) return done
  }
}
