import { isoDate, type IsoDate, showDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import {
  type Earnings,
  isVoucherCapped,
  partYearOf,
  type RelevantEarnings,
  relevantEarnings,
  taxYearStart,
} from './relevant-earnings.rules.ts'
import type { TaxTable } from './tax-table.ts'
import { taxTableOn } from './tax-years.rules.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { coversDays, type CoverPeriod } from '../selections/cover-periods.rules.ts'
import type { PersonFacts } from '../pricing/price-facts.ts'
import { taxBandMessages as say } from './tax-band.messages.ts'

/** Only childcare vouchers have a limit that depends on relevant earnings. */
export function isVoucherScheme({ options }: Pick<BenefitDefinition, 'options'>): boolean {
  return options.some((option) => option.kind === 'range' && option.maxByTaxBand)
}

export function firstVoucherDay(segments: readonly CoverPeriod<unknown>[]): IsoDate | undefined {
  const former = segments.findLastIndex(({ stopped }) => stopped === 'end')
  return segments.slice(former + 1).find(coversDays)?.from
}

export function contractualPay({ salaries, otherEarnings = 0n }: PersonFacts): Pick<Earnings, 'salary' | 'other'> {
  return { salary: salaries.basic, other: otherEarnings }
}

export function taxBandOf(
  { startedOn, voucherMemberSince: memberSince }: PersonFacts,
  estimate: Pick<Parameters<typeof taxBandOn>[0], 'earnings' | 'on' | 'tables'>,
): ReturnType<typeof taxBandOn> {
  return taxBandOn({ ...estimate, startedOn, memberSince })
}

export function taxBandOn({
  earnings,
  on,
  startedOn,
  memberSince,
  tables,
}: {
  earnings: Earnings
  on: IsoDate
  startedOn?: IsoDate | undefined
  memberSince?: IsoDate | undefined
  tables: readonly TaxTable[]
}): Pick<PersonFacts, 'taxBand' | 'taxBandBecause'> {
  const table = taxTableOn(tables, on)
  if (!table) return {}
  if (memberSince !== undefined && !isVoucherCapped(memberSince))
    return { taxBand: 'basic', taxBandBecause: say.memberBefore2011(showDate(memberSince)) }
  const relevant = relevantEarnings(earnings, table, partYearOf(startedOn, taxYearStart(on)))
  const { band, amount, limit } = relevant
  const because = say.because(partsOf(relevant, on).join(', '), showPence(amount))
  return {
    taxBand: band,
    taxBandBecause: [because, say.rates[band](showPence(limit)), say.fixed(showDate(on))].join('. '),
  }
}

/** Sacrificed pension is deducted before pay is annualised, other contributions after that. */
function partsOf(relevant: RelevantEarnings, on: IsoDate): string[] {
  const { salary, other, taxableBenefits, pension, sacrificedPension, payrollGiving, allowance, joined } = relevant
  const aYear = [
    say.salary(showPence(salary)),
    ...(other > 0n ? [say.other(showPence(other))] : []),
    ...(taxableBenefits > 0n ? [say.taxableBenefits(showPence(taxableBenefits))] : []),
  ]
  const deducted = [
    ...(pension > 0n ? [say.pension(showPence(pension))] : []),
    ...(payrollGiving > 0n ? [say.payrollGiving(showPence(payrollGiving))] : []),
    ...(allowance > 0n ? [say.allowance(showPence(allowance))] : []),
  ]
  if (!joined) return [...aYear, ...deducted]
  const until = isoDate.parse(`${Number(taxYearStart(on).slice(0, 4)) + 1}-04-05`)
  const { paid, asYear, days } = joined
  return [
    ...aYear,
    ...(sacrificedPension > 0n ? [say.pension(showPence(sacrificedPension))] : []),
    say.joined({ paid: showPence(paid), until: showDate(until), days, asYear: showPence(asYear) }),
    ...deducted,
  ]
}
