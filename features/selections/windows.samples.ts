import { isoDate } from '../../contract/dates.ts'
import type { PersonWindow } from '../../domain/windows/windows.rules.ts'

export const day = (date: string) => isoDate.parse(date)

export const today = day('2026-11-21')

export const annualWindow: PersonWindow = {
  cause: 'annual',
  opensOn: day('2026-11-11'),
  closesOn: day('2026-12-05'),
  takesEffect: 'next-month',
  benefits: 'all',
}
