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
  device: z.string(),
  cameBy: z.enum(['password', 'single-sign-on', 'masquerade']),
  startedAt: isoMoment,
  lastUsedAt: isoMoment,
})
export type OwnSession = z.output<typeof ownSession>

const own = { base: 'v1', access: 'user' } as const

/** A84. Returns the caller's sessions: the current one first, then by latest use (S-36). */
export const listOwnSessions = endpoint('GET', 'user/sessions', { ...own, reply: z.array(ownSession), inView: 'never' })

/** Ends another session of the caller. Its next call gets status 401. */
export const endOwnSession = endpoint('DELETE', 'user/sessions/{id}', {
  inView: 'never',
  ...own,
  params: z.object({ id: z.uuid() }),
  reply: z.object({ ended: z.number().int() }),
  refuses: [notFound, isThisSession],
  audit: 'session.ended-by-owner',
})

/** Ends all sessions of the caller except the current one. */
export const endOtherOwnSessions = endpoint('DELETE', 'user/sessions', {
  inView: 'never',
  ...own,
  reply: z.object({ ended: z.number().int() }),
  audit: 'session.ended-by-owner',
})
