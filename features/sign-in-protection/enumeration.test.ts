import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { withConnection } from '../../database/bootstrap.ts'
import {
  addClient,
  addPerson,
  requestSignIn,
  requestSignInWithCaptcha,
  setEmploymentStatus,
} from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import {
  kolmogorovSmirnov,
  roughRule,
  ruleT,
  distinguishablePairs,
  distinguishableByTime,
} from '../../tests/harness/compare-durations.ts'

// Neither the bytes of a response nor, statistically, its time reveal whether an address has an account (rule T).

let number = 0
const place = () => ({ 'x-forwarded-for': `198.18.${((number += 1) >> 8) & 255}.${number & 255}` })

const kinds = ['active', 'unknown', 'invited', 'disabled', 'left', 'with two factors', 'of another client'] as const
type Kind = (typeof kinds)[number]
const addressOf = (kind: Kind) => `${kind.replaceAll(' ', '-')}@demo.example`

const portal = await startPortal({ trustedHops: 1 })
const demo = await addClient(portal, { site: 'demo' })
const other = await addClient(portal, { site: 'other' })
await addPerson(portal, demo, { email: addressOf('active') })
await addPerson(portal, demo, { email: addressOf('invited'), state: 'invited', password: null })
await addPerson(portal, demo, { email: addressOf('disabled'), state: 'disabled' })
await addPerson(portal, demo, { email: addressOf('with two factors'), twoFactorSecret: 'sealed' })
await addPerson(portal, other, { email: addressOf('of another client') })
const left = await addPerson(portal, demo, { email: addressOf('left') })
await setEmploymentStatus(portal, demo, left, 'left', '2020-01-01' as IsoDate)

const told = ({ statusCode, body, headers }: LightMyRequestResponse): string => {
  const { 'x-request-id': id, date: _date, 'retry-after': _seconds, ...same } = headers
  return JSON.stringify([statusCode, body.replace(String(id), ''), same])
}
const forget = () =>
  withConnection(portal.database.superuser, (client) =>
    client.query('truncate failed_attempt, sign_in_attempt, spraying_source, password_link_attempt, mail'),
  )

const checkUrl = (kind: Kind) =>
  portal.request({ method: 'POST', url: '/api/login/url', headers: place(), body: { email: addressOf(kind) } })
const tryPassword = (kind: Kind) =>
  requestSignIn(portal, { email: addressOf(kind), password: 'wrong', headers: place() })
const askForLink = (kind: Kind, recaptcha: string) =>
  portal.request({
    method: 'POST',
    url: '/api/v1/forgot-password',
    headers: place(),
    body: { email: addressOf(kind), recaptcha },
  })

describe('the portal does not reveal which addresses have an account [R-15]', () => {
  it('when an email address is checked, because no account is read [S-01]', async () => {
    const asOwner = (statement: string) => withConnection(portal.database.owner, (client) => client.query(statement))
    await asOwner('revoke select on account from portal_app')
    try {
      expect((await tryPassword('active')).statusCode).toBe(500)
      const answers = await Promise.all(kinds.map(checkUrl))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(kinds.map(() => 200))
      expect(new Set(answers.map(told)).size).toBe(1)
    } finally {
      await asOwner('grant select on account to portal_app')
    }
  })

  it('by the reply to a wrong password: at the first failure, with a captcha, and when the account is locked [S-02] [LOGIN-14]', async () => {
    await forget()
    const rounds: [number, (kind: Kind) => Promise<LightMyRequestResponse>][] = [
      ...[1, 2, 3].map((): [number, typeof tryPassword] => [401, tryPassword]),
      [401, tryPassword],
      ...[401, 429, 429].map((status): [number, typeof tryPassword] => [
        status,
        (kind) => requestSignInWithCaptcha(portal, { email: addressOf(kind), password: 'wrong', headers: place() }),
      ]),
    ]
    const seen: string[] = []
    for (const [status, ask] of rounds) {
      const answers = await Promise.all(kinds.map(ask))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(kinds.map(() => status))
      const bytes = new Set(answers.map(told))
      expect(bytes.size).toBe(1)
      seen.push(...bytes)
    }
    // The responses differ between rounds, so several kinds of refusal were compared.
    expect(new Set(seen).size).toBe(4)
  })
})

describe('statistical comparison', () => {
  it('detects different distributions, and accepts equal distributions', () => {
    const steps = Array.from({ length: 1_000 }, (_, each) => each)
    const later = steps.map((value) => value + 200)
    expect(kolmogorovSmirnov(steps, steps)).toBe(0)
    expect(kolmogorovSmirnov(steps, later)).toBeCloseTo(0.2, 10)
    expect(
      distinguishablePairs(
        new Map([
          ['a', steps],
          ['b', steps.toReversed()],
        ]),
        ruleT,
      ),
    ).toEqual([])
    expect(
      distinguishablePairs(
        new Map([
          ['a', steps],
          ['b', later],
        ]),
        ruleT,
      ),
    ).toEqual(['a and b: median 200.00 ms apart, D = 0.200'])
  })

  it('detects additional work that only a few samples do not have, but ignores other load of the machine', () => {
    const quiet = [20, 21, 22, 23, 24, 25, 26, 27]
    const disturbed = [21, 140, 180, 320, 90, 400, 260, 110]
    const spared = quiet.map((value) => value + 60)
    expect(distinguishablePairs(new Map(Object.entries({ quiet, disturbed })), roughRule)).toEqual([])
    expect(distinguishablePairs(new Map(Object.entries({ quiet, spared })), roughRule)).toEqual([
      'quiet and spared: fastest 60.00 ms apart, D = 1.000',
    ])
  })
})

describe('the portal does not reveal by response time which addresses have an account [R-15]', () => {
  const rule = process.env['LONG_TESTS'] ? ruleT : roughRule
  // Stays below the limits: the third failure needs a captcha, and a fourth link is refused.
  const before = async (sample: number) => {
    if (sample % 2 === 0) await forget()
  }

  it.each([
    ['the check of an address', (kind: Kind) => Promise.resolve(() => checkUrl(kind))],
    ['a wrong password', (kind: Kind) => Promise.resolve(() => tryPassword(kind))],
    [
      'asking for a link',
      async (kind: Kind) => {
        const recaptcha = await solveCaptcha(portal)
        return () => askForLink(kind, recaptcha)
      },
    ],
  ])('%s', { timeout: 1_800_000 }, async (_, send) => {
    const sent: Kind[] = []
    const ways = kinds.map((kind) => [kind, () => (sent.push(kind), send(kind))] as const)
    expect(await distinguishableByTime(Object.fromEntries(ways), { rule, before })).toEqual([])
    for (const kind of kinds) expect(sent.filter((one) => one === kind).length).toBeGreaterThanOrEqual(rule.samples)
  })
})
