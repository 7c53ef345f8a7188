import { expect, it } from 'vitest'
import { showPence } from '../../../contract/money.ts'
import { effectOf } from '../../take-home/effect.rules.ts'
import { earning, inTaxYear } from '../../take-home/take-home.samples.ts'
import { readTaxTables } from '../../take-home/tax-tables.queries.ts'
import type { TaxMethod } from '../definition/definition.ts'
import { payChangesOf } from './pay-changes.rules.ts'

const tables = readTaxTables()

/** What a car of £30,000 costs a year in hand, and the employer in Class 1A, where £6,000 are paid for it so. */
function carPaidBy(payer: 'employee' | 'employer', taxMethod: TaxMethod): string[] {
  const price = {
    parts: [
      {
        payer,
        taxMethod,
        payCode: 'EVCAR',
        total: '600000',
        spread: { kind: 'recurring' } as const,
        shares: Array<string>(12).fill('50000'),
      },
    ],
    payPeriods: 12,
    taxableValues: [{ label: 'List price', as: 'zero-emission-car' as const, value: '3000000' }],
  }
  const facts = earning(45_000)
  const outcome = effectOf({
    tables,
    on: inTaxYear,
    before: { facts, changes: [], when: 'without it' },
    after: { facts, changes: payChangesOf(price, { name: 'Electric car', from: inTaxYear }), when: 'with it' },
  })
  if (outcome.outcome === 'not-computed') throw new Error(outcome.sentence)
  return [showPence(-outcome.takeHome.yearly), showPence(outcome.employer.class1A)]
}

it('taxes a car on its list price and on nothing that is paid for it besides, whoever pays', () => {
  // 4 % of £30,000 are £1,200: 20 % and 15 % of them.
  expect(carPaidBy('employer', 'employer-only')).toEqual(['£240.00', '£180.00'])
  expect(carPaidBy('employer', 'benefit-in-kind')).toEqual(['£240.00', '£180.00'])
  // £6,000 given up save 28 % of them: £4,320, and the same tax.
  expect(carPaidBy('employee', 'sacrifice')).toEqual(['£4,560.00', '£180.00'])
  expect(carPaidBy('employee', 'sacrifice-opra')).toEqual(['£4,560.00', '£180.00'])
})
