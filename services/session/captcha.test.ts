import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { cases, roundsTimeout } from '../../tests/battery/random-seed.ts'
import { startChild, type StartedProgram } from '../../tests/harness/start-child.ts'
import {
  addClient,
  addPerson,
  cookiesOf,
  requestSignIn,
  requestSignInWithCaptcha,
  type SignIn,
} from '../../tests/harness/people.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { captchaTokenLimits, signInLimits } from './limits.ts'
import { tokensOf } from './tokens.server.ts'

const sentence = 'Please confirm that you are not a robot!'
let number = 0
const nextEmail = () => `person-${(number += 1)}@demo.example`
/** A new network address for each test, so that tests do not share a limit. */
const place = () => ({ 'x-forwarded-for': `198.51.${(number += 1) >> 8}.${number & 255}` })

const portal = await startPortal({ trustedHops: 1 })
const demo = await addClient(portal, { site: 'demo' })

async function someone(): Promise<string> {
  const email = nextEmail()
  await addPerson(portal, demo, { email })
  return email
}
const codeOf = async (asked: ReturnType<typeof requestSignIn>) => {
  const answer = await asked
  return [answer.statusCode, answer.json().code ?? 'in', answer.json().showRecaptcha]
}
const fail = async (times: number, signIn: SignIn) => {
  const answers = []
  for (let each = 0; each < times; each += 1)
    answers.push(await codeOf(requestSignIn(portal, { ...signIn, password: `wrong ${each}` })))
  return answers
}
const events = async (action: string) => {
  const { rows } = await withConnection(portal.database.superuser, (client) =>
    client.query<{ entry: string }>('select entry from audit_event where action = $1 order by sequence', [action]),
  )
  return rows.map(({ entry }) => JSON.parse(entry) as { details: Record<string, unknown> })
}

const triedBefore = (people: number, { from, client = demo }: { from: string; client?: ClientId }) =>
  withConnection(portal.database.superuser, (database) =>
    database.query(
      `insert into sign_in_attempt (client_id, source, identifier_hash, attempted_at)
       select $1, $2, sha256(n::text::bytea), app.now()
       from generate_series(1, $3) as n`,
      [client, tokensOf(portal.serverSecret).countedHash(client, `sign-in from ${from}`), people],
    ),
  )

