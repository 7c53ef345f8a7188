import type { LightMyRequestResponse } from 'fastify'
import { inClient } from '../../database/database.ts'
import { listAuditEvents } from './audit-events.ts'
import { masquerade } from '../../features/masquerade/operator-commands.server.ts'
import type { ClientId } from '../../contract/ids.ts'
import { cookiesOf } from './people.ts'
import type { Portal, PortalRequest } from './portal.ts'

export const tokenIn = (address: string): string => address.split('/')[2] ?? ''

export async function operatorLoginAddress(
  portal: Pick<Portal, 'database' | 'serverSecret'>,
  { email, operator = 'jane.doe', client }: { email: string; operator?: string; client?: string },
): Promise<string> {
  const asked = { email, operator, reason: 'Ticket 4711', client }
  const outcome = await masquerade(portal.database.db, portal.serverSecret, asked)
  if (outcome.step !== 'granted') throw new Error(`Asking to look as ${email} came to ${outcome.step}`)
  return tokenIn(outcome.path)
}

type Entering = { token: string; site?: string; cookies?: Record<string, string> }

export const enterView = (
  { request }: Pick<Portal, 'request'>,
  { token, site = 'demo', cookies = {} }: Entering,
): Promise<LightMyRequestResponse> =>
  request({
    method: 'POST',
    url: '/api/login/sso',
    site,
    cookies,
    headers: { 'x-requested-with': 'portal' },
    body: { sso: token },
  })

export type OpenView = { token: string; personId: string; headers: Record<string, string> }

export async function openView(portal: Pick<Portal, 'request'>, entering: Entering): Promise<OpenView> {
  const answer = await enterView(portal, entering)
  if (answer.statusCode !== 200) throw new Error(`The view was refused: ${answer.body}`)
  const { access_token: token, masqueradeUserId: personId, scheme } = answer.json<Record<string, string>>()
  if (!token || !personId || !scheme) throw new Error(`The answer is none of a view: ${answer.body}`)
  return { token, personId, headers: { 'x-masquerade': personId, 'x-masquerade-scheme-year': scheme } }
}

export async function viewByOperator(portal: Portal, email: string, operator?: string): Promise<OpenView> {
  return openView(portal, { token: await operatorLoginAddress(portal, { email, ...(operator && { operator }) }) })
}

export async function viewByEmployer(
  portal: Pick<Portal, 'request'>,
  { token, password, personId }: { token: string; password: string; personId: string },
): Promise<OpenView> {
  const setup = await portal.request({ url: '/api/login/setup', token })
  const scheme = setup.json<{ client: { scheme: { id: string } } }>().client.scheme.id
  const url = `/api/masquerade/employer/${scheme}/${personId}`
  const answer = await portal.request({ method: 'POST', url, token, body: { password } })
  return openView(portal, { token: tokenIn(answer.json<{ url: string }>().url), cookies: cookiesOf(answer) })
}

export const inView = (
  { request }: Pick<Portal, 'request'>,
  { token, headers }: OpenView,
  ask: Omit<PortalRequest, 'token'>,
): Promise<LightMyRequestResponse> => request({ ...ask, token, headers: { ...headers, ...ask.headers } })

export type Event = {
  at: string
  actor: string | null
  subject: string | null
  action: string
  details: Record<string, unknown>
}

export async function auditOf({ database }: Pick<Portal, 'database'>, clientId: ClientId): Promise<Event[]> {
  const events = await inClient(database.db, clientId, (tx) => listAuditEvents(tx, clientId))
  return events.map(({ entry }) => JSON.parse(entry) as Event)
}
