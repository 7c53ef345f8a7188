import { describe, expect, it } from 'vitest'
import { benefitDefinition } from './definition.ts'
import { dental, holidayTrading, lifeAssurance, pension } from './definition.samples.ts'

describe('a benefit as data', () => {
  it.each([pension, lifeAssurance, dental, holidayTrading])('accepts $name', (definition) => {
    expect(benefitDefinition.safeParse(definition).error?.issues ?? []).toEqual([])
  })

  it('survives being stored and read again', () => {
    const stored = benefitDefinition.parse(lifeAssurance)
    expect(benefitDefinition.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('keeps numbers that take part in a price as digits', () => {
    const { price } = benefitDefinition.parse({
      ...holidayTrading,
      price: [{ ...holidayTrading.price[0], price: { ...holidayTrading.price[0]?.price, entitlementDays: 33.5 } }],
    })
    expect(price[0]?.price).toMatchObject({ entitlementDays: '33.5' })
  })

  it('refuses an unknown key and names where it stands', () => {
    const misspelt = { ...dental, provider: { ...dental.provider, schemeNo: '1' } }
    expect(benefitDefinition.safeParse(misspelt).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: ['schemeNo'], path: ['provider'] },
    ])
  })

  it.each([
    [
      'a price naming an option that is not there',
      { ...lifeAssurance, options: [] },
      "uses the option 'multiple', which is not there",
    ],
    [
      'an amount with a third decimal',
      { ...lifeAssurance, medical: { freeCoverLimit: 1.005 } },
      'Please enter an amount in pounds and pence',
    ],
    [
      'medical questions without a limit above which they are asked',
      { ...lifeAssurance, medical: { questions: lifeAssurance.medical.questions } },
      'Questions need a limit above which they are asked',
    ],
    [
      'the same medical question twice',
      {
        ...lifeAssurance,
        medical: {
          freeCoverLimit: 1,
          questions: [...lifeAssurance.medical.questions, ...lifeAssurance.medical.questions],
        },
      },
      "The question 'treatment' stands twice",
    ],
    [
      'days sold without saying how they are paid',
      { ...holidayTrading, pay: { employee: holidayTrading.pay.employee } },
      "'sold' must say how they are paid",
    ],
    [
      'an option twice',
      { ...dental, options: [...dental.options, dental.options[0]] },
      "The option 'level' stands twice",
    ],
    [
      'a step of nothing',
      { ...pension, options: pension.options.map((option) => ({ ...option, step: '0' })) },
      'The step must be above 0',
    ],
  ])('refuses %s', (_, definition, message) => {
    const messages = benefitDefinition.safeParse(definition).error?.issues.map((issue) => issue.message) ?? []
    expect(messages.join('\n')).toContain(message)
  })
})