describe('after three failed logins [LOGIN-14]', () => {
  it.each(['known', 'unknown'])(
    'a %s email requires a captcha, and without a valid one the password is not checked [LOGIN-12] [S-06]',
    async (kind) => {
      const headers = place()
      const email = kind === 'known' ? await someone() : nextEmail()
      expect(await fail(3, { email, headers })).toEqual([
        [401, 'sign-in-failed', false],
        [401, 'sign-in-failed', false],
        [401, 'sign-in-failed', true],
      ])
      const refused = [401, 'robot-not-excluded', true]
      expect(await codeOf(requestSignIn(portal, { email, headers }))).toEqual(refused)
      expect(await codeOf(requestSignIn(portal, { email, headers, recaptcha: 'made up' }))).toEqual(refused)
      const elsewhere = await solveCaptcha(portal, { site: 'plain' })
      expect(await codeOf(requestSignIn(portal, { email, headers, recaptcha: elsewhere }))).toEqual(refused)
      for (let each = 0; each < 5; each += 1)
        expect(await codeOf(requestSignIn(portal, { email, headers, password: 'wrong' }))).toEqual(refused)
      const let_in = kind === 'known' ? [200, 'in', false] : [401, 'sign-in-failed', true]
      expect(await codeOf(requestSignInWithCaptcha(portal, { email, headers }))).toEqual(let_in)
    },
  )

  it("a browser's claim that captchas are switched off is ignored [LOGIN-17] [S-06]", async () => {
    const [email, headers] = [await someone(), place()]
    await fail(3, { email, headers })
    const body = { email, password: 'Quartz&94Wren-Loft', isRecaptchaEnabled: false, recaptcha: null }
    const answer = await portal.request({ method: 'POST', url: '/api/login', headers, body })
    expect([answer.statusCode, answer.json().errors]).toEqual([401, { recaptcha: [sentence] }])
  })

  it('a captcha token is valid once, even if it is sent twice at the same moment', async () => {
    const headers = place()
    const [one, other] = [await someone(), await someone()]
    await fail(3, { email: one, headers })
    await fail(3, { email: other, headers })
    const recaptcha = await solveCaptcha(portal)
    const answers = await Promise.all(
      [one, other].map((email) => codeOf(requestSignIn(portal, { email, headers, recaptcha }))),
    )
    expect(new Set(answers.map(([, code]) => code))).toEqual(new Set(['in', 'robot-not-excluded']))
  })

  it(
    'only three of 200 parallel attempts without a captcha are checked [R-11] [S-03]',
    { timeout: roundsTimeout },
    async () => {
      for (let round = 0; round < cases({ gate: 1, long: 100 }); round += 1) {
        const [email, headers] = [await someone(), place()]
        const guesses = Array.from({ length: 200 }, (_, each) => ({ email, headers, password: `wrong ${each}` }))
        const answers = await Promise.all(guesses.map((guess) => requestSignIn(portal, guess)))
        const checked = answers.filter((answer) => answer.json().code !== 'robot-not-excluded')
        expect(checked.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
      }
    },
  )

  it('a browser that has logged in before is limited only by its own failures [S-04]', async () => {
    const [email, headers] = [await someone(), place()]
    const { '__Host-dev': device = '' } = cookiesOf(await requestSignIn(portal, { email, headers }))
    await fail(4, { email, headers: place() })
    const known = { email, headers, cookies: { '__Host-dev': device } }
    expect(await fail(3, known)).toEqual([
      [401, 'sign-in-failed', false],
      [401, 'sign-in-failed', false],
      [401, 'sign-in-failed', true],
    ])
    expect(await codeOf(requestSignIn(portal, known))).toEqual([401, 'robot-not-excluded', true])
    expect(await codeOf(requestSignInWithCaptcha(portal, known))).toEqual([200, 'in', false])
  })

  it('a locked person is told about the lock, with and without a captcha, and needs no captcha when it is over', async () => {
    const [email, headers] = [await someone(), place()]
    await fail(3, { email, headers })
    for (const _ of [4, 5]) await requestSignInWithCaptcha(portal, { email, headers, password: 'wrong' })
    expect(await codeOf(requestSignIn(portal, { email, headers }))).toEqual([429, 'account-locked', false])
    expect(await codeOf(requestSignInWithCaptcha(portal, { email, headers }))).toEqual([429, 'account-locked', false])
    try {
      await portal.database.moveClock('PT15M5S')
      expect(await codeOf(requestSignIn(portal, { email, headers }))).toEqual([200, 'in', false])
    } finally {
      await portal.database.moveClock('PT0S')
    }
  })
})

describe('trying the passwords of many people from one network [S-08]', () => {
  it('requires a captcha from everyone in that network by the thirtieth person, and is audited', async () => {
    const headers = place()
    const [someoneThere, known] = [await someone(), await someone()]
    const { '__Host-dev': device = '' } = cookiesOf(await requestSignIn(portal, { email: known, headers }))
    const before = (await events('sign-in.sprayed')).length
    const people = process.env['LONG_TESTS'] ? 1_000 : 30
    const answers: unknown[][] = []
    for (let each = 0; each < people; each += 1)
      answers.push(await codeOf(requestSignIn(portal, { email: `sprayed-${each}@demo.example`, headers })))
    const firstAsked = answers.findIndex(([, , showRecaptcha]) => showRecaptcha === true)
    expect(firstAsked).toBeLessThan(30)
    expect(firstAsked + 1).toBe(captchaTokenLimits.peopleAtAddress)
    expect(answers.slice(0, firstAsked + 1).every(([, code]) => code === 'sign-in-failed')).toBe(true)
    expect(answers.slice(firstAsked + 1).every(([, code]) => code === 'robot-not-excluded')).toBe(true)
    const recorded = (await events('sign-in.sprayed')).slice(before)
    expect(recorded.map(({ details }) => details)).toEqual([
      { people: captchaTokenLimits.peopleAtAddress, from: headers['x-forwarded-for'] },
    ])

    expect(await codeOf(requestSignIn(portal, { email: someoneThere, headers }))).toEqual([
      401,
      'robot-not-excluded',
      true,
    ])
    expect(await codeOf(requestSignInWithCaptcha(portal, { email: someoneThere, headers }))).toEqual([200, 'in', false])
    const cookies = { '__Host-dev': device }
    expect(await codeOf(requestSignIn(portal, { email: known, headers, cookies }))).toEqual([200, 'in', false])
    expect(await codeOf(requestSignIn(portal, { email: await someone(), headers: place() }))).toEqual([
      200,
      'in',
      false,
    ])
    try {
      await portal.database.moveClock('PT61M')
      expect(await codeOf(requestSignIn(portal, { email: someoneThere, headers }))).toEqual([200, 'in', false])
    } finally {
      await portal.database.moveClock('PT0S')
    }
  })

  it('is detected even if all people are tried in parallel', async () => {
    const headers = place()
    await triedBefore(captchaTokenLimits.peopleAtAddress - 5, { from: headers['x-forwarded-for'] })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, each) => requestSignIn(portal, { email: `burst-${each}@demo.example`, headers })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401))
    const refused = answers.filter((answer) => answer.json().code === 'robot-not-excluded')
    expect([answers.length - refused.length, refused.length]).toEqual([5, 55])
  })

  it('is not assumed when many people of an office log in in the morning', async () => {
    const headers = place()
    await triedBefore(captchaTokenLimits.peopleAtAddress - 2, { from: headers['x-forwarded-for'] })
    for (let each = 0; each < 4; each += 1)
      expect(await codeOf(requestSignIn(portal, { email: await someone(), headers }))).toEqual([200, 'in', false])
    const email = await someone()
    expect(await fail(1, { email, headers })).toEqual([[401, 'sign-in-failed', false]])
    expect(await codeOf(requestSignIn(portal, { email, headers }))).toEqual([200, 'in', false])
    expect(await fail(1, { email: nextEmail(), headers })).toEqual([[401, 'sign-in-failed', false]])
    expect(await fail(1, { email: nextEmail(), headers })).toEqual([[401, 'sign-in-failed', true]])
  })

  it('treats an IPv6 network of 64 bits as one address', async () => {
    await triedBefore(captchaTokenLimits.peopleAtAddress - 2, { from: '2001:db8:7:1::/64' })
    const from = (address: string) =>
      codeOf(requestSignIn(portal, { email: nextEmail(), headers: { 'x-forwarded-for': address } }))
    expect(await from('2001:db8:7:1::5')).toEqual([401, 'sign-in-failed', false])
    expect(await from('2001:db8:7:1:a:b:c:d')).toEqual([401, 'sign-in-failed', true])
    expect(await from('2001:db8:7:1:ffff::1')).toEqual([401, 'robot-not-excluded', true])
    expect(await from('2001:db8:7:2::5')).toEqual([401, 'sign-in-failed', false])
  })

  it('is assigned to the address that the configured proxy reports; headers set by callers have no effect', async () => {
    const claims = (hop: string) => {
      const made = `203.0.113.${(number += 1) & 255}`
      return {
        // The trusted proxy adds only the last entry. Anyone can write the other entries.
        'x-forwarded-for': `${made}, ${hop}`,
        forwarded: `for=${made}`,
        'x-real-ip': made,
        'true-client-ip': made,
        'cf-connecting-ip': made,
      }
    }
    const from = (asked: Portal, hop: string) =>
      codeOf(requestSignIn(asked, { email: nextEmail(), headers: claims(hop) }))
    const expected = [
      [401, 'sign-in-failed', false],
      [401, 'sign-in-failed', true],
      [401, 'robot-not-excluded', true],
    ]
    const hop = place()['x-forwarded-for']
    await triedBefore(captchaTokenLimits.peopleAtAddress - 2, { from: hop })
    expect([await from(portal, hop), await from(portal, hop), await from(portal, hop)]).toEqual(expected)

    const open = await startPortal({ beside: portal, trustedHops: 0, serverSecret: portal.serverSecret })
    await triedBefore(captchaTokenLimits.peopleAtAddress - 2, { from: '127.0.0.1' })
    expect([await from(open, place()['x-forwarded-for']), await from(open, hop), await from(open, hop)]).toEqual(
      expected,
    )
  })

  it('from many networks at once requires a captcha from all people of the client, but not of other clients', async () => {
    const many = await addClient(portal, { site: 'many' })
    await addPerson(portal, many, { email: 'real@many.example' })
    await triedBefore(captchaTokenLimits.peopleAnywhere - 1, { from: 'anywhere', client: many })
    const email = 'real@many.example'
    expect(await codeOf(requestSignIn(portal, { email: 'last@many.example', site: 'many', headers: place() }))).toEqual(
      [401, 'sign-in-failed', true],
    )
    expect(await codeOf(requestSignIn(portal, { email, site: 'many', headers: place() }))).toEqual([
      401,
      'robot-not-excluded',
      true,
    ])
    expect(await codeOf(requestSignInWithCaptcha(portal, { email, site: 'many', headers: place() }))).toEqual([
      200,
      'in',
      false,
    ])
    expect(await codeOf(requestSignIn(portal, { email: await someone(), headers: place() }))).toEqual([
      200,
      'in',
      false,
    ])
    expect((await events('sign-in.sprayed')).map(({ details }) => details)).toContainEqual({
      people: captchaTokenLimits.peopleAnywhere,
      from: 'anywhere',
    })
  })
})

