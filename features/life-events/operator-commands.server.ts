import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { actorOfOperator } from '../audit/operator.rules.ts'
import { queueNotice } from '../../services/mail/mail.queries.ts'
import { closeLifeEventWindow, openLifeEventWindow } from './life-event-windows.queries.ts'
import { findAccountsByEmail, type FoundAccount } from '../session/operator-commands.server.ts'
import { isActivelyEmployed } from '../../services/session/employment-status.queries.ts'
import { recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import { confirmDisability, endConfirmedDisability } from '../family/disability.queries.ts'
import {
  disabilityConfirmedMail,
  disabilityNotConfirmedMail,
  evidenceAcceptedMail,
  evidenceDeclinedMail,
} from './evidence-mails.messages.ts'
import {
  eventsConfirmingDisability,
  decideEvidence,
  documentIdsOf,
  documentsOf,
  lifeEventKindsOn,
  type LifeEvent,
  lifeEventsOf,
  lockLifeEvent,
  type Document,
} from './life-events.queries.ts'
import { concernsKnownMember, windowAfterDecision } from '../../services/people/life-events.rules.ts'
import { removeNamedMember } from './member-removal.queries.ts'

/** `seen` is a short hash of the documents, which a decision must repeat. */
export type PendingEvidence = { client: string; event: LifeEvent; documents: Document[]; seen: string }

/** Employers don't see these documents (S-53). The call is audited. */
export async function pendingEvidence(
  db: Kysely<Database>,
  { email, operator }: { email: string; operator: string },
): Promise<PendingEvidence[]> {
  const waiting: PendingEvidence[] = []
  for (const { clientId, code, account } of await findAccountsByEmail(db, { email }))
    waiting.push(
      ...(await inClient(db, clientId, async (tx, { now }) => {
        const events = await lifeEventsOf(tx, clientId, account)
        const found: PendingEvidence[] = []
        for (const event of events.filter(({ evidence }) => evidence === 'received')) {
          const documents = await documentsOf(tx, clientId, { lifeEventId: event.id })
          found.push({
            client: code,
            event,
            documents: documents.map(({ id: _id, ...document }) => document),
            seen: decisionWord(documents),
          })
        }
        if (found.length === 0) return found
        await appendAudit(tx, clientId, [
          {
            at: now,
            actor: actorOfOperator(operator),
            subject: account.personId,
            action: 'life-event.evidence-read',
            details: { lifeEvents: found.map(({ event }) => event.id) },
          },
        ])
        return found
      })),
    )
  return waiting
}

export type Decision = {
  email: string
  lifeEventId: string
  accepted: boolean
  operator: string
  reason: string
  seen: string
}
export type DecisionResult =
  | { step: 'decided'; closesOn: IsoDate | null }
  | { step: 'nothing-waits' }
  | { step: 'more-came' }
  /** The scheme no longer has this kind of event, or the person is not actively employed. */
  | { step: 'opens-nothing' }

export async function decideOnEvidence(db: Kysely<Database>, decision: Decision): Promise<DecisionResult> {
  for (const found of await findAccountsByEmail(db, decision)) {
    const decided = await inClient(db, found.clientId, (tx, clock) => decide(tx, found, { ...decision, ...clock }))
    if (decided) return decided
  }
  return { step: 'nothing-waits' }
}

async function decide(
  tx: Tx,
  { clientId, account: { personId } }: FoundAccount,
  { lifeEventId, accepted, operator, reason, seen, now, today }: Decision & { now: string; today: IsoDate },
): Promise<DecisionResult | undefined> {
  const event = await lockLifeEvent(tx, clientId, { personId, id: lifeEventId })
  if (event?.evidence !== 'received') return undefined
  // Storing a document needs the lock of the event, which this transaction holds.
  if (decisionWord(await documentIdsOf(tx, clientId, { lifeEventId })) !== seen) return { step: 'more-came' }
  const opening = accepted ? await openWindows(tx, clientId, { event, today }) : null
  if (accepted && !opening) return { step: 'opens-nothing' }
  const window = opening?.window ?? null
  await decideEvidence(tx, clientId, {
    lifeEventId,
    evidence: accepted ? 'accepted' : 'declined',
    decidedBy: actorOfOperator(operator),
    reason,
    decidedOn: today,
    window,
  })
  await queueNotice(tx, clientId, {
    to: { personId },
    kind: !opening
      ? evidenceDeclinedMail
      : opening.type === 'disability'
        ? disabilityConfirmedMail
        : evidenceAcceptedMail,
    // A new cause each time, because a declined event may be decided again.
    cause: `life event decided ${randomUUID()}`,
  })
  await appendAudit(tx, clientId, [
    {
      at: now,
      actor: actorOfOperator(operator),
      subject: personId,
      action: accepted ? 'life-event.accepted' : 'life-event.declined',
      details: { lifeEvent: lifeEventId, reason },
    },
  ])
  return { step: 'decided', closesOn: window?.closesOn ?? null }
}

async function openWindows(tx: Tx, clientId: ClientId, { event, today }: { event: LifeEvent; today: IsoDate }) {
  const { personId, id: lifeEventId, eventDate } = event
  const scheme = await lifeEventKindsOn(tx, clientId, { today })
  const kind = scheme?.kinds.find(({ code }) => code === event.kind)
  if (!scheme || !kind || !(await isActivelyEmployed(tx, clientId, { personId, today }))) return null
  const window = windowAfterDecision(kind, { eventDate, decidedOn: today })
  const { name, takesEffect, benefits } = kind
  const { schemeYearId } = scheme
  const about =
    event.familyMemberId === null || concernsKnownMember(kind.type) ? {} : { memberId: event.familyMemberId }
  const opens = { personId, schemeYearId, lifeEventId, name, eventDate, ...about, takesEffect, benefits, ...window }
  await openLifeEventWindow(tx, clientId, opens)
  const { type } = kind
  await removeNamedMember(tx, clientId, { type, personId, memberId: event.familyMemberId, eventDate, today })
  if (type === 'disability' && event.familyMemberId !== null) {
    await confirmDisability(tx, clientId, { id: event.familyMemberId })
    await recalculateForFacts(tx, clientId, { changed: new Map([[personId, today]]), today })
  }
  return { window, type }
}

export type ConfirmedDisability = { client: string; event: LifeEvent }

export async function confirmedDisabilities(
  db: Kysely<Database>,
  { email }: { email: string },
): Promise<ConfirmedDisability[]> {
  const confirmed: ConfirmedDisability[] = []
  for (const { clientId, code, account } of await findAccountsByEmail(db, { email })) {
    const { personId } = account
    const events = await inClient(db, clientId, (tx, { today }) => confirmingEvents(tx, clientId, { personId, today }))
    confirmed.push(...events.map((event) => ({ client: code, event })))
  }
  return confirmed
}

/** Withdraws a confirmed disability from today, with its cover and window. False if none is confirmed. */
export async function withdrawConfirmation(
  db: Kysely<Database>,
  { email, lifeEventId, operator, reason }: Pick<Decision, 'email' | 'lifeEventId' | 'operator' | 'reason'>,
): Promise<boolean> {
  for (const { clientId, account } of await findAccountsByEmail(db, { email })) {
    const { personId } = account
    const isWithdrawn = await inClient(db, clientId, async (tx, { now, today }) => {
      await lockLifeEvent(tx, clientId, { personId, id: lifeEventId })
      const confirming = await confirmingEvents(tx, clientId, { personId, today })
      const event = confirming.find(({ id }) => id === lifeEventId)
      if (!event || event.familyMemberId === null) return false
      const actor = actorOfOperator(operator)
      await endConfirmedDisability(tx, clientId, { id: event.familyMemberId, today })
      await decideEvidence(tx, clientId, {
        lifeEventId,
        evidence: 'declined',
        decidedBy: actor,
        reason,
        decidedOn: today,
        window: null,
      })
      await closeLifeEventWindow(tx, clientId, { lifeEventId })
      const selections = await recalculateForFacts(tx, clientId, { changed: new Map([[personId, today]]), today })
      await queueNotice(tx, clientId, {
        to: { personId },
        kind: disabilityNotConfirmedMail,
        cause: `life event withdrawn ${randomUUID()}`,
      })
      const details = { lifeEvent: lifeEventId, reason, selections }
      const action = 'life-event.withdrawn'
      await appendAudit(tx, clientId, [{ at: now, actor, subject: personId, action, details }])
      return true
    })
    if (isWithdrawn) return true
  }
  return false
}

/** Includes kinds that the scheme no longer has (type unknown). */
async function confirmingEvents(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<LifeEvent[]> {
  const kinds = (await lifeEventKindsOn(tx, clientId, { today }))?.kinds ?? []
  const events = await eventsConfirmingDisability(tx, clientId, { personId, today })
  return events.filter(
    (event) => (kinds.find(({ code }) => code === event.kind)?.type ?? 'disability') === 'disability',
  )
}

function decisionWord(documents: readonly { id: string }[]): string {
  const ids = documents.map(({ id }) => id).join(' ')
  return createHash('sha256').update(ids).digest('hex').slice(0, 8)
}
