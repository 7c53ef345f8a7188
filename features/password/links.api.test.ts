import { hash } from '@node-rs/argon2'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { keyRing } from '../../platform/key-ring.ts'
import { cases, roundsTimeout } from '../../tests/battery/random-seed.ts'
import { freshPassword, linkCalls } from '../../tests/harness/account-links.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, goodPassword, requestSignIn, signInAs } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { renewSession } from '../../tests/harness/sessions.ts'
import { inClient } from '../../database/database.ts'
import { linkLimits } from './limits.ts'
import { passwordRules } from '../../services/session/password.rules.ts'
import { linkSender } from './send-link.queries.ts'

let number = 0

const portal = await startPortal({ poolSize: 10 })
const calls: ReturnType<typeof linkCalls> = linkCalls(portal)
const demo = await addClient(portal, { site: 'demo' })

type Person = { email: string; id: PersonId; token: string }

async function person(kind: 'reset' | 'activation' = 'reset', client = demo, site = 'demo'): Promise<Person> {
  const email = `person-${(number += 1)}@${site}.example`
  const invited = kind === 'activation' && { state: 'invited' as const, password: null, firstLogin: true }
  const id = await addPerson(portal, client, { email, ...invited })
  return { email, id, token: await another({ email, id }, kind, client) }
}

async function another({ email, id }: Omit<Person, 'token'>, kind: 'reset' | 'activation' = 'reset', client = demo) {
  const send = linkSender(portal.serverSecret)
  await inClient(portal.database.db, client, (tx, { now }) =>
    send(tx, client, { personId: id, kind, now: new Date(now) }),
  )
  return (await calls.mailedTo(email)).at(-1) ?? ''
}

const count = <Item>(items: readonly Item[], one: Item) => items.filter((each) => each === one).length
const asSuperuser = (statement: string, values: unknown[] = []) =>
  withConnection(portal.database.superuser, (client) => client.query(statement, values))
const setState = ({ id }: Person, state: string) =>
  asSuperuser('update account set state = $2 where person_id = $1', [id, state])

/** Stores a cheap hash. With a slow one, the check of the old password would hide the race for the link. */
async function giveOldHash({ id }: Person): Promise<void> {
  const pepper = keyRing(portal.serverSecret, 'password pepper').current
  const old = await hash(goodPassword, { memoryCost: 8, timeCost: 1, parallelism: 1, secret: pepper.bytes })
  await asSuperuser('update account set password_hash = $2 where person_id = $1', [id, `${pepper.id}:${old}`])
}

async function later<T>(ahead: string, work: () => Promise<T>): Promise<T> {
  try {
    await portal.database.moveClock(ahead)
    return await work()
  } finally {
    await portal.database.moveClock('PT0S')
  }
}

