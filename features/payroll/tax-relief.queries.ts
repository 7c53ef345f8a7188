import { type RawBuilder, sql } from 'kysely'
import { basicRateOn } from '../../domain/tax/relief-at-source.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'

/** In pence, at the basic rate. Rounds half away from zero, like `reliefAtSource`. */
export function taxReliefOn(payOn: RawBuilder<unknown>): RawBuilder<bigint> {
  const tables = taxTables()
  const [first, ...later] = tables.map(({ from }) => ({ from, rate: sql`${basicRateOn(tables, from)}::numeric` }))
  if (!first) throw new Error('There is no tax table')
  const cases = later.toReversed().map(({ from, rate }) => sql`when ${payOn} >= ${from}::date then ${rate}`)
  const rate = cases.length === 0 ? first.rate : sql`case ${sql.join(cases, sql` `)} else ${first.rate} end`
  return sql<bigint>`case
    when method = 'relief-at-source' then round(employee_pence * ${rate} / 100)::bigint
    else 0::bigint
  end`
}
