import { rateTable, type RateTable } from '../../domain/pricing/rate-table.ts'

export const sampleRates: RateTable[] = [
  table('life-core', 'rate', '0.95'),
  table('life-flex', 'age_from,age_to,rate', '16,29,0.41', '30,34,0.62', '35,39,0.87', '40,64,2.155'),
  table('critical-illness', 'age_from,age_to,rate,smoker', '16,39,1.2345,2.4680', '40,64,3.10,6.25'),
  table(
    'dental',
    'level,tier,amount',
    'level-1,single,9.85',
    'level-1,couple,19.70',
    'level-1,single-parent,17.73',
    'level-1,family,27.58',
    'level-2,single,13.80',
    'level-2,couple,27.60',
    'level-2,single-parent,24.84',
    'level-2,family,38.64',
  ),
  table(
    'private-medical',
    'excess,tier,amount',
    'excess-0,single,612.48',
    'excess-0,family,1653.73',
    'excess-250,single,489.98',
    'excess-250,family,1322.98',
  ),
  table('cash-plan', 'level,amount', 'level-1,6.50', 'level-2,12.95'),
]

function table(code: string, columns: string, ...rows: string[]): RateTable {
  const names = columns.split(',')
  return rateTable.parse({
    code,
    effectiveFrom: '2026-04-01',
    source: `Rates of ${code}, quoted 3 February 2026`,
    columns: names,
    rows: rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell]))),
  })
}
