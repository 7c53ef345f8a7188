import { addDays, type IsoDate } from '../../contract/dates.ts'
import { type PayFrequency, payFrequencies } from '../../contract/pay-frequency.ts'
import { firstDayAfterLeaving } from './leaving.rules.ts'
import { type DayRange, daysPaidIn, type PayPeriod } from './effective-date.rules.ts'
import { type DatedFact, factOn } from '../tax/person-facts.rules.ts'
import type { PayCycle } from '../pricing/price-facts.ts'

export type PaySchedule = {
  periods: readonly PayPeriod[]
  payCycleOn: (day: IsoDate) => PayCycle
}

type Payrolls = ReadonlyMap<string, { frequency: PayFrequency; periods: readonly PayPeriod[] }>

export function payScheduleOf(facts: readonly DatedFact[], payrolls: Payrolls): PaySchedule {
  const payCycleOn = (day: IsoDate) => {
    const { frequency = 'monthly', periods = [] } = payrolls.get(payrollOn(facts, day) ?? '') ?? {}
    // Pay days may move to another weekday when a scheme year begins.
    const { startsOn: periodStart } = periods.find(({ endsOn }) => endsOn >= day) ?? periods.at(-1) ?? {}
    return { payPeriods: payFrequencies[frequency].payDaysAYear, ...(periodStart && { periodStart }) }
  }
  return { periods: payPeriodsOf(facts, payrolls), payCycleOn }
}

/** Returns a person's payroll on a day. If no payroll pays them on that day, returns the next one. */
export function payrollOn(facts: readonly DatedFact[], day: IsoDate): string | null {
  const next = inOrder(facts).find(({ value, effectiveFrom }) => value !== null && effectiveFrom > day)
  return factOn(facts, 'payroll', day) ?? next?.value ?? null
}

export function payPeriodsOf(facts: readonly DatedFact[], payrolls: PayrollsByCode): PayPeriod[] {
  const dayAfterLeaving = firstDayAfterLeaving(facts)
  const periods = periodsOf(facts, payrolls)
  if (dayAfterLeaving === null) return periods
  const after = periods.filter((period) => daysPaidIn(period).every(({ from }) => from >= dayAfterLeaving))
  const last =
    payrolls.get(payrollOn(facts, addDays(dayAfterLeaving, -1)) ?? '')?.finalPay === 'next-period'
      ? after[0]
      : undefined
  return periods.map((period) => (after.includes(period) && period !== last ? { ...period, unpaid: true } : period))
}

type PayrollsByCode = ReadonlyMap<string, { periods: readonly PayPeriod[]; finalPay?: 'next-period' }>

function periodsOf(facts: readonly DatedFact[], payrolls: PayrollsByCode): PayPeriod[] {
  const stays = staysOf(facts)
  const [only] = stays
  if (stays.length === 1 && only) return [...(payrolls.get(only.code)?.periods ?? [])]
  const found = new Map<string, PayPeriod>()
  let formerEnd: IsoDate | undefined
  for (const { code, from, until } of stays) {
    const { periods = [] } = payrolls.get(code) ?? {}
    let end = formerEnd
    for (const period of periods) {
      const days = daysWithin(period, { from, until })
      if (!days) continue
      const inFormerPeriod = formerEnd !== undefined && period.endsOn <= formerEnd
      if (!inFormerPeriod) end = period.endsOn
      const before = found.get(period.id)
      const daysPaid = [...(before?.daysPaid ?? []), days]
      const isWhole = days.from === period.startsOn && days.to === period.endsOn
      found.set(period.id, {
        ...period,
        ...(!isWhole && { daysPaid }),
        ...(inFormerPeriod && (!before || before.inFormerPeriod) && { inFormerPeriod }),
      })
    }
    formerEnd = end
  }
  return [...found.values()].toSorted((a, b) => (firstDayPaid(a) < firstDayPaid(b) ? -1 : 1))
}

function firstDayPaid(period: PayPeriod): IsoDate {
  return daysPaidIn(period)[0]?.from ?? period.startsOn
}

type Stay = { code: string; from: IsoDate | undefined; until: IsoDate | undefined }

function staysOf(facts: readonly DatedFact[]): Stay[] {
  const ordered = inOrder(facts)
  const stays: Stay[] = []
  for (const day of new Set(ordered.map(({ effectiveFrom }) => effectiveFrom))) {
    const code = factOn(ordered, 'payroll', day)
    const last = stays.at(-1)
    if (code === null || code === last?.code) continue
    if (last) last.until = day
    stays.push({ code, from: last && day, until: undefined })
  }
  return stays
}

function daysWithin({ startsOn, endsOn }: PayPeriod, { from, until }: Omit<Stay, 'code'>): DayRange | undefined {
  const days = {
    from: from === undefined || from < startsOn ? startsOn : from,
    to: until === undefined || until > endsOn ? endsOn : addDays(until, -1),
  }
  return days.from <= days.to ? days : undefined
}

function inOrder(facts: readonly DatedFact[]): DatedFact[] {
  return facts.filter(({ fact }) => fact === 'payroll').toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
}
