import { expect, it, vi } from 'vitest'
import { isoDate, londonDate } from './dates.ts'
import { showVoucherDate } from './voucher-date.ts'

it('dates are written as Y-MM-dd, and dates of vouchers as dd.MM.yy [CONST-25]', () => {
  expect(londonDate(new Date('2026-03-05T12:00:00Z'))).toBe('2026-03-05')
  // 23:30 on 1 July in UTC is 00:30 on 2 July in London.
  expect(londonDate(new Date('2026-07-01T23:30:00Z'))).toBe('2026-07-02')
  expect(['2026-03-05', '05/03/2026', '2026-3-5', '2026-02-30'].map((text) => isoDate.safeParse(text).success)).toEqual(
    [true, false, false, false],
  )
  expect(showVoucherDate('2026-03-05')).toBe('05.03.26')
})

it('a date is yyyy-mm-dd in browsers that write short dates as 3/5/26, such as WebKit with older locale data', async () => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function americanFormat(_, options) {
    return new DateTimeFormat('en-US', options)
  })
  vi.resetModules()
  const inThisBrowser = await import('./dates.ts')
  vi.restoreAllMocks()
  expect(inThisBrowser.londonDate(new Date('2026-03-05T12:00:00Z'))).toBe('2026-03-05')
})
