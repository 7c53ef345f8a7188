import type { LightMyRequestResponse } from 'fastify'
import { inClient } from '../../database/database.ts'
import { newPersonId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { codeAt, newSeed } from '../../platform/one-time-codes.ts'
import { addPerson, cookiesOf, requestSignInWithCaptcha, type NewPerson } from './people.ts'
import { sendOverHttp } from './send-over-http.ts'
import type { Portal } from './portal.ts'
import { listAuditEvents } from './audit-events.ts'
import { twoFactorSeeds } from '../../features/session/scheme-secrets.server.ts'

export type PersonWithTwoFactor = { email: string; personId: PersonId; seed: string }

export async function addPersonWithTwoFactor(
  portal: Portal,
  clientId: ClientId,
  person: NewPerson,
): Promise<PersonWithTwoFactor> {
  const [seed, personId] = [newSeed(), newPersonId()]
  const twoFactorSecret = twoFactorSeeds(portal.serverSecret).seal(seed, personId)
  await addPerson(portal, clientId, { ...person, personId, twoFactorSecret })
  return { email: person.email, personId, seed }
}

export const codeIn = (seed: string, seconds = 0): string => codeAt(seed, new Date(Date.now() + seconds * 1000))

export function wrongCode(seed: string): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeIn(seed, seconds))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

/** A login between password and code: the browser's cookies, and fields of the reply to the password. */
export type SecondFactorPending = { cookies: Record<string, string>; ticket: string; secret: string; url: string }

export async function passPasswordStep(
  portal: Portal,
  { email, site = 'demo', cookies = {} }: { email: string; site?: string; cookies?: Record<string, string> },
): Promise<SecondFactorPending> {
  const answer = await requestSignInWithCaptcha(portal, { email, site, cookies })
  if (answer.statusCode !== 200) throw new Error(`The password step answered ${answer.statusCode}: ${answer.body}`)
  const { ticket, secret, url } = answer.json<Omit<SecondFactorPending, 'cookies'>>()
  return { cookies: { ...cookies, ...cookiesOf(answer) }, ticket, secret, url }
}

type Sending = {
  email: string
  cookies: Record<string, string>
  password: string
  code: string
  site?: string
  deviceToken?: string
}

export function sendCode(
  portal: Portal,
  { site = 'demo', cookies, email, password, code, deviceToken }: Sending,
): Promise<LightMyRequestResponse> {
  const body = { email, password, code, deviceToken }
  const headers = { 'x-requested-with': 'portal' }
  return portal.request({ method: 'POST', url: '/api/login/mfa', site, cookies, headers, body })
}

export async function sendCodesAtOnce(
  portal: Portal,
  times: number,
  { cookies, email, password, code }: Sending,
): Promise<number[]> {
  if (!portal.app.server.listening) await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const address = portal.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The portal listens on no port')
  const headers = {
    host: 'demo.localhost',
    'content-type': 'application/json',
    'x-requested-with': 'portal',
    cookie: `__Host-mfa=${cookies['__Host-mfa']}`,
  }
  const body = JSON.stringify({ email, password, code })
  const ask = () => sendOverHttp(address.port, { method: 'POST', path: '/api/login/mfa', headers, body })
  const answers = await Promise.all(Array.from({ length: times }, ask))
  return answers.map(({ status }) => status)
}

/** Logs in with a password and the code that the app shows in `seconds` from now. */
export async function logInByCode(
  portal: Portal,
  { email, seed }: Pick<PersonWithTwoFactor, 'email' | 'seed'>,
  { seconds = 0, site = 'demo' } = {},
): Promise<{ token: string; cookies: Record<string, string> }> {
  const { cookies, ticket } = await passPasswordStep(portal, { email, site })
  const answer = await sendCode(portal, { email, cookies, password: ticket, code: codeIn(seed, seconds), site })
  if (answer.statusCode !== 200) throw new Error(`The code step answered ${answer.statusCode}: ${answer.body}`)
  return { token: answer.json<{ access_token: string }>().access_token, cookies: { ...cookies, ...cookiesOf(answer) } }
}

/** Logs in with the app's previous code, so that its current and next codes stay unused. */
export async function logInByPreviousCode(
  portal: Portal,
  enrolled: Pick<PersonWithTwoFactor, 'email' | 'seed'>,
  { site = 'demo' } = {},
): Promise<{ token: string; cookies: Record<string, string> }> {
  // Moves the portal's clock back by 30 seconds as well, so that the previous code is still valid when it is checked.
  await portal.database.moveClock('PT-30S')
  try {
    return await logInByCode(portal, enrolled, { seconds: -30, site })
  } finally {
    await portal.database.moveClock('PT0S')
  }
}

export async function eventsOf(portal: Portal, clientId: ClientId, personId: string): Promise<string[]> {
  const events = await inClient(portal.database.db, clientId, (tx) => listAuditEvents(tx, clientId))
  return events
    .filter(({ entry }) => (JSON.parse(entry) as { subject: string }).subject === personId)
    .map(({ action }) => action)
}
