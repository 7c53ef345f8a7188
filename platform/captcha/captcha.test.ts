import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { startChild, type StartedProgram } from '../../tests/harness/start-child.ts'
import { solvePuzzle } from '../../tests/harness/solve-captcha.ts'
import { captchaOf } from './captcha.ts'
import { captchaLimits } from './limits.ts'
import type { Captcha, ExternalProvider } from '../captcha-provider.ts'

const host = 'localhost'
const page = (changes: { host?: string; now?: Date } = {}) => ({ host, now: new Date(), ...changes })

const provider: StartedProgram<number> = await startChild<number>('tests/harness/captcha-program.ts')
afterAll(() => provider.stop())

const external = (name: ExternalProvider, changes: { secret?: string; address?: string } = {}) =>
  captchaOf(
    {
      provider: name,
      siteKey: 'site-key-of-the-portal',
      secret: 'secret-of-the-portal',
      address: `http://127.0.0.1:${provider.message}`,
      ...changes,
    },
    randomBytes(32),
  )

describe.each(['hcaptcha', 'turnstile', 'recaptcha'] as const)(
  'captcha of %s, checked over a socket [LOGIN-17] [S-06]',
  (name) => {
    const check = (token: string, captcha: Captcha = external(name)) => captcha.check(token, page())
    const fresh = () => `right ${randomUUID()}`

    it('gives its script and site key to the pages [LOGIN-15] [LOGIN-16]', async () => {
      expect(await external(name).offer(page())).toEqual({
        provider: name,
        siteKey: 'site-key-of-the-portal',
        script: `http://127.0.0.1:${provider.message}/api.js`,
      })
    })

    it('accepts a token that was solved here a moment ago', async () => {
      const token = fresh()
      expect(await check(token)).toEqual({ is: 'passed', once: token })
    })

    it.each(['wrong', 'old', 'of-tomorrow', 'timeless', 'elsewhere', 'below-it', 'nowhere', ''])(
      'refuses a token that is %j, and accepts a valid token',
      async (token) => {
        expect((await check(fresh())).is).toBe('passed')
        expect(await check(`${token} ${randomUUID()}`)).toEqual({ is: 'failed' })
      },
    )

    it('accepts no token twice', async () => {
      const token = fresh()
      expect((await check(token)).is).toBe('passed')
      expect(await check(token)).toEqual({ is: 'failed' })
    })

    it.each(['broken', 'away', 'gibberish', 'endless', 'elsewhere-altogether'])(
      'counts as unavailable if it replies %s: the attempt neither succeeds nor fails',
      async (token) => {
        expect((await check(fresh())).is).toBe('passed')
        expect((await check(token)).is).toBe('unavailable')
      },
    )

    it('counts as unavailable if it cannot be reached safely, or if it refuses our secret', async () => {
      const elsewhere = (address: string) => check(fresh(), external(name, { address }))
      expect((await elsewhere(`http://127.0.0.1:${provider.message}`)).is).toBe('passed')
      expect((await elsewhere('http://127.0.0.1:1')).is).toBe('unavailable')
      // The port speaks plain HTTP, so TLS fails as it would with a false provider.
      expect((await elsewhere(`https://127.0.0.1:${provider.message}`)).is).toBe('unavailable')
      const verdict = await check(fresh(), external(name, { secret: 'another' }))
      expect(verdict).toEqual({ is: 'unavailable', why: 'invalid-input-secret' })
      expect(JSON.stringify(await elsewhere('http://127.0.0.1:1'))).not.toContain('secret-of-the-portal')
    })
  },
)

it('a captcha provider that does not reply counts as unavailable after three seconds [S-06]', async () => {
  const waits = (['hcaptcha', 'turnstile', 'recaptcha'] as const).flatMap((name) =>
    ['hang', 'half'].map(async (token) => {
      const before = performance.now()
      const { is } = await external(name).check(token, page())
      return { is, took: performance.now() - before }
    }),
  )
  for (const { is, took } of await Promise.all(waits)) {
    expect(is).toBe('unavailable')
    expect(took).toBeGreaterThan(captchaLimits.withinMs - 50)
    expect(took).toBeLessThan(captchaLimits.withinMs + 20_000)
  }
})

