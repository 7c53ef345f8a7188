import { addDays, type IsoDate } from '../../contract/dates.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import type { Pence } from '../../contract/money.ts'
import type { TaxMethod, PartPeriod } from '../../domain/definition/definition.ts'
import type { LeavingRule } from './leaving-rule.rules.ts'
import {
  type DayRange,
  daysPaidIn,
  type PayPeriod,
  isCharged,
  isOpenPeriod,
  isOpenIfEmployed,
} from '../../domain/windows/effective-date.rules.ts'
import type { Spread } from '../../domain/pricing/method-price.ts'
import { shareOf, splitEvenly } from '../../domain/pricing/money.ts'
import { partPeriodCharge } from './part-period.rules.ts'
import type { DeductedTotal } from '../../domain/pricing/deductions-to-date.rules.ts'

export type DeductedPart = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  total: Pence
  spread: Spread
  shares: Pence[]
}

/** A version of a selection that is or was in force. `until` is the day after its last day, if it has ended. */
export type VersionInForce = {
  version: number
  schemeYearId?: string
  effectiveFrom: IsoDate
  until?: IsoDate
  stopped?: true
  /** Set if the choice is unchanged: repriced, or restored after an end. */
  continues?: true
  leaving?: LeavingRule
  /** Charge for a period in which cover begins or ends. Default: only periods that begin with cover are charged. */
  partPeriod?: PartPeriod
  beganOn?: IsoDate
  /** Pay days in the year of the salary that the price is based on. */
  payDaysAYear?: number
  parts: readonly DeductedPart[]
  paidElsewhere?: readonly FinalDeduction[]
}

/** A deduction in pence; negative if paid to the employee. `originalPeriodId` is set on an adjustment for an earlier period. */
export type DeductionLine = {
  periodId: string
  originalPeriodId?: string
  version: number
  payCode: string
  method: TaxMethod
  employee: Pence
  employer: Pence
  annual: Pence
  effectiveFrom: IsoDate
  effectiveTo?: IsoDate
}

export type FinalDeduction = Pick<
  DeductionLine,
  'periodId' | 'originalPeriodId' | 'version' | 'payCode' | 'employee' | 'employer'
>

/** `lines`: deductions of open periods, in order; `unplanned`: parts of fixed totals without a planned period. */
export type DeductionSchedule = {
  lines: DeductionLine[]
  unplanned: { employee: Pence; employer: Pence }
  /** The leaver's balance after these lines, in pence; negative if the leaver is owed money. */
  leftAtLeaving: Pence
}

/**
 * Calculates the deductions of one selection. `versions` are those that were in force, oldest first.
 * - Recurring cover is charged a share of the year in each period on whose first day it is in force.
 * - A fixed total (holiday, an order) is charged in full, less deductions of the versions it replaced.
 * - Periods that can no longer change are not touched. Differences become adjustments in the next open period.
 * - `formerPeriods` belong to a payroll on which the person was recorded by mistake. They get no recurring charge.
 */
export function deductionSchedule({
  versions,
  periods,
  today,
  schemeYears,
  paidHereFrom,
  taken: deducted = [],
  formerPeriods = [],
}: {
  versions: readonly VersionInForce[]
  periods: readonly PayPeriod[]
  today: IsoDate
  schemeYears: readonly DayRange[]
  paidHereFrom: IsoDate
  taken?: readonly FinalDeduction[]
  formerPeriods?: readonly PayPeriod[]
}): DeductionSchedule {
  const allDeducted = [...deductedElsewhere(versions), ...deducted]
  const periodsPaidHere = periods.filter((period) => period.startsOn >= paidHereFrom)
  const open = periodsPaidHere.filter((period) => isOpenPeriod(period, today))
  const openIfEmployed = periodsPaidHere.filter((period) => isOpenIfEmployed(period, today))
  const afterLastPay = openIfEmployed.length > 0 || !isLeaving(versions) ? openIfEmployed : [notPlanned]
  const input = {
    periods: periodsPaidHere,
    formerPeriods,
    open,
    openIfEmployed,
    openForEmployer: open.length > 0 ? open : afterLastPay,
    schemeYears,
    taken: allDeducted,
  }
  const recurring = versions.flatMap((version) =>
    version.parts
      .filter((part) => part.spread.kind === 'recurring')
      .flatMap((part) => recurringAmounts(version, part, { ...input, since: pricedSince(versions, version, part) })),
  )
  const totals = totalsOf(versions, input)
  const { amounts, left } = settle(recurring, versions, input)
  const all = [...amounts, ...totals.flatMap((total) => total.amounts)]
  return {
    lines: linesOf(
      all.filter(({ period }) => period !== notPlanned),
      periods,
    ),
    unplanned: sides([
      ...totals.map((total) => ({
        payer: total.part.payer,
        amount: total.version.until === undefined ? total.left : 0n,
      })),
      ...all.filter(({ period }) => period === notPlanned).map(({ part, amount }) => ({ payer: part.payer, amount })),
    ]),
    leftAtLeaving: [...totals.filter(({ version }) => version.leaving), ...left].reduce(
      (sum, { part, left: amount }) => sum + (part.payer === 'employee' ? amount : 0n),
      0n,
    ),
  }
}

