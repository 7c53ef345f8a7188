import { addDays } from '../../../contract/dates.ts'
import { coverOn } from '../cover.ts'
import { cellOn, type PortalPromise } from '../life.ts'
import { type Finding, type Rule, pounds, type ObservedLife, yearOn } from './rule.ts'

export const promiseKept: Rule = (seen) => due(seen, 'in its scheme year').flatMap((promise) => broken(seen, promise))

/** Checks promises about pay in the next scheme year, if its folder was applied when the promise was made. */
export const promiseKeptNextYear: Rule = (seen) => due(seen, 'in the next').flatMap((promise) => broken(seen, promise))

function due(seen: ObservedLife, which: 'in its scheme year' | 'in the next'): PortalPromise[] {
  return seen.life.promises.filter((promise) => {
    const { about, day, saidOn } = promise
    const isNext = about === 'pay' && yearOn(seen, day).index > yearOn(seen, saidOn).index
    return isNext === (which === 'in the next') && isDue(seen, promise)
  })
}

function isDue(seen: ObservedLife, { about, day, saidOn }: PortalPromise): boolean {
  const { life, today, periods } = seen
  if (about !== 'pay') return day <= today
  // The prices of a scheme year are unknown until its folder is applied.
  if (yearOn(seen, day).appliedOn > saidOn) return false
  return [...periods.values()].some(
    ({ payOn, startsOn, payroll, locked }) =>
      locked && payOn.slice(0, 7) === day.slice(0, 7) && payroll === cellOn(life, 'payroll', startsOn),
  )
}

function broken(seen: ObservedLife, promise: PortalPromise): Finding[] {
  const held = seen.held.find(({ benefit }) => benefit === promise.benefit)
  const found = (expected: string, got: string): Finding[] => [
    { day: promise.day, benefit: promise.benefit, expected: `${expected}, as said on ${promise.saidOn}`, got },
  ]
  const cover = held && coverOn(held.cover, promise.day)
  switch (promise.about) {
    case 'from':
      return cover && sameValues(cover.version.values, promise.values ?? {})
        ? []
        : found(
            `cover from ${promise.day} with ${JSON.stringify(promise.values)}`,
            cover ? JSON.stringify(cover.version.values) : 'no cover',
          )
    case 'end': {
      const after = held && coverOn(held.cover, addDays(promise.day, 1))
      return cover && !after ? [] : found(`cover until ${promise.day}`, after ? 'it goes on' : 'it had ended before')
    }
    case 'pay': {
      const { pence = 0n } = promise
      const paid = paidIn(seen, promise)
      // If a yearly price cannot be divided evenly, the deductions of two pay days differ by a penny.
      const isTaken = paid.some((amount) => amount - pence >= -1n && amount - pence <= 1n)
      // The first deduction may be only a part, if cover is charged by days or if two payrolls share the period.
      const byDays = isChargedByDays(seen, promise) || changesPayrollIn(seen, promise)
      const isPart = byDays && paid.some((amount) => 0n < amount && amount < pence)
      return isTaken || isPart
        ? []
        : found(
            `${pounds(pence)} in the pay of ${promise.day.slice(0, 7)}`,
            paid.map(pounds).join(' and ') || 'nothing',
          )
    }
  }
}

function isChargedByDays(seen: ObservedLife, { benefit: code, day }: PortalPromise): boolean {
  const benefit = yearOn(seen, day).read.benefits.find((one) => one.code === code)
  // `readFolder` also returns keys that it does not use.
  const { coreChoice, partPeriod } = (benefit ?? {}) as { coreChoice?: object; partPeriod?: string }
  return partPeriod === undefined ? coreChoice !== undefined : partPeriod !== 'from-next-period'
}

function changesPayrollIn({ life, periods }: ObservedLife, { day }: PortalPromise): boolean {
  const moves = life.facts.filter(({ column }) => column === 'payroll').map(({ from }) => from)
  return [...periods.values()].some(
    ({ payOn, startsOn, endsOn }) =>
      payOn.slice(0, 7) === day.slice(0, 7) && moves.some((from) => startsOn < from && from <= endsOn),
  )
}

/** Returns the deductions on each pay day in a month. Some months have two pay days. */
function paidIn({ held, periods }: ObservedLife, { benefit, day }: PortalPromise): bigint[] {
  const lines = held.find((one) => one.benefit === benefit)?.lines ?? []
  const own = lines.filter(
    ({ period, original }) => original === null && periods.get(period)?.payOn.slice(0, 7) === day.slice(0, 7),
  )
  return [...Map.groupBy(own, ({ period }) => period).values()].map((group) =>
    group.reduce((sum, { employee }) => sum + employee, 0n),
  )
}

/** Compares values as text, because a number may be written in different ways. */
function sameValues(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return Object.entries(other).every(([name, value]) => Array.isArray(value) || String(one[name]) === String(value))
}
