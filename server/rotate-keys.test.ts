import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PersonId } from '../contract/ids.ts'
import { withConnection } from '../database/bootstrap.ts'
import { inClient } from '../database/database.ts'
import { mailEncryption } from '../services/mail/mail.queries.ts'
import { linkLimits } from '../features/password/limits.ts'
import { linkSender } from '../features/password/send-link.queries.ts'
import {
  addClient,
  addPerson,
  cookiesOf,
  goodPassword,
  requestSignInWithCaptcha,
  signInAs,
} from '../tests/harness/people.ts'
import { deriveKey } from '../platform/key-ring.ts'
import { startPortal, type Portal } from '../tests/harness/portal.ts'
import { renewSession } from '../tests/harness/sessions.ts'
import { hasLost, rotateKeys, rotationReport } from './rotate-keys.ts'
import { schemeSecrets, twoFactorSeeds } from '../features/session/scheme-secrets.server.ts'

// `before` has the old server secret, `after` the new one, `between` both. All share one database.
const [oldSecret, newSecret] = [randomBytes(32), randomBytes(32)]
const seed = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let number = 0

const before = await startPortal({ serverSecret: oldSecret })
const between = await startPortal({ beside: before, serverSecret: newSecret, olderSecrets: [oldSecret] })
const after = await startPortal({ beside: before, serverSecret: newSecret })
const clientId = await addClient(before, { site: 'demo' })

async function someone(more: { twoFactorSecret?: (personId: PersonId) => string } = {}) {
  const email = `someone-${(number += 1)}@demo.example`
  const personId = await addPerson(before, clientId, { email })
  const sealed = more.twoFactorSecret?.(personId)
  if (sealed) await change(personId, { two_factor_secret: sealed })
  return { email, personId }
}

const change = (personId: PersonId, { two_factor_secret: sealed }: { two_factor_secret: string }) =>
  withConnection(before.database.superuser, (client) =>
    client.query('update account set two_factor_secret = $2 where person_id = $1', [personId, sealed]),
  )

const stored = (personId: PersonId) =>
  withConnection(before.database.superuser, async (client) => {
    const { rows } = await client.query<{ password_hash: string; two_factor_secret: string | null }>(
      'select password_hash, two_factor_secret from account where person_id = $1',
      [personId],
    )
    return { password: rows[0]?.password_hash ?? '', seed: rows[0]?.two_factor_secret ?? '' }
  })

const ping = async (portal: Portal, token: string) => (await portal.request({ url: '/api/v1/ping', token })).statusCode

describe('new secret of the server, given together with the older ones [S-84]', () => {
  it('ends no session: old tokens still work, and a renewal uses the new secret', async () => {
    const { email } = await someone()
    const { token, cookies } = await signInAs(before, { email })
    expect([await ping(before, token), await ping(between, token), await ping(after, token)]).toEqual([200, 200, 401])

    const renewed = await renewSession(between, cookies)
    expect(renewed.statusCode).toBe(200)
    const next: string = renewed.json().access_token
    expect([await ping(between, next), await ping(after, next), await ping(before, next)]).toEqual([200, 200, 401])
    const once = await renewSession(after, cookiesOf(renewed))
    expect(once.statusCode).toBe(200)
    expect(await ping(after, once.json().access_token)).toBe(200)
  })

  it('returns the same renewed token again after a lost reply, and still detects a stolen token', async () => {
    const { email } = await someone()
    const { cookies } = await signInAs(before, { email })
    const [lost, again, early] = [
      await renewSession(between, cookies),
      await renewSession(between, cookies),
      await renewSession(before, cookies),
    ]
    expect(cookiesOf(again)).toEqual(cookiesOf(lost))
    expect(cookiesOf(early)['__Host-rt']).toBe(cookiesOf(lost)['__Host-rt'])

    const grandchild = await renewSession(between, cookiesOf(lost))
    expect(grandchild.statusCode).toBe(200)
    const thief = await renewSession(between, cookies)
    expect(thief.statusCode).toBe(401)
    expect((await renewSession(between, cookiesOf(grandchild))).statusCode).toBe(401)
    expect(await ping(between, grandchild.json().access_token)).toBe(401)
  })

  it('verifies each password with the secret that its hash names, and hashes it again with the new secret at login [S-18]', async () => {
    const { email, personId } = await someone()
    const old = await stored(personId)
    expect((await requestSignInWithCaptcha(after, { email })).statusCode).toBe(401)
    expect((await requestSignInWithCaptcha(between, { email, password: 'wrong' })).statusCode).toBe(401)
    expect((await stored(personId)).password).toBe(old.password)

    expect((await requestSignInWithCaptcha(between, { email })).statusCode).toBe(200)
    const moved = await stored(personId)
    expect(moved.password.slice(0, 9)).not.toBe(old.password.slice(0, 9))
    expect((await requestSignInWithCaptcha(after, { email })).statusCode).toBe(200)
  })

  it('gives nobody additional attempts, and a known browser keeps its separate limit [S-03] [S-04]', async () => {
    const { email } = await someone()
    const { cookies } = await signInAs(before, { email })
    for (let each = 0; each < 4; each += 1) await requestSignInWithCaptcha(before, { email, password: 'wrong' })
    expect((await requestSignInWithCaptcha(between, { email, password: 'wrong' })).statusCode).toBe(429)
    expect((await requestSignInWithCaptcha(between, { email })).statusCode).toBe(429)
    const device = { '__Host-dev': cookies['__Host-dev'] ?? '' }
    expect((await requestSignInWithCaptcha(after, { email, cookies: device })).statusCode).toBe(429)
    expect((await requestSignInWithCaptcha(between, { email, cookies: device })).statusCode).toBe(200)
  })

  it('resets the failures counted under all secrets after a success, so that old failures no longer count', async () => {
    const { email } = await someone()
    const guess = (portal: Portal) => requestSignInWithCaptcha(portal, { email, password: 'wrong' })
    await guess(between)
    for (const _ of [1, 2, 3]) await guess(before)
    expect((await requestSignInWithCaptcha(between, { email })).statusCode).toBe(200)
    const codes = []
    for (const _ of [1, 2, 3, 4, 5]) codes.push((await guess(between)).statusCode)
    expect(codes).toEqual([401, 401, 401, 401, 429])
  })

  it('continues from the highest count under two older secrets, because processes are restarted one after another', async () => {
    const { email } = await someone()
    const guess = (portal: Portal) => requestSignInWithCaptcha(portal, { email, password: 'wrong' })
    await guess(between)
    for (const _ of [1, 2, 3]) await guess(before)
    const next = await startPortal({
      keep: true,
      beside: before,
      serverSecret: randomBytes(32),
      olderSecrets: [newSecret, oldSecret],
    })
    try {
      expect([(await guess(next)).statusCode, (await guess(next)).statusCode]).toEqual([401, 429])
    } finally {
      await next.close()
    }
  })
})