/** Placeholder while no further period is planned. */
const lastOfAll = '9999-12-31' as IsoDate
const notPlanned: PayPeriod = {
  id: '',
  number: 0,
  label: '',
  startsOn: lastOfAll,
  endsOn: lastOfAll,
  cutOffOn: lastOfAll,
  payOn: lastOfAll,
  locked: false,
  frequency: 'monthly',
}

function isLeaving(versions: readonly VersionInForce[]): boolean {
  const withDays = versions.findLast(({ effectiveFrom, until }) => until === undefined || effectiveFrom < until)
  return (withDays ?? versions.at(-1))?.leaving !== undefined
}

export function deductedForOrder(
  versions: readonly VersionInForce[],
  takenHere: readonly FinalDeduction[],
): DeductedTotal[] {
  const newest = versions.at(-1)
  if (!newest) return []
  const deducted = [...deductedElsewhere(versions), ...takenHere]
  const order = sameOrder(versions, newest, deducted)
  const parts = versions
    .filter(({ version }) => order.has(version))
    .flatMap((one) => one.parts.filter(({ spread }) => spread.kind !== 'recurring'))
  return parts
    .filter((part, index) => !parts.slice(index + 1).some((newer) => isSame(newer, part)))
    .flatMap(({ payer, taxMethod, payCode, spread }) => {
      const before = deducted.filter((line) => order.has(line.version) && line.payCode === payCode)
      const amount = before.reduce((sum, line) => sum + line[payer], 0n)
      const pays = new Set(before.map(({ periodId }) => periodId)).size
      return pays > 0 ? [{ payer, taxMethod, payCode, spread, amount, pays }] : []
    })
}

function deductedElsewhere(versions: readonly VersionInForce[]): FinalDeduction[] {
  const byVersion = new Map(versions.map(({ version, paidElsewhere = [] }) => [version, paidElsewhere]))
  return [...byVersion.values()].flat()
}

type ScheduleInput = {
  periods: readonly PayPeriod[]
  formerPeriods: readonly PayPeriod[]
  open: readonly PayPeriod[]
  openIfEmployed: readonly PayPeriod[]
  /** Open periods for the employer's part, which later runs correct even after the last salary payment. */
  openForEmployer: readonly PayPeriod[]
  schemeYears: readonly DayRange[]
  taken: readonly FinalDeduction[]
}
type Amount = { period: PayPeriod; original?: PayPeriod; version: VersionInForce; part: DeductedPart; amount: Pence }

function recurringAmounts(
  version: VersionInForce,
  part: DeductedPart,
  { periods, schemeYears, since }: ScheduleInput & { since: IsoDate },
): Amount[] {
  let shareIndex = -1
  const whole = periods
    .filter((period) => inSome(schemeYears, period))
    .flatMap((period) => daysPaidIn(period).map((days) => ({ period, days })))
    .toSorted((a, b) => (a.days.from < b.days.from ? -1 : a.days.from > b.days.from ? 1 : 0))
    .filter(({ days: { from } }) => from >= since && runsOn(version, from))
    .map(({ period, days }) => {
      // The rest of a period that began on another payroll keeps that payroll's share.
      if (days.from === period.startsOn || shareIndex < 0) shareIndex++
      const share = part.shares[shareIndex % part.shares.length] ?? 0n
      return { period, days, version, part, amount: partPaid(part, share, { version, period, days }) }
    })
    .filter(({ days, amount }) => amount !== 0n && days.from >= version.effectiveFrom)
    .map(({ days: _days, ...amount }) => amount)
  return [...firstPart(version, part, periods), ...whole]
}

