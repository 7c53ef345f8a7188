import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

it.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 24, [1, 2, 3, 4, 5, null, 24]],
  [4, 24, [1, 2, 3, 4, 5, null, 24]],
  [5, 24, [1, null, 4, 5, 6, null, 24]],
  [20, 24, [1, null, 19, 20, 21, null, 24]],
  [21, 24, [1, null, 20, 21, 22, 23, 24]],
  [24, 24, [1, null, 20, 21, 22, 23, 24]],
])('these page numbers are shown for page %d of %d', (page, pages, shown) => {
  expect(pageNumbers(page, pages)).toEqual(shown)
})

it('page numbers always include the first page, the last page and the current page with its neighbours, in seven places', () => {
  const places = fc
    .integer({ min: 8, max: 5000 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)))
  fc.assert(
    fc.property(places, ([page, pages]) => {
      const shown = pageNumbers(page, pages)
      const numbers = shown.filter((each) => each !== null)
      expect(shown).toHaveLength(7)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect(new Set(numbers).size).toBe(numbers.length)
      const wanted = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages)
      expect(numbers).toEqual(expect.arrayContaining(wanted))
    }),
  )
})
