import { expect, it } from 'vitest'
import { genderIds, relationshipOf, relationshipTypeIds, sexOf } from './family.rules.ts'

it('maps relationship type 1 to a partner, and others to a dependant [CONST-23]', () => {
  expect(relationshipTypeIds.partner).toBe(1)
  expect([1, 2, 3, 0].map(relationshipOf)).toEqual(['partner', 'dependant', 'dependant', 'dependant'])
})

it('maps 1 to female and 2 to male [CONST-24]', () => {
  expect(genderIds).toEqual({ female: 1, male: 2 })
  expect([1, 2, 3].map(sexOf)).toEqual(['female', 'male', null])
})
