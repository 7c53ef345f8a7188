import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { criticalIllness, dental, holidayTrading } from '../scheme/definition.samples.ts'
import { sampleStoredPrice } from '../selections/stored-price.samples.ts'
import { approvalFields, describeChoice, orderValueOf } from './approval-fields.server.ts'
import { benefitDefinition } from '../scheme/benefit-definition.rules.ts'

describe('fields of a pending selection', () => {
  it('show the choice, its monthly cost and its first day, in this order [APPROVE-07]', () => {
    const fields = approvalFields(benefitDefinition.parse(holidayTrading), {
      state: 'pending',
      choice: { values: { trade: 'buy', 'buy-days': '2' }, people: [] },
      peopleCovered: [],
      price: sampleStoredPrice({ employeeMonthly: '2885', employerMonthly: '0' }),
      effectiveFrom: '2026-12-01' as IsoDate,
    })
    expect(Object.entries(fields).slice(-2)).toEqual([
      ['Employee pays per month', '£28.85'],
      ['From', '1 December 2026'],
    ])
    expect(fields['Request']).toBe('New')
    expect(Object.values(fields)).toContain('2 days')
    expect(fields).not.toHaveProperty('People covered')
  })

  it('list the people covered, or say that only the employee is covered', () => {
    const definition = benefitDefinition.parse(dental)
    const asked = { state: 'pending-change', choice: { values: {}, people: [] }, price: null, effectiveFrom: null }
    expect(
      approvalFields(definition, { ...asked, peopleCovered: [{ name: 'Tom Hart' }, { name: 'Ida Hart' }] }),
    ).toEqual({
      Request: 'Change',
      'People covered': 'Tom Hart, Ida Hart',
    })
    expect(approvalFields(definition, { ...asked, peopleCovered: [] })).toMatchObject({
      'People covered': 'Employee only',
    })
  })

  it('leave out answers about health', () => {
    const choice = { values: { smoker: 'yes', multiple: '2' }, people: [] }
    const asked = { state: 'pending', choice, peopleCovered: [], price: null, effectiveFrom: null }
    expect(Object.keys(approvalFields(benefitDefinition.parse(criticalIllness), asked))).not.toContain('Do you smoke?')
    expect(describeChoice(benefitDefinition.parse(criticalIllness), asked)).not.toMatch(/smoke/i)
  })

  it('are summarised as the total of an order, or as the options in words', () => {
    const holiday = benefitDefinition.parse(holidayTrading)
    const choice = { values: { trade: 'buy', 'buy-days': '2' }, people: [] }
    expect(describeChoice(holiday, { choice, price: null })).toBe('Buy, 2 days')
    expect(describeChoice(holiday, { choice, price: sampleStoredPrice({ orderTotal: '100050' }) })).toBe('£1,000.50')
  })

  it('have the total of an order as their value; for other benefits the value is 0 [APPROVE-09]', () => {
    expect(orderValueOf(sampleStoredPrice({ orderTotal: '100050' }))).toBe(1000.5)
    expect(orderValueOf(sampleStoredPrice({ orderTotal: null }))).toBe(0)
    expect(orderValueOf(null)).toBe(0)
  })
})
