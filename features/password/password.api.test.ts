import { describe, expect, it, onTestFinished } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import {
  addClient,
  addPerson,
  goodPassword,
  requestSignIn,
  requestSignInWithCaptcha,
  signInAs,
} from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { renewSession } from '../../tests/harness/sessions.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { passwordLimits } from './limits.ts'
import { passwordRules } from '../../services/session/password.rules.ts'

let number = 0

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo' })
await addClient(portal, { site: 'lenient', switches: { passwordRules: 1 + 16 + 512 } })

type Person = { email: string; id: PersonId; token: string; cookies: Record<string, string> }

async function person(): Promise<Person> {
  const email = `person-${(number += 1)}@demo.example`
  const id = await addPerson(portal, demo, { email })
  return { email, id, ...(await signInAs(portal, { email })) }
}

const check = (token: string | undefined, body: unknown, site = 'demo') =>
  portal.request({ method: 'POST', url: '/api/v1/password-reset/check', site, body, ...(token && { token }) })

type Change = { from?: string; to: string; again?: string }
const change = (
  { token, cookies }: Pick<Person, 'token' | 'cookies'>,
  { from = goodPassword, to, again = to }: Change,
) =>
  portal.request({
    method: 'POST',
    url: '/api/v1/password',
    token,
    cookies,
    body: { current_password: from, password: to, password_confirmation: again },
  })

const shown = (body: Record<string, unknown>) => ({ ...body, requestId: null })

const unmetIn = (body: { checks: { name: string; status: boolean }[] }) =>
  body.checks.flatMap(({ name, status }) => (status ? [] : [name]))
const others = ['Kiln&73Ember-Moss', 'Kiln&74Ember-Moss', 'Kiln&75Ember-Moss', 'Kiln&76Ember-Moss', 'Kiln&78Ember-Moss']
const another = 'Kiln&72Ember-Moss'

describe('checking a new password', () => {
  it('returns one entry for each rule, in order, and changes nothing [FORM-35] [DATA-32] [PROFILE-07]', async () => {
    const { token, email } = await person()
    const fine = await check(token, { password: another })
    expect(fine.statusCode).toBe(200)
    expect(fine.json()).toEqual({ checks: passwordRules.map((name) => ({ name, status: true })) })
    const poor = await check(token, { password: 'amelia1234' })
    expect(unmetIn(poor.json())).toEqual(['length', 'sequence', 'common', 'upper', 'special', 'personal'])
    expect((await requestSignIn(portal, { email })).statusCode).toBe(200)
  })

  it('refuses the current password, but compares with it only if every other rule is met [FORM-32] [S-15]', async () => {
    const { token } = await person()
    expect(unmetIn((await check(token, { password: goodPassword })).json())).toEqual(['previous'])
    expect(unmetIn((await check(token, { password: `${goodPassword}!` })).json())).toEqual([])
    await addPerson(portal, demo, { email: 'weak@demo.example', password: 'all lower case' })
    const weak = await signInAs(portal, { email: 'weak@demo.example', password: 'all lower case' })
    expect(unmetIn((await check(weak.token, { password: 'all lower case' })).json())).toEqual(['upper', 'number'])
  })

  it('uses only the rules of the scheme [FORM-34] [FORM-35]', async () => {
    const lenient = await portal.database.db
      .selectFrom('client_address')
      .selectAll()
      .where('name', '=', 'lenient')
      .executeTakeFirstOrThrow()
    await addPerson(portal, lenient.client_id, { email: 'lee@lenient.example' })
    const { token } = await signInAs(portal, { email: 'lee@lenient.example', site: 'lenient' })
    const answer = await check(token, { password: 'words of lower case' }, 'lenient')
    expect(answer.json().checks).toEqual([
      { name: 'length', status: true },
      { name: 'upper', status: false },
      { name: 'previous', status: true },
    ])
  })

  it('gets the same 404 reply for any unknown link [S-10]', async () => {
    const { token } = await person()
    const unknown = [
      await check(undefined, { password: another, token: 'no-such-link' }),
      await check(undefined, { password: goodPassword, token: 'x'.repeat(64) }),
      await check(token, { password: goodPassword, token: 'no-such-link' }),
      await check(undefined, { password: another, token: 'no-such-link' }, 'no-such-client'),
    ]
    expect(unknown.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(new Set(unknown.map(({ body }) => body)).size).toBe(1)
  })

  it('is limited per minute, even in parallel [S-15]', async () => {
    // Stops the clock, so that the limit's minute does not end during the test.
    onTestFinished(await portal.database.stopClock())
    const { token } = await person()
    try {
      const more = passwordLimits.checksPerMinute + 5
      const answers = await Promise.all(Array.from({ length: more }, () => check(token, { password: 'short' })))
      const codes = answers.map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => code === 200)).toHaveLength(passwordLimits.checksPerMinute)
      expect(codes.filter((code) => code === 429)).toHaveLength(5)
      expect(answers.find(({ statusCode }) => statusCode === 429)?.json().code).toBe('too-many-checks')
      await portal.database.moveClock('PT60S')
      expect((await check(token, { password: 'short' })).statusCode).toBe(200)
    } finally {
      await portal.database.moveClock('PT0S')
    }
  })
})