describe('while captchas cannot be verified [S-06]', () => {
  let provider: StartedProgram<number>
  let asking: Portal
  const captcha = () => ({
    provider: 'turnstile' as const,
    siteKey: 'site-key-of-the-portal',
    secret: 'secret-of-the-portal',
    address: `http://127.0.0.1:${provider.message}`,
  })
  beforeAll(async () => {
    provider = await startChild<number>('tests/harness/captcha-program.ts')
    asking = await startPortal({
      keep: true,
      beside: portal,
      serverSecret: portal.serverSecret,
      trustedHops: 1,
      captcha: captcha(),
    })
  })
  afterAll(async () => {
    await asking.close()
    await provider.stop()
  })
  const right = () => `right ${randomUUID()}`

  it('a quarter of the attempts are allowed, but no more', async () => {
    const [email, headers] = [await someone(), place()]
    await fail(3, { email, headers })
    expect(await codeOf(requestSignIn(asking, { email, headers, recaptcha: right() }))).toEqual([200, 'in', false])

    const [other, elsewhere] = [await someone(), place()]
    await fail(3, { email: other, headers: elsewhere })
    const guess = (recaptcha: string, password?: string) =>
      codeOf(requestSignIn(asking, { email: other, headers: elsewhere, recaptcha, ...(password && { password }) }))
    expect(await guess('wrong')).toEqual([401, 'robot-not-excluded', true])
    const let_through = await Promise.all(Array.from({ length: 10 }, () => guess('broken', 'wrong')))
    const most = Math.floor(signInLimits.failures / 4)
    expect(let_through.filter(([status]) => status === 401)).toHaveLength(most)
    expect(let_through.filter(([status]) => status === 503)).toHaveLength(10 - most)
    expect(await guess('away')).toEqual([503, 'robot-check-down', true])
    expect(await guess(right())).toEqual([200, 'in', false])
  })

  it('at most a quarter of the people are allowed from a network with many attempts', async () => {
    const headers = place()
    await triedBefore(captchaTokenLimits.peopleAtAddress - 1, { from: headers['x-forwarded-for'] })
    expect(await fail(1, { email: nextEmail(), headers })).toEqual([[401, 'sign-in-failed', true]])
    const answers = []
    for (let each = 0; each < 12; each += 1)
      answers.push(
        await codeOf(requestSignIn(asking, { email: `down-${each}@demo.example`, headers, recaptcha: 'broken' })),
      )
    expect(answers.filter(([status]) => status === 401)).toHaveLength(
      Math.floor(captchaTokenLimits.peopleAtAddress / 4),
    )
  })

  it('an attempt that is refused for this reason does not count against the account', async () => {
    const [email, full, elsewhere] = [await someone(), place(), place()]
    const guess = (headers: Record<string, string>, of = email) =>
      codeOf(requestSignIn(asking, { email: of, headers, password: 'wrong', recaptcha: 'broken' }))
    await triedBefore(captchaTokenLimits.peopleAtAddress - 1, { from: full['x-forwarded-for'] })
    await fail(1, { email: nextEmail(), headers: full })
    for (let each = 0; each < Math.floor(captchaTokenLimits.peopleAtAddress / 4); each += 1)
      expect(await guess(full, nextEmail())).toEqual([401, 'sign-in-failed', true])
    for (let each = 0; each < 4; each += 1) expect(await guess(full)).toEqual([503, 'robot-check-down', true])

    await fail(3, { email, headers: elsewhere })
    const there = await Promise.all(Array.from({ length: 6 }, () => guess(elsewhere)))
    expect(there.filter(([status]) => status === 401)).toHaveLength(Math.floor(signInLimits.failures / 4))
  })
})
