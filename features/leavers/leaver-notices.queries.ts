import { sql } from 'kysely'
import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import type { BenefitDefinition, BalanceRule } from '../../domain/definition/definition.ts'
import { leavingRule } from '../../services/payroll/leaving-rule.rules.ts'
import { leavingBalanceText, waivedBalanceText } from '../../services/my-benefits/leaving-balance.rules.ts'
import { leaverLines as say } from './leaver-mail.messages.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** `again`: an earlier mail to the person is out of date. */
export type LeaverToNotify = { personId: PersonId; lastDay: IsoDate; lines: string; again: boolean }

/** A leaver who is reported late still gets a mail up to this many days after the last day. */
const newsForDays = 60

export async function leaversToNotify(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<LeaverToNotify[]> {
  const rows = await endedWithEmployment(tx, clientId, { people, since: addDays(today, -newsForDays) })
  return [...Map.groupBy(rows, ({ personId }) => personId)].flatMap(([personId, own]) => {
    const [first] = own
    if (!first) return []
    const lines = own.map(lineOf).join('\n')
    const { lastDay, told, toldLastDay } = first
    return told === lines && toldLastDay === lastDay ? [] : [{ personId, lastDay, lines, again: told !== null }]
  })
}

export async function recordLeaverNotices(
  tx: Tx,
  clientId: ClientId,
  { told, today }: { told: readonly LeaverToNotify[]; today: IsoDate },
): Promise<void> {
  if (told.length === 0) return
  await tx
    .insertInto('leaver_notice')
    .values(
      told.map(({ personId, lastDay, lines }) => ({
        client_id: clientId,
        person_id: personId,
        last_day: lastDay,
        lines,
        sent_on: today,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'person_id']).doUpdateSet((row) => ({
        last_day: row.ref('excluded.last_day'),
        lines: row.ref('excluded.lines'),
        sent_on: row.ref('excluded.sent_on'),
      })),
    )
    .execute()
}

/** Deletes notices whose last day was withdrawn. Returns the people notified, except those employed again after leaving. */
export async function deleteWithdrawnNotices(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId; rejoined: boolean }>`
    with known as (
      ${newestFacts(clientId, {
        facts: ['end-date', 'start-date'],
        person: sql`in (select person_id from leaver_notice where client_id = ${clientId} and ${isOneOf(people)})`,
      })}
    )
    delete from leaver_notice as notice
    using known
    where notice.client_id = ${clientId}
      and known.person_id = notice.person_id
      and known.fact = 'end-date'
      and known.value is null
    returning
      notice.person_id as "personId",
      exists (
        select
        from known as joined
        where joined.person_id = notice.person_id
          and joined.fact = 'start-date'
          and joined.value::date > notice.last_day
      ) as rejoined
  `.execute(tx)
  return rows.flatMap(({ personId, rejoined }) => (rejoined ? [] : [personId])).toSorted()
}

type Ended = {
  personId: PersonId
  lastDay: IsoDate
  coverTo: IsoDate
  benefit: string
  definition: Pick<BenefitDefinition, 'leaving' | 'price' | 'pay'>
  bought: boolean
  rule: BalanceRule | null
  left: Pence
  most: Pence
  taken: Pence | null
  told: string | null
  toldLastDay: IsoDate | null
}

function lineOf({ benefit, coverTo, definition, bought, rule, ...row }: Ended): string {
  const owed = rule && leavingBalanceText(definition, { rule, ...row })
  if (owed) return say.owed(benefit, owed)
  if (bought && leavingRule(definition).owed === 'drop') return say.owed(benefit, waivedBalanceText(definition))
  return say.ends(benefit, showDate(coverTo))
}

async function endedWithEmployment(
  tx: Tx,
  clientId: ClientId,
  { people, since }: { people: readonly PersonId[]; since: IsoDate },
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with known as (${newestFacts(clientId, { facts: ['end-date', 'leaving-reason'], people })}),
    leaver as (
      select known.person_id, known.value::date as last_day, notice.lines, notice.last_day as told_last_day
      from known
      left join leaver_notice as notice on notice.client_id = ${clientId} and notice.person_id = known.person_id
      where fact = 'end-date'
        and value is not null
        and (value::date >= ${since} or notice.person_id is not null)
        and not exists (
          select
          from known as reason
          where reason.person_id = known.person_id
            and reason.fact = 'leaving-reason'
            and reason.value = 'death'
        )
    )
    select
      leaver.person_id as "personId",
      leaver.last_day as "lastDay",
      version.effective_to as "coverTo",
      benefit.definition ->> 'name' as benefit,
      jsonb_strip_nulls(jsonb_build_object(
        'leaving', benefit.definition -> 'leaving', 'price', benefit.definition -> 'price', 'pay', benefit.definition -> 'pay'
      )) as definition,
      exists (
        select
        from selection_version as paid
        where paid.client_id = ${clientId}
          and paid.selection_id = selection.id
          and paid.fixed_total
      ) as bought,
      owed.rule,
      coalesce(owed.balance_pence, 0) as left,
      coalesce(owed.deductible_pence, 0) as most,
      owed.deducted_pence as taken,
      leaver.lines as told,
      leaver.told_last_day as "toldLastDay"
    from leaver
    join selection on selection.client_id = ${clientId} and selection.person_id = leaver.person_id
    join selection_version as version
      on version.client_id = ${clientId} and version.selection_id = selection.id and version.version = selection.version
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    left join leaver_balance as owed on owed.client_id = ${clientId} and owed.selection_id = selection.id
    where version.action = 'end'
      and version.effective_to >= leaver.last_day
      and not benefit.definition ? 'pot'
    order by leaver.person_id, benefit.position, selection.id
  `.execute(tx)
  return rows
}
