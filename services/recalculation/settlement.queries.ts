import { sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../people/newest-facts.queries.ts'
import { insertDeductions, removeDeductionsOfCode } from '../payroll/deductions.queries.ts'
import { payFactsOn } from '../../domain/tax/pay-facts.rules.ts'
import { taxTables } from '../payroll/tax-tables.queries.ts'
import type { BenefitDefinition, TaxMethod, BalanceRule } from '../../domain/definition/definition.ts'
import { type DatedFact, firstDayOfEmployment } from '../../domain/tax/person-facts.rules.ts'
import { knownPeople } from './selection-history.queries.ts'
import { firstDayAfterLeaving, joinedAfter } from '../../domain/windows/leaving.rules.ts'
import { leavingRule, balancePayCode } from '../payroll/leaving-rule.rules.ts'
import { daysPaidIn, isOpenPeriod, laterOf, type PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import type { PayCycle } from '../../domain/pricing/price-facts.ts'
import { type LastPay, lastPay, largestDeduction } from './settlement.rules.ts'

/** `left` is the balance in pence; negative if the leaver is owed money. */
export type SettledSelection = { selectionId: SelectionId; personId: PersonId; left: Pence }

export type PaidPerson = {
  facts: readonly DatedFact[]
  periods: readonly PayPeriod[]
  payCycleOn: (day: IsoDate) => PayCycle
}

/** Deducts leavers' balances from the last net pay within its limit. Reverses that for people who stay. */
export async function settleLeavers(
  tx: Tx,
  clientId: ClientId,
  {
    settled,
    paid,
    today,
  }: { settled: readonly SettledSelection[]; paid: ReadonlyMap<PersonId, PaidPerson>; today: IsoDate },
): Promise<void> {
  const people = [...new Set(settled.map(({ personId }) => personId))]
  const rows = await storedBalances(tx, clientId, { people })
  const leavers = people.filter((personId) => firstDayAfterLeaving(paid.get(personId)?.facts ?? []) !== null)
  const concerned = [...new Set([...leavers, ...rows.map(({ personId }) => personId)])].toSorted()
  if (concerned.length === 0) return

  const now = new Map(settled.map((one) => [one.selectionId, one]))
  const unchanged = rows.filter(({ selectionId }) => !now.has(selectionId))
  const all = [...settled.filter(({ personId }) => concerned.includes(personId)), ...unchanged]
  const about = await aboutSelections(tx, clientId, { selectionIds: all.map(({ selectionId }) => selectionId) })
  const inOrder = [...about.keys()].flatMap((id) => all.find(({ selectionId }) => selectionId === id) ?? [])
  await removePlanned(tx, clientId, { about: [...about], paid, today })
  const lines = await linesOf(tx, clientId, { people: concerned })
  const [since = today] = [today, ...rows.map(({ lastDay }) => lastDay)].toSorted()
  const factsOf = new Map(
    (await knownPeople(tx, clientId, { people: concerned, date: since })).map((one) => [one.personId, one]),
  )

  for (const personId of concerned) {
    const person = paid.get(personId)
    const details = factsOf.get(personId)
    if (!person || !details) continue
    const former = formerEnd(
      person,
      rows.filter((row) => row.personId === personId),
    )
    const dayAfterLeaving = firstDayAfterLeaving(person.facts) ?? former
    const payable = person.periods.filter(
      (period) => isOpenPeriod(period, today) && (former === null || period.startsOn < former),
    )
    // If a payroll has an extra salary payment for leavers, the days worked are paid in the pay period before it.
    const last =
      payable.findLast(({ startsOn }) => dayAfterLeaving === null || startsOn < dayAfterLeaving) ?? payable.at(-1)
    const own = lines.filter((line) => line.personId === personId)
    const owedCodes = new Set([...about.values()].map(({ payCode }) => payCode))
    const pay =
      dayAfterLeaving !== null && last
        ? lastPay(
            payFactsOn(
              { ...details, ...person.payCycleOn(addDays(dayAfterLeaving, -1)) },
              addDays(dayAfterLeaving, -1),
            ),
            {
              period: last,
              joinedOn: laterOf(
                firstDayOfEmployment(details.facts, addDays(dayAfterLeaving, -1)) ?? last.startsOn,
                daysPaidIn(last)[0]?.from ?? last.startsOn,
              ),
              lastDay: addDays(dayAfterLeaving, -1),
              lines: own
                .filter(({ periodId, payCode }) => periodId === last.id && !owedCodes.has(payCode))
                .map(({ method, employee }) => ({ method, amount: employee })),
              tables: taxTables(),
            },
          )
        : undefined
    const began = dayAfterLeaving && firstDayOfEmployment(details.facts, addDays(dayAfterLeaving, -1))
    let deducted = 0n
    for (const { selectionId, left } of inOrder.filter((one) => one.personId === personId)) {
      const rules = about.get(selectionId)
      if (!rules) continue
      const fixed = own
        .filter(
          (line) =>
            line.selectionId === selectionId &&
            line.payCode === rules.payCode &&
            !payable.some(({ id }) => id === line.periodId),
        )
        .reduce((sum, { employee }) => sum + employee, 0n)
      const row = rows.find((one) => one.selectionId === selectionId)
      // The balance of a former employment is not settled again with the next employment.
      if (row && began !== null && row.lastDay < began && row.left === left && row.most === fixed) continue
      const lastDay = dayAfterLeaving && addDays(dayAfterLeaving, -1)
      // If the last day has changed, the employer's record about a last payment that can still change does not apply.
      const notTaken = row && (fixed !== 0n || row.lastDay === lastDay) ? row.notTaken : 0n
      const paid = nonNegative(fixed - notTaken)
      const next = payable[0]
      const common = { selectionId, personId, rules }
      if (lastDay === null || dayAfterLeaving === null || left === 0n) {
        if (paid > 0n && next)
          await deductFromNetPay(tx, clientId, { ...common, amount: -paid, period: next, from: today })
        if (row || fixed !== 0n) await clearBalance(tx, clientId, { selectionId, fixed })
        continue
      }
      const free = pay ? largestDeduction(pay, { minimumWage: rules.minimumWage }) - deducted : 0n
      const rule = rules.transfers ? 'transfer' : rules.rule
      const wanted = rule === 'net-pay' ? nonNegative(left - paid) : 0n
      const maximum = wanted < free ? wanted : nonNegative(free)
      const tooMuch = next ? nonNegative(paid - nonNegative(left)) : 0n
      deducted += maximum
      await storeBalance(tx, clientId, {
        selectionId,
        personId,
        lastDay,
        rule,
        payCode: rules.payCode,
        left,
        basis: pay ? basisOf(pay, rules.minimumWage) : null,
        notTaken,
        ...takenAfter({ row, lastDay, paid, planned: maximum - tooMuch }),
      })
      if (maximum > 0n && last)
        await deductFromNetPay(tx, clientId, { ...common, amount: maximum, period: last, from: dayAfterLeaving })
      if (tooMuch > 0n && next)
        await deductFromNetPay(tx, clientId, { ...common, amount: -tooMuch, period: next, from: today })
    }
  }
}

function formerEnd({ facts }: PaidPerson, rows: readonly BalanceRow[]): IsoDate | null {
  if (firstDayAfterLeaving(facts) !== null) return null
  const last = rows
    .map(({ lastDay }) => lastDay)
    .toSorted()
    .at(-1)
  if (last === undefined) return null
  const end = addDays(last, 1)
  return joinedAfter(facts, end) ? end : null
}

function basisOf({ pay, lines, levies, wage }: LastPay, minimumWage: boolean): Record<string, string | null> {
  return {
    pay: String(pay),
    lines: String(lines),
    levies: String(levies),
    wage: minimumWage ? (wage === null ? null : String(wage)) : '0',
  }
}

function nonNegative(amount: Pence): Pence {
  return amount > 0n ? amount : 0n
}

function takenAfter({
  row,
  lastDay,
  paid,
  planned,
}: {
  row: BalanceRow | undefined
  lastDay: IsoDate
  paid: Pence
  planned: Pence
}): Pick<StoredBalance, 'most' | 'taken' | 'takenOn'> {
  if (!row || row.taken === null || (planned > 0n && row.lastDay !== lastDay))
    return { most: paid + planned, taken: null, takenOn: null }
  if (planned < 0n) return { most: paid + planned, taken: paid + planned, takenOn: row.takenOn }
  return { most: planned === 0n ? row.most : paid + planned, taken: row.taken, takenOn: row.takenOn }
}

type BalanceRow = SettledSelection & {
  most: Pence
  taken: Pence | null
  takenOn: IsoDate | null
  notTaken: Pence
  lastDay: IsoDate
}

async function storedBalances(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<BalanceRow[]> {
  return tx
    .selectFrom('leaver_balance')
    .select([
      'selection_id as selectionId',
      'person_id as personId',
      'balance_pence as left',
      'deductible_pence as most',
      'deducted_pence as taken',
      'deducted_on as takenOn',
      'not_deducted_pence as notTaken',
      'last_day as lastDay',
    ])
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .orderBy('selection_id')
    .execute()
}

type Rules = { rule: BalanceRule; payCode: string; minimumWage: boolean; transfers: boolean; version: number }

async function aboutSelections(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, Rules>> {
  const { rows } = await sql<{
    id: SelectionId
    version: number
    definition: BenefitDefinition
    reason: string | null
  }>`
    select
      selection.id,
      paid.version,
      benefit.definition,
      (
        select value
        from (${newestFacts(clientId, { facts: ['leaving-reason'], person: sql`= selection.person_id` })}) as newest
      ) as reason
    from selection
    join lateral (
      select version.version, version.scheme_year_id
      from selection_version as version
      where version.client_id = ${clientId}
        and version.selection_id = selection.id
        and version.price is not null
      order by version.version desc
      limit 1
    ) as paid on true
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = paid.scheme_year_id
      and benefit.id = selection.benefit_id
    where selection.client_id = ${clientId}
      and selection.id = any(${[...selectionIds]}::uuid[])
    order by benefit.position, benefit.name, selection.id
  `.execute(tx)
  return new Map(
    rows.map(({ id, version, definition, reason }) => [
      id,
      {
        version,
        rule: leavingRule(definition).owed,
        payCode: balancePayCode(definition),
        minimumWage: definition.leaving?.minimumWage !== 'exempt',
        // Employees' agreements transfer to the new employer (TUPE Regulations 2006, regulation 4).
        transfers:
          (reason === 'tupe' || reason === 'scheme-moves') &&
          definition.price.some(({ price }) => price.method === 'order'),
      },
    ]),
  )
}

type Line = {
  personId: PersonId
  selectionId: SelectionId
  periodId: string
  payCode: string
  method: TaxMethod
  employee: Pence
}

async function linesOf(tx: Tx, clientId: ClientId, { people }: { people: readonly PersonId[] }): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select
      person_id as "personId", selection_id as "selectionId", period_id as "periodId", pay_code as "payCode", method,
      employee_pence as employee
    from deduction
    where client_id = ${clientId}
      and selection_id in (
        select id from selection where client_id = ${clientId} and person_id = any(${[...people]}::uuid[])
      )
    order by id
  `.execute(tx)
  return rows
}

async function removePlanned(
  tx: Tx,
  clientId: ClientId,
  {
    about,
    paid,
    today,
  }: {
    about: readonly (readonly [SelectionId, Rules])[]
    paid: ReadonlyMap<PersonId, PaidPerson>
    today: IsoDate
  },
): Promise<void> {
  const open = new Set(
    [...paid.values()].flatMap(({ periods }) =>
      periods.filter((one) => !one.locked && today <= one.cutOffOn).map(({ id }) => id),
    ),
  )
  await removeDeductionsOfCode(tx, clientId, {
    lines: about.map(([selectionId, { payCode }]) => ({ selectionId, payCode })),
    periodIds: [...open],
  })
}

type NetPayDeduction = {
  selectionId: SelectionId
  personId: PersonId
  rules: Rules
  amount: Pence
  period: PayPeriod
  from: IsoDate
}

async function deductFromNetPay(
  tx: Tx,
  clientId: ClientId,
  { selectionId, personId, rules, amount, period, from }: NetPayDeduction,
): Promise<void> {
  await insertDeductions(tx, clientId, {
    lines: [
      {
        id: crypto.randomUUID(),
        periodId: period.id,
        personId,
        selectionId,
        version: rules.version,
        payCode: rules.payCode,
        method: 'net-deduction',
        employee: amount,
        employer: 0n,
        annual: amount,
        effectiveFrom: from,
      },
    ],
  })
}

/** The row of a reversed balance stays while locked lines have to be compared with payroll's deduction. */
async function clearBalance(
  tx: Tx,
  clientId: ClientId,
  { selectionId, fixed }: { selectionId: SelectionId; fixed: Pence },
): Promise<void> {
  if (fixed === 0n)
    await tx
      .deleteFrom('leaver_balance')
      .where('client_id', '=', clientId)
      .where('selection_id', '=', selectionId)
      .execute()
  else
    await tx
      .updateTable('leaver_balance')
      .set({ balance_pence: 0n, deductible_pence: 0n, basis: null, deducted_pence: null, deducted_on: null })
      .where('client_id', '=', clientId)
      .where('selection_id', '=', selectionId)
      .execute()
}

type StoredBalance = {
  selectionId: SelectionId
  personId: PersonId
  lastDay: IsoDate
  rule: BalanceRule
  payCode: string
  left: Pence
  most: Pence
  taken: Pence | null
  takenOn: IsoDate | null
  notTaken: Pence
  basis: Record<string, string | null> | null
}

async function storeBalance(
  tx: Tx,
  clientId: ClientId,
  {
    selectionId,
    personId,
    lastDay,
    rule,
    payCode,
    left,
    most: maximum,
    taken: deducted,
    takenOn,
    notTaken,
    basis,
  }: StoredBalance,
): Promise<void> {
  const worked = {
    last_day: lastDay,
    rule,
    pay_code: payCode,
    balance_pence: left,
    deductible_pence: maximum,
    deducted_pence: deducted,
    deducted_on: takenOn,
    not_deducted_pence: notTaken,
    basis: basis && JSON.stringify(basis),
  }
  await tx
    .insertInto('leaver_balance')
    .values({ client_id: clientId, selection_id: selectionId, person_id: personId, ...worked })
    .onConflict((conflict) => conflict.columns(['client_id', 'selection_id']).doUpdateSet(worked))
    .execute()
}
