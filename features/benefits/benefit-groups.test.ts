import { expect, it } from 'vitest'
import { sampleBenefit, samplePrice, sampleSelection } from './benefits.samples.ts'
import { unconfirmedChanges } from './benefit-groups.rules.ts'

it('the cost of an unconfirmed choice is known, except if a flex allowance may pay for it', () => {
  const selection = sampleSelection({ temporarySelection: true, status: 'draft', price: samplePrice(10) })
  const amounts = (pot: string | null) =>
    unconfirmedChanges([sampleBenefit({ selection, pot })]).map(({ change }) => change)
  expect(amounts('You have £20 of your flex allowance left.')).toEqual([null])
  expect(amounts(null)).toEqual([10])
})
