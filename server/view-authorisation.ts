import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../contract/caller.ts'
import { accessInView, type Endpoint } from '../contract/endpoint.ts'
import { Refused, refuse, type Refusal } from '../contract/refusals.ts'
import type { AuditEvent } from '../services/audit/audit.queries.ts'
import { viewDetails } from '../features/session/open-view.queries.ts'
import type { AuditDetails } from '../platform/handle.ts'
import { notInView, notThisView } from './refusals.ts'

/** Checks a call in a view as another person. The view headers must match the session (S-42, S-43). */
export function authoriseView(endpoint: Endpoint, request: FastifyRequest, { view, personId }: Caller): void {
  const [person, year] = [request.headers['x-masquerade'], request.headers['x-masquerade-scheme-year']]
  if (!view) {
    if (person !== undefined || year !== undefined) throw refuse(notThisView)
    return
  }
  const isItsYear = year === String(view.schemeYear) || year === view.schemeYearId
  // Logout must always work.
  if (!endpoint.afterExpiry && (person !== personId || !isItsYear)) throw refuse(notThisView)
  const allowed = accessInView(endpoint)
  const isAllowed = allowed === 'allowed' || (allowed === 'operator' && view.grantedBy === 'operator')
  if (!isAllowed) throw refuse(notInView)
}

/** Names the viewed person in replies to a session that views as another person (API-10). */
export function addViewHeader(reply: FastifyReply, { view, personId }: Caller): void {
  if (view) void reply.header('x-masquerade', personId)
}

/** Returns the actor of audit events. For a view as another person, this is the viewer, with details of the view (S-44). */
export function auditActor(caller: Caller | null): { actor: string | null; details: AuditDetails } {
  if (!caller?.view) return { actor: caller?.personId ?? null, details: {} }
  return { actor: caller.view.actor, details: { ...viewDetails(caller.view), viewedAs: caller.personId } }
}

type ViewedCall = { endpoint: Endpoint; caller: Caller; at: string; requestId: string }

/** Returns the event for a call in a view as another person, if the endpoint declares no audit event (MASQ-13). */
export function viewCallEvents(called: ViewedCall): AuditEvent[] {
  return called.caller.view ? [eventOf(called, 'masquerade.call', {})] : []
}

/** Returns a refusal that must be audited: any in a view as another person, or of view headers in other sessions. */
export function viewRefusal(error: unknown, caller: Caller): Refusal | null {
  if (!(error instanceof Refused)) return null
  return caller.view || error.refusal === notThisView ? error.refusal : null
}

export function viewRefusalEvent(called: ViewedCall, { code }: Refusal): AuditEvent {
  return eventOf(called, 'masquerade.refused', { refusal: code })
}

function eventOf({ endpoint, caller, at, requestId }: ViewedCall, action: string, more: AuditDetails): AuditEvent {
  const { actor, details } = auditActor(caller)
  const call = `${endpoint.method} ${endpoint.path}`
  return { at, actor, subject: caller.personId, action, details: { call, ...more, ...details }, requestId }
}