function firstPart(version: VersionInForce, part: DeductedPart, periods: readonly PayPeriod[]): Amount[] {
  const { effectiveFrom: from, until, stopped, beganOn = from, partPeriod = 'from-next-period' } = version
  const period = periods.find((one) => daysPaidIn(one).some((days) => days.from < from && from <= days.to))
  const days = period && daysPaidIn(period).find(({ to }) => from <= to)
  const share = part.shares[0] ?? 0n
  if (until !== undefined && until <= from) return []
  if (!period || !days || beganOn <= days.from || partPeriod === 'from-next-period' || share === 0n) return []
  const isWhole = days.from === period.startsOn && days.to === period.endsOn
  if (partPeriod === 'whole-period') {
    const isLast = until === undefined || until > days.to || stopped
    const amount = isWhole ? share : shareOfDays(part, share, { partPeriod, period, days })
    return isLast ? [{ period, version, part, amount }] : []
  }
  const endsOn = until !== undefined && until <= days.to ? addDays(until, -1) : days.to
  if (endsOn < from) return []
  const covered = { startsOn: from, endsOn }
  const amount = partPeriodCharge(partPeriod, { share, ...yearlyCharge(version, part), period, covered })
  return amount === 0n ? [] : [{ period, version, part, amount }]
}

/** First day of cover at this price, from which pennies are split, whatever the order of recording. */
function pricedSince(
  versions: readonly VersionInForce[],
  { version, effectiveFrom }: VersionInForce,
  part: DeductedPart,
): IsoDate {
  let since = effectiveFrom
  const before = versions.slice(
    0,
    versions.findIndex((one) => one.version === version && one.effectiveFrom === effectiveFrom),
  )
  for (const one of before.toReversed()) {
    if (one.until === undefined || one.until <= one.effectiveFrom) continue
    if (one.until !== since || !one.parts.some((other) => isSame(other, part) && sharesOf(other) === sharesOf(part)))
      break
    since = one.effectiveFrom
  }
  return since
}

function sharesOf({ taxMethod, shares }: DeductedPart): string {
  return [taxMethod, ...shares].join(' ')
}

function partPaid(
  part: DeductedPart,
  share: Pence,
  { version, period, days }: { version: VersionInForce; period: PayPeriod; days: DayRange },
): Pence {
  const { until, leaving, partPeriod = 'from-next-period' } = version
  const paid =
    days.from === period.startsOn && days.to === period.endsOn
      ? share
      : shareOfDays(part, share, { partPeriod, period, days })
  if (leaving === undefined || until === undefined || until > days.to) return paid
  const byDays = leaving.lastPeriod === 'by-days' ? 'calendar-days' : partPeriod
  if (byDays === 'whole-period' || byDays === 'from-next-period') return paid
  const covered = { startsOn: days.from, endsOn: addDays(until, -1) }
  return partPeriodCharge(byDays, { share, ...yearlyCharge(version, part), period, covered })
}

function yearlyCharge({ payDaysAYear }: VersionInForce, { total, shares }: DeductedPart) {
  return { yearly: total, ...(payDaysAYear !== undefined && { payDays: shares.length, payPeriods: payDaysAYear }) }
}

function shareOfDays(
  { total: yearly }: DeductedPart,
  share: Pence,
  { partPeriod, period, days }: { partPeriod: PartPeriod; period: PayPeriod; days: DayRange },
): Pence {
  const by = partPeriod === 'working-days' || partPeriod === '260ths' ? 'working-days' : 'calendar-days'
  const until = (endsOn: IsoDate) =>
    partPeriodCharge(by, { share, yearly, period, covered: { startsOn: period.startsOn, endsOn } })
  return until(days.to) - (days.from === period.startsOn ? 0n : until(addDays(days.from, -1)))
}

type TotalAmounts = { version: VersionInForce; part: DeductedPart; amounts: Amount[]; left: Pence }

