import { isoDate } from '../../contract/dates.ts'
import type { PersonFacts } from '../../domain/pricing/price-facts.ts'

export const sampleFacts: PersonFacts = {
  dateOfBirth: isoDate.parse('1988-06-12'),
  salaries: { basic: 45_000_00n, benefit: 45_000_00n, pensionable: 45_000_00n },
  weeklyHours: '37.5',
  fte: '1',
  payPeriods: 12,
  taxCountry: 'rUK',
  family: [],
}
