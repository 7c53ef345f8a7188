import { addDays, daysBetween, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { penceFromDigits, shareOf } from '../pricing/money.ts'
import type { TaxTable, ukBands } from './tax-table.ts'

export type Earnings = {
  salary: Pence
  other: Pence
  taxableBenefits: Pence
  pension: Pence
  /** Part of `pension` paid by salary sacrifice. It lowers pay instead of being deducted from it. */
  sacrificedPension: Pence
  payrollGiving: Pence
}

/** Employment that began within the tax year: its paid months, and its days up to 5 April. */
export type PartYear = { months: { parts: number; of: number }; days: number }

export type RelevantEarnings = Earnings & {
  /** Pay and benefits of the remaining months (`paid`), and annualised (`asYear`); only in the tax year of joining. */
  joined?: PartYear & { paid: Pence; asYear: Pence }
  allowance: Pence
  amount: Pence
  band: (typeof ukBands)[number]
  /** Upper limit of the band; for the highest band, its lower limit. */
  limit: Pence
}

export function taxYearStart(day: IsoDate): IsoDate {
  const begins = isoDate.parse(`${day.slice(0, 4)}-04-06`)
  return begins <= day ? begins : isoDate.parse(`${Number(day.slice(0, 4)) - 1}-04-06`)
}

/** Returns undefined if employment did not begin in the tax year. Pay is monthly, at the end of the month. */
export function partYearOf(startedOn: IsoDate | undefined, taxYear: IsoDate): PartYear | undefined {
  const year = Number(taxYear.slice(0, 4))
  const lastPay = isoDate.parse(`${year + 1}-03-31`)
  if (startedOn === undefined || startedOn <= taxYear || startedOn > lastPay) return undefined
  const [startYear = 0, startMonth = 0, startDay = 0] = startedOn.split('-').map(Number)
  const of = new Date(Date.UTC(startYear, startMonth, 0)).getUTCDate()
  const monthsAfter = (year + 1 - startYear) * 12 + 3 - startMonth
  return {
    months: { parts: monthsAfter * of + of - startDay + 1, of },
    days: daysBetween(startedOn, isoDate.parse(`${year + 1}-04-06`)),
  }
}

/**
 * Estimates the earnings that cap childcare vouchers (ITEPA 2003, ss 270A, 270B; HMRC EIM16054 to EIM16058). In the
 * year of joining only pay and benefits are annualised: s 270B(2) multiplies only the aggregate of s 270B(1)(a).
 */
export function relevantEarnings(earnings: Earnings, table: TaxTable, partYear?: PartYear): RelevantEarnings {
  const { salary, other, taxableBenefits, pension, sacrificedPension, payrollGiving } = earnings
  const ofYear = (yearly: Pence) =>
    partYear ? shareOf(yearly, { parts: partYear.months.parts, of: partYear.months.of * 12 }) : yearly
  const paid = ofYear(salary + other + taxableBenefits - sacrificedPension)
  const asYear = partYear ? shareOf(paid, { parts: 365, of: partYear.days }) : paid
  const deducted = { pension: ofYear(pension - sacrificedPension), payrollGiving: ofYear(payrollGiving) }
  const before = asYear - deducted.pension - deducted.payrollGiving
  const { noAllowanceFrom } = table.childcareVouchers
  const allowance = before >= penceFromDigits(noAllowanceFrom) ? 0n : penceFromDigits(table.personalAllowance.amount)
  const amount = before < allowance ? 0n : before - allowance
  const [basic, higher] = table.incomeTax.rUK.bands.map(({ upTo = '0' }) => penceFromDigits(upTo))
  const isBasic = amount <= (basic ?? 0n)
  const isHigher = !isBasic && amount <= (higher ?? 0n)
  return {
    ...earnings,
    ...(partYear && { ...deducted, joined: { ...partYear, paid, asYear } }),
    allowance,
    amount,
    band: isBasic ? 'basic' : isHigher ? 'higher' : 'additional',
    limit: (isBasic || isHigher ? basic : higher) ?? 0n,
  }
}

/** Returns the first day of a voucher's tax year. Vouchers come with the month's pay, so 1 to 5 April belong to the next year. */
function voucherYearOf(day: IsoDate): IsoDate {
  return taxYearStart(isoDate.parse(`${day.slice(0, 7)}-28`))
}

/** Returns the day whose facts cap vouchers: 6 April, or a later day of joining (section 270B(3); EIM16054). */
export function voucherEstimateDay(day: IsoDate, memberFrom: IsoDate | undefined): IsoDate {
  const joined = memberFrom !== undefined && memberFrom < day ? memberFrom : day
  const begins = voucherYearOf(day)
  return joined < begins ? begins : joined
}

/** Members who joined before this day have the highest exemption at every rate of tax (EIM16057). */
const cappedSince = isoDate.parse('2011-04-06')

export function isVoucherCapped(memberSince: IsoDate | undefined): boolean {
  return memberSince === undefined || memberSince >= cappedSince
}

/** Returns the end of the 52nd tax week after the last voucher's (s 270AA(4)). A year's last days count as a week. */
export function memberUntil(lastVoucher: IsoDate): IsoDate {
  let day = lastVoucher
  let ends = endOfTaxWeek(day)
  for (let week = 0; week < 52; week += 1) {
    day = addDays(ends, 1)
    ends = endOfTaxWeek(day)
  }
  return ends
}

function endOfTaxWeek(day: IsoDate): IsoDate {
  const begins = taxYearStart(day)
  const week = Math.floor(daysBetween(begins, day) / 7)
  const ends = addDays(begins, week * 7 + 6)
  const lastDay = addDays(isoDate.parse(`${Number(begins.slice(0, 4)) + 1}-04-06`), -1)
  return ends < lastDay ? ends : lastDay
}