function totalsOf(versions: readonly VersionInForce[], input: ScheduleInput): TotalAmounts[] {
  const planned: FinalDeduction[] = []
  return versions.flatMap((version) => {
    const order = sameOrder(versions, version, input.taken)
    const before = [...input.taken, ...planned].filter((line) => order.has(line.version))
    const totals = [...version.parts, ...droppedParts(versions, version, input.taken)]
      .filter((part) => part.spread.kind !== 'recurring')
      .map((part) => totalAmounts(version, part, { ...input, taken: before }))
    for (const { part, amounts } of totals)
      for (const { period, original, amount } of amounts)
        planned.push({
          periodId: period.id,
          ...(original && { originalPeriodId: original.id }),
          version: version.version,
          payCode: part.payCode,
          employee: part.payer === 'employee' ? amount : 0n,
          employer: part.payer === 'employer' ? amount : 0n,
        })
    return totals
  })
}

function totalAmounts(version: VersionInForce, part: DeductedPart, input: ScheduleInput): TotalAmounts {
  const before = input.taken.filter((line) => line.payCode === part.payCode)
  const due = dueOf(version, part)
  const refunds = refundsAfterLeaving(version, part, { ...input, before })
  // If the scheme waives the balance, refunds are not charged again.
  const dueAgain = version.leaving?.owed === 'drop' ? 0n : totalAmount(refunds)
  const rest = due - before.reduce((sum, line) => sum + line[part.payer], 0n) - dueAgain
  // Reducing an order never refunds earlier deductions.
  const isPaidOver = part.spread.kind === 'instalments' && part.total > 0n && rest < 0n && !neverBegan(version)
  const left = isPaidOver ? 0n : rest
  const balance = { ...input, left, before }
  const instalments = left === 0n ? [] : (version.leaving ? lastInstalments : instalmentsLeft)(version, part, balance)
  const amounts = [...refunds, ...instalments]
    .filter(({ amount }) => amount !== 0n)
    .map(({ asPay, ...one }) => ({
      ...one,
      version,
      part: asPay ? { ...part, taxMethod: 'taxable-pay' as const } : part,
    }))
  const isOwed = version.until === undefined || (version.leaving && version.leaving.owed !== 'drop')
  const planned = totalAmount(amounts) - dueAgain
  return { version, part, amounts, left: isOwed ? left - planned : unrefundedDeductions(version, part, balance) }
}

function totalAmount(amounts: readonly { amount: Pence }[]): Pence {
  return amounts.reduce((sum, { amount }) => sum + amount, 0n)
}

function openFor({ payer }: DeductedPart, { open, openForEmployer }: ScheduleInput): readonly PayPeriod[] {
  return payer === 'employee' ? open : openForEmployer
}

/** Returns deductions after the last day that no open period can refund; negative, because the leaver is owed them. */
function unrefundedDeductions(version: VersionInForce, part: DeductedPart, balance: TotalInput): Pence {
  if (openFor(part, balance).length > 0) return 0n
  return sinceLeaving(version, part, balance).reduce((sum, { amount }) => sum - amount, 0n)
}

function neverBegan({ leaving, effectiveFrom, until }: VersionInForce): boolean {
  return leaving !== undefined && until !== undefined && until <= effectiveFrom
}

/** Holiday of a leaver is due by days taken or the share of the year worked. Other totals are due in full. */
function dueOf(version: VersionInForce, { total, spread }: DeductedPart): Pence {
  const { leaving } = version
  if (neverBegan(version)) return 0n
  if (!leaving?.earned || leaving.owed === 'drop' || spread.kind !== 'rest-of-year') return total
  return shareOf(total, leaving.earned)
}

type TotalInput = ScheduleInput & { left: Pence; before: readonly FinalDeduction[] }
type DueAmount = { period: PayPeriod; original?: PayPeriod; amount: Pence; asPay?: true }

function instalmentsLeft(version: VersionInForce, part: DeductedPart, balance: TotalInput): DueAmount[] {
  const { open, schemeYears, left } = balance
  const { until, stopped } = version
  if (stopped) return []
  const charged = open.filter((period) => isCharged(period, version.effectiveFrom, part.spread))
  const schemeYear = yearOf(schemeYears, version)
  const inYear = charged.filter((period) => schemeYear && period.payOn <= schemeYear.to)
  // After the year's last open pay day, the full amount is due on the next one: every price is charged on at least one pay day.
  const restOfYear = inYear.length > 0 ? inYear : charged.slice(0, 1)
  const within = part.spread.kind === 'rest-of-year' ? restOfYear : charged
  const length = isInstalments(part)
    ? hireLeft(version, part, balance)
    : within.reduce((sum, period) => sum + lengthOf(period, version), 0)
  // A replaced version is charged until its successor has its first share.
  return sharesOver(left, within, { version, length }).filter(
    ({ period }) => until === undefined || period.endsOn < until,
  )
}

