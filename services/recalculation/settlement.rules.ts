import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { grossToNet, NotComputed, type PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { minimumWageOfYear } from '../../domain/tax/minimum-wage.rules.ts'
import type { PayFacts } from '../../domain/tax/pay-facts.rules.ts'
import { basicRateOn, reliefAtSource } from '../../domain/tax/relief-at-source.rules.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import { taxTableOn } from '../../domain/tax/tax-years.rules.ts'
import type { TaxMethod } from '../../domain/definition/definition.ts'
import { penceFromDigits, shareOf } from '../../domain/pricing/money.ts'
import { Derivation } from '../../domain/pricing/trace.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'

export type OtherLine = { method: TaxMethod; amount: Pence }

export type LastPay = {
  pay: Pence
  lines: Pence
  levies: Pence
  wage: Pence | null
}

export function lastPay(
  facts: PayFacts,
  {
    period,
    joinedOn,
    lastDay,
    lines,
    tables,
  }: {
    period: Pick<PayPeriod, 'startsOn' | 'endsOn' | 'payOn'>
    joinedOn: IsoDate | null
    lastDay: IsoDate
    lines: readonly OtherLine[]
    tables: readonly TaxTable[]
  },
): LastPay | undefined {
  const { salary, payPeriods } = facts
  if (salary === null || salary <= 0n) return undefined
  const from = joinedOn !== null && joinedOn > period.startsOn ? joinedOn : period.startsOn
  const until = lastDay < period.endsOn ? lastDay : period.endsOn
  const days = Math.max(0, daysBetween(from, until) + 1)
  const all = daysBetween(period.startsOn, period.endsOn) + 1
  const pay = shareOf(salary, { parts: days, of: payPeriods * all })
  const yearlyWage = minimumWageOfYear(facts, { tables, on: until })
  const wage =
    yearlyWage === undefined
      ? null
      : shareOf(shareOf(yearlyWage, { parts: 1, of: payPeriods }), { parts: days, of: all })
  return {
    pay,
    lines: lines.reduce((sum, line) => sum + fromPay(line, basicRateOn(tables, period.payOn)), 0n),
    levies: leviesOn(pay, { facts, lines, tables, on: period.payOn }) ?? pay,
    wage,
  }
}

function fromPay({ method, amount }: OtherLine, basicRate: string): Pence {
  return method === 'relief-at-source' ? amount - reliefAtSource(amount, basicRate) : amount
}

/** Returns the largest deduction that the last salary payment allows; 0 if the minimum wage applies and is unknown. */
export function largestDeduction(
  { pay, lines, levies, wage }: LastPay,
  { minimumWage }: { minimumWage: boolean },
): Pence {
  if (minimumWage && wage === null) return 0n
  const maximum = pay - lines - levies - (minimumWage ? (wage ?? 0n) : 0n)
  return maximum > 0n ? maximum : 0n
}

/** Assumes the same pay in every pay period. Undefined if pay is too low for its lines. */
function leviesOn(
  pay: Pence,
  {
    facts,
    lines,
    tables,
    on,
  }: { facts: PayFacts; lines: readonly OtherLine[]; tables: readonly TaxTable[]; on: IsoDate },
): Pence | undefined {
  const table = taxTableOn(tables, on)
  if (!table) return undefined
  const periods = BigInt(facts.payPeriods)
  const changes = lines.map(({ method, amount }): PayChange => ({
    label: '',
    payer: 'employee',
    taxMethod: method,
    yearly: amount * periods,
    source: '',
    effectiveDate: on,
  }))
  try {
    const year = grossToNet(new Derivation(), {
      facts: { ...facts, salary: pay * periods },
      changes,
      table,
      on,
      when: '',
    })
    const levies = [year.incomeTax, year.nationalInsurance, year.studentLoans]
    const ofYear = levies.reduce((sum, { value }) => sum + penceFromDigits(value), 0n)
    // Rounds up to a penny, so that the deduction never exceeds the pay left.
    return (ofYear + periods - 1n) / periods
  } catch (failure) {
    if (failure instanceof NotComputed) return undefined
    throw failure
  }
}
