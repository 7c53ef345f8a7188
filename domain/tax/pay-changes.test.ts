import { expect, it } from 'vitest'
import { showPence } from '../../contract/money.ts'
import { calculateTakeHomeEffect } from './take-home-effect.rules.ts'
import { samplePayFacts, inTaxYear } from '../../features/take-home/take-home.samples.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'
import type { TaxMethod } from '../definition/definition.ts'
import { payChangesOf } from './pay-changes.rules.ts'

const tables = readTaxTables()

/** Returns the yearly cost of a £30,000 car in take-home pay and in Class 1A. `payer` pays £6,000 of its price. */
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
  const facts = samplePayFacts(45_000)
  const outcome = calculateTakeHomeEffect({
    tables,
    on: inTaxYear,
    before: { facts, changes: [], when: 'without it' },
    after: { facts, changes: payChangesOf(price, { name: 'Electric car', from: inTaxYear }), when: 'with it' },
  })
  if (outcome.outcome === 'not-computed') throw new Error(outcome.sentence)
  return [showPence(-outcome.takeHome.yearly), showPence(outcome.employer.class1A)]
}

it('a car is taxed on its list price, not on what the employee or employer pays', () => {
  // 4% of £30,000 is £1,200: tax is 20% of it and Class 1A 15%.
  expect(carPaidBy('employer', 'employer-only')).toEqual(['£240.00', '£180.00'])
  expect(carPaidBy('employer', 'benefit-in-kind')).toEqual(['£240.00', '£180.00'])
  // Sacrificing £6,000 of pay saves 28% of it in tax and National Insurance, so it costs £4,320. The tax on the car is
  // the same.
  expect(carPaidBy('employee', 'sacrifice')).toEqual(['£4,560.00', '£180.00'])
  expect(carPaidBy('employee', 'sacrifice-opra')).toEqual(['£4,560.00', '£180.00'])
})
