import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { penceFromDigits } from '../pricing/money.ts'
import type { TaxTable } from './tax-table.ts'
import { taxTableOn } from './tax-years.rules.ts'

/** Last age with tax relief on contributions (Finance Act 2004, section 188(3)(a)). */
export const lastAgeWithRelief = 74

/** Returns the rate of relief at source in percent: the basic rate, also in Scotland (HMRC PTM044220). */
export function basicRateOn(tables: readonly TaxTable[], on: IsoDate): string {
  const table = taxTableOn(tables, on) ?? tables[0]
  const basic = table?.incomeTax.rUK.bands.find(({ name }) => name === 'basic')
  if (!basic) throw new Error('There is no tax table with a basic rate')
  return basic.percent
}

/** Returns the relief in pence, rounded half up, because the law has no rounding rule (Finance Act 2004, section 192(1)). */
export function reliefAtSource(whole: Pence, basicRate: string): Pence {
  const size = whole < 0n ? -whole : whole
  const hundredths = penceFromDigits(basicRate)
  const relief = (size * hundredths + 5000n) / 10_000n
  return whole < 0n ? -relief : relief
}
