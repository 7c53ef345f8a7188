import { linkCalls } from '../../tests/harness/account-links.ts'
import { hash } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { deriveKey } from '../../platform/key-ring.ts'
import { cases, roundsTimeout } from '../../tests/battery/random-seed.ts'
import {
  addClient,
  addPerson,
  cookiesOf,
  goodPassword,
  requestSignIn,
  requestSignInWithCaptcha,
} from '../../tests/harness/people.ts'
import { whileDatabaseIsDown } from '../../tests/harness/database-outage.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { lockRows, waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { sampleTokens } from './session.samples.ts'

let number = 0
const nextEmail = () => `person-${(number += 1)}@demo.example`

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo' })
const plain = await addClient(portal, { site: 'plain' })

describe('checking an email before the password', () => {
  const check = (site: string, email: string) =>
    portal.request({ method: 'POST', url: '/api/login/url', site, body: { email } })

  it('depends only on the host name and the email domain [LOGIN-04] [S-01]', async () => {
    const shared = await addClient(portal, {
      site: 'copperleaf',
      identityProvider: { emailDomains: ['copperleaf.example'] },
    })
    await addPerson(portal, shared, { email: 'kofi@copperleaf.example', password: null })
    await addPerson(portal, demo, { email: 'known@demo.example' })
    await addPerson(portal, demo, { email: 'disabled@demo.example', state: 'disabled' })

    const byProvider = await Promise.all(
      ['kofi@copperleaf.example', 'nobody@COPPERLEAF.example'].map((email) => check('copperleaf', email)),
    )
    expect(byProvider.map((answer) => answer.json())).toEqual([
      { hasSSO: true, url: '/sso/start', error: null },
      { hasSSO: true, url: '/sso/start', error: null },
    ])
    const byPassword = await Promise.all(
      ['known@demo.example', 'disabled@demo.example', 'nobody@demo.example', 'kofi@copperleaf.example'].map((email) =>
        check('demo', email),
      ),
    )
    expect(new Set(byPassword.map((answer) => answer.body))).toEqual(
      new Set(['{"url":null,"hasSSO":false,"error":null}']),
    )
  })

  it.each([
    'amelia@demo',
    'a@b.c',
    'a@b.c0',
    'a b@demo.example',
    'a@@demo.example',
    '@demo.example',
    'a@demo.example.',
  ])('refuses %s with the sentence of the specification [LOGIN-05] [FORM-02] [FORM-03]', async (email) => {
    const answer = await check('demo', email)
    expect([answer.statusCode, answer.json().error]).toEqual([422, 'Unable to process login request'])
  })
})

it('an email address belongs to one person, whether written in upper or lower case', async () => {
  await addPerson(portal, demo, { email: 'Zoë@Bücher.example' })
  const spellings = ['zoë@bücher.example', 'ZOE\u0308@xn--bcher-kva.example', 'zoe\u0308@BU\u0308CHER.example\u200b']
  for (const email of spellings) {
    expect([email, (await requestSignIn(portal, { email })).statusCode]).toEqual([email, 200])
    expect((await linkCalls(portal).ask(email)).statusCode).toBe(200)
  }
  expect(await linkCalls(portal).mailedTo('zoë@xn--bcher-kva.example')).toHaveLength(spellings.length)
})