describe("comparing a new password with the person's former passwords", () => {
  const { comparisonsPerHour } = passwordLimits
  const guess = (each: number) => `Kiln&73Ember-${String.fromCodePoint(0x4e00 + 7 * each)}`
  const hoursOn = (hours: number, minutes = 0) => portal.database.moveClock(`${hours * 60 + minutes} minutes`)

  it('is limited to 20 times an hour; after that, every reply is the same [S-15]', async () => {
    onTestFinished(await portal.database.stopClock())
    try {
      await hoursOn(1)
      const { token, email } = await person()
      // Sends only a few at once, because a request that waits too long for a hash is refused.
      for (let each = 3; each < comparisonsPerHour; each += 1)
        expect((await check(token, { password: guess(each) })).statusCode).toBe(200)
      const last = Array.from({ length: 3 + 10 }, (_, each) => check(token, { password: guess(20 + each) }))
      const codes = (await Promise.all(last)).map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => code === 200)).toHaveLength(3)
      expect(codes.filter((code) => code === 429)).toHaveLength(10)

      const inUse = await check(token, { password: goodPassword })
      const fresh = await check(token, { password: guess(99) })
      expect([inUse.statusCode, inUse.json().code]).toEqual([429, 'too-many-checks'])
      expect(shown(inUse.json())).toEqual(shown(fresh.json()))
      expect(Number(inUse.headers['retry-after'])).toBeGreaterThan(3500)
      expect(Number(inUse.headers['retry-after'])).toBeLessThanOrEqual(3600)
      // This password is not compared with earlier ones, because it breaks another rule.
      expect(unmetIn((await check(token, { password: 'short' })).json())).toContain('length')

      await hoursOn(2, 1)
      const later = await signInAs(portal, { email })
      expect(unmetIn((await check(later.token, { password: goodPassword })).json())).toEqual(['previous'])
    } finally {
      await portal.database.moveClock('PT0S')
    }
  })

  it('is limited for each account when a password is only checked, but not when it is changed [S-17]', async () => {
    const me = await person()
    const colleague = await person()
    for (let each = 0; each <= comparisonsPerHour; each += 1) await check(me.token, { password: guess(each) })
    expect((await check(me.token, { password: another })).statusCode).toBe(429)
    expect((await check(colleague.token, { password: another })).statusCode).toBe(200)
    const same = await change(me, { to: goodPassword })
    expect([same.statusCode, unmetIn(same.json())]).toEqual([422, ['previous']])
    expect((await change(me, { to: another })).statusCode).toBe(200)
  })
})