/** Length of a pay period in 156ths of a year: monthly 13, four-weekly 12, fortnightly 6, weekly 3. */
function lengthOf(period: PayPeriod | undefined, { payDaysAYear }: VersionInForce): number {
  if (payDaysAYear === undefined) return 1
  const isPlanned = period !== undefined && period !== notPlanned
  return 156 / (isPlanned ? payFrequencies[period.frequency].payDaysAYear : payDaysAYear)
}

function hireLeft(
  version: VersionInForce,
  part: DeductedPart & { spread: { kind: 'instalments' } },
  { periods, formerPeriods, before }: TotalInput,
): number {
  const byId = new Map([...periods, ...formerPeriods].map((period) => [period.id, period]))
  const deducted = [...deductedByPeriod(part, before)].filter(([, amount]) => amount !== 0n)
  const whole = part.spread.count * lengthOf(undefined, version)
  return deducted.reduce((left, [id]) => left - lengthOf(byId.get(id), version), whole)
}

function sharesOver(
  amount: Pence,
  periods: readonly PayPeriod[],
  { version, length }: { version: VersionInForce; length: number },
): { period: PayPeriod; amount: Pence }[] {
  let [left, lengthLeft] = [amount, length]
  return periods.flatMap((period) => {
    if (left === 0n) return []
    const own = lengthOf(period, version)
    const [share = 0n] = splitEvenly(left, Math.max(1, Math.floor(lengthLeft / own + 0.5)))
    left -= share
    lengthLeft -= own
    return [{ period, amount: share }]
  })
}

function paysOf(part: DeductedPart, lines: readonly FinalDeduction[]): number {
  return [...deductedByPeriod(part, lines)].filter(([, amount]) => amount !== 0n).length
}

function lastInstalments(version: VersionInForce, part: DeductedPart, balance: TotalInput): DueAmount[] {
  const payable = balance.open.filter((period) => runsIn(version, period))
  const last = payable.at(-1) ?? openFor(part, balance)[0]
  const rule = version.leaving?.owed
  if (!last) return []
  const isSold = part.total < 0n
  if (isSold ? balance.left > 0n : balance.left < 0n) {
    if (rule === 'drop' || (isSold && rule !== 'settle')) return []
    const whole = part.total - balance.before.reduce((sum, line) => sum + line[part.payer], 0n)
    const asPlanned =
      isSold || neverBegan(version)
        ? []
        : sharesBeforeLeaving(version, part, { ...balance, left: whole, open: payable })
    const amount = asPlanned.reduce((rest, one) => rest - one.amount, balance.left)
    return [
      ...asPlanned,
      { period: last, amount, ...(!isSold && part.payer === 'employee' && { asPay: true as const }) },
    ]
  }
  const reached = sharesBeforeLeaving(version, part, { ...balance, open: payable })
  if (rule !== 'settle' && (!isSold || rule === 'drop')) return reached
  const until = reached.filter(({ period }) => period !== last)
  return [...until, { period: last, amount: balance.left - until.reduce((sum, { amount }) => sum + amount, 0n) }]
}

function isInstalments(part: DeductedPart): part is DeductedPart & { spread: { kind: 'instalments' } } {
  return part.spread.kind === 'instalments'
}

function sharesBeforeLeaving(version: VersionInForce, part: DeductedPart, balance: TotalInput): DueAmount[] {
  const { open, left, before } = balance
  const charged = open.filter((period) => isCharged(period, version.effectiveFrom, part.spread))
  const whole = part.total - before.reduce((sum, line) => sum + line[part.payer], 0n)
  const shares = isInstalments(part)
    ? sharesOver(whole, charged, { version, length: hireLeft(version, part, balance) })
    : splitEvenly(whole, Math.max(1, sharesLeft(version, part, balance))).flatMap((amount, index) => {
        const period = charged[index]
        return period ? [{ period, amount }] : []
      })
  let rest = left
  return shares.map(({ period, amount: share }) => {
    const isWithin = left < 0n ? share > rest : share < rest
    const amount = isWithin ? share : rest
    rest -= amount
    return { period, amount }
  })
}

