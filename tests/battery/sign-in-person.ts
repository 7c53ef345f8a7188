import type { LightMyRequestResponse } from 'fastify'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { insertLink, type LinkKind } from '../../features/password/password-links.queries.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { listOrEndSessions } from '../../features/session/operator-commands.server.ts'
import { issueLoginToken } from '../../services/session/login-token.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { recoveryCodeHash } from '../../features/two-factor/recovery-codes.server.ts'
import { replaceRecoveryCodes } from '../../features/two-factor/two-factor.queries.ts'
import { codeAt } from '../../platform/one-time-codes.ts'
import { birthday, linkCalls } from '../harness/account-links.ts'
import { addPerson, cookiesOf, goodPassword, requestSignInWithCaptcha } from '../harness/people.ts'
import type { Portal } from '../harness/portal.ts'
import { addPersonWithTwoFactor } from '../harness/two-factor.ts'
import type { Outcome } from './sign-in-model.ts'

type Cookies = Record<string, string>
export type PendingLogin = { cookies: Cookies; ticket: string; secret: string | null; firstStep: number | null }
export type OpenSession = { token: string; cookies: Cookies }
export type CodeSent = 'right' | 'wrong' | 'used' | 'recovery'
export type PersonSetup = { state: 'invited' | 'plain' | 'enrolled'; site: string; clientId: ClientId }

const STEP = 30
const notReached = new Error('There is no such code now')

