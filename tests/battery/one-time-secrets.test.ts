import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { openChallenge } from '../../features/session/login-challenge.server.ts'
import { issueLoginToken } from '../../services/session/login-token.server.ts'
import { twoFactorSeeds } from '../../features/session/scheme-secrets.server.ts'
import { startSession } from '../../services/session/issue-session.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { recoveryCodeHash } from '../../features/two-factor/recovery-codes.server.ts'
import { replaceRecoveryCodes } from '../../features/two-factor/two-factor.queries.ts'
import { addClient, addPerson, cookiesOf } from '../harness/people.ts'
import { startPortal } from '../harness/portal.ts'
import { addPersonWithTwoFactor, codeIn, sendCode } from '../harness/two-factor.ts'
import { enterView, operatorLoginAddress } from '../harness/views.ts'
import { cases } from './random-seed.ts'

let number = 0

const portal = await startPortal({ poolSize: 8 })
const demo = await addClient(portal, { site: 'demo' })
const strict = await addClient(portal, { site: 'strict', switches: { twoFactor: { employees: true } } })

const rounds = cases({ gate: 5, long: 200 })
const contenders = cases({ gate: 4, long: 50 })
const nextEmail = (site = 'demo') => `raced-${(number += 1)}@${site}.example`
const post = (url: string, cookies: Record<string, string>, body: object, site = 'demo') =>
  portal.request({ method: 'POST', url, site, cookies, headers: { 'x-requested-with': 'portal' }, body })

type Answers = LightMyRequestResponse[]
const race = (send: () => Promise<LightMyRequestResponse>): Promise<Answers> =>
  Promise.all(Array.from({ length: contenders }, send))
const won = (answers: Answers) => answers.filter(({ statusCode }) => statusCode === 200).length
const lost = (answers: Answers) => [...new Set(answers.map(({ statusCode }) => statusCode))].filter((s) => s !== 200)

function openStep(clientId: ClientId, account: { personId: PersonId; email: string; hasTwoFactor: boolean }) {
  const tools = { tokens: tokensOf(portal.serverSecret), seeds: twoFactorSeeds(portal.serverSecret) }
  return inClient(portal.database.db, clientId, async (tx, { now }) => {
    const opening = {
      account,
      cameBy: 'password' as const,
      brand: 'Demo',
      earlierCookie: undefined,
      now: new Date(now),
    }
    const { cookie, ticket, seed } = await openChallenge(tx, clientId, tools, opening)
    return { cookies: { '__Host-mfa': cookie }, password: ticket, secret: seed ?? '' }
  })
}

async function raceCode(codeOf: (seed: string, personId: PersonId) => string | Promise<string>): Promise<Answers> {
  const enrolled = await addPersonWithTwoFactor(portal, demo, { email: nextEmail() })
  const { email, seed, personId } = enrolled
  const { cookies, password } = await openStep(demo, { ...enrolled, hasTwoFactor: true })
  const code = await codeOf(seed, personId)
  return race(() => sendCode(portal, { email, cookies, password, code }))
}

const races: Record<string, () => Promise<Answers>> = {
  'a code of the app': () => raceCode((seed) => codeIn(seed)),
  'a recovery code': () =>
    raceCode(async (_, personId) => {
      const [code, other] = ['A'.repeat(24), 'B'.repeat(24)]
      const hashes = [code, other].map((each) => recoveryCodeHash(demo, personId, each))
      await inClient(portal.database.db, demo, (tx) => replaceRecoveryCodes(tx, demo, { personId, hashes }))
      return code
    }),
  'the second code of a set-up at login': async () => {
    const email = nextEmail('strict')
    const personId = await addPerson(portal, strict, { email })
    const { cookies, password, secret } = await openStep(strict, { personId, email, hasTwoFactor: false })
    const pass = (type: 'temporary' | 'complete', code: string) =>
      post('/api/v1/employee/mfa/validate/enforced', cookies, { type, code, secret, email, password }, 'strict')
    const first = await pass('temporary', codeIn(secret))
    if (first.statusCode !== 200) throw new Error(first.body)
    return race(() => pass('complete', codeIn(secret, 30)))
  },
  'an entry of single sign-on': async () => {
    const personId = await addPerson(portal, demo, { email: nextEmail(), password: null })
    const given = await inClient(portal.database.db, demo, (tx, { now }) =>
      issueLoginToken(tx, demo, tokensOf(portal.serverSecret), { personId, secondFactor: false, now: new Date(now) }),
    )
    return race(() => post('/api/login/sso', { '__Host-sso': given.cookie }, { sso: given.token }))
  },
  'an entry of a view as another person': async () => {
    const email = nextEmail()
    await addPerson(portal, demo, { email })
    const token = await operatorLoginAddress(portal, { email })
    return race(() => enterView(portal, { token }))
  },
}

describe(`one-time secrets work for only one of ${contenders} parallel uses, ${rounds} times in a row [R-10]`, () => {
  it.each(Object.entries(races))(
    '%s',
    async (_, contest) => {
      for (let round = 1; round <= rounds; round += 1) {
        const answers = await contest()
        expect([round, won(answers)]).toEqual([round, 1])
        expect(lost(answers).filter((status) => ![401, 422, 429].includes(status))).toEqual([])
      }
    },
    process.env['LONG_TESTS'] ? 1_800_000 : 120_000,
  )

  it(
    'parallel renewals of the same session all get the same new token [S-34] [S-35]',
    async () => {
      const tokens = tokensOf(portal.serverSecret)
      const personId = await addPerson(portal, demo, { email: nextEmail() })
      for (let round = 1; round <= rounds; round += 1) {
        const { refresh } = await inClient(portal.database.db, demo, (tx, { now }) =>
          startSession(tx, demo, tokens, {
            personId,
            cameBy: 'password',
            secondFactor: false,
            userAgent: null,
            deviceHash: null,
            now: new Date(now),
          }),
        )
        const cookies = { '__Host-rt': refresh.cookie }
        const answers = await race(() => post('/api/login/refresh', cookies, { refresh_token: refresh.answer }))
        expect([round, won(answers)]).toEqual([round, contenders])
        expect(new Set(answers.map((answer) => JSON.stringify(cookiesOf(answer)))).size).toBe(1)
        expect(new Set(answers.map((answer) => answer.json<{ refresh_token: string }>().refresh_token)).size).toBe(1)
      }
    },
    process.env['LONG_TESTS'] ? 1_800_000 : 120_000,
  )
})
