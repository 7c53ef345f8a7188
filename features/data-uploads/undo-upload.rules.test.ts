import { expect, it } from 'vitest'
import { personId, type PersonId } from '../../contract/ids.ts'
import { peopleWithoutFormerNumber, type FormerNumber } from './undo-upload.rules.ts'

const idOf = (one: number): PersonId => personId.parse(`00000000-0000-4000-8000-${String(one).padStart(12, '0')}`)

it('an undo does not restore employee numbers that another person keeps, and restores the other numbers in the right order', () => {
  const taken: FormerNumber[] = [
    { personId: idOf(1), by: idOf(2), keepsIt: false },
    { personId: idOf(2), by: idOf(3), keepsIt: false },
    { personId: idOf(3), by: idOf(4), keepsIt: true },
    { personId: idOf(5), by: idOf(6), keepsIt: false },
    { personId: idOf(6), by: idOf(5), keepsIt: false },
  ]
  expect([...peopleWithoutFormerNumber(taken)].toSorted()).toEqual([idOf(1), idOf(2), idOf(3)])
})

it('an undo checks each person only once, even if every employee number moved to the next person', () => {
  const looksAtEach = (length: number): number => {
    let looks = 0
    const chain = Array.from({ length }, (_, one) => ({
      personId: idOf(one),
      get by() {
        looks++
        return idOf(one + 1)
      },
      keepsIt: one === length - 1,
    }))
    expect(peopleWithoutFormerNumber(chain).size).toBe(length)
    return looks / length
  }
  expect(looksAtEach(2000)).toBe(looksAtEach(20))
})
