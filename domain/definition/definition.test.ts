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

  it('is the same after storing and reading it', () => {
    const stored = benefitDefinition.parse(lifeAssurance)
    expect(benefitDefinition.parse(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  })

  it('keeps numbers of prices as digits', () => {
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
      'a level twice',
      { ...cashPlan, options: cashPlan.options.map((one) => ({ ...one, levels: [...one.levels, ...one.levels] })) },
      "The level 'level-1' stands twice",
    ],
    [
      'a level without a number where the price reckons with it',
      { ...lifeAssurance, coreChoice: undefined, options: [timesSalary({})] },
      "The price reckons with the level 'four', which needs a value of 0 or more",
    ],
    [
      'a level below 0 where the price reckons with it',
      { ...lifeAssurance, coreChoice: undefined, options: [timesSalary({ value: '-4' })] },
      "The price reckons with the level 'four', which needs a value of 0 or more",
    ],
    [
      'a number that begins with what nobody can choose',
      { ...pension, options: pension.options.map((option) => ({ ...option, default: '40.5' })) },
      'The default must be between 3 and 40',
    ],
    [
      'an approval above what is no number',
      { ...cycleToWork, approval: { when: { option: 'value', above: '£1,000' } } },
      'Please enter a number, for example 0.0825',
    ],
    [
      'cover for everybody that is no number',
      { ...lifeAssurance, coreChoice: { values: { multiple: 'four' } } },
      'multiple "four" is not a number',
    ],
    [
      'cover for everybody below what can be chosen',
      { ...lifeAssurance, coreChoice: { values: { multiple: '3' } } },
      'Cover for everybody must be between 4 and 10',
    ],
    [
      'cover for everybody of an option that is not there',
      { ...lifeAssurance, coreChoice: { values: { times: '4' } } },
      'There is no option "times"',
    ],
    [
      'an employer who pays up to a level that is not there',
      {
        ...privateMedical,
        price: privateMedical.price.map((part) => ({
          ...part,
          paidBy: { employerUpTo: { values: { excess: 'low' } } },
        })),
      },
      'The option "excess" has no level "low"',
    ],
    [
      'two parts of a price by one code, of which a partner could not tell one',
      { ...travelInsurance, price: [...travelInsurance.price, ...travelInsurance.price] },
      "The part 'premium' of the price stands twice",
    ],
    [
      'one pay code for two ways of paying',
      { ...pension, pay: { employee: pension.pay.employee, employer: { ...pension.pay.employer, payCode: 'PENEE' } } },
      'The pay code PENEE stands for two ways of paying',
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