/** Creates a person, with the cookies of each browser. Each method is a way to log in. */
export async function personOf(portal: Portal, { state, site, clientId }: PersonSetup, number: number) {
  const email = `ways-${number}@${site}.example`
  const tokens = tokensOf(portal.serverSecret)
  const links = linkCalls(portal)
  const inDemo = <T>(work: Parameters<typeof inClient<T>>[2]) => inClient(portal.database.db, clientId, work)
  const enrolled = state === 'enrolled' ? await addPersonWithTwoFactor(portal, clientId, { email }) : null
  const personId: PersonId =
    enrolled?.personId ??
    (await addPerson(portal, clientId, {
      email,
      ...(state === 'invited' && { state: 'invited' as const, password: null }),
    }))
  let seed = enrolled?.seed ?? null
  let password: string = goodPassword
  let recovery = enrolled ? ['A', 'B', 'C'].map((letter) => letter.repeat(24)) : []
  const hashes = recovery.map((code) => recoveryCodeHash(clientId, personId, code))
  await inDemo((tx) => replaceRecoveryCodes(tx, clientId, { personId, hashes }))

  let ahead = 0
  let passwords = 0
  const used: number[] = []
  const held = { halves: [] as PendingLogin[], sessions: [] as OpenSession[], links: [] as string[] }
  let entry: { token: string; cookies: Cookies } | null = null

  const stepNow = () => Math.floor((Date.now() / 1000 + ahead * 60) / STEP)
  const codeOf = (of: string, step: number) => codeAt(of, new Date(step * STEP * 1000))
  /** Returns an unused time step whose code stays valid if the next step begins during the call. */
  const freshStep = () => [stepNow(), stepNow() + 1].find((step) => !used.includes(step))
  const wrongCode = (of: string | null) => {
    const near = of === null ? [] : [-2, -1, 0, 1, 2].map((by) => codeOf(of, stepNow() + by))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  }

  /** Returns a code, and a function that marks it as used. Throws `notReached` if there is no such code. */
  function codeTo(send: CodeSent): { code: string; spend: () => void } {
    const nothing = () => undefined
    if (send === 'wrong' || seed === null) return { code: wrongCode(seed), spend: nothing }
    if (send === 'recovery') {
      const [code] = recovery
      if (code === undefined) throw notReached
      return { code, spend: () => (recovery = recovery.slice(1)) }
    }
    const step = send === 'used' ? used.at(-1) : freshStep()
    if (step === undefined) throw notReached
    return { code: codeOf(seed, step), spend: () => used.push(step) }
  }

  function outcomeOf(answer: LightMyRequestResponse, cookies: Cookies = {}): Outcome {
    const body = answer.json<Record<string, unknown>>()
    if (answer.statusCode !== 200) return String(body['code'])
    const all = { ...cookies, ...cookiesOf(answer) }
    if (typeof body['access_token'] === 'string') {
      held.sessions.push({ token: body['access_token'], cookies: all })
      return 'in'
    }
    if (typeof body['ticket'] === 'string') {
      const secret = typeof body['secret'] === 'string' ? body['secret'] : null
      held.halves.push({ cookies: all, ticket: body['ticket'], secret, firstStep: null })
      return body['is_should_validate_2fa'] ? 'code' : 'set-up'
    }
    return body['is_should_setup_2fa'] ? 'passed' : 'done'
  }

  const post = (url: string, cookies: Cookies, body: object) =>
    portal.request({ method: 'POST', url, site, cookies, headers: { 'x-requested-with': 'portal' }, body })

  const nextPassword = () => `Kiln&${[31, 42, 53, 64, 75, 86, 97, 13, 24, 35, 46, 57][(passwords += 1) % 12]}Ember-Moss`

  return {
    held,
    opens: async ({ token }: OpenSession) =>
      (await portal.request({ url: '/api/v1/user', site, token })).statusCode === 200,

    signIn: async (isRight: boolean) =>
      outcomeOf(await requestSignInWithCaptcha(portal, { email, site, password: isRight ? password : 'wrong' })),

    sendCode: async ({ cookies, ticket }: PendingLogin, send: CodeSent, hasTicket: boolean) => {
      const { code, spend } = codeTo(send)
      const sent = { email, password: hasTicket ? ticket : 'wrong', code }
      const outcome = outcomeOf(await post('/api/login/mfa', cookies, sent))
      if (outcome === 'in') spend()
      return outcome
    },

    setUp: async (half: PendingLogin, type: 'temporary' | 'complete', isRight: boolean) => {
      const { cookies, ticket, secret } = half
      const step = type === 'temporary' ? stepNow() : Math.max((half.firstStep ?? 0) + 1, stepNow())
      const code = isRight && secret !== null ? codeOf(secret, step) : wrongCode(secret)
      const sent = { code, type, secret: secret ?? 'none', email, password: ticket }
      const outcome = outcomeOf(await post('/api/v1/employee/mfa/validate/enforced', cookies, sent))
      if (outcome === 'passed') half.firstStep = step
      if (outcome === 'in') {
        seed = secret
        recovery = []
        used.push(half.firstStep ?? step, step)
      }
      return outcome
    },

    enter: async (secondFactor: boolean, again: boolean) => {
      if (again && !entry) throw notReached
      if (!again || !entry) {
        const given = await inDemo((tx, { now }) =>
          issueLoginToken(tx, clientId, tokens, { personId, secondFactor, now: new Date(now) }),
        )
        entry = { token: given.token, cookies: { '__Host-sso': given.cookie } }
      }
      return outcomeOf(await post('/api/login/sso', entry.cookies, { sso: entry.token }))
    },

    makeLink: async (kind: LinkKind): Promise<Outcome> => {
      const token = tokens.newLinkToken()
      const kept = tokens.linkHash(clientId, token)
      await inDemo((tx, { now }) => insertLink(tx, clientId, { personId, kind, token: kept, now: new Date(now) }))
      held.links.push(token)
      return 'done'
    },

    useLink: async (token: string) => {
      const known = await links.verify(token, birthday, { site })
      if (known.statusCode !== 200) return outcomeOf(known)
      const to = nextPassword()
      const outcome = outcomeOf(await links.reset({ token, site, cookies: cookiesOf(known), to }))
      if (outcome === 'done') password = to
      return outcome
    },

    changePassword: async ({ token }: OpenSession, isRight: boolean) => {
      const to = nextPassword()
      const body = { current_password: isRight ? password : 'wrong', password: to, password_confirmation: to }
      const outcome = outcomeOf(await portal.request({ method: 'POST', url: '/api/v1/password', site, token, body }))
      if (outcome === 'done') password = to
      return outcome
    },

    disableTwoFactor: async ({ token }: OpenSession, send: CodeSent) => {
      const { code, spend } = codeTo(send)
      const url = `/api/v2/user/${personId}/mfa`
      const body = { enabled: false, reason: 'New phone', code }
      const outcome = outcomeOf(await portal.request({ method: 'PATCH', url, site, token, body }))
      if (outcome === 'done') {
        spend()
        seed = null
        recovery = []
      }
      return outcome
    },

    renew: async (session: OpenSession) => {
      const answer = await post('/api/login/refresh', session.cookies, { refresh_token: session.cookies['__Host-rth'] })
      const outcome = outcomeOf(answer, session.cookies)
      const renewed = outcome === 'in' ? held.sessions.pop() : undefined
      if (renewed) Object.assign(session, renewed)
      return outcome
    },

    endAll: async (): Promise<Outcome> => {
      await listOrEndSessions(portal.database.db, { email, end: 'all' })
      return 'done'
    },

    setState: async (to: 'active' | 'disabled'): Promise<Outcome> => {
      await inDemo((tx) => changeAccount(tx, clientId, personId, { state: to }))
      return 'done'
    },

    wait: async (howLong: number): Promise<Outcome> => {
      ahead += howLong
      await portal.database.moveClock(`PT${ahead}M`)
      return 'done'
    },
  }
}

export const isNotReached = (error: unknown): boolean => error === notReached