describe('rotate-keys [S-84]', () => {
  const opens = (secret: Buffer | Buffer[], sealed: string, personId: PersonId) =>
    twoFactorSeeds(secret).open(sealed, personId)

  it('encrypts again while people log in, loses no data, and prints which data still need the old secret', async () => {
    const { sealTwoFactorSecret } = schemeSecrets(oldSecret, 'test')
    const people = []
    for (let each = 0; each < 5; each += 1) {
      people.push(await someone({ twoFactorSecret: (personId) => sealTwoFactorSecret(personId, seed) }))
    }
    const busy = await someone()
    const { token, cookies } = await signInAs(before, busy)

    const leaving = new AbortController()
    const load = (async () => {
      const answers = new Set<number>()
      while (!leaving.signal.aborted) {
        answers.add(await ping(before, token)).add(await ping(between, token))
        answers.add((await renewSession(between, cookies)).statusCode)
      }
      return [...answers]
    })()
    const first = await rotateKeys(before.database.db, [newSecret, oldSecret])
    const second = await rotateKeys(before.database.db, [newSecret, oldSecret])
    leaving.abort()
    expect(await load).toEqual([200])

    expect(first.clients).toBe(1)
    expect(first.seeds).toEqual({ anew: 5, lost: 0 })
    expect(first.passwords).toMatchObject({ lost: 0 })
    expect(first.passwords.older).toBeGreaterThanOrEqual(6)
    expect(second).toEqual({ ...first, seeds: { anew: 0, lost: 0 } })
    for (const { personId } of people) expect(opens(newSecret, (await stored(personId)).seed, personId)).toBe(seed)
  })

  it('does not change values that it cannot decrypt, and counts them', async () => {
    const lost = schemeSecrets(randomBytes(32), 'test')
    const { personId } = await someone({ twoFactorSecret: (id) => lost.sealTwoFactorSecret(id, seed) })
    const sealed = (await stored(personId)).seed
    const { seeds } = await rotateKeys(before.database.db, [newSecret, oldSecret])
    expect(seeds).toEqual({ anew: 0, lost: 1 })
    expect((await stored(personId)).seed).toBe(sealed)
  })

  it('skips an authenticator seed whose server secret is missing, and then does not say that older secrets can be removed', async () => {
    const { personId } = await someone()
    const sealedBefore = nameless(randomBytes(32), seed, personId)
    await change(personId, { two_factor_secret: sealedBefore })
    const next = await someone({
      twoFactorSecret: (id) => schemeSecrets(oldSecret, 'test').sealTwoFactorSecret(id, seed),
    })
    const rotated = await rotateKeys(before.database.db, [newSecret, oldSecret])
    expect(rotated.seeds.anew).toBe(1)
    expect(rotated.seeds.lost).toBeGreaterThanOrEqual(1)
    expect((await stored(personId)).seed).toBe(sealedBefore)
    expect(opens(newSecret, (await stored(next.personId)).seed, next.personId)).toBe(seed)
    expect(hasLost(rotated)).toBe(true)
    expect(rotationReport(rotated)).toContain('Put that secret back.')
    expect(rotationReport(rotated)).not.toContain('may go')
  })

  it('counts former passwords that need an older secret, and says that this secret is still needed', async () => {
    const { email } = await someone()
    const { token, cookies } = await signInAs(before, { email })
    const next = 'Kiln&73Ember-Moss'
    const changed = await before.request({
      method: 'POST',
      url: '/api/v1/password',
      token,
      cookies,
      body: { current_password: goodPassword, password: next, password_confirmation: next },
    })
    expect(changed.statusCode).toBe(200)
    const { formerPasswords } = await rotateKeys(before.database.db, [newSecret, oldSecret])
    expect(formerPasswords).toEqual({ current: 0, older: 1, lost: 0 })
    const none = { current: 0, older: 0, lost: 0 }
    const done = {
      clients: 1,
      seeds: { anew: 0, lost: 0 },
      mails: { anew: 0, lost: 0 },
      answers: { anew: 0, lost: 0 },
      passwords: { current: 9, older: 0, lost: 0 },
      formerPasswords,
      links: none,
    }
    expect(rotationReport(done)).toContain('Keep the older secrets')
    expect(rotationReport(done)).not.toContain('may go')
    expect(rotationReport({ ...done, formerPasswords: { current: 1, older: 0, lost: 0 } })).toContain('may go')
    expect((await rotateKeys(before.database.db, newSecret)).formerPasswords).toEqual({ current: 0, older: 0, lost: 1 })
  })
})