describe('link', () => {
  it('is valid if its token is valid, and the reply contains the person [RESET-04] [DATA-11]', async () => {
    const [forgot, invited] = [await person(), await person('activation')]
    expect((await calls.validate(forgot.token)).json()).toEqual({ valid: true, message: null, error: null })
    const opened = { error: null, status: 'ok', first_name: 'Amelia', surname: 'Hart', email: invited.email }
    expect((await calls.open(invited.token)).json()).toEqual(opened)
  })

  it.each([
    ['a full stop', (token: string) => `${token}.`],
    ['an encoded full stop', (token: string) => `${token}%2E`],
    ['a full stop, encoded twice', (token: string) => `${token}%252E`],
    ['brackets', (token: string) => `<${token}>`],
    ['an encoded bracket', (token: string) => `${token}%29,`],
    ['an entity', (token: string) => `${token}&gt;`],
    ['quotation marks', (token: string) => `“${token}”`],
    ['a line break', (token: string) => `${token.slice(0, 20)}\r\n${token.slice(20)}`],
    ['a soft line break', (token: string) => `${token.slice(0, 20)}=\r\n${token.slice(20)}`],
    ['an encoded line break', (token: string) => `${token.slice(0, 20)}%0D%0A ${token.slice(20)}`],
    ['a zero-width space', (token: string) => `${token.slice(0, 20)}\u200b${token.slice(20)}`],
  ])('works with %s that a mail program has added', async (_, damaged) => {
    const [forgot, invited] = [await person(), await person('activation')]
    expect((await calls.validate(encodeURIComponent(damaged(forgot.token)))).json()).toMatchObject({ valid: true })
    expect((await calls.open(encodeURIComponent(damaged(invited.token)))).json()).toMatchObject({
      email: invited.email,
    })
    const token = damaged(forgot.token)
    expect((await calls.reset({ token, cookies: await calls.verified(token) })).statusCode).toBe(200)
  })

  it('works once: within half an hour to replace a password, or within two weeks to choose the first password [FORGOT-19]', async () => {
    for (const [kind, inTime, late] of [
      ['reset', 'PT29M', 'PT31M'],
      ['activation', 'P13DT23H', 'P14DT1H'],
    ] as const) {
      const [one, other] = [await person(kind), await person(kind)]
      await later(inTime, async () => {
        const cookies = await calls.verified(one.token)
        const choose = async () => (await calls.reset({ token: one.token, cookies })).statusCode
        expect([await choose(), await choose()]).toEqual([200, 404])
        expect((await calls.verify(other.token)).statusCode).toBe(200)
      })
      await later(late, async () => expect((await calls.verify(other.token)).statusCode).toBe(404))
    }
  })

  it('is not used up by programs that open every link of a mail [S-10]', async () => {
    const { token, email } = await person('activation')
    for (let each = 0; each < 10; each += 1) {
      expect((await calls.open(token)).statusCode).toBe(200)
      expect((await portal.request({ url: `/api/v1/activation/${token}` })).statusCode).toBe(405)
      const head = { method: 'HEAD', url: `/api/v1/activation/${token}`, headers: { host: 'demo.localhost' } } as const
      expect((await portal.app.inject(head)).statusCode).toBeGreaterThanOrEqual(400)
    }
    expect((await calls.reset({ token, cookies: await calls.verified(token) })).statusCode).toBe(200)
    expect(await calls.signIn(email, freshPassword)).toBe(200)
    expect((await calls.open(token)).statusCode).toBe(404)
  })

  it('that cannot be used gets the same reply for every reason [S-10] [S-07]', async () => {
    const other = await addClient(portal, { site: `other-${(number += 1)}` })
    const foreign = await person('activation', other, 'other')
    const sso = await addClient(portal, { site: `sso-${(number += 1)}`, switches: { ssoAccessOnly: true } })
    const byProvider = await person('activation', sso, 'sso')
    const [used, over, spent, forgot, disabled] = [
      await person('activation'),
      await person('activation'),
      await person('activation'),
      await person(),
      await person('activation'),
    ]
    await calls.reset({ token: used.token, cookies: await calls.verified(used.token) })
    await asSuperuser(`update password_link set expires_at = app.now() where person_id = $1`, [over.id])
    for (let each = 0; each < 5; each += 1) await calls.verify(spent.token, '01/01/1990')
    await setState(disabled, 'disabled')
    const answers = [
      await calls.open('x'.repeat(22)),
      await calls.open(used.token),
      await calls.open(over.token),
      await calls.open(spent.token),
      await calls.open(forgot.token),
      await calls.open(foreign.token),
      await calls.open(disabled.token),
      await calls.open(byProvider.token, { site: `sso-${number}` }),
      await calls.open('x'.repeat(22), { site: 'no-such-client' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    const bodies = answers.map(({ body }) => body.replace(/"requestId":"[^"]+"/, ''))
    expect(new Set(bodies).size).toBe(1)

    const validated = [used, over, spent, foreign, disabled].map(({ token }) => calls.validate(token))
    const [first, ...rest] = await Promise.all([calls.validate('x'.repeat(22)), ...validated])
    expect(first?.json()).toEqual({ valid: false, message: 'A link works once, for 30 minutes.', error: null })
    expect(rest.map(({ body }) => body)).toEqual(rest.map(() => first?.body))
    for (const { token } of [used, over, foreign, disabled]) {
      expect((await calls.verify(token)).statusCode).toBe(404)
      expect((await calls.check(token, freshPassword)).statusCode).toBe(404)
      expect((await calls.reset({ token })).statusCode).toBe(404)
    }
  })

  it("works while the server's secret is changed, and is never stored in plain text [S-10] [S-84]", async () => {
    const { token } = await person()
    const newer = await startPortal({ beside: portal, olderSecrets: [portal.serverSecret] })
    expect((await linkCalls(newer).validate(token)).json().valid).toBe(true)
    const { rows } = await asSuperuser('select password_link::text as row from password_link')
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  })
})

describe('date of birth', () => {
  it('opens the second step in this browser if it is right; the reply contains the password rules [DATA-30]', async () => {
    const { token } = await person()
    const answer = await calls.verify(token)
    expect(answer.json()).toEqual({ verified: true, error: null, errors: null, passwordRules: 991 })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: '__Host-link', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
    expect(cookie?.maxAge).toBe(linkLimits.verifiedMs / 1000)
  })

  it('is refused with the sentence for this field if it is wrong [RESET-13] [FORM-20] [API-14] [S-11]', async () => {
    const { token } = await person()
    const answer = await calls.verify(token, '18/05/1990')
    expect([answer.statusCode, answer.cookies]).toEqual([422, []])
    expect(answer.json()).toMatchObject({
      code: 'date-of-birth-wrong',
      errors: { date_of_birth: ['This date does not match our records'] },
    })
  })

  it('does not count as an attempt if it is invalid [FORM-18] [FORM-19]', async () => {
    const { token } = await person()
    const problem = async (typed: string) => (await calls.verify(token, typed)).json().errors.date_of_birth[0]
    expect(await problem('')).toBe('Date of birth is required')
    for (let each = 0; each < 5; each += 1) expect(await problem('30/02/1990')).toBe('This date of birth is not valid')
    expect((await calls.verify(token)).statusCode).toBe(200)
  })

  it(
    'is checked at most five times for a link, even in parallel [S-11] [R-11]',
    { timeout: roundsTimeout },
    async () => {
      const dates = Array.from({ length: 200 }, (_, day) => `${String((day % 28) + 1).padStart(2, '0')}/06/1991`)
      for (let round = 0; round < cases({ gate: 1, long: 100 }); round += 1) {
        const { token } = await person()
        const answers = await Promise.all(dates.map((date) => calls.verify(token, date)))
        const codes = answers.map(({ statusCode }) => statusCode)
        expect([count(codes, 422), count(codes, 410)]).toEqual([5, 195])
        const spent = await calls.verify(token)
        expect([spent.statusCode, spent.json().message]).toEqual([410, 'Token has expired'])
        expect((await calls.reset({ token })).statusCode).toBe(410)
      }
    },
  )

  it('is checked at most ten times a day for a person, over all links of both kinds [S-11]', async () => {
    const invited = await person('activation')
    const links = [invited.token, await another(invited, 'activation'), await another(invited, 'activation')]
    const answers = await Promise.all(
      links.flatMap((token) => Array.from({ length: 4 }, () => calls.verify(token, '01/06/1991'))),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect([count(codes, 422), count(codes, 410)]).toEqual([10, 2])
    const fresh = await another(invited, 'activation')
    expect((await calls.verify(fresh)).statusCode).toBe(410)
    await later('PT23H', async () => expect((await calls.verify(fresh)).statusCode).toBe(410))
    await later('PT25H', async () => expect((await calls.verify(fresh)).statusCode).toBe(200))
  })

  it('does not count as a failed attempt if it is right', async () => {
    const { token } = await person()
    for (let each = 0; each < 12; each += 1) expect((await calls.verify(token)).statusCode).toBe(200)
    for (let each = 0; each < 4; each += 1) expect((await calls.verify(token, '01/06/1991')).statusCode).toBe(422)
    expect((await calls.verify(token)).statusCode).toBe(200)
  })

  it('cannot be skipped, sent from another browser, or used for a password much later [S-11]', async () => {
    const { token } = await person()
    const first = await calls.reset({ token })
    expect([first.statusCode, first.json().code]).toEqual([409, 'date-of-birth-first'])
    const cookies = await calls.verified(token)
    expect((await calls.reset({ token, cookies: {} })).statusCode).toBe(409)
    expect((await calls.reset({ token, cookies: { '__Host-link': 'x'.repeat(43) } })).statusCode).toBe(409)
    const other = await person()
    expect((await calls.reset({ token, cookies: await calls.verified(other.token) })).statusCode).toBe(409)
    await later('PT16M', async () => expect((await calls.reset({ token, cookies })).statusCode).toBe(409))
    expect((await calls.reset({ token, cookies })).statusCode).toBe(200)
  })

  it('is checked again when the password is set, which counts as an attempt [S-11]', async () => {
    const { token } = await person()
    const cookies = await calls.verified(token)
    for (let each = 0; each < 5; each += 1)
      expect((await calls.reset({ token, cookies, date: '18/05/1990' })).json().code).toBe('date-of-birth-wrong')
    expect((await calls.reset({ token, cookies })).statusCode).toBe(410)
  })

  it('is audited without the date if it is wrong [S-82] [S-83]', async () => {
    const { token, id } = await person()
    await calls.verify(token, '18/05/1990')
    const { rows } = await asSuperuser(
      `select entry from audit_event where action = 'link.wrong-date' and entry like '%' || $1 || '%'`,
      [id],
    )
    expect(rows).toHaveLength(1)
    // Searches for the date as it is written, because ids and times may contain the same digits by chance.
    expect(rows[0].entry).not.toMatch(/18[^0-9a-f]?0?5[^0-9a-f]?1990|1990[^0-9a-f]?0?5[^0-9a-f]?18|18 May/i)
  })
})

describe('checking a password by a link', () => {
  const unmetIn = (body: { checks: { name: string; status: boolean }[] }) =>
    body.checks.flatMap(({ name, status }) => (status ? [] : [name]))

  it('returns nothing about the person before the date of birth was checked: all replies have the same bytes [S-15]', async () => {
    const { token, email } = await person()
    const [random, inUse, named] = [
      await calls.check(token, freshPassword),
      await calls.check(token, goodPassword),
      await calls.check(token, `Kiln&72-${email.split('@')[0]}-Moss`),
    ]
    expect(random.json()).toEqual({ checks: passwordRules.map((name) => ({ name, status: true })) })
    expect(inUse.body).toBe(random.body)
    expect(named.body).toBe(random.body)
    expect(unmetIn((await calls.check(token, 'short1')).json())).toEqual(['length', 'common', 'upper', 'special'])
  })

  it("checks the password against the person's details after the date of birth was checked, in the same browser [FORM-31] [FORM-32] [FORM-36]", async () => {
    const { token } = await person()
    const cookies = await calls.verified(token)
    expect(unmetIn((await calls.check(token, goodPassword, cookies)).json())).toEqual(['previous'])
    expect(unmetIn((await calls.check(token, 'Kiln&72-Amelia-Moss', cookies)).json())).toEqual(['personal'])
    expect(unmetIn((await calls.check(token, goodPassword)).json())).toEqual([])
  })

  it('is limited to thirty times a minute for each link [S-15]', async () => {
    // Stops the clock, so that the limit's minute does not end during the test.
    onTestFinished(await portal.database.stopClock())
    const [one, other] = [await person(), await person()]
    const answers = await Promise.all(Array.from({ length: 36 }, () => calls.check(one.token, 'short')))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect([count(codes, 200), count(codes, 429)]).toEqual([linkLimits.checksPerMinute, 6])
    expect((await calls.check(other.token, 'short')).statusCode).toBe(200)
  })
})

describe('choosing a password by a link', () => {
  it('sets the password without logging in, and sends a mail about it [RESET-16] [DATA-31] [S-14]', async () => {
    const { token, email } = await person()
    const answer = await calls.reset({ token, cookies: await calls.verified(token) })
    expect(answer.json()).toEqual({
      reset: true,
      redirectURL: null,
      redirectOrigins: [],
      errors: null,
      checks: passwordRules.map((name) => ({ name, status: true })),
      message: 'Password successfully changed',
      description: null,
    })
    expect(answer.cookies.filter(({ value }) => value !== '')).toEqual([])
    expect(await calls.signIn(email)).toBe(401)
    expect(await calls.signIn(email, freshPassword)).toBe(200)
    expect((await mailsOf(portal, email)).map(({ kind }) => kind)).toEqual(['reset-link', 'password-changed'])
  })

  it("ends every session, token and other link of the person, and nobody else's [S-14] [S-36]", async () => {
    const me = await person()
    const colleague = await person()
    const second = await another(me)
    const sessions = [await signInAs(portal, me), await signInAs(portal, me)]
    const theirs = await signInAs(portal, colleague)
    const ping = (token: string) => portal.request({ url: '/api/v1/ping', token })
    await calls.reset({ token: me.token, cookies: await calls.verified(me.token) })
    for (const { token, cookies } of sessions) {
      expect((await ping(token)).statusCode).toBe(401)
      expect((await renewSession(portal, cookies)).statusCode).toBe(401)
    }
    expect((await calls.validate(second)).json().valid).toBe(false)
    expect((await calls.validate(me.token)).json().valid).toBe(false)
    expect((await ping(theirs.token)).statusCode).toBe(200)
    expect((await calls.validate(colleague.token)).json().valid).toBe(true)
  })

  it('removes the lock, and resets the separate count of failures in known browsers [S-04] [S-14]', async () => {
    const me = await person()
    const device = (await signInAs(portal, me)).cookies['__Host-dev'] ?? ''
    for (let each = 0; each < 5; each += 1) await calls.signIn(me.email, 'wrong')
    expect(await calls.signIn(me.email)).toBe(429)
    expect(await calls.signIn(me.email, 'wrong', { '__Host-dev': device })).toBe(401)
    await calls.reset({ token: me.token, cookies: await calls.verified(me.token) })
    expect(await calls.signIn(me.email, freshPassword)).toBe(200)
    for (let each = 0; each < 5; each += 1) await calls.signIn(me.email, 'wrong', { '__Host-dev': device })
    expect(await calls.signIn(me.email, freshPassword)).toBe(429)
  })

  it('keeps the second factor: the next login still needs a code [S-14]', async () => {
    const me = await person()
    await asSuperuser(`update account set two_factor_secret = 'sealed' where person_id = $1`, [me.id])
    await calls.reset({ token: me.token, cookies: await calls.verified(me.token) })
    const answer = await requestSignIn(portal, { email: me.email, password: freshPassword })
    expect(answer.json()).toMatchObject({ access_token: null, is_should_validate_2fa: true })
  })

  it('succeeds only once, even in parallel [S-14] [R-10]', { timeout: roundsTimeout }, async () => {
    for (let round = 0; round < cases({ gate: 2, long: 200 }); round += 1) {
      const kind = round % 2 ? 'activation' : 'reset'
      const me = await person(kind)
      if (kind === 'reset') await giveOldHash(me)
      const cookies = await calls.verified(me.token)
      const passwords = Array.from(
        { length: 50 },
        (_, each) => `Kiln&72-Ember-${String.fromCodePoint(0x4e00 + 7 * each)}`,
      )
      const answers = await Promise.all(passwords.map((to) => calls.reset({ token: me.token, cookies, to })))
      const codes = answers.map(({ statusCode }) => statusCode)
      expect([count(codes, 200), codes.filter((code) => ![200, 404, 429, 503].includes(code))]).toEqual([1, []])
      const won = passwords[codes.indexOf(200)] ?? ''
      expect(await calls.signIn(me.email, won)).toBe(200)
      const { rows } = await asSuperuser(
        `select entry from audit_event where action = 'password.reset' and entry like '%' || $1 || '%'`,
        [me.id],
      )
      expect(rows).toHaveLength(1)
    }
  })

  it('activates the account when the first password is set, and then sends no mail about a changed password', async () => {
    const me = await person('activation')
    expect(await calls.signIn(me.email, freshPassword)).toBe(401)
    const answer = await calls.reset({ token: me.token, cookies: await calls.verified(me.token) })
    expect([answer.statusCode, answer.json().message, answer.json().redirectURL]).toEqual([200, null, null])
    const signedIn = await requestSignIn(portal, { email: me.email, password: freshPassword })
    const setup = await portal.request({ url: '/api/login/setup', token: signedIn.json().access_token })
    expect(setup.json().user).toMatchObject({ email: me.email, firstLogin: true })
    expect((await mailsOf(portal, me.email)).map(({ kind }) => kind)).toEqual(['activation-link'])
  })

  it('refuses an unsuitable password with the reason, and the link stays valid [FORM-37] [FORM-38] [FORM-39] [RESET-25] [S-16]', async () => {
    const { token } = await person()
    const cookies = await calls.verified(token)
    const tried = (to: string, again = to) => calls.reset({ token, cookies, to, again })
    const short = await tried('short')
    expect([short.statusCode, short.json().code, short.json().errors]).toEqual([
      422,
      'password-rules-unmet',
      { password: ['Please ensure your password meets the listed requirements'] },
    ])
    expect(short.json().checks).toHaveLength(9)
    expect((await tried(goodPassword)).json().checks.at(-1)).toEqual({ name: 'previous', status: false })
    expect((await tried('Kiln&72-Amelia-Moss')).json().code).toBe('password-rules-unmet')
    expect((await tried(freshPassword, `${freshPassword} `)).json().errors).toEqual({
      password_confirmation: ['The passwords do not match'],
    })
    expect((await tried('')).json().errors).toEqual({
      password: ['This field is required'],
      password_confirmation: ['This field is required'],
    })
    expect((await tried(freshPassword)).statusCode).toBe(200)
  })

  it('adds the former password to the passwords that cannot be chosen again [FORM-32]', async () => {
    const me = await person()
    await calls.reset({ token: me.token, cookies: await calls.verified(me.token) })
    const token = await another(me)
    const cookies = await calls.verified(token)
    expect((await calls.reset({ token, cookies, to: goodPassword })).statusCode).toBe(422)
    expect((await calls.reset({ token, cookies })).statusCode).toBe(422)
    expect((await calls.reset({ token, cookies, to: 'Kiln&73Ember-Moss' })).statusCode).toBe(200)
  })

  it('is refused at each step if the account was closed after the link was mailed [S-05]', async () => {
    const me = await person()
    const cookies = await calls.verified(me.token)
    await setState(me, 'disabled')
    expect((await calls.reset({ token: me.token, cookies })).statusCode).toBe(404)
    await setState(me, 'active')
    expect((await calls.reset({ token: me.token, cookies })).statusCode).toBe(200)
  })

  it('continues only at a registered address of the identity provider [S-63]', async () => {
    const origins = ['https://hub.provider.example']
    const told = []
    for (const address of ['https://hub.provider.example/start', 'https://hub.provider.example.evil.test/']) {
      const site = `hub-${(number += 1)}`
      const switches = { redirectOrigins: origins, afterPasswordReset: address }
      const hub = await addClient(portal, { site, switches })
      const { token } = await person('reset', hub, site)
      const verified = await calls.verify(token, undefined, { site })
      const cookies = Object.fromEntries(verified.cookies.map(({ name, value }) => [name, value]))
      told.push((await calls.reset({ token, cookies, site })).json().redirectURL)
    }
    expect(told).toEqual(['https://hub.provider.example/start', null])
  })
})

describe("changing one's own password", () => {
  it('invalidates unused links, and sends a mail [S-14] [S-89]', async () => {
    const me = await person()
    const { token, cookies } = await signInAs(portal, me)
    const body = { current_password: goodPassword, password: freshPassword, password_confirmation: freshPassword }
    await portal.request({ method: 'POST', url: '/api/v1/password', token, cookies, body })
    expect((await calls.validate(me.token)).json().valid).toBe(false)
    expect((await mailsOf(portal, me.email)).map(({ kind }) => kind)).toEqual(['reset-link', 'password-changed'])
  })
})