describe("changing one's own password", () => {
  it('allows logins with the new password, and no longer with the former password [PROFILE-07]', async () => {
    const me = await person()
    const answer = await change(me, { to: another })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      status: 'ok',
      errors: null,
      checks: passwordRules.map((name) => ({ name, status: true })),
    })
    expect((await requestSignIn(portal, { email: me.email })).statusCode).toBe(401)
    expect((await requestSignIn(portal, { email: me.email, password: another })).statusCode).toBe(200)
  })

  it('can be repeated after a lost reply, but only with the same current and new password [S-73]', async () => {
    const me = await person()
    const first = await change(me, { to: another })
    const again = await change(me, { to: another })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect((await change(me, { to: others[0] ?? '' })).statusCode).toBe(422)
    expect((await change(me, { from: 'wrong', to: another })).statusCode).toBe(422)
    expect((await requestSignIn(portal, { email: me.email, password: another })).statusCode).toBe(200)
  })

  it('ends every other session of the person at once, but no session of other people [S-36] [S-17]', async () => {
    const me = await person()
    const elsewhere = await signInAs(portal, { email: me.email })
    const colleague = await person()
    const ping = (token: string) => portal.request({ url: '/api/v1/ping', token })
    await change(me, { to: another })
    expect((await ping(elsewhere.token)).statusCode).toBe(401)
    expect((await renewSession(portal, elsewhere.cookies)).statusCode).toBe(401)
    expect((await ping(me.token)).statusCode).toBe(200)
    expect((await renewSession(portal, me.cookies)).statusCode).toBe(200)
    expect((await ping(colleague.token)).statusCode).toBe(200)
  })

  it('is audited without either password [S-82] [S-83]', async () => {
    const me = await person()
    await signInAs(portal, { email: me.email })
    await change(me, { to: another })
    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query<{ entry: string }>(`select entry from audit_event where action = 'password.changed'`),
    )
    const mine = rows.map(({ entry }) => entry).filter((entry) => entry.includes(me.id))
    expect(mine).toHaveLength(1)
    expect(JSON.parse(mine[0] ?? '')).toMatchObject({
      actor: me.id,
      subject: me.id,
      details: { otherSessionsEnded: 1 },
    })
    expect(rows.map(({ entry }) => entry).join('')).not.toMatch(/Kiln|Quartz/)
  })

  it('refuses a wrong current password with 422 and the sentence of the specification [PROFILE-07] [API-14] [S-17]', async () => {
    const me = await person()
    const answer = await change(me, { from: 'wrong', to: another })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'current-password-wrong',
      errors: { current_password: ['Your current password is not correct'] },
    })
    expect((await requestSignIn(portal, { email: me.email })).statusCode).toBe(200)
  })

  it('counts wrong current passwords towards the same limit as logins [S-03] [S-17]', async () => {
    const me = await person()
    const stranger = { token: me.token, cookies: {} }
    for (const each of [1, 2, 3])
      expect((await change(stranger, { from: `wrong ${each}`, to: another })).statusCode).toBe(422)
    expect((await requestSignInWithCaptcha(portal, { email: me.email, password: 'wrong' })).statusCode).toBe(401)
    const fifth = await change(stranger, { from: 'wrong 5', to: another })
    expect([fifth.statusCode, fifth.json().code]).toEqual([429, 'account-locked'])
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThan(890)
    expect((await change(stranger, { to: another })).statusCode).toBe(429)
    expect((await requestSignInWithCaptcha(portal, { email: me.email })).statusCode).toBe(429)
    // The browser of this person's last login has a separate attempt limit (S-04).
    expect((await change(me, { to: another })).statusCode).toBe(200)
  })

  it('checks at most five of 50 attempts sent in parallel [S-03]', async () => {
    const me = await person()
    const guesses = Array.from({ length: 50 }, (_, each) =>
      change({ token: me.token, cookies: {} }, { from: `wrong ${each}`, to: another }),
    )
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 422)).toHaveLength(4)
    expect(codes.filter((code) => code === 429)).toHaveLength(46)
  })

  it('does not count attempts that failed because of an internal error [S-03]', async () => {
    const me = await person()
    const asOwner = (statement: string) => withConnection(portal.database.owner, (client) => client.query(statement))
    await asOwner('revoke insert on password_history from portal_app')
    try {
      for (let each = 0; each < 6; each += 1) expect((await change(me, { to: another })).statusCode).toBe(500)
    } finally {
      await asOwner('grant insert on password_history to portal_app')
    }
    expect((await change(me, { to: another })).statusCode).toBe(200)
  })

  it('refuses a password that breaks a rule, names the rule, and does not count this as a failed attempt [FORM-37]', async () => {
    const me = await person()
    for (let each = 0; each < 6; each += 1) {
      const answer = await change(me, { from: 'wrong', to: 'short' })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        code: 'password-rules-unmet',
        errors: { password: ['Please ensure your password meets the listed requirements'] },
      })
      expect(unmetIn(answer.json())).toContain('length')
    }
    expect((await change(me, { to: another })).statusCode).toBe(200)
  })

  it('refuses a repeated password that differs, and empty fields [FORM-21] [FORM-38] [FORM-39]', async () => {
    const me = await person()
    expect((await change(me, { to: another, again: `${another} ` })).json()).toMatchObject({
      code: 'passwords-differ',
      errors: { password_confirmation: ['The passwords do not match'] },
    })
    expect((await change(me, { from: '', to: '' })).json().errors).toEqual({
      current_password: ['This field is required'],
      password: ['This field is required'],
      password_confirmation: ['This field is required'],
    })
  })

  it('refuses the last five passwords, and allows the sixth last [FORM-32] [FORM-38]', async () => {
    const me = await person()
    const [, ...earlier] = [goodPassword, another, ...others]
    let current = goodPassword
    for (const next of earlier.slice(0, 4)) {
      expect((await change(me, { from: current, to: next })).statusCode).toBe(200)
      current = next
    }
    for (const former of [goodPassword, ...earlier.slice(0, 4)]) {
      const answer = await change(me, { from: current, to: former })
      expect([answer.statusCode, unmetIn(answer.json())]).toEqual([422, ['previous']])
    }
    const [fifth = ''] = earlier.slice(4)
    expect((await change(me, { from: current, to: fifth })).statusCode).toBe(200)
    expect((await change(me, { from: fifth, to: goodPassword })).statusCode).toBe(200)
    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query(`select password_hash from password_history where person_id = $1`, [me.id]),
    )
    expect(rows).toHaveLength(4)
    for (const { password_hash } of rows)
      expect(password_hash).toMatch(/^[0-9a-f]{8}:\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('succeeds for only one of two changes made in parallel', async () => {
    const me = await person()
    const answers = await Promise.all([change(me, { to: others[0] ?? '' }), change(me, { to: others[1] ?? '' })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  it('does not deadlock with a parallel change in another session of the person', async () => {
    const me = await person()
    const elsewhere = await signInAs(portal, { email: me.email })
    try {
      await portal.database.moveClock('20 seconds')
      const [welcomed, changed] = await withConnection(portal.database.superuser, async (holding) => {
        // The change has locked the account and waits here, before it reaches the sessions.
        await holding.query('begin')
        await holding.query('lock table password_history in exclusive mode')
        const changing = change(me, { to: another })
        await waitUntilCallsAreBlocked(portal, 1)
        const welcoming = portal.request({
          method: 'PATCH',
          url: '/api/v1/user',
          token: elsewhere.token,
          body: { firstLogin: false },
        })
        await waitUntilCallsAreBlocked(portal, 2)
        await holding.query('commit')
        return Promise.all([welcoming, changing])
      })
      expect([welcomed.statusCode, changed.statusCode]).toEqual([200, 200])
      expect((await portal.request({ url: '/api/v1/ping', token: elsewhere.token })).statusCode).toBe(401)
    } finally {
      await portal.database.moveClock('PT0S')
    }
  })
})
