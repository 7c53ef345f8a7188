import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitDefinitionInput } from '../definition/definition.ts'
import {
  cycleToWork,
  dental,
  holidayTrading,
  lifeAssurance,
  pension,
} from '../../features/scheme/definition.samples.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import type { PersonFacts } from '../pricing/price-facts.ts'
import { priceSelection } from '../pricing/price.ts'
import { sampleRates } from '../../features/selections/rates.samples.ts'
import { newYearEffect, type NewYearEffect } from './new-scheme-year.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const from = isoDate.parse('2027-01-01')
const facts: PersonFacts = { ...sampleFacts, dateOfBirth: isoDate.parse('1992-03-10') }

function turn(
  before: BenefitDefinitionInput,
  after: BenefitDefinitionInput | undefined,
  values: Record<string, string>,
  more: { withdrawn?: boolean; termsAccepted?: boolean } = {},
): NewYearEffect {
  const priced =
    (definition: BenefitDefinitionInput) => (choice: { values: Record<string, string>; people: string[] }) =>
      priceSelection({
        definition: benefitDefinition.parse(definition),
        rates: sampleRates,
        facts,
        choice,
        on: from,
        schemeYear: { from, to: isoDate.parse('2027-12-31') },
      })
  const held = { values, people: [] }
  const outcome = priced(before)(held)
  return newYearEffect({
    before: benefitDefinition.parse(before),
    after: after && {
      definition: benefitDefinition.parse(after),
      ...(more.withdrawn !== undefined && { withdrawn: more.withdrawn }),
    },
    from,
    held: { choice: held, price: outcome.outcome === 'priced' ? storedPrice(outcome.price, 12) : null },
    facts,
    termsAccepted: more.termsAccepted ?? false,
    price: priced(after ?? before),
  })
}

const level2 = { level: 'level-2' }

describe('selection when a scheme year begins', () => {
  it('continues at the new price, even if its joining conditions are no longer met', () => {
    expect(turn(dental, dental, level2)).toMatchObject({ kind: 'continues', choice: { values: level2 }, capped: [] })
    const closed = { ...dental, requires: ['existing-holding' as const], openInProbation: false, ages: { from: 50 } }
    expect(turn(dental, closed, level2).kind).toBe('continues')
  })

  it('ends with the year if the benefit says so or is withdrawn', () => {
    expect(turn(holidayTrading, holidayTrading, { trade: 'buy', 'buy-days': '2' })).toEqual({
      kind: 'ends',
      lastDay: '2026-12-31',
      because: 'year',
    })
    const gone = (ends: string) => turn(dental, { ...dental, ends }, level2, { withdrawn: true })
    expect(gone('2026-12-31')).toEqual({ kind: 'ends', lastDay: '2026-12-31', because: 'withdrawn' })
    expect(gone('2027-03-31')).toEqual({ kind: 'unchanged' })
    expect(turn(dental, undefined, level2)).toMatchObject({ kind: 'ends', lastDay: '2026-12-31' })
  })

  it('is unchanged if it is an order', () => {
    expect(turn(cycleToWork, cycleToWork, { value: '600' })).toEqual({ kind: 'unchanged' })
  })

  it('is unchanged if its new price cannot be calculated', () => {
    const byUnknownRates = structuredClone(dental) as BenefitDefinitionInput
    Object.assign(byUnknownRates.price[0]?.price ?? {}, { rates: 'unknown' })
    expect(turn(dental, byUnknownRates, level2).kind).toBe('not-priced')
  })

  it("needs the employee's agreement if they start to pay, the tax method changes, or the terms require it", () => {
    const free: BenefitDefinitionInput = {
      ...dental,
      price: dental.price.map((part) => ({ ...part, paidBy: 'employer' })),
      pay: { employer: { taxMethod: 'benefit-in-kind', payCode: 'DENTER' } },
    }
    expect(turn(free, dental, level2)).toEqual({ kind: 'asked', because: 'employee-pays', lastDay: '2026-12-31' })
    const sacrificed = { ...dental, pay: { employee: { taxMethod: 'sacrifice' as const, payCode: 'DENTAL' } } }
    expect(turn(dental, sacrificed, level2)).toMatchObject({ kind: 'asked', because: 'tax-method' })
    const terms = { id: 'new-terms', version: 2, content: 'Please read', needsConsent: true }
    expect(turn(dental, { ...dental, terms }, level2)).toMatchObject({ kind: 'asked', because: 'terms' })
    expect(turn(dental, { ...dental, terms }, level2, { termsAccepted: true }).kind).toBe('continues')
  })

  it('does not deduct more if the minimum of the benefit increases: the current value is kept', () => {
    const from6: BenefitDefinitionInput = structuredClone(pension)
    Object.assign(from6.options[0] ?? {}, { min: '6', default: '6' })
    const held = { percent: '4' }
    expect(turn(pension, from6, held)).toMatchObject({ kind: 'continues', choice: { values: held }, capped: [] })
    // The employer now pays for five times salary instead of four times.
    const core5: BenefitDefinitionInput = JSON.parse(JSON.stringify(lifeAssurance).replaceAll('"4"', '"5"'))
    const raised = [{ option: 'multiple', from: '4', to: '5' }]
    expect(turn(lifeAssurance, core5, { multiple: '4' })).toMatchObject({ kind: 'continues', capped: raised })
  })

  it('keeps the part that the employer pays if the employee does not answer', () => {
    const terms = { id: 'new-terms', version: 2, content: 'Please read', needsConsent: true }
    const asked = turn(lifeAssurance, { ...lifeAssurance, terms }, { multiple: '6' })
    expect(asked).toMatchObject({ kind: 'asked', because: 'terms' })
    expect(asked.kind === 'asked' && asked.keeps?.choice.values).toEqual(lifeAssurance.coreChoice?.values)
  })

  it('keeps the level that the employer pays for if the employee does not answer whether to pay for a higher level', () => {
    const terms = { id: 'new-terms', version: 2, content: 'Please read', needsConsent: true }
    const levels: BenefitDefinitionInput = {
      ...dental,
      terms,
      price: dental.price.map((part) => ({
        ...part,
        paidBy: { employerUpTo: { tier: 'single' as const, values: { level: 'level-1' } } },
      })),
      pay: { ...dental.pay, employer: { taxMethod: 'benefit-in-kind', payCode: 'DENTER' } },
    }
    const asked = turn(levels, levels, level2)
    expect(asked).toMatchObject({ kind: 'asked', keeps: { choice: { values: { level: 'level-1' }, people: [] } } })
    expect(turn(levels, levels, { level: 'level-1' })).toMatchObject({
      keeps: { choice: { values: { level: 'level-1' } } },
    })
  })

  it('lists the numbers of the choice that new limits changed', () => {
    const lower = structuredClone(pension) as BenefitDefinitionInput
    const [option] = lower.options
    if (option?.kind === 'range') option.max = '8'
    expect(turn(pension, lower, { percent: '10' })).toMatchObject({
      kind: 'continues',
      capped: [{ option: 'percent', from: '10', to: '8' }],
    })
  })
})
