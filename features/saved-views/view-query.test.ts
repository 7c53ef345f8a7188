import { expect, it } from 'vitest'
import { isAnyText, queryOf, valuesIn } from './view-query.rules.ts'

const filters = { search: isAnyText, left: (value: string) => value === '1', sort: isAnyText }

it('a view stores what differs from the default, and opens with a value for each filter', () => {
  const query = queryOf({ search: 'Ann & Bob', left: '', sort: '-email' })
  expect(query).toBe('search=Ann+%26+Bob&sort=-email')
  expect(valuesIn(query, filters)).toEqual({
    values: { search: 'Ann & Bob', left: '', sort: '-email' },
    isWhole: true,
  })
})

it.each(['left=maybe&sort=email', 'team=crew&sort=email', '__proto__=1&sort=email'])(
  '%s opens without the part that no longer exists',
  (query) => {
    expect(valuesIn(query, filters)).toEqual({ values: { search: '', left: '', sort: 'email' }, isWhole: false })
  },
)