describe('login with a password', () => {
  it('returns the token response for the right password [LOGIN-23] [DATA-08] [DATA-09]', async () => {
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    const answer = await portal.request({
      method: 'POST',
      url: '/api/login',
      body: {
        email: ` ${email.toUpperCase()} `,
        password: goodPassword,
        deviceToken: 'device',
        isRecaptchaEnabled: false,
      },
    })

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      ...sampleTokens,
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scheme: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const cookies = Object.fromEntries(answer.cookies.map((cookie) => [cookie.name, cookie]))
    expect(cookies['__Host-rt']).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: 12 * 3600,
    })
    expect(cookies['__Host-rth']).toMatchObject({
      secure: true,
      sameSite: 'Strict',
      path: '/',
      value: answer.json().refresh_token,
    })
    expect(cookies['__Host-rth']?.httpOnly).toBeUndefined()
    expect(cookies['__Host-rt']?.value).not.toBe(cookies['__Host-rth']?.value)
  })

  it('returns exactly the same reply for every kind of failed login [API-14] [LOGIN-39] [S-02] [S-07]', async () => {
    const ssoOnly = await addClient(portal, { site: 'sso-only', switches: { ssoAccessOnly: true } })
    const known = nextEmail()
    await addPerson(portal, demo, { email: known })
    await addPerson(portal, demo, { email: 'invited@demo.example', state: 'invited', password: null })
    await addPerson(portal, demo, { email: 'invited-with-password@demo.example', state: 'invited' })
    await addPerson(portal, demo, { email: 'jack.stone@demo.example', state: 'disabled' })
    await addPerson(portal, plain, { email: 'max.plain@plain.example' })
    await addPerson(portal, ssoOnly, { email: 'right@sso.example' })

    const answers = await Promise.all([
      requestSignIn(portal, { email: known, password: 'wrong' }),
      requestSignIn(portal, { email: 'nobody@demo.example' }),
      requestSignIn(portal, { email: 'invited@demo.example' }),
      requestSignIn(portal, { email: 'invited-with-password@demo.example' }),
      requestSignIn(portal, { email: 'jack.stone@demo.example', password: 'wrong' }),
      requestSignIn(portal, { email: 'max.plain@plain.example' }),
      requestSignIn(portal, { email: 'right@sso.example', site: 'sso-only' }),
      requestSignIn(portal, { email: known, site: 'no-such-client' }),
    ])
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 401))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({
      error: "We can't find a match! Try again or contact us",
      access_token: null,
      showRecaptcha: false,
      userAccountLocked: false,
      error_message: null,
    })
    const headers = answers.map(({ headers: { 'x-request-id': _id, date: _date, ...same } }) => JSON.stringify(same))
    expect(new Set(headers).size).toBe(1)
  })

  it('does the same work for the right password of a closed account as for a wrong password [S-02] [S-07]', async () => {
    const site = 'sso-alone'
    const ssoOnly = await addClient(portal, { site, switches: { ssoAccessOnly: true } })
    await addPerson(portal, ssoOnly, { email: 'right@sso.example' })
    const [invited, active] = [nextEmail(), nextEmail()]
    await addPerson(portal, demo, { email: invited, state: 'invited' })
    await addPerson(portal, demo, { email: active })
    const asOwner = (statement: string) => withConnection(portal.database.owner, (client) => client.query(statement))
    // After a right password, the first step is to lock the account.
    await asOwner('revoke update on account from portal_app')
    try {
      const answers = [
        await requestSignIn(portal, { email: active }),
        await requestSignIn(portal, { email: 'right@sso.example', site }),
        await requestSignIn(portal, { email: invited }),
        await requestSignIn(portal, { email: invited, password: 'wrong' }),
      ]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 401, 401, 401])
      expect(new Set(answers.slice(1).map(({ body }) => body)).size).toBe(1)
    } finally {
      await asOwner('grant update on account to portal_app')
    }
  })

  it('says before and after the login whether single sign-on is the only way to log in [LOGIN-49] [LOGIN-50]', async () => {
    const only = await addClient(portal, { site: 'only-sso', switches: { ssoAccessOnly: true } })
    await addPerson(portal, only, { email: 'kofi@only.example' })
    const theme = (site: string) => portal.request({ url: `/api/v1/schemes/${site}`, site })
    expect((await theme('only-sso')).json()).toMatchObject({ sso_access_only: true })
    expect((await theme('demo')).json()).toMatchObject({ sso_access_only: false })
    expect((await requestSignIn(portal, { email: 'kofi@only.example', site: 'only-sso' })).statusCode).toBe(401)
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    const token = (await requestSignIn(portal, { email })).json().access_token
    const setup = await portal.request({ url: '/api/login/setup', token })
    expect(setup.json().cmsData).toMatchObject({ sso_access_only: false })
  })

  it('tells the owner of a disabled account that it is disabled only after the right password [LOGIN-46] [LOGIN-47]', async () => {
    const [email, nobody] = [nextEmail(), nextEmail()]
    await addPerson(portal, demo, { email, state: 'disabled' })
    const answer = await requestSignIn(portal, { email })
    expect(answer.statusCode).toBe(401)
    expect(answer.json().error_message).toBe(
      'Unfortunately we are experiencing a problem with your account, please contact the support team for help',
    )
    expect(answer.cookies).toEqual([])
    // A known and an unknown address get the same responses to wrong passwords until they are locked.
    await requestSignIn(portal, { email: nobody, password: 'wrong' })
    const told = []
    for (let each = 2; each <= 5; each += 1) {
      const answers = await Promise.all(
        [email, nobody].map((one) => requestSignInWithCaptcha(portal, { email: one, password: `wrong ${each}` })),
      )
      told.push(answers.map(({ statusCode, body }) => `${statusCode} ${body.replace(/"requestId":"[^"]+"/, '')}`))
    }
    expect(told.map(([disabled]) => disabled)).toEqual(told.map(([, unknown]) => unknown))
    expect(told.map(([disabled]) => disabled?.slice(0, 3))).toEqual(['401', '401', '401', '429'])
    const locked = await requestSignInWithCaptcha(portal, { email })
    expect(locked.json()).toMatchObject({ userAccountLocked: true, error_message: null })
  })

  it('requires a second factor from employers but not from others, unless their client says otherwise [S-24] [D-17]', async () => {
    const silent = await addClient(portal, { site: 'silent', switches: { twoFactor: {} } })
    const employer = { email: 'employer@silent.example', userType: 'employer' } as const
    await addPerson(portal, silent, employer)
    await addPerson(portal, silent, { email: 'employee@silent.example' })
    const flags = async (email: string) => {
      const { access_token: token, is_should_setup_2fa: due } = (
        await requestSignIn(portal, { email, site: 'silent' })
      ).json<{ access_token: string | null; is_should_setup_2fa: boolean }>()
      return { isIn: token !== null, due }
    }
    expect(await flags(employer.email)).toEqual({ isIn: false, due: true })
    expect(await flags('employee@silent.example')).toEqual({ isIn: true, due: false })
  })

  it('gives a cookie and a ticket instead of a token to a person who needs a code or must set up two-factor authentication [TWOFA-30] [S-19]', async () => {
    const strict = await addClient(portal, {
      site: 'strict',
      switches: { twoFactor: { employers: true, employees: false } },
    })
    await addPerson(portal, strict, { email: 'coded@strict.example', twoFactorSecret: 'sealed' })
    await addPerson(portal, strict, { email: 'employer@strict.example', userType: 'employer' })
    await addPerson(portal, strict, { email: 'employee@strict.example' })

    const [coded, employer, employee] = await Promise.all(
      ['coded', 'employer', 'employee'].map((name) =>
        requestSignIn(portal, { email: `${name}@strict.example`, site: 'strict' }),
      ),
    )
    expect(coded?.json()).toMatchObject({
      access_token: null,
      refresh_token: null,
      is_should_validate_2fa: true,
      is_should_setup_2fa: false,
      secret: null,
      url: null,
      ticket: expect.stringMatching(/^mfa1\.[\w-]{43}$/),
    })
    expect(employer?.json()).toMatchObject({
      access_token: null,
      refresh_token: null,
      is_should_validate_2fa: false,
      is_should_setup_2fa: true,
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      url: expect.stringMatching(/^otpauth:\/\/totp\/Client%20strict:employer%40strict\.example\?/),
      ticket: expect.stringMatching(/^mfa1\.[\w-]{43}$/),
    })
    expect(employee?.json().access_token).toEqual(expect.any(String))
    const cookies = [...(coded?.cookies ?? []), ...(employer?.cookies ?? [])]
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-mfa', '__Host-mfa'])
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' })
  })

  it('hashes no more than 256 characters [S-09]', async () => {
    const answer = await requestSignIn(portal, { email: nextEmail(), password: 'x'.repeat(257) })
    expect(answer.statusCode).toBe(422)
  })
})

