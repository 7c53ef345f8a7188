import type { Kysely } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { keyRing, type KeyRing, type ServerSecret } from '../../platform/keys.ts'
import { countFormerPasswordsByPepper } from '../password/password.queries.ts'
import { countPasswordsByPepper, listSealedSeeds, replaceSealedSeed } from './account.queries.ts'
import { twoFactorSeeds } from './scheme-secrets.server.ts'

export type ByKey = { current: number; older: number; lost: number }

export type Rotated = {
  clients: number
  /** One-time-code seeds: sealed under the current key now, and those that no secret of this server opens. */
  seeds: { anew: number; lost: number }
  /** Stored passwords by the pepper they need: the current one, an older one that is still there, or one that is gone. */
  passwords: ByKey
  /** The same of former passwords, which may not be chosen again. */
  formerPasswords: ByKey
}

/**
 * Seals anew, under the current key, what older keys have sealed; the portal may serve meanwhile. A password cannot be
 * peppered anew without the password: that happens at each person's next sign-in, and is counted here. A former one is
 * never typed again: it goes once its owner has changed the password often enough.
 */
export async function rotateKeys(db: Kysely<Database>, serverSecret: ServerSecret): Promise<Rotated> {
  const peppers = keyRing(serverSecret, 'password pepper')
  const rotated: Rotated = {
    clients: 0,
    seeds: { anew: 0, lost: 0 },
    passwords: { current: 0, older: 0, lost: 0 },
    formerPasswords: { current: 0, older: 0, lost: 0 },
  }
  for (const clientId of await listClients(db)) {
    rotated.clients += 1
    const { anew, lost } = await sealAnew(db, clientId, serverSecret)
    rotated.seeds.anew += anew
    rotated.seeds.lost += lost
    const stored = await inClient(db, clientId, async (tx) => ({
      inUse: await countPasswordsByPepper(tx, clientId),
      former: await countFormerPasswordsByPepper(tx, clientId),
    }))
    addTo(rotated.passwords, stored.inUse, peppers)
    addTo(rotated.formerPasswords, stored.former, peppers)
  }
  return rotated
}

function addTo(sums: ByKey, counted: { pepper: string; count: number }[], peppers: KeyRing): void {
  for (const { pepper, count } of counted) {
    if (pepper === peppers.current.id) sums.current += count
    else if (peppers.find(pepper)) sums.older += count
    else sums.lost += count
  }
}

/** What is done, and what still needs the older secrets. */
export function showRotated(rotated: Rotated): string {
  const { clients, seeds, passwords, formerPasswords } = rotated
  return [
    `One-time-code seeds of ${clients} ${clients === 1 ? 'client' : 'clients'}: ${seeds.anew} sealed anew.`,
    `Passwords: ${passwords.current} under the current secret, ${passwords.older} under older ones.`,
    `Former passwords: ${formerPasswords.current} under the current secret, ${formerPasswords.older} under older ones.`,
    ...(passwords.older > 0
      ? ['Keep the older secrets: a password moves to the current one when its owner signs in next.']
      : []),
    ...(formerPasswords.older > 0
      ? [
          'Keep the older secrets: without them these former passwords could be chosen again. Each goes when its owner has changed the password four times.',
        ]
      : []),
    ...(hasLost(rotated)
      ? [
          `Lost with a secret that is gone: ${seeds.lost} seeds, ${passwords.lost} passwords, ${formerPasswords.lost} former passwords. Put that secret back.`,
        ]
      : []),
    ...(passwords.older + formerPasswords.older === 0 && !hasLost(rotated)
      ? ['The older secrets may go 12 hours after the current one came first: by then nobody is signed in under them.']
      : []),
  ].join('\n')
}

/** Something cannot be opened any more until a secret is put back. */
export const hasLost = ({ seeds, passwords, formerPasswords }: Rotated): boolean =>
  seeds.lost + passwords.lost + formerPasswords.lost > 0

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
        const seed = seeds.openIfAble(sealed, personId)
        if (seed === null) {
          done.lost += 1
          continue
        }
        const anew = seeds.seal(seed, personId)
        if (await replaceSealedSeed(tx, clientId, { personId, sealed, anew })) done.anew += 1
      }
      return listed
    })
    after = page.at(-1)?.personId ?? null
    if (page.length < atOnce || after === null) return done
  }
}
