import type { Kysely } from 'kysely'
import { listClients } from '../database/clients.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import {
  medicalAnswersEncryption,
  listEncryptedAnswers,
  replaceEncryptedAnswers,
} from '../features/medical/medical-answers.queries.ts'
import { listEncryptedMails, replaceEncryptedMail } from '../services/mail/due-mail.queries.ts'
import { mailEncryption } from '../services/mail/mail.queries.ts'
import { linkLimits } from '../features/password/limits.ts'
import { countLinksByKey } from '../features/password/password-links.queries.ts'
import { countFormerPasswordsByPepper } from '../features/password/password.queries.ts'
import {
  countPasswordsByPepper,
  listEncryptedSeeds,
  replaceEncryptedSeed,
} from '../services/session/account.queries.ts'
import { twoFactorSeeds } from '../features/session/scheme-secrets.server.ts'
import { keyRing, type KeyRing, type ServerSecret } from '../platform/key-ring.ts'
import { reEncrypt, type ReEncrypted } from '../platform/re-encrypt.ts'

type ByKey = { current: number; older: number; lost: number }

export type RotationResult = {
  clients: number
  seeds: ReEncrypted
  mails: ReEncrypted
  answers: ReEncrypted
  passwords: ByKey
  formerPasswords: ByKey
  links: ByKey
}

/** Re-encrypts values with the current secret while the portal runs. Passwords are hashed again at the next login. */
export async function rotateKeys(db: Kysely<Database>, serverSecret: ServerSecret): Promise<RotationResult> {
  const peppers = keyRing(serverSecret, 'password pepper')
  const tokenKeys = keyRing(serverSecret, 'token hash')
  const seeds = { sealing: twoFactorSeeds(serverSecret), list: listEncryptedSeeds, replace: replaceEncryptedSeed }
  const mails = { sealing: mailEncryption(serverSecret), list: listEncryptedMails, replace: replaceEncryptedMail }
  const answers = {
    sealing: medicalAnswersEncryption(serverSecret),
    list: listEncryptedAnswers,
    replace: replaceEncryptedAnswers,
  }
  const none = (): ByKey => ({ current: 0, older: 0, lost: 0 })
  const rotated: RotationResult = {
    clients: 0,
    seeds: { anew: 0, lost: 0 },
    mails: { anew: 0, lost: 0 },
    answers: { anew: 0, lost: 0 },
    passwords: none(),
    formerPasswords: none(),
    links: none(),
  }
  for (const clientId of await listClients(db)) {
    rotated.clients += 1
    addSealed(rotated.seeds, await reEncrypt({ db, clientId, ...seeds }))
    addSealed(rotated.mails, await reEncrypt({ db, clientId, ...mails }))
    addSealed(rotated.answers, await reEncrypt({ db, clientId, ...answers }))
    const stored = await inClient(db, clientId, async (tx, { now }) => ({
      inUse: await countPasswordsByPepper(tx, clientId),
      former: await countFormerPasswordsByPepper(tx, clientId),
      links: await countLinksByKey(tx, clientId, { now: new Date(now) }),
    }))
    addTo(rotated.passwords, stored.inUse, peppers)
    addTo(rotated.formerPasswords, stored.former, peppers)
    addTo(rotated.links, stored.links, tokenKeys)
  }
  return rotated
}

function addSealed(sums: ReEncrypted, { anew, lost }: ReEncrypted): void {
  sums.anew += anew
  sums.lost += lost
}

function addTo(sums: ByKey, counted: { key: string; count: number }[], keys: KeyRing): void {
  for (const { key, count } of counted) {
    if (key === keys.current.id) sums.current += count
    else if (keys.find(key)) sums.older += count
    else sums.lost += count
  }
}

export function rotationReport(rotated: RotationResult): string {
  const { clients, seeds, mails, answers, passwords, formerPasswords, links } = rotated
  const byKey = ({ current, older }: ByKey) => `${current} under the current secret, ${older} under older ones.`
  const needOlder = passwords.older + formerPasswords.older + links.older > 0
  return [
    `One-time-code seeds of ${clients} ${clients === 1 ? 'client' : 'clients'}: ${seeds.anew} re-encrypted.`,
    `Mails that wait to be sent: ${mails.anew} re-encrypted.`,
    `Answers to medical questions: ${answers.anew} re-encrypted.`,
    `Passwords: ${byKey(passwords)}`,
    `Former passwords: ${byKey(formerPasswords)}`,
    `Links that may still be used: ${byKey(links)}`,
    ...(passwords.older > 0
      ? ['Keep the older secrets: a password moves to the current one when its owner signs in next.']
      : []),
    ...(formerPasswords.older > 0
      ? [
          'Keep the older secrets: without them these former passwords could be chosen again. Each goes when its owner has changed the password four times.',
        ]
      : []),
    ...(links.older > 0
      ? [
          `Keep the older secrets: without them these links open nothing. The last of them ends ${days(linkLimits.livesMs.activation)} days after it was mailed.`,
        ]
      : []),
    ...(hasLost(rotated)
      ? [
          `Lost with a secret that is gone: ${seeds.lost} seeds, ${mails.lost} mails, ${answers.lost} medical answers, ${passwords.lost} passwords, ${formerPasswords.lost} former passwords, ${links.lost} links. Put that secret back.`,
        ]
      : []),
    ...(!needOlder && !hasLost(rotated)
      ? ['The older secrets may go 12 hours after the current one came first: by then nobody is signed in under them.']
      : []),
  ].join('\n')
}

const days = (ms: number): number => ms / (24 * 3_600_000)

export const hasLost = ({ seeds, mails, answers, passwords, formerPasswords, links }: RotationResult): boolean =>
  [seeds, mails, answers, passwords, formerPasswords, links].some(({ lost }) => lost > 0)