describe('contents of mails while the secret changes [S-84]', () => {
  it('are encrypted again, so that mail can be sent without the old secret', async () => {
    const { personId } = await someone()
    const now = new Date()
    await inClient(before.database.db, clientId, (tx) =>
      linkSender(oldSecret)(tx, clientId, { personId, kind: 'reset', now }),
    )
    const waiting = async () => {
      const client = [clientId, personId]
      const rows = await withConnection(before.database.superuser, (owner) =>
        owner.query<{ id: string; data: string }>(
          `select id, data from mail where client_id = $1 and person_id = $2 and kind = 'reset-link'`,
          client,
        ),
      )
      return rows.rows.map(({ id, data }) => mailEncryption(newSecret).openIfAble(data, id))
    }
    expect(await waiting()).toEqual([null])
    const { mails } = await rotateKeys(before.database.db, [newSecret, oldSecret])
    expect(mails.anew).toBeGreaterThanOrEqual(1)
    expect(await waiting()).toEqual([expect.stringMatching(/^\{"token":"[\w-]{22}"\}$/)])
    expect((await rotateKeys(before.database.db, [newSecret, oldSecret])).mails).toEqual({ anew: 0, lost: 0 })
  })

  it('need the old secret for their links until the links expire, and for nothing else', async () => {
    const other = await addClient(before, { site: 'links' })
    const personId = await addPerson(before, other, { email: 'new@links.example', state: 'invited', password: null })
    const send = (secret: Buffer, kind: 'activation' | 'reset') =>
      inClient(before.database.db, other, (tx, { now }) =>
        linkSender(secret)(tx, other, { personId, kind, now: new Date(now) }),
      )
    const { links: earlier } = await rotateKeys(before.database.db, [newSecret, oldSecret])
    await send(oldSecret, 'activation')
    await send(oldSecret, 'reset')
    await send(newSecret, 'activation')
    const rotated = await rotateKeys(before.database.db, [newSecret, oldSecret])
    expect(rotated.links).toEqual({ current: earlier.current + 1, older: earlier.older + 2, lost: 0 })
    expect(rotationReport(rotated)).toContain('The last of them ends 14 days after it was mailed.')
    expect(rotationReport(rotated)).not.toContain('may go')
    expect((await rotateKeys(before.database.db, newSecret)).links.lost).toBe(earlier.older + 2)

    await before.database.moveClock(`${linkLimits.livesMs.activation / 1000 + 1} seconds`)
    const { links } = await rotateKeys(before.database.db, [newSecret, oldSecret])
    await before.database.moveClock('0 seconds')
    expect(links).toEqual({ current: 0, older: 0, lost: 0 })
  })
})

/** Encrypts without naming the key, as in the first format. */
function nameless(secret: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, 'two-factor seed'), nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}