function sharesLeft(
  version: VersionInForce,
  part: DeductedPart,
  { openIfEmployed, schemeYears, before }: TotalInput,
): number {
  const year = yearOf(schemeYears, version)
  const there = openIfEmployed.filter(
    (period) => isCharged(period, version.effectiveFrom, part.spread) && (!year || period.payOn <= year.to),
  )
  const own = before.filter((line) => line.version === version.version && !version.paidElsewhere?.includes(line))
  return Math.min(part.shares.length - paysOf(part, own), there.length)
}

function refundsAfterLeaving(
  version: VersionInForce,
  part: DeductedPart,
  balance: Omit<TotalInput, 'left'>,
): DueAmount[] {
  const [next] = openFor(part, balance)
  if (!next) return []
  return sinceLeaving(version, part, balance).map(({ period: original, amount }) => ({
    period: next,
    original,
    amount: -amount,
  }))
}

function sinceLeaving(
  version: VersionInForce,
  part: DeductedPart,
  { periods, before }: Omit<TotalInput, 'left'>,
): DueAmount[] {
  const { leaving } = version
  const isEmployers = part.payer === 'employer' && leaving !== undefined && leaving.owed !== 'settle'
  if (leaving?.owed !== 'drop' && !isEmployers) return []
  const deducted = deductedByPeriod(part, before)
  return periods
    .filter((period) => !runsIn(version, period) || (isEmployers && period.unpaid))
    .flatMap((period) => {
      const amount = deducted.get(period.id) ?? 0n
      return amount === 0n ? [] : [{ period, amount }]
    })
}

function deductedByPeriod(part: DeductedPart, lines: readonly FinalDeduction[]): Map<string, Pence> {
  const deducted = new Map<string, Pence>()
  for (const line of lines) {
    const period = line.originalPeriodId ?? line.periodId
    deducted.set(period, (deducted.get(period) ?? 0n) + line[part.payer])
  }
  return deducted
}

function droppedParts(
  versions: readonly VersionInForce[],
  newest: VersionInForce,
  deducted: readonly FinalDeduction[],
): DeductedPart[] {
  const order = sameOrder(versions, newest, deducted)
  const before = versions.filter(({ version }) => version !== newest.version && order.has(version))
  return before
    .flatMap(({ parts }) => parts)
    .filter(
      (part, index, all) =>
        !newest.parts.some((own) => isSame(own, part)) && !all.slice(index + 1).some((newer) => isSame(newer, part)),
    )
    .map((part) => ({ ...part, total: 0n }))
}

/** Returns the versions that replaced each other, but no later order and no holiday of another year. */
function sameOrder(
  versions: readonly VersionInForce[],
  newest: VersionInForce,
  deducted: readonly FinalDeduction[],
): Set<number> {
  const order = new Set([newest.version])
  let { effectiveFrom: since, continues } = newest
  const earlier = versions.slice(0, versions.indexOf(newest))
  for (const one of earlier.toReversed()) {
    const { version, schemeYearId, effectiveFrom, until, stopped } = one
    if (schemeYearId !== newest.schemeYearId && isOfYear(one)) break
    if (stopped || until === undefined || until < since) break
    if (!continues && isPaidOff(versions, one, deducted)) break
    order.add(version)
    continues = one.continues
    // A version replaced before it began leaves no gap.
    if (effectiveFrom < since) since = effectiveFrom
  }
  return order
}

function isPaidOff(
  versions: readonly VersionInForce[],
  version: VersionInForce,
  deducted: readonly FinalDeduction[],
): boolean {
  const ordered = version.parts.filter(({ spread, total }) => spread.kind === 'instalments' && total > 0n)
  if (ordered.length === 0) return false
  const order = sameOrder(versions, version, deducted)
  return ordered.every(({ payer, payCode, total }) => {
    const own = deducted.filter((line) => order.has(line.version) && line.payCode === payCode)
    return own.reduce((sum, line) => sum + line[payer], 0n) >= total
  })
}

