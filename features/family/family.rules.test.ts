import { expect, it } from 'vitest'
import { genderIds, relationshipOf, relationshipTypeIds, sexOf } from './family.rules.ts'

it('means a partner by relationship type 1, and a dependant by any other [CONST-23]', () => {
  expect(relationshipTypeIds.partner).toBe(1)
  expect([1, 2, 3, 0].map(relationshipOf)).toEqual(['partner', 'dependant', 'dependant', 'dependant'])
})

it('means female by 1 and male by 2 [CONST-24]', () => {
  expect(genderIds).toEqual({ female: 1, male: 2 })
  expect([1, 2, 3].map(sexOf)).toEqual(['female', 'male', null])
})
