import { expect, it } from 'vitest'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Choice } from '../definition/options.ts'
import { planDetailsOf, planDetailsWithoutHealth } from './plan-details.rules.ts'

it("plan details leave out answers about other people's health, wherever the health options are in the list", () => {
  const definition = {
    options: [
      { kind: 'levels', code: 'smoker', label: 'Do you smoke?', levels: [{ code: 'yes', label: 'Yes' }] },
      { kind: 'levels', code: 'level', label: 'Level', levels: [{ code: 'a', label: 'Level A' }] },
    ],
    price: [{ price: { method: 'age-banded', smoker: { option: 'smoker', column: 'smoker_rate' } } }],
  } as unknown as BenefitDefinition
  const choice = { values: { smoker: 'yes', level: 'a' } } as unknown as Choice
  expect(planDetailsOf(definition, choice)).toHaveLength(2)
  expect(planDetailsWithoutHealth(definition, choice)).toEqual([{ label: 'Level', value: 'Level A' }])
})
