import { afterEach, describe, expect, it } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { newSeed } from '../../platform/one-time-codes.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, goodPassword, requestSignIn, signInAs } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { beginSession } from '../../tests/harness/sessions.ts'
import {
  addPersonWithTwoFactor,
  codeIn,
  eventsOf,
  passPasswordStep,
  logInByCode,
  logInByPreviousCode,
  sendCode,
  wrongCode,
} from '../../tests/harness/two-factor.ts'
import type { Clock, Tx } from '../../platform/handle.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { currentCodeNeeded } from './own-two-factor.contract.ts'
import { beginSetUpHandler as beginHere } from './own-two-factor.server.ts'

let number = 0

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo' })
afterEach(() => portal.database.moveClock('PT0S'))

const nextEmail = () => `own-${(number += 1)}@demo.example`

type Me = { email: string; personId: PersonId; token: string }

async function someone(): Promise<Me> {
  const email = nextEmail()
  const personId = await addPerson(portal, demo, { email })
  return { email, personId, token: (await signInAs(portal, { email })).token }
}

async function someoneEnrolled(): Promise<Me & { seed: string }> {
  const enrolled = await addPersonWithTwoFactor(portal, demo, { email: nextEmail() })
  const { token } = await logInByPreviousCode(portal, enrolled)
  return { ...enrolled, token }
}

type Asked = { method?: 'POST' | 'PATCH'; path?: string; id?: string; body?: object }

function ask({ personId, token }: Me, { method = 'POST', path = '', id = personId, body = {} }: Asked) {
  return portal.request({ method, url: `/api/v2/user/${id}/mfa${path}`, token, body })
}

async function sessionIdOf({ personId }: Me): Promise<string> {
  const { id } = await inClient(portal.database.db, demo, (tx) =>
    tx.selectFrom('session').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow(),
  )
  return id
}

const sessionOfProvider = async (personId: PersonId) =>
  (await beginSession(portal, demo, { personId, cameBy: 'single-sign-on' })).token

const begin = (me: Me, body = {}) => ask(me, { body })
const validate = (me: Me, body: object) => ask(me, { path: '/validate', body })
const disable = (me: Me, body: object) => ask(me, { method: 'PATCH', body: { enabled: false, ...body } })
const makeCodes = (me: Me, code: string) => ask(me, { path: '/recovery-codes', body: { code } })
const mailKinds = async ({ email }: Me) => (await mailsOf(portal, email)).map(({ kind }) => kind)
const isIn = async ({ token }: Pick<Me, 'token'>) =>
  (await portal.request({ url: '/api/v1/ping', token })).statusCode === 200

async function enable(me: Me): Promise<string> {
  const { secret } = (await begin(me)).json<{ secret: string }>()
  const first = await validate(me, { type: 'temporary', secret, code: codeIn(secret) })
  const { email } = me
  const second = { type: 'complete', secret, code: codeIn(secret, 30), email, password: goodPassword }
  const answer = await validate(me, second)
  if (first.statusCode !== 200 || answer.statusCode !== 200) throw new Error(`Not enabled: ${answer.body}`)
  return secret
}

describe("enabling one's own two-factor authentication", () => {
  it('requires two codes and the password, and ends the other sessions [TWOFA-13] [TWOFA-16] [TWOFA-19] [S-36]', async () => {
    const me = await someone()
    const elsewhere = await signInAs(portal, me)
    const handed = (await begin(me)).json<{ url: string; secret: string; error: null }>()
    expect(handed).toEqual({
      url: expect.stringMatching(/^otpauth:\/\/totp\/Client%20demo:own-\d+%40demo\.example\?/),
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      needsPassword: true,
      error: null,
    })
    const { secret } = handed
    const first = await validate(me, { type: 'temporary', secret, code: codeIn(secret), deviceToken: 'd' })
    expect([first.statusCode, first.json()]).toEqual([200, { status: 'temporary', codes: [], error: null }])
    expect((await requestSignIn(portal, me)).json()).toMatchObject({ is_should_validate_2fa: false })

    const complete = { type: 'complete', secret, code: codeIn(secret, 30), email: me.email }
    const wrong = await validate(me, { ...complete, password: 'wrong' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'current-password-wrong'])
    const second = await validate(me, { ...complete, password: goodPassword })
    expect([second.statusCode, second.json()]).toEqual([
      200,
      { status: 'complete', codes: expect.arrayContaining([expect.stringMatching(/^[\w-]{27}$/)]), error: null },
    ])
    expect(second.json<{ codes: string[] }>().codes).toHaveLength(10)
    expect((await requestSignIn(portal, me)).json()).toMatchObject({ is_should_validate_2fa: true })
    expect([await isIn(me), await isIn(elsewhere)]).toEqual([true, false])
    expect(await mailKinds(me)).toEqual(['two-factor-enabled'])
  })

  it('refuses another secret, a skipped step, a repeated code and a start that is more than ten minutes old [S-22]', async () => {
    const me = await someone()
    const { secret } = (await begin(me)).json<{ secret: string }>()
    const own = newSeed()
    const refused = async (body: object) => {
      const answer = await validate(me, { email: me.email, password: goodPassword, ...body })
      return [answer.statusCode, answer.json().code]
    }
    const changed = [422, 'set-up-changed']
    expect(await refused({ type: 'temporary', secret: own, code: codeIn(own) })).toEqual(changed)
    expect(await refused({ type: 'complete', secret, code: codeIn(secret) })).toEqual(changed)
    expect(await refused({ type: 'temporary', secret, code: wrongCode(secret) })).toEqual([422, 'code-invalid'])
    const code = codeIn(secret)
    expect((await validate(me, { type: 'temporary', secret, code })).statusCode).toBe(200)
    expect(await refused({ type: 'complete', secret, code })).toEqual([422, 'code-invalid'])
    const elsewhere = { ...me, ...(await signInAs(portal, me)) }
    const theirs = (await begin(elsewhere)).json<{ secret: string }>().secret
    expect(await refused({ type: 'complete', secret: theirs, code: codeIn(theirs, 30) })).toEqual(changed)
    await portal.database.rows('update two_factor_setup set expires_at = app.now()')
    expect(await refused({ type: 'complete', secret, code: codeIn(secret, 30) })).toEqual(changed)
  })

  it('requires a code first if two-factor authentication is already enabled [S-22]', async () => {
    const me = await someoneEnrolled()
    const without = await begin(me)
    expect([without.statusCode, without.json().code]).toEqual([422, 'current-code-needed'])
    const wrong = await begin(me, { code: wrongCode(me.seed) })
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'code-invalid'])
    const handed = await begin(me, { code: codeIn(me.seed) })
    expect(handed.statusCode).toBe(200)
    const { secret } = handed.json<{ secret: string }>()
    expect(secret).not.toBe(me.seed)
  })
})

