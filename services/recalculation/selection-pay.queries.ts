import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import {
  deductionsOfMany,
  insertDeductions,
  removeDeductions,
  type StoredLine,
  deductedFromMany,
} from '../payroll/deductions.queries.ts'
import type { DeductionLine, DeductionSchedule, FinalDeduction } from '../payroll/deductions.rules.ts'
import { lockOpenPeriods, type Payroll, payrollsWithPeriods } from '../payroll/pay-periods.queries.ts'
import { payrollFactsOf, type SchemeYear, schemeYearsOf } from '../my-benefits/benefits.queries.ts'
import { isOpenIfEmployed, payDaysLeft, type PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { settleLeavers } from './settlement.queries.ts'
import { coverTermsOf } from './cover-terms.queries.ts'
import { earnedShare } from '../payroll/leaving-rule.rules.ts'
import { leavingRulesOf } from './leaving-rules.queries.ts'
import { payScheduleOf, payrollOn, payPeriodsOf } from '../../domain/windows/pay-periods.rules.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { paySchedule } from '../my-benefits/selection-pay.rules.ts'
import { payVersionsOfMany } from '../my-benefits/selection-versions.queries.ts'
import type { SelectionHead } from '../../domain/selections/selection.rules.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import { spreadOverRemainingPay } from '../my-benefits/spread-price.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { type PaidSoFar, deductedBefore } from '../my-benefits/deductions-before.rules.ts'
import type { CoverTerms } from '../my-benefits/versions-in-force.rules.ts'

export type PaidSelection = Pick<SelectionHead, 'id' | 'personId'>

/** Writes a selection's deductions into open periods. Differences in locked periods are corrected in the next open one. */
export async function writeDeductions(
  tx: Tx,
  clientId: ClientId,
  { selection, today }: { selection: PaidSelection; today: IsoDate },
): Promise<void> {
  await writeDeductionsOfMany(tx, clientId, { selections: [selection], today })
}

export async function writeDeductionsOfMany(
  tx: Tx,
  clientId: ClientId,
  { selections, today }: { selections: readonly PaidSelection[]; today: IsoDate },
): Promise<void> {
  if (selections.length === 0) return
  const payData = await readPayData(tx, clientId, { people: selections.map(({ personId }) => personId), today })
  const schedules = await schedulesIn(tx, clientId, { selections, world: payData, today })
  if (schedules.length === 0) return
  const changes = schedules.map(({ selection: { id, personId }, ...schedule }) => {
    const { removed, added } = linesToReplace(schedule)
    return { removed, added: added.map((line) => ({ ...line, personId, selectionId: id, id: crypto.randomUUID() })) }
  })
  await removeDeductions(tx, clientId, { lines: changes.flatMap(({ removed }) => removed) })
  await insertDeductions(tx, clientId, { lines: changes.flatMap(({ added }) => added) })
  await settleLeavers(tx, clientId, {
    settled: schedules.map(({ selection: { id, personId }, leftAtLeaving: left }) => ({
      selectionId: id,
      personId,
      left,
    })),
    paid: new Map(
      [...payData.facts].map(([personId, facts]) => [personId, { facts, ...payScheduleOf(facts, payData.payrolls) }]),
    ),
    today,
  })
}

function linesToReplace({ lines, changeable }: Pick<Scheduled<unknown>, 'lines' | 'changeable'>) {
  const calculated = new Map(lines.map((line) => [contentOf(line), line]))
  const removed = changeable.filter((line) => !calculated.delete(contentOf(line)))
  return { removed, added: [...calculated.values()] }
}

function contentOf(line: DeductionLine): string {
  return [
    line.periodId,
    line.originalPeriodId,
    line.version,
    line.payCode,
    line.method,
    line.employee,
    line.employer,
    line.annual,
    line.effectiveFrom,
    line.effectiveTo,
  ].join()
}

type Scheduled<Selection> = DeductionSchedule & {
  selection: Selection
  payrollId: string | undefined
  changeable: StoredLine[]
}

export async function schedulesOf<Selection extends PaidSelection>(
  tx: Tx,
  clientId: ClientId,
  { selections, today }: { selections: readonly Selection[]; today: IsoDate },
): Promise<Scheduled<Selection>[]> {
  if (selections.length === 0) return []
  const people = selections.map(({ personId }) => personId)
  const payData = await readPayData(tx, clientId, { people, today, hold: false })
  return schedulesIn(tx, clientId, { selections, world: payData, today })
}

async function schedulesIn<Selection extends PaidSelection>(
  tx: Tx,
  clientId: ClientId,
  { selections, world: payData, today }: { selections: readonly Selection[]; world: PayData; today: IsoDate },
): Promise<Scheduled<Selection>[]> {
  const paid = selections.filter(({ personId }) => payData.facts.has(personId))
  if (paid.length === 0) return []
  const selectionIds = paid.map(({ id }) => id)
  const versions = await payVersionsOfMany(tx, clientId, { selectionIds })
  const deducted = await deductionsOfMany(tx, clientId, { selectionIds })
  const leaving = await leavingRulesOf(tx, clientId, { selectionIds })
  const terms = await coverTermsOf(tx, clientId, { selectionIds, today })
  const open = openIn(payData, today)
  return paid.map((selection) => {
    const own = leaving.get(selection.id)
    const facts = payData.facts.get(selection.personId) ?? []
    const periods = payPeriodsOf(facts, payData.payrolls)
    const stored = deducted.get(selection.id) ?? []
    const final = stored.filter(({ periodId }) => !open.has(periodId))
    const schedule = paySchedule({
      versions: versions.get(selection.id) ?? [],
      periods,
      today,
      schemeYears: payData.schemeYears,
      deducted: final,
      formerPeriods: formerPeriods(payData, { periods, taken: final }),
      ...(own && {
        leaving: {
          ...own.rule,
          earned: ({ version, firstDayAfterLeaving }) =>
            earnedShare(facts, {
              firstDayAfterLeaving,
              schemeYears: payData.schemeYears,
              boughtDays: own.boughtDays(version),
            }),
        },
      }),
      ...withinPlan(terms.get(selection.id), periods),
    })
    return {
      ...schedule,
      selection,
      payrollId: payData.payrolls.get(payrollOn(facts, today) ?? '')?.id,
      changeable: stored.filter(({ periodId }) => open.has(periodId)),
    }
  })
}

/** Ignores an end by age after the last planned period. The deductions include it once its period is planned. */
function withinPlan(terms: CoverTerms | undefined, periods: readonly PayPeriod[]): Partial<CoverTerms> {
  const { endsFrom, ...others } = terms ?? {}
  const last = periods.at(-1)?.endsOn
  return endsFrom !== undefined && last !== undefined && endsFrom <= last ? { ...others, endsFrom } : others
}

function formerPeriods(
  { payrolls }: PayData,
  { periods, taken: final }: { periods: readonly PayPeriod[]; taken: readonly FinalDeduction[] },
): PayPeriod[] {
  const theirs = new Set(periods.map(({ id }) => id))
  const took = new Set(final.map(({ periodId, originalPeriodId }) => originalPeriodId ?? periodId))
  if ([...took].every((id) => theirs.has(id))) return []
  return [...payrolls.values()].flatMap((payroll) =>
    payroll.periods.filter(({ id }) => took.has(id) && !theirs.has(id)),
  )
}

async function paidSoFarOfMany(
  tx: Tx,
  clientId: ClientId,
  { selectionIds, today }: { selectionIds: readonly SelectionId[]; today: IsoDate },
): Promise<(id: SelectionId) => PaidSoFar> {
  const versions = await payVersionsOfMany(tx, clientId, { selectionIds })
  const lines = await deductedFromMany(tx, clientId, { selectionIds, today })
  return (id) => ({ versions: versions.get(id) ?? [], lines: lines.get(id) ?? [] })
}

export type PendingSelection = {
  selectionId: SelectionId
  personId: PersonId
  schemeYearId: SchemeYearId
  price: StoredPrice
  effectiveFrom: IsoDate
}

/** Returns prices of pending fixed totals as if decided now. `hold` locks the periods against a concurrent payroll lock. */
export async function pricesIfDecidedNow(
  tx: Tx,
  clientId: ClientId,
  { asked: pending, today, hold = false }: { asked: readonly PendingSelection[]; today: IsoDate; hold?: boolean },
): Promise<Map<SelectionId, StoredPrice>> {
  const fixed = pending.filter(({ price }) => hasFixedTotal(price))
  const prices = new Map<SelectionId, StoredPrice>()
  if (fixed.length === 0) return prices
  const people = fixed.map(({ personId }) => personId)
  const { facts, payrolls, schemeYears } = await readPayData(tx, clientId, { people, today, hold })
  const soFar = await paidSoFarOfMany(tx, clientId, { selectionIds: fixed.map((one) => one.selectionId), today })
  for (const { selectionId, personId, schemeYearId, price, effectiveFrom } of fixed) {
    const own = facts.get(personId)
    const schemeYear = schemeYears.find(({ id }) => id === schemeYearId)
    if (!own || !schemeYear) continue
    const periods = payPeriodsOf(own, payrolls)
    prices.set(
      selectionId,
      spreadOverRemainingPay(price, {
        payDays: payDaysLeft({ periods, effectiveFrom, schemeYear, today }),
        taken: deductedBefore(soFar(selectionId), { effectiveFrom, periods, today, schemeYears, schemeYearId }),
      }),
    )
  }
  return prices
}

type PayData = {
  schemeYears: readonly SchemeYear[]
  facts: ReadonlyMap<PersonId, DatedFact[]>
  payrolls: ReadonlyMap<string, Payroll>
}

async function readPayData(
  tx: Tx,
  clientId: ClientId,
  { people, today, hold = true }: { people: readonly PersonId[]; today: IsoDate; hold?: boolean },
): Promise<PayData> {
  const schemeYears = await schemeYearsOf(tx, clientId)
  const from = schemeYears[0]?.from ?? today
  const facts = await payrollFactsOf(tx, clientId, { people, date: from, today })
  if (hold && facts.size > 0) {
    const codes = new Set([...facts.values()].flatMap((own) => own.flatMap(({ value }) => value ?? [])))
    await lockOpenPeriods(tx, clientId, { codes: [...codes], today })
  }
  return { schemeYears, facts, payrolls: await payrollsWithPeriods(tx, clientId, { from }) }
}

function openIn({ payrolls }: PayData, today: IsoDate): Set<string> {
  const periods = [...payrolls.values()].flatMap((payroll) => payroll.periods)
  return new Set(periods.filter((period) => isOpenIfEmployed(period, today)).map(({ id }) => id))
}
