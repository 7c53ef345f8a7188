import { expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { isDay, resolveDay } from './day.rules.ts'

const on = (today: string) => (text: string) => resolveDay(text, today as IsoDate)

it('relative days are calculated from the day on which a client is first loaded', () => {
  const resolve = on('2026-11-21')
  expect(resolve('2024-02-29')).toBe('2024-02-29')
  expect(resolve('today-10d')).toBe('2026-11-11')
  expect(resolve('today+2w')).toBe('2026-12-05')
  expect(resolve('startOfMonth-14m')).toBe('2025-09-01')
  expect(resolve('startOfTaxYear')).toBe('2026-04-06')
  expect(resolve('endOfTaxYear')).toBe('2027-04-05')
  expect(resolve('startOfTaxYear-1y+1d')).toBe('2025-04-07')
})

it('relative days are right on 29 February, 5 and 6 April and 31 December', () => {
  expect(on('2028-02-29')('today-1y')).toBe('2027-02-28')
  expect(on('2028-02-29')('today+12m')).toBe('2029-02-28')
  expect(on('2027-04-05')('startOfTaxYear')).toBe('2026-04-06')
  expect(on('2027-04-05')('endOfTaxYear')).toBe('2027-04-05')
  expect(on('2027-04-06')('startOfTaxYear')).toBe('2027-04-06')
  expect(on('2026-12-31')('today+2m')).toBe('2027-02-28')
  expect(on('2026-12-31')('today+1d')).toBe('2027-01-01')
})

it('invalid days are refused', () => {
  expect(['2026-02-30', '21/11/2026', 'yesterday', 'today-', 'today-10', ''].filter(isDay)).toEqual([])
})