describe('people without a password', () => {
  it('enable two-factor authentication with codes only, and are not locked because a password is missing [D-17]', async () => {
    const email = nextEmail()
    const personId = await addPerson(portal, demo, { email, password: null })
    const me = { email, personId, token: await sessionOfProvider(personId) }
    const handed = (await begin(me)).json<{ secret: string; needsPassword: boolean }>()
    expect(handed.needsPassword).toBe(false)
    const { secret } = handed
    expect((await validate(me, { type: 'temporary', secret, code: codeIn(secret) })).statusCode).toBe(200)
    const second = await validate(me, { type: 'complete', secret, code: codeIn(secret, 30) })
    expect([second.statusCode, second.json<{ codes: string[] }>().codes.length]).toEqual([200, 10])
    const [attempts] = await withConnection(portal.database.superuser, async (client) => {
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from failed_attempt where identifier_hash = $1',
        [tokensOf(portal.serverSecret).identifierHash(demo, email)],
      )
      return rows
    })
    expect(attempts).toEqual({ count: 0 })
  })
})

describe('set-up of two-factor authentication that another session completes at the same moment', () => {
  it('returns no second secret without a code [S-22]', async () => {
    const me = await someone()
    const { db } = portal.database
    let opened = 0
    /** Another session completes the set-up between the first check and the new secret. */
    const inTransaction = async <T>(work: (tx: Tx, clock: Clock) => Promise<T>): Promise<T> => {
      if ((opened += 1) === 2)
        await inClient(db, demo, (tx) => changeAccount(tx, demo, me.personId, { twoFactorSecret: 'sealed' }))
      return inClient(db, demo, (tx, { now, today }) => work(tx, { now: new Date(now), today }))
    }
    const caller = { personId: me.personId, sessionId: await sessionIdOf(me) }
    const call = { params: { id: me.personId }, caller, clientId: demo, body: {}, inTransaction }
    const tools = { tokens: tokensOf(portal.serverSecret), seeds: twoFactorSeeds(portal.serverSecret) }
    await expect(
      beginHere(tools)(call as unknown as Parameters<ReturnType<typeof beginHere>>[0]),
    ).rejects.toMatchObject({
      refusal: currentCodeNeeded,
    })
    expect(opened).toBe(2)
  })
})

