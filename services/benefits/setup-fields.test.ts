import { expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { dental } from '../../features/scheme/definition.samples.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'
import { lowestMonthlyPrice } from './setup-fields.server.ts'

it.each([
  ['at most 100 combinations of levels', 6, 64],
  ['no combination, if there are more than 100', 7, 0],
])('the search for the lowest price tries %s', (_, options, most) => {
  const [level, people] = dental.options
  const codes = Array.from({ length: options }, (__, number) => `level-${number}`)
  const definition = benefitDefinition.parse({
    ...dental,
    options: [...codes.map((code) => ({ ...level, code })), people],
    price: dental.price.map((premium) => ({ ...premium, price: { ...premium.price, by: codes } })),
  })
  let priced = 0
  const lowest = lowestMonthlyPrice(
    {
      definition,
      facts: sampleFacts,
      on: '2026-11-16' as IsoDate,
      family: [],
      chosen: undefined,
      heldAtYearStart: undefined,
      price: () => {
        priced += 1
        return { outcome: 'not-priced', reason: 'rate-missing', sentence: 'There is no price' }
      },
    },
    [],
  )
  expect([lowest, priced]).toEqual([null, most])
})
