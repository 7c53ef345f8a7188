import { afterEach, describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { endpoints, addressWith } from '../../tests/battery/endpoints.ts'
import { cases, roundsTimeout } from '../../tests/battery/random-seed.ts'
import { addClient, cookiesOf, goodPassword, requestSignInWithCaptcha } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import {
  addPersonWithTwoFactor,
  codeIn,
  passPasswordStep,
  logInByCode,
  sendCode,
  sendCodesAtOnce,
  wrongCode,
  type PersonWithTwoFactor,
  type SecondFactorPending,
} from '../../tests/harness/two-factor.ts'

let number = 0

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo' })
const sockets = await startPortal({ beside: portal, serverSecret: portal.serverSecret })
afterEach(() => portal.database.moveClock('PT0S'))

async function atTheCode(): Promise<PersonWithTwoFactor & SecondFactorPending> {
  const enrolled = await addPersonWithTwoFactor(portal, demo, { email: `coded-${(number += 1)}@demo.example` })
  return { ...enrolled, ...(await passPasswordStep(portal, enrolled)) }
}

const send = ({ email, cookies, ticket }: PersonWithTwoFactor & SecondFactorPending, code: string) =>
  sendCode(portal, { email, cookies, password: ticket, code })

async function sessionsOf({ personId }: PersonWithTwoFactor): Promise<number> {
  const rows = await inClient(portal.database.db, demo, (tx) =>
    tx.selectFrom('session').select('id').where('person_id', '=', personId).execute(),
  )
  return rows.length
}

async function looksAt({ personId }: PersonWithTwoFactor): Promise<number> {
  const row = await inClient(portal.database.db, demo, (tx) =>
    tx.selectFrom('two_factor_attempt').select('attempted_at').where('person_id', '=', personId).executeTakeFirst(),
  )
  return row?.attempted_at.length ?? 0
}

describe('login with a code', () => {
  it('returns a login reply if the code is right, after a ticket or a password [TWOFA-04] [TWOFA-05] [TWOFA-29] [S-19]', async () => {
    for (const by of ['ticket', 'password'] as const) {
      const them = await atTheCode()
      const password = by === 'ticket' ? them.ticket : goodPassword
      const sent = { email: ` ${them.email.toUpperCase()}`, cookies: them.cookies, password, code: codeIn(them.seed) }
      const answer = await sendCode(portal, sent)
      expect([answer.statusCode, answer.json().error]).toEqual([200, null])
      expect(answer.json()).toMatchObject({
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        is_should_validate_2fa: false,
        scheme: expect.any(String),
        ticket: null,
      })
      expect(Object.keys(cookiesOf(answer)).toSorted()).toEqual(['__Host-dev', '__Host-mfa', '__Host-rt', '__Host-rth'])
      expect(cookiesOf(answer)['__Host-mfa']).toBe('')
      const { access_token: token } = answer.json<{ access_token: string }>()
      expect((await portal.request({ url: '/api/v1/ping', token })).statusCode).toBe(200)
    }
  })

  it('refuses a wrong code with the sentence of the specification, and asks for the code again [TWOFA-29] [API-14]', async () => {
    const given = await atTheCode()
    for (const code of [wrongCode(given.seed), '', 'abcdef', '1234567']) {
      const answer = await send(given, code)
      expect([answer.statusCode, answer.json().error]).toEqual([422, 'The code is not valid, please try again'])
    }
    expect((await send(given, codeIn(given.seed))).statusCode).toBe(200)
  })

  it('accepts only the codes of the current, previous and next time step [TWOFA-29] [S-21]', async () => {
    const answers: [number, number][] = []
    for (const seconds of [-61, -30, 0, 30, 61]) {
      const them = await atTheCode()
      // Starts in the middle of a time step, so that the test ends before the next one.
      const middle = 15 - ((Date.now() / 1000) % 30)
      await portal.database.moveClock(`${middle} seconds`)
      answers.push([seconds, (await send(them, codeIn(them.seed, middle + seconds))).statusCode])
    }
    expect(answers).toEqual([
      [-61, 422],
      [-30, 200],
      [0, 200],
      [30, 200],
      [61, 422],
    ])
  })

  it('accepts each code only once, in whichever login [TWOFA-29] [S-21]', async () => {
    const enrolled = await addPersonWithTwoFactor(portal, demo, { email: 'once@demo.example' })
    const [first, second] = [await passPasswordStep(portal, enrolled), await passPasswordStep(portal, enrolled)]
    const code = codeIn(enrolled.seed)
    expect((await send({ ...enrolled, ...first }, code)).statusCode).toBe(200)
    expect((await send({ ...enrolled, ...second }, code)).statusCode).toBe(401)
    const third = { ...enrolled, ...(await passPasswordStep(portal, enrolled)) }
    expect((await send(third, code)).statusCode).toBe(422)
    expect((await send(third, codeIn(enrolled.seed, 30))).statusCode).toBe(200)
  })
})

describe('guessing codes', () => {
  it(
    'is limited to five attempts, even in parallel, and then locks the account as wrong passwords do [LOGIN-45] [S-19] [S-21] [R-11]',
    async () => {
      for (let round = 0; round < cases({ gate: 2, long: 100 }); round += 1) {
        const them = await atTheCode()
        const sent = { ...them, password: them.ticket, code: wrongCode(them.seed) }
        const statuses = await sendCodesAtOnce(sockets, 200, sent)
        expect(statuses.filter((status) => status === 422)).toHaveLength(4)
        expect(statuses).toContain(429)
        // 429: locked. 401: the challenge has ended.
        expect(statuses.filter((status) => ![401, 422, 429].includes(status))).toEqual([])
        expect(await looksAt(them)).toBe(5)
        expect((await send(them, codeIn(them.seed))).statusCode).toBe(401)
        expect((await requestSignInWithCaptcha(portal, { email: them.email })).statusCode).toBe(429)
        expect(await sessionsOf(them)).toBe(0)
      }
    },
    roundsTimeout,
  )

  it('counts wrong passwords and wrong codes together; a right code starts the count again [LOGIN-45]', async () => {
    const them = await atTheCode()
    const wrongPassword = () => requestSignInWithCaptcha(portal, { email: them.email, password: 'wrong' })
    for (let each = 0; each < 2; each += 1) expect((await wrongPassword()).statusCode).toBe(401)
    for (let each = 0; each < 2; each += 1) expect((await send(them, wrongCode(them.seed))).statusCode).toBe(422)
    const again = { ...them, ...(await passPasswordStep(portal, them)) }
    expect((await send(again, wrongCode(them.seed))).statusCode).toBe(429)

    const other = await atTheCode()
    for (let each = 0; each < 4; each += 1) await send(other, wrongCode(other.seed))
    expect((await send(other, codeIn(other.seed))).statusCode).toBe(200)
    const next = { ...other, ...(await passPasswordStep(portal, other)) }
    for (let each = 0; each < 4; each += 1) expect((await send(next, wrongCode(other.seed))).statusCode).toBe(422)
  })

  it('is limited to ten attempts an hour for each account, locked or not [S-21]', async () => {
    const them = await atTheCode()
    const codesAfter = async (minutes: number, times: number) => {
      await portal.database.moveClock(`PT${minutes}M`)
      const again = { ...them, ...(await passPasswordStep(portal, them)) }
      const codes: string[] = []
      for (let each = 0; each < times; each += 1)
        codes.push((await send(again, wrongCode(them.seed))).json<{ code: string }>().code)
      return codes
    }
    const wrong = (times: number) => Array.from({ length: times }, () => 'code-invalid')
    expect(await codesAfter(0, 5)).toEqual([...wrong(4), 'account-locked'])
    expect(await codesAfter(16, 5)).toEqual([...wrong(4), 'account-locked'])
    expect(await codesAfter(32, 2)).toEqual(['too-many-codes', 'too-many-codes'])
    expect(await codesAfter(59, 1)).toEqual(['too-many-codes'])
    expect(await codesAfter(61, 1)).toEqual(wrong(1))
  })

  it('counts a wrong password that is sent instead of the ticket as a failed attempt [D-03]', async () => {
    const them = await atTheCode()
    const guess = () => sendCode(portal, { ...them, password: 'wrong', code: codeIn(them.seed) })
    const statuses: number[] = []
    for (let each = 0; each < 5; each += 1) statuses.push((await guess()).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 429])
    expect(await sessionsOf(them)).toBe(0)
  })

  it('does not count codes that failed because of an internal error', async () => {
    const them = await atTheCode()
    const asOwner = (statement: string) => withConnection(portal.database.owner, (client) => client.query(statement))
    await asOwner('revoke insert on session from portal_app')
    try {
      for (let each = 0; each < 6; each += 1) expect((await send(them, codeIn(them.seed))).statusCode).toBe(500)
    } finally {
      await asOwner('grant insert on session to portal_app')
    }
    expect((await send(them, codeIn(them.seed))).statusCode).toBe(200)
  })
})

