import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { streamRows } from '../../platform/stream-rows.queries.ts'
import type { HistoryLine } from '../scheme-history/history-format.ts'

type Selection = HistoryLine<'selections'>
type Version = Selection['versions'][number]

export function windowLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'windows'>[]> {
  return streamRows(
    tx,
    sql<HistoryLine<'windows'>>`
    select own.id, account.email as person, year as "schemeYear", code, cause, opens_on as "opensOn", closes_on as "closesOn", rules
    from enrolment_window as own
    join account on account.client_id = own.client_id and account.person_id = own.person_id
    join scheme_year on scheme_year.client_id = own.client_id and scheme_year.id = own.scheme_year_id
    where own.client_id = ${clientId}
    order by account.email collate "C", year, code collate "C"
  `,
  )
}

/** Omits undecided documents. The exported events ask for a document again. */
export function lifeEventLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'life-events'>[]> {
  return streamRows(
    tx,
    sql<HistoryLine<'life-events'>>`
    select
      own.id, account.email as person, year as "schemeYear", kind, kind_name as "kindName", event_date as "eventDate",
      family_member_id as "familyMember", case evidence when 'received' then 'requested' else evidence end as evidence,
      opens_on as "opensOn", closes_on as "closesOn", decided_by as "decidedBy", decision_reason as "decisionReason",
      decided_on as "decidedOn", recorded_at as "recordedAt"
    from life_event as own
    join account on account.client_id = own.client_id and account.person_id = own.person_id
    join scheme_year on scheme_year.client_id = own.client_id and scheme_year.id = own.scheme_year_id
    where own.client_id = ${clientId}
    order by account.email collate "C", event_date, kind collate "C", own.id
  `,
  )
}

export async function* selectionLines(tx: Tx, clientId: ClientId): AsyncGenerator<Selection[]> {
  const every = streamRows(
    tx,
    sql<Omit<Selection, 'versions'>>`
    select
      selection.id, account.email as person, benefit.code as benefit, selection.state, version, version_in_force as "runningVersion"
    from selection
    join account on account.client_id = selection.client_id and account.person_id = selection.person_id
    join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
    where selection.client_id = ${clientId}
    order by account.email collate "C", benefit.code collate "C", selection.id
  `,
  )
  for await (const heads of every) {
    const versionsOf = await versionsBySelection(tx, clientId, { selections: heads.map(({ id }) => id) })
    yield heads.map((head) => ({ ...head, versions: versionsOf.get(head.id) ?? [] }))
  }
}

async function versionsBySelection(
  tx: Tx,
  clientId: ClientId,
  { selections }: { selections: readonly string[] },
): Promise<Map<string, Version[]>> {
  const { rows: versions } = await sql<Omit<Version, 'decision'> & { of: string }>`
    select
      selection_id as of, year as "schemeYear", version, selection_version.state, action, choice, people_covered as "peopleCovered", price,
      effective_from as "effectiveFrom", effective_to as "effectiveTo", replaces, reason, recorded_at as "recordedAt",
      account.email as actor
    from selection_version
    join scheme_year
      on scheme_year.client_id = selection_version.client_id and scheme_year.id = selection_version.scheme_year_id
    left join account
      on account.client_id = selection_version.client_id and account.person_id = selection_version.actor_id
    where selection_version.client_id = ${clientId}
      and selection_id = any(${selections}::uuid[])
    order by selection_id, version
  `.execute(tx)
  const { rows: decisions } = await sql<NonNullable<Version['decision']> & { of: string }>`
    select
      concat_ws(' ', selection_id, selection_version) as of, decision.id, approved, reason, account.email as "decidedBy",
      decided_at as "decidedAt"
    from approval_decision as decision
    join account on account.client_id = decision.client_id and account.person_id = decision.decided_by
    where decision.client_id = ${clientId}
      and selection_id = any(${selections}::uuid[])
  `.execute(tx)
  const decisionOf = new Map(decisions.map(({ of, ...decision }) => [of, decision]))
  const found = new Map<string, Version[]>()
  for (const { of, ...version } of versions) {
    const own = found.get(of) ?? []
    own.push({ ...version, decision: decisionOf.get(`${of} ${version.version}`) ?? null })
    found.set(of, own)
  }
  return found
}

export function benefitTermsLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'benefit-terms'>[]> {
  return streamRows(
    tx,
    sql<HistoryLine<'benefit-terms'>>`
    select
      account.email as person, benefit.code as benefit, term_id as "termId", version, accepted_at as "acceptedAt"
    from benefit_terms_acceptance as accepted
    join account on account.client_id = accepted.client_id and account.person_id = accepted.person_id
    join benefit_code as benefit on benefit.client_id = accepted.client_id and benefit.id = accepted.benefit_id
    where accepted.client_id = ${clientId}
    order by account.email collate "C", benefit.code collate "C", term_id collate "C", version
  `,
  )
}
