import type { StoredPrice } from '../../domain/selections/stored-price.ts'

export function sampleStoredPrice(more: Partial<StoredPrice>): StoredPrice {
  return {
    employeeYearly: '0',
    employerYearly: '0',
    employeeMonthly: '0',
    employerMonthly: '0',
    employeePerPeriod: [],
    employerPerPeriod: [],
    orderTotal: null,
    cover: null,
    payPeriods: 12,
    parts: [],
    trace: { steps: [], answers: { employeeYearly: 0, employerYearly: 0 } },
    ...more,
  }
}