describe('lock after too many failures', () => {
  const lockedText =
    'You have unsuccessfully tried to login too many times - your account has been locked for 15 mins. Please try again later'
  const guess = async (email: string, times: number) => {
    const answers = []
    for (let each = 0; each < times; each += 1)
      answers.push(await requestSignInWithCaptcha(portal, { email, password: `wrong ${each}` }))
    return answers.map((answer) => answer.statusCode)
  }

  it.each(['known', 'unknown'])(
    'starts with the fifth failure for a %s email and ends after 15 minutes [LOGIN-43] [LOGIN-44] [LOGIN-45] [CONST-04] [API-14]',
    async (kind) => {
      onTestFinished(await portal.database.stopClock())
      const email = nextEmail()
      if (kind === 'known') await addPerson(portal, demo, { email })

      expect(await guess(email, 5)).toEqual([401, 401, 401, 401, 429])
      const locked = await requestSignInWithCaptcha(portal, { email })
      expect(locked.statusCode).toBe(429)
      expect(locked.json()).toMatchObject({ error: lockedText, userAccountLocked: true, access_token: null })
      expect(locked.headers['retry-after']).toBe('900')
      try {
        await portal.database.moveClock('PT14M59S')
        expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(429)
        await portal.database.moveClock('PT15M')
        expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(kind === 'known' ? 200 : 401)
        expect(await guess(email, kind === 'known' ? 4 : 3)).not.toContain(429)
      } finally {
        await portal.database.moveClock('PT0S')
      }
    },
  )

  it('is counted from the beginning after a successful login [LOGIN-45]', async () => {
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    await guess(email, 4)
    expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(200)
    expect(await guess(email, 4)).toEqual([401, 401, 401, 401])
  })

  it('is counted separately for each client and each email', async () => {
    const email = nextEmail()
    await addPerson(portal, plain, { email })
    await guess(email, 5)
    expect((await requestSignInWithCaptcha(portal, { email, site: 'plain' })).statusCode).toBe(200)
  })

  it(
    'checks at most five of 200 parallel attempts, and refuses even the right password after them [S-03] [R-11]',
    { timeout: roundsTimeout },
    async () => {
      const passwords = Array.from({ length: 200 }, (_, index) => (index === 150 ? goodPassword : `wrong ${index}`))
      for (let round = 0; round < cases({ gate: 1, long: 100 }); round += 1) {
        const email = nextEmail()
        await addPerson(portal, demo, { email })
        const answers = await Promise.all(
          passwords.map((password) => requestSignInWithCaptcha(portal, { email, password })),
        )

        const statuses = answers.map((answer) => answer.statusCode)
        expect(statuses.filter((status) => status === 401)).toHaveLength(4)
        expect(statuses.filter((status) => status === 429)).toHaveLength(196)
        expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(429)
      }
      // Removes the attempts, so that the next tests need no captcha (S-08).
      await withConnection(portal.database.superuser, (client) =>
        client.query('truncate sign_in_attempt, spraying_source'),
      )
    },
  )

  it('does not count attempts that failed because of an internal error [S-03]', async () => {
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    const asOwner = (statement: string) => withConnection(portal.database.owner, (client) => client.query(statement))
    await asOwner('revoke insert on session from portal_app')
    try {
      for (let each = 0; each < 6; each += 1) expect((await requestSignIn(portal, { email })).statusCode).toBe(500)
    } finally {
      await asOwner('grant insert on session to portal_app')
    }
    expect((await requestSignIn(portal, { email })).statusCode).toBe(200)
  })

  it('does not count attempts during which the database failed [S-03] [S-78]', async () => {
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    const counted = async () => {
      const { rows } = await withConnection(portal.database.superuser, (client) =>
        client.query<{ failures: number }>('select failures from failed_attempt where identifier_hash = $1', [
          tokensOf(portal.serverSecret).identifierHash(demo, email),
        ]),
      )
      return rows
    }
    await guess(email, 2)
    const release = await lockRows(portal, { of: 'account', client: demo })
    const signingIn = requestSignIn(portal, { email })
    await waitUntilCallsAreBlocked(portal, 1)
    expect(await counted()).toEqual([{ failures: 3 }])
    await whileDatabaseIsDown(portal, async () => {
      const { statusCode, headers } = await signingIn
      expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    })
    await release()
    await vi.waitFor(async () => expect(await counted()).toEqual([{ failures: 2 }]), 60_000)
    expect((await requestSignIn(portal, { email })).statusCode).toBe(200)
  })

  it('does not prevent the right password from being hashed again if its hash has outdated parameters [S-18]', async () => {
    const email = nextEmail()
    const personId = await addPerson(portal, demo, { email })
    const stored = () =>
      inClient(portal.database.db, demo, async (tx) => {
        const row = await tx
          .selectFrom('account')
          .select('password_hash')
          .where('person_id', '=', personId)
          .executeTakeFirst()
        return row?.password_hash ?? ''
      })
    const keyId = (await stored()).slice(0, 8)
    const older = await hash(goodPassword, {
      memoryCost: 8_192,
      timeCost: 2,
      parallelism: 1,
      secret: deriveKey(portal.serverSecret, 'password pepper'),
    })
    await inClient(portal.database.db, demo, (tx) =>
      changeAccount(tx, demo, personId, { passwordHash: `${keyId}:${older}` }),
    )

    expect((await requestSignIn(portal, { email })).statusCode).toBe(200)
    expect(await stored()).toContain('$m=19456,t=2,p=1$')
    expect((await requestSignIn(portal, { email })).statusCode).toBe(200)
  })

  it('does not apply to a browser that has logged in before, which has a separate limit [S-04] [D-09]', async () => {
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    const cookies = cookiesOf(await requestSignInWithCaptcha(portal, { email }))
    const device = { '__Host-dev': cookies['__Host-dev'] ?? '' }
    await guess(email, 5)

    expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(429)
    expect((await requestSignInWithCaptcha(portal, { email, cookies: device })).statusCode).toBe(200)
    const forged = {
      '__Host-dev': `${randomBytes(16).toString('base64url')}.${Date.now()}.${randomBytes(32).toString('base64url')}`,
    }
    expect((await requestSignInWithCaptcha(portal, { email, cookies: forged })).statusCode).toBe(429)
    const other = nextEmail()
    await guess(other, 5)
    expect((await requestSignInWithCaptcha(portal, { email: other, cookies: device })).statusCode).toBe(429)
  })
})