describe("portal's own captcha, which the browser solves by calculation [LOGIN-17] [S-06]", () => {
  const secret = randomBytes(32)
  const easy = { cost: 1, from: 1, to: 4 }
  const own = (secrets: Buffer | Buffer[] = secret) => captchaOf({ provider: 'proof-of-work', effort: easy }, secrets)
  const at = new Date('2026-11-16T09:00:00Z')
  const later = (ms: number) => new Date(at.getTime() + ms)

  async function puzzle(captcha = own()) {
    const offer = await captcha.offer({ host, now: at })
    if (offer.provider !== 'proof-of-work') throw new Error('Not the portal’s own')
    return offer.puzzle
  }

  it('is accepted when it is solved, and is recognised by its signature', async () => {
    const asked = await puzzle()
    const token = await solvePuzzle(asked)
    expect(await own().check(token, { host, now: at })).toEqual({ is: 'passed', once: asked.signature })
    expect(token.length).toBeLessThan(1500)
  })

  it("is valid for two minutes by the portal's clock, and only on its own host", async () => {
    const token = await solvePuzzle(await puzzle())
    const check = (changes: object) => own().check(token, { host, now: at, ...changes })
    expect((await check({ now: later(captchaLimits.livesMs) })).is).toBe('passed')
    expect(await check({ now: later(captchaLimits.livesMs + 1) })).toEqual({ is: 'failed' })
    expect(await check({ now: later(-1) })).toEqual({ is: 'failed' })
    expect(await check({ host: 'plain.localhost' })).toEqual({ is: 'failed' })
  })

  it('is refused if any part was changed or invented', async () => {
    const asked = await puzzle()
    const token = await solvePuzzle(asked)
    const sent = JSON.parse(Buffer.from(token, 'base64').toString()) as { challenge: typeof asked; solution: object }
    const check = (changed: object) =>
      own().check(Buffer.from(JSON.stringify({ ...sent, ...changed })).toString('base64'), { host, now: at })
    const withParameters = (parameters: object) =>
      check({ challenge: { ...asked, parameters: { ...asked.parameters, ...parameters } } })
    expect((await check({})).is).toBe('passed')
    const others = await Promise.all([
      check({ solution: { counter: 1, derivedKey: '00' } }),
      check({ solution: { counter: 1, derivedKey: asked.parameters.keyPrefix } }),
      check({ challenge: { ...asked, signature: randomBytes(32).toString('hex') } }),
      withParameters({ cost: 2 }),
      withParameters({ keyPrefix: '00' }),
      withParameters({ data: { host, madeAt: at.getTime() + 1 } }),
      check({ challenge: await puzzle(own(randomBytes(32))) }),
      own().check('', { host, now: at }),
      own().check('{}', { host, now: at }),
      own().check(Buffer.from('null').toString('base64'), { host, now: at }),
    ])
    expect(others).toEqual(others.map(() => ({ is: 'failed' })))
  })

  it("remains valid while the server's secret is changed", async () => {
    const token = await solvePuzzle(await puzzle())
    expect((await own([randomBytes(32), secret]).check(token, { host, now: at })).is).toBe('passed')
    expect((await own(randomBytes(32)).check(token, { host, now: at })).is).toBe('failed')
  })

  it('costs a browser hundreds of thousands of hash rounds, but the server only two thousand', async () => {
    const captcha = captchaOf({ provider: 'proof-of-work' }, secret)
    const asked = await puzzle(captcha)
    const { cost } = asked.parameters
    expect(cost).toBe(2_000)
    const { solution } = JSON.parse(Buffer.from(await solvePuzzle(asked), 'base64').toString()) as {
      solution: { counter: number }
    }
    expect(solution.counter * cost).toBeGreaterThanOrEqual(300_000)
  })
})