/** Charges differences for final periods in the next open period. */
function settle(
  due: Amount[],
  versions: readonly VersionInForce[],
  input: ScheduleInput,
): { amounts: Amount[]; left: { part: DeductedPart; left: Pence }[] } {
  const { periods, formerPeriods, open, taken: deducted } = input
  const runsOf = (part: DeductedPart) => openFor(part, input)
  const parts = recurringParts(versions)
  const late = [...periods, ...formerPeriods].flatMap((original) =>
    parts.flatMap(({ version, part }) => {
      if (runsOf(part).includes(original)) return []
      const balance = due
        .filter((one) => one.period === original && isSame(one.part, part))
        .reduce((sum, one) => sum + one.amount, 0n)
      const paid = deducted
        .filter((line) => (line.originalPeriodId ?? line.periodId) === original.id && line.payCode === part.payCode)
        .reduce((sum, line) => sum + line[part.payer], 0n)
      return [{ original, version, part, amount: balance - paid }]
    }),
  )
  const amounts = late.flatMap((one) => {
    const runs = runsOf(one.part)
    const period = runs.find(({ payOn }) => payOn > one.original.payOn) ?? runs.at(-1)
    return period && one.amount !== 0n ? [{ ...one, period }] : []
  })
  return {
    amounts: [...amounts, ...due.filter((one) => runsOf(one.part).includes(one.period))],
    left: open.length > 0 || !isLeaving(versions) ? [] : late.map(({ part, amount }) => ({ part, left: amount })),
  }
}

function recurringParts(versions: readonly VersionInForce[]): { version: VersionInForce; part: DeductedPart }[] {
  const all = versions.flatMap((version) =>
    version.parts.filter((part) => part.spread.kind === 'recurring').map((part) => ({ version, part })),
  )
  return all.filter(({ part }, index) => !all.slice(index + 1).some((newer) => isSame(newer.part, part)))
}

function isSame(a: DeductedPart, b: DeductedPart): boolean {
  return a.payCode === b.payCode && a.payer === b.payer
}

function linesOf(amounts: Amount[], periods: readonly PayPeriod[]): DeductionLine[] {
  const groups = Map.groupBy(amounts, ({ period, original, version, part }) =>
    JSON.stringify([period.id, original?.id, version.version, part.payCode, part.taxMethod]),
  )
  const lines = [...groups.values()].flatMap((group): DeductionLine[] => {
    const [first] = group
    if (!first) return []
    const { period, original, version, part } = first
    return [
      {
        periodId: period.id,
        ...(original && { originalPeriodId: original.id }),
        version: version.version,
        payCode: part.payCode,
        method: part.taxMethod,
        ...sides(group.map((one) => ({ payer: one.part.payer, amount: one.amount }))),
        annual: group.reduce((sum, one) => sum + one.part.total, 0n),
        effectiveFrom: version.effectiveFrom,
        ...(version.until && { effectiveTo: addDays(version.until, -1) }),
      },
    ]
  })
  const periodIndex = new Map(periods.map((period, index) => [period.id, index]))
  return lines.toSorted((a, b) => (periodIndex.get(a.periodId) ?? 0) - (periodIndex.get(b.periodId) ?? 0))
}

function sides(amounts: { payer: 'employee' | 'employer'; amount: Pence }[]): { employee: Pence; employer: Pence } {
  const of = (payer: 'employee' | 'employer') =>
    amounts.filter((one) => one.payer === payer).reduce((sum, one) => sum + one.amount, 0n)
  return { employee: of('employee'), employer: of('employer') }
}

function runsIn(version: VersionInForce, period: PayPeriod): boolean {
  return daysPaidIn(period).some(({ from }) => runsOn(version, from))
}

function runsOn({ until }: VersionInForce, day: IsoDate): boolean {
  return until === undefined || day < until
}

function inSome(schemeYears: readonly DayRange[], { startsOn }: PayPeriod): boolean {
  return schemeYears.some(({ from, to }) => from <= startsOn && startsOn <= to)
}

function isOfYear({ parts }: VersionInForce): boolean {
  return parts.some(({ spread }) => spread.kind === 'rest-of-year')
}

function yearOf(
  schemeYears: readonly (DayRange & { id?: string })[],
  { schemeYearId, effectiveFrom }: VersionInForce,
): DayRange | undefined {
  return (
    (schemeYearId && schemeYears.find(({ id }) => id === schemeYearId)) ||
    (schemeYears.findLast(({ from }) => from <= effectiveFrom) ?? schemeYears[0])
  )
}