describe('disabling two-factor authentication', () => {
  it('requires a reason and a code, stores the reason, and ends the other sessions [TWOFA-20] [TWOFA-23] [API-14] [S-23] [S-36] [D-15]', async () => {
    const me = await someoneEnrolled()
    const elsewhere = await logInByCode(portal, me)
    const empty = await disable(me, { reason: ' ', code: codeIn(me.seed, 30) })
    expect([empty.statusCode, empty.json().errors]).toEqual([
      422,
      { reason: ['Please enter the reason two factor authentication is being disabled'] },
    ])
    const wrong = await disable(me, { reason: 'New phone', code: wrongCode(me.seed) })
    expect([wrong.statusCode, wrong.json().error]).toEqual([422, 'The code is not valid, please try again'])
    expect(await isIn(elsewhere)).toBe(true)

    const done = await disable(me, { reason: ' New phone ', code: codeIn(me.seed, 30) })
    expect([done.statusCode, done.json()]).toEqual([200, { status: 'ok', error: null }])
    expect([await isIn(me), await isIn(elsewhere)]).toEqual([true, false])
    expect((await requestSignIn(portal, me)).json()).toMatchObject({ access_token: expect.any(String) })
    const kept = await inClient(portal.database.db, demo, (tx) =>
      tx.selectFrom('two_factor_disabling').select(['person_id', 'reason']).execute(),
    )
    expect(kept).toContainEqual({ person_id: me.personId, reason: 'New phone' })
    expect(await mailKinds(me)).toEqual(['two-factor-disabled'])
    const again = await disable(me, { reason: 'Again', code: codeIn(me.seed) })
    expect([again.statusCode, again.json().code]).toEqual([409, 'two-factor-off'])
  })

  it('is refused with a sentence if the client requires it [TWOFA-24] [S-23]', async () => {
    const site = 'strict'
    const strict = await addClient(portal, { site, switches: { twoFactor: { employees: true } } })
    const enrolled = await addPersonWithTwoFactor(portal, strict, { email: 'carys@strict.example' })
    const { token } = await logInByPreviousCode(portal, enrolled, { site })
    const answer = await portal.request({
      method: 'PATCH',
      url: `/api/v2/user/${enrolled.personId}/mfa`,
      site,
      token,
      body: { enabled: false, reason: 'New phone', code: codeIn(enrolled.seed) },
    })
    expect([answer.statusCode, answer.json().error]).toEqual([
      403,
      'Two factor authentication is required here and cannot be disabled',
    ])
  })

  it('locks people who try many codes in an open session [S-21] [S-23]', async () => {
    const me = await someoneEnrolled()
    const statuses: number[] = []
    for (let each = 0; each < 5; each += 1)
      statuses.push((await disable(me, { reason: 'r', code: wrongCode(me.seed) })).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 429])
    expect((await disable(me, { reason: 'r', code: codeIn(me.seed) })).statusCode).toBe(429)
  })
})

describe('recovery codes', () => {
  const made = async (me: Me & { seed: string }) =>
    (await makeCodes(me, codeIn(me.seed))).json<{ codes: string[] }>().codes

  it('are ten codes of at least 112 bits, stored as hashes; new codes require a code, and replace the earlier codes [S-21]', async () => {
    const me = await someoneEnrolled()
    expect((await makeCodes(me, wrongCode(me.seed))).statusCode).toBe(422)
    const codes = await made(me)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    // 24 letters of 5 bits each are 120 bits.
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(-[0-9A-HJKMNP-TV-Z]{6}){3}$/)
    const dump = await withConnection(portal.database.superuser, async (client) => {
      const { rows } = await client.query<{ text: string }>('select t::text as text from recovery_code t')
      return rows.map(({ text }) => text).join('\n')
    })
    expect(dump).toContain(me.personId)
    for (const code of codes) expect(dump).not.toContain(code.replaceAll('-', ''))

    const fresh = (await makeCodes(me, codeIn(me.seed, 30))).json<{ codes: string[] }>().codes
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    expect(await mailKinds(me)).toEqual(['recovery-codes-made', 'recovery-codes-made'])
    const half = await passPasswordStep(portal, me)
    const use = (code = '') => sendCode(portal, { ...me, ...half, password: half.ticket, code })
    expect((await use(codes[0])).statusCode).toBe(422)
    expect((await use(fresh[0])).statusCode).toBe(200)
  })

  it('work once each in any spelling, for example in lower case or with l for 1, and are audited', async () => {
    const me = await someoneEnrolled()
    const [first = '', second = ''] = await made(me)
    const use = async (code: string) => {
      const half = await passPasswordStep(portal, me)
      return (await sendCode(portal, { ...me, ...half, password: half.ticket, code })).statusCode
    }
    expect(await use(first)).toBe(200)
    expect(await use(first)).toBe(422)
    expect(await use(` ${second.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l').replaceAll('0', 'o')} `)).toBe(
      200,
    )
    const left = await inClient(portal.database.db, demo, (tx) =>
      tx.selectFrom('recovery_code').select('hash').where('person_id', '=', me.personId).execute(),
    )
    expect(left).toHaveLength(8)
    const theirs = await eventsOf(portal, demo, me.personId)
    expect(theirs.filter((action) => action === 'two-factor.recovery-code-used')).toHaveLength(2)
    expect(theirs).toContain('two-factor.recovery-codes-made')
  })

  it('can be used to disable two-factor authentication, and are removed with it', async () => {
    const me = await someoneEnrolled()
    const [code = '', other = ''] = await made(me)
    expect((await disable(me, { reason: 'The phone is lost', code })).statusCode).toBe(200)
    const secret = await enable(me)
    const half = await passPasswordStep(portal, me)
    const send = (sent: string) => sendCode(portal, { ...me, ...half, password: half.ticket, code: sent })
    expect((await send(other)).statusCode).toBe(422)
    await portal.database.moveClock('PT60S')
    expect((await send(codeIn(secret, 60))).statusCode).toBe(200)
  })

  it('cannot be made without two-factor authentication', async () => {
    const answer = await makeCodes(await someone(), '000000')
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'two-factor-off'])
  })
})
