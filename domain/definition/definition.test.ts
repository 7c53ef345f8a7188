import { describe, expect, it } from 'vitest'
import {
  cashPlan,
  cycleToWork,
  dental,
  holidayTrading,
  lifeAssurance,
  pension,
  privateMedical,
  travelInsurance,
} from '../../features/scheme/definition.samples.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const { questions } = lifeAssurance.medical
const timesSalary = (more: { value?: string }) => ({
  kind: 'levels',
  code: 'multiple',
  label: 'Times your salary',
  levels: [{ code: 'four', label: 'Four times', ...more }],
})

describe('benefit definition', () => {
  it.each([pension, lifeAssurance, dental, holidayTrading])('accepts $name', (definition) => {
    expect(benefitDefinition.safeParse(definition).error?.issues ?? []).toEqual([])
  })

  it('can be stored and read back without a change', () => {
    const stored = benefitDefinition.parse(lifeAssurance)
    expect(benefitDefinition.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('stores the numbers of prices as digits', () => {
    const { price } = benefitDefinition.parse({
      ...holidayTrading,
      price: [{ ...holidayTrading.price[0], price: { ...holidayTrading.price[0]?.price, entitlementDays: 33.5 } }],
    })
    expect(price[0]?.price).toMatchObject({ entitlementDays: '33.5' })
  })

  it('refuses an unknown key and gives its path', () => {
    const misspelt = { ...dental, provider: { ...dental.provider, schemeNo: '1' } }
    expect(benefitDefinition.safeParse(misspelt).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: ['schemeNo'], path: ['provider'] },
    ])
  })

  it.each<[message: string, definition: object]>([
    ["uses the option 'multiple', which does not exist", { ...lifeAssurance, options: [] }],
    ['Please enter an amount in pounds and pence', { ...lifeAssurance, medical: { freeCoverLimit: 1.005 } }],
    ['Questions need a limit above which they are asked', { ...lifeAssurance, medical: { questions } }],
    [
      "The question 'treatment' is listed twice",
      { ...lifeAssurance, medical: { freeCoverLimit: 1, questions: [...questions, ...questions] } },
    ],
    ["'sold' must say how they are paid", { ...holidayTrading, pay: { employee: holidayTrading.pay.employee } }],
    ["The option 'level' is listed twice", { ...dental, options: [...dental.options, dental.options[0]] }],
    [
      "The level 'level-1' is listed twice",
      { ...cashPlan, options: cashPlan.options.map((one) => ({ ...one, levels: [...one.levels, ...one.levels] })) },
    ],
    ["the level 'four', which needs a value of 0 or more", { ...lifeAssurance, options: [timesSalary({})] }],
    [
      "the level 'four', which needs a value of 0 or more",
      { ...lifeAssurance, options: [timesSalary({ value: '-4' })] },
    ],
    [
      'The default must be between 3 and 40',
      { ...pension, options: pension.options.map((option) => ({ ...option, default: '40.5' })) },
    ],
    [
      'Please enter a number, for example 0.0825',
      { ...cycleToWork, approval: { when: { option: 'value', above: '£1,000' } } },
    ],
    ['multiple "four" is not a number', { ...lifeAssurance, coreChoice: { values: { multiple: 'four' } } }],
    ['Cover for everybody must be between 4 and 10', { ...lifeAssurance, coreChoice: { values: { multiple: '3' } } }],
    ['There is no option "times"', { ...lifeAssurance, coreChoice: { values: { times: '4' } } }],
    [
      'The option "excess" has no level "low"',
      {
        ...privateMedical,
        price: privateMedical.price.map((part) => ({
          ...part,
          paidBy: { employerUpTo: { values: { excess: 'low' } } },
        })),
      },
    ],
    [
      "The part 'premium' of the price is listed twice",
      { ...travelInsurance, price: [...travelInsurance.price, ...travelInsurance.price] },
    ],
    [
      'The pay code PENEE is used with two tax methods',
      { ...pension, pay: { employee: pension.pay.employee, employer: { ...pension.pay.employer, payCode: 'PENEE' } } },
    ],
    ['The step must be above 0', { ...pension, options: pension.options.map((option) => ({ ...option, step: '0' })) }],
  ])('refuses with: %s', (message, definition) => {
    const messages = benefitDefinition.safeParse(definition).error?.issues.map((issue) => issue.message) ?? []
    expect(messages.join('\n')).toContain(message)
  })
})
