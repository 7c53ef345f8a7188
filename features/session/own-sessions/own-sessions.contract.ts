import { z } from 'zod'
import { isoMoment } from '../../../contract/dates.ts'
import { endpoint } from '../../../contract/endpoint.ts'
import { notFound } from '../../../contract/not-found.ts'
import { refusal } from '../../../contract/refusals.ts'
import { ownSessionsMessages } from './own-sessions.messages.ts'

/** The current session is ended by logging out, which also clears the browser's storage. */
export const isThisSession = refusal('this-session', 409, ownSessionsMessages.isThis)

const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** Browser and system in words, as the browser told them when it came in. */
  device: z.string(),
  cameBy: z.enum(['password', 'single-sign-on', 'masquerade']),
  startedAt: isoMoment,
  lastUsedAt: isoMoment,
})
export type OwnSession = z.output<typeof ownSession>

const own = { base: 'v1', access: 'user' } as const

/** A84: where somebody is signed in, the session that asks first, then the one that was used last (S-36). */
export const listOwnSessions = endpoint('GET', 'user/sessions', { ...own, reply: z.array(ownSession), inView: 'never' })

/** One of the others; whoever uses it meets a 401 at their next call. */
export const endOwnSession = endpoint('DELETE', 'user/sessions/{id}', {
  inView: 'never',
  ...own,
  params: z.object({ id: z.uuid() }),
  reply: z.object({ ended: z.number().int() }),
  refuses: [notFound, isThisSession],
  audit: 'session.ended-by-owner',
})

/** Every session but the one that asks. */
export const endOtherOwnSessions = endpoint('DELETE', 'user/sessions', {
  inView: 'never',
  ...own,
  reply: z.object({ ended: z.number().int() }),
  audit: 'session.ended-by-owner',
})