describe('step between password and code', () => {
  it('ends after five minutes [S-19]', async () => {
    const them = await atTheCode()
    await portal.database.moveClock('PT4M50S')
    expect((await send(them, '000000')).statusCode).not.toBe(401)
    await portal.database.moveClock('PT5M5S')
    const answer = await send(them, codeIn(them.seed, 305))
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'challenge-ended'])
  })

  it('requires its cookie and ticket, the same person and the same client; otherwise the reply is always the same [S-19]', async () => {
    const [them, other] = [await atTheCode(), await atTheCode()]
    await addClient(portal, { site: 'elsewhere' })
    const code = codeIn(them.seed)
    const answers = await Promise.all([
      sendCode(portal, { ...them, password: them.ticket, code, cookies: {} }),
      sendCode(portal, { ...them, password: other.ticket, code }),
      sendCode(portal, { ...them, password: them.ticket, code, email: other.email }),
      sendCode(portal, { ...them, password: them.ticket, code, cookies: other.cookies }),
      sendCode(portal, { ...them, password: them.ticket, code, cookies: { '__Host-mfa': 'x'.repeat(43) } }),
      sendCode(portal, { ...them, password: them.ticket, code, site: 'elsewhere' }),
      sendCode(portal, { ...them, password: them.ticket, code, site: 'nobody' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect((await send(them, code)).statusCode).toBe(200)
  })

  it('gives no other access: every call refuses the cookie and ticket, before and after the code [S-19] [R-13]', async () => {
    const them = await atTheCode()
    const tryAll = async () => {
      const guarded = endpoints.filter(({ access, path }) => access !== 'public' && !path.includes('logout'))
      const statuses = await Promise.all(
        guarded.map(async (endpoint) => {
          const headers = { authorization: `Bearer ${them.ticket}`, 'x-requested-with': 'portal' }
          const { method } = endpoint
          const { cookies } = them
          const plain = await portal.request({ method, url: addressWith(endpoint), cookies })
          const asBearer = await portal.request({ method, url: addressWith(endpoint), cookies, headers })
          return [plain.statusCode, asBearer.statusCode]
        }),
      )
      expect(statuses.length).toBeGreaterThan(40)
      expect(new Set(statuses.flat())).toEqual(new Set([401]))
      const body = { refresh_token: them.cookies['__Host-mfa'] }
      const headers = { 'x-requested-with': 'portal' }
      const url = '/api/login/refresh'
      const cookies = { ...them.cookies, '__Host-rt': them.cookies['__Host-mfa'] ?? '' }
      expect((await portal.request({ method: 'POST', url, cookies, headers, body })).statusCode).toBe(401)
    }
    await tryAll()
    const code = codeIn(them.seed)
    expect((await send(them, code)).statusCode).toBe(200)
    await tryAll()
    expect((await send(them, code)).statusCode).toBe(401)
    expect((await send(them, codeIn(them.seed, 30))).statusCode).toBe(401)
    expect(
      (await requestSignInWithCaptcha(portal, { email: them.email, password: them.ticket, cookies: them.cookies }))
        .statusCode,
    ).toBe(401)
  })

  it('continues after a reload with the same cookie and ticket [D-03]', async () => {
    const them = await atTheCode()
    const again = await requestSignInWithCaptcha(portal, {
      email: them.email,
      password: them.ticket,
      cookies: them.cookies,
    })
    expect([again.statusCode, again.cookies]).toEqual([200, []])
    expect(again.json()).toMatchObject({ is_should_validate_2fa: true, ticket: them.ticket, access_token: null })
    const without = await requestSignInWithCaptcha(portal, { email: them.email, password: them.ticket })
    expect(without.statusCode).toBe(401)
  })

  it('ends if the person may no longer log in: after a lock, a disabled account or a new password [S-05]', async () => {
    const disabled = await atTheCode()
    const change = (person: PersonWithTwoFactor, what: Parameters<typeof changeAccount>[3]) =>
      inClient(portal.database.db, demo, (tx) => changeAccount(tx, demo, person.personId, what))
    await change(disabled, { state: 'disabled' })
    const refused = await send(disabled, codeIn(disabled.seed))
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'account-problem'])

    const locked = await atTheCode()
    for (let each = 0; each < 5; each += 1)
      await requestSignInWithCaptcha(portal, { email: locked.email, password: 'wrong' })
    expect((await send(locked, codeIn(locked.seed))).statusCode).toBe(429)

    const without = await atTheCode()
    await change(without, { twoFactorSecret: null })
    expect((await send(without, codeIn(without.seed))).statusCode).toBe(401)
    for (const person of [disabled, locked, without]) expect(await sessionsOf(person)).toBe(0)
  })

  it('is not skipped in a known browser: its device token and cookie do not replace a code [TWOFA-28] [S-25]', async () => {
    const enrolled = await addPersonWithTwoFactor(portal, demo, { email: 'known@demo.example' })
    const { cookies } = await logInByCode(portal, enrolled)
    const answer = await portal.request({
      method: 'POST',
      url: '/api/login',
      cookies,
      body: { email: enrolled.email, password: goodPassword, deviceToken: 'a'.repeat(64) },
    })
    expect(answer.json()).toMatchObject({ is_should_validate_2fa: true, access_token: null })
  })

  it('stores the hashed device token with the session of the login [TWOFA-28] [S-25]', async () => {
    const them = await atTheCode()
    const [deviceToken, tokens] = ['b'.repeat(64), tokensOf(portal.serverSecret)]
    const answer = await sendCode(portal, { ...them, password: them.ticket, code: codeIn(them.seed), deviceToken })
    expect(answer.statusCode).toBe(200)
    const kept = await inClient(portal.database.db, demo, (tx) =>
      tx.selectFrom('session').select('device_hash').where('person_id', '=', them.personId).execute(),
    )
    expect(kept).toEqual([{ device_hash: tokens.deviceTokenHash(demo, deviceToken) }])
  })
})
