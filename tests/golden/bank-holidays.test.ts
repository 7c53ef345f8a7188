import { expect, it } from 'vitest'
import { bankHolidaysOf } from '../../features/scheme/bank-holidays.server.ts'
import { bankHolidays } from '../../services/scheme/periods.rules.ts'
import { bankHolidaysIn } from './independent/bank-holidays.ts'

it.each(bankHolidays)('the portal has the bank holidays of %s for 2025 to 2028 that the law prescribes', (part) => {
  const byRule = [2025, 2026, 2027, 2028].flatMap((year) => bankHolidaysIn(year, part))
  expect([...bankHolidaysOf(part)]).toEqual(byRule)
  expect(byRule).toHaveLength({ 'england-and-wales': 32, scotland: 37, 'northern-ireland': 40 }[part])
})
