import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { timeAgo } from '../../platform/expired-rows.ts'
import { employmentOn } from '../../services/session/employment-status.queries.ts'
import type { Evidence, LifeEventKind } from '../../services/people/life-events.rules.ts'

const DAY = 86_400_000

export async function lifeEventKindsOn(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<{ schemeYearId: SchemeYearId; kinds: LifeEventKind[] } | undefined> {
  const row = await tx
    .selectFrom('scheme_year')
    .select(['id', 'life_event_kinds'])
    .where('client_id', '=', clientId)
    .where('starts_on', '<=', today)
    .orderBy('starts_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The kinds were checked when the scheme was applied.
  return row && { schemeYearId: row.id, kinds: row.life_event_kinds as unknown as LifeEventKind[] }
}

export type LifeEvent = {
  id: string
  personId: PersonId
  schemeYearId: SchemeYearId
  kind: string
  name: string
  eventDate: IsoDate
  familyMemberId: string | null
  evidence: Evidence
  closesOn: IsoDate | null
  decidedOn: IsoDate | null
}

const columns = [
  'id',
  'person_id as personId',
  'scheme_year_id as schemeYearId',
  'kind',
  'kind_name as name',
  'event_date as eventDate',
  'family_member_id as familyMemberId',
  'evidence',
  'closes_on as closesOn',
  'decided_on as decidedOn',
] as const

export function lifeEventsOf(tx: Tx, clientId: ClientId, { personId }: { personId: PersonId }): Promise<LifeEvent[]> {
  return tx
    .selectFrom('life_event')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .orderBy('event_date', 'desc')
    .orderBy('id')
    .execute()
}

export function lockLifeEvent(
  tx: Tx,
  clientId: ClientId,
  { personId, id }: { personId: PersonId; id: string },
): Promise<LifeEvent | undefined> {
  return tx
    .selectFrom('life_event')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertLifeEvent(
  tx: Tx,
  clientId: ClientId,
  event: {
    id: string
    personId: PersonId
    schemeYearId: SchemeYearId
    kind: Pick<LifeEventKind, 'code' | 'name' | 'type'>
    eventDate: IsoDate
    familyMemberId: string | null
    evidence: Evidence
    window: { opensOn: IsoDate; closesOn: IsoDate } | null
  },
): Promise<boolean> {
  const same = await tx
    .selectFrom('life_event')
    .select('id')
    .where('client_id', '=', clientId)
    .where('person_id', '=', event.personId)
    .where('kind', '=', event.kind.code)
    .where('event_date', '=', event.eventDate)
    .where((where) =>
      event.familyMemberId === null || !mayConcernSeveral(event.kind)
        ? where.lit(true)
        : where.or([where('family_member_id', 'is', null), where('family_member_id', '=', event.familyMemberId)]),
    )
    .executeTakeFirst()
  if (same) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('life_event')
    .values({
      client_id: clientId,
      id: event.id,
      person_id: event.personId,
      scheme_year_id: event.schemeYearId,
      kind: event.kind.code,
      kind_name: event.kind.name,
      event_date: event.eventDate,
      family_member_id: event.familyMemberId,
      evidence: event.evidence,
      opens_on: event.window?.opensOn ?? null,
      closes_on: event.window?.closesOn ?? null,
    })
    .onConflict((conflict) => conflict.constraint('life_event_once').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

function mayConcernSeveral({ type }: Pick<LifeEventKind, 'type'>): boolean {
  return type === 'adoption' || type === 'death' || type === 'disability'
}

export type Document = { fileName: string; mediaType: string; bytes: Buffer }
export type StoredDocument = Document & { id: string }

export async function insertEvidence(
  tx: Tx,
  clientId: ClientId,
  { personId, lifeEventId, document }: { personId: PersonId; lifeEventId: string; document: Document },
): Promise<void> {
  await tx
    .insertInto('life_event_evidence')
    .values({
      client_id: clientId,
      person_id: personId,
      life_event_id: lifeEventId,
      file_name: document.fileName,
      media_type: document.mediaType,
      bytes: document.bytes,
    })
    .execute()
  await tx
    .updateTable('life_event')
    .set({ evidence: 'received', decided_on: null, decided_by: null, decision_reason: null })
    .where('client_id', '=', clientId)
    .where('id', '=', lifeEventId)
    .execute()
}

export async function documentsOf(
  tx: Tx,
  clientId: ClientId,
  { lifeEventId }: { lifeEventId: string },
): Promise<StoredDocument[]> {
  return tx
    .selectFrom('life_event_evidence')
    .select(['id', 'file_name as fileName', 'media_type as mediaType', 'bytes'])
    .where('client_id', '=', clientId)
    .where('life_event_id', '=', lifeEventId)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

export async function documentIdsOf(
  tx: Tx,
  clientId: ClientId,
  { lifeEventId }: { lifeEventId: string },
): Promise<{ id: string }[]> {
  return tx
    .selectFrom('life_event_evidence')
    .select('id')
    .where('client_id', '=', clientId)
    .where('life_event_id', '=', lifeEventId)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
}

export async function documentsAwaitingDecision(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId: PersonId },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ lifeEventId: string; count: number }>`
    select life_event_id as "lifeEventId", count(*)::int as count
    from life_event_evidence
    where client_id = ${clientId}
      and life_event_id in (select id from life_event where client_id = ${clientId} and person_id = ${personId})
    group by life_event_id
    order by life_event_id
  `.execute(tx)
  return new Map(rows.map(({ lifeEventId, count }) => [lifeEventId, count]))
}

export async function decideEvidence(
  tx: Tx,
  clientId: ClientId,
  {
    lifeEventId,
    evidence,
    decidedBy,
    reason,
    decidedOn,
    window,
  }: {
    lifeEventId: string
    evidence: 'accepted' | 'declined'
    decidedBy: string
    reason: string
    decidedOn: IsoDate
    window: { opensOn: IsoDate; closesOn: IsoDate } | null
  },
): Promise<void> {
  await tx
    .updateTable('life_event')
    .set({
      evidence,
      decided_by: decidedBy,
      decision_reason: reason,
      decided_on: decidedOn,
      opens_on: window?.opensOn ?? null,
      closes_on: window?.closesOn ?? null,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', lifeEventId)
    .execute()
  await tx
    .deleteFrom('life_event_evidence')
    .where('client_id', '=', clientId)
    .where('life_event_id', '=', lifeEventId)
    .execute()
}

export function eventsConfirmingDisability(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<LifeEvent[]> {
  return tx
    .selectFrom('life_event')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('evidence', '=', 'accepted')
    .where('family_member_id', 'in', (query) =>
      query
        .selectFrom('family_member')
        .select('family_member.id')
        .where('family_member.client_id', '=', clientId)
        .where('disability_confirmed_until', '>=', today),
    )
    .orderBy('event_date')
    .orderBy('id')
    .execute()
}

/** Removes documents of leavers, and documents undecided for 90 days. The events then need a new document. */
export async function removeOldDocuments(
  tx: Tx,
  clientId: ClientId,
  { today, portion }: { today: IsoDate; portion: number },
): Promise<{ events: number; askedAgain: PersonId[] }> {
  const isOld = sql`document.received_at < ${timeAgo(90 * DAY)}`
  // Skips events that another transaction has locked; tomorrow's job handles them.
  const { rows } = await sql<{ id: string; left: boolean }>`
    select event.id, employment.status = 'left' as left
    from life_event as event
    cross join lateral (${employmentOn(today, { clientId, person: sql`event.person_id` })}) as employment
    where event.client_id = ${clientId}
      and event.evidence = 'received'
      and (
        employment.status = 'left'
        or exists (
          select
          from life_event_evidence as document
          where document.client_id = ${clientId} and document.life_event_id = event.id and ${isOld}
        )
      )
    order by event.id
    limit ${portion}
    for update of event skip locked
  `.execute(tx)
  if (rows.length === 0) return { events: 0, askedAgain: [] }
  const ids = (found: readonly { id: string }[]) => sql`any(${found.map(({ id }) => id)}::uuid[])`
  await sql`
    delete from life_event_evidence as document
    where document.client_id = ${clientId}
      and (
        document.life_event_id = ${ids(rows.filter(({ left }) => left))}
        or document.life_event_id = ${ids(rows)} and ${isOld}
      )
  `.execute(tx)
  const { rows: asked } = await sql<{ id: string; personId: PersonId }>`
    update life_event as event
    set evidence = 'requested'
    where event.client_id = ${clientId}
      and event.id = ${ids(rows)}
      and not exists (
        select
        from life_event_evidence as document
        where document.client_id = ${clientId} and document.life_event_id = event.id
      )
    returning event.id, event.person_id as "personId"
  `.execute(tx)
  const gone = new Set(rows.filter(({ left }) => left).map(({ id }) => id))
  return {
    events: rows.length,
    askedAgain: asked.filter(({ id }) => !gone.has(id)).map(({ personId }) => personId),
  }
}

export type EmployeesLifeEvent = {
  employeeId: PersonId
  employeeName: string
  employeeNumber: string | null
  event: string
  eventDate: IsoDate
  evidence: Evidence
  closesOn: IsoDate | null
  decidedOn: IsoDate | null
}

/** Omits family members and documents, which employers must not see (S-53). */
export async function employeesLifeEvents(tx: Tx, clientId: ClientId): Promise<EmployeesLifeEvent[]> {
  const { rows } = await sql<EmployeesLifeEvent>`
    select
      event.person_id as "employeeId",
      concat_ws(' ', employee.first_name, employee.surname) as "employeeName",
      employee.employee_number as "employeeNumber",
      event.kind_name as event,
      event.event_date as "eventDate",
      event.evidence,
      event.closes_on as "closesOn",
      event.decided_on as "decidedOn"
    from life_event as event
    join employee on employee.client_id = ${clientId} and employee.person_id = event.person_id
    where event.client_id = ${clientId}
    order by event.event_date desc, "employeeName", event.id
    limit 10000
  `.execute(tx)
  return rows
}

export async function importLifeEvents(
  tx: Tx,
  clientId: ClientId,
  {
    events,
  }: {
    events: readonly {
      id: string
      schemeYearId: SchemeYearId
      personId: PersonId
      kind: string
      kindName: string
      eventDate: IsoDate
      familyMember: string | null
      evidence: Evidence
      opensOn: IsoDate | null
      closesOn: IsoDate | null
      decidedBy: string | null
      decisionReason: string | null
      decidedOn: IsoDate | null
      recordedAt: string
    }[]
  },
): Promise<void> {
  await tx
    .insertInto('life_event')
    .values(
      events.map((event) => ({
        client_id: clientId,
        id: event.id,
        person_id: event.personId,
        scheme_year_id: event.schemeYearId,
        kind: event.kind,
        kind_name: event.kindName,
        event_date: event.eventDate,
        family_member_id: event.familyMember,
        evidence: event.evidence,
        opens_on: event.opensOn,
        closes_on: event.closesOn,
        decided_by: event.decidedBy,
        decision_reason: event.decisionReason,
        decided_on: event.decidedOn,
        recorded_at: event.recordedAt,
      })),
    )
    .execute()
}
