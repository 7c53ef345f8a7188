import type { IsoDate } from '../../contract/dates.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import type { SchemeYear } from '../my-benefits/benefits.queries.ts'
import type { PaySchedule } from '../../domain/windows/pay-periods.rules.ts'
import type { DatedFact, KnownFamily } from '../../domain/tax/person-facts.rules.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'

export type RecalculationInputs = PaySchedule & {
  dateOfBirth: IsoDate
  facts: readonly DatedFact[]
  family: readonly KnownFamily[]
  startsKnown?: readonly IsoDate[]
}

export type RecalculationScheme = {
  year: SchemeYear
  rates: readonly RateTable[]
  taxTables: readonly TaxTable[]
  because?: string
  today: IsoDate
}
