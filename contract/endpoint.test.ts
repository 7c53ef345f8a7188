import { expect, it } from 'vitest'
import { z } from 'zod'
import { addressOf, endpoint } from './endpoint.ts'

it('an endpoint without its access does not compile [S-47]', () => {
  const declared = { base: 'v1', reply: z.object({}) } as const
  // @ts-expect-error The type check fails if this line compiles.
  const forgotten = endpoint('GET', 'secrets', declared)
  // @ts-expect-error An unknown access is a compile error.
  const unknown = endpoint('GET', 'secrets', { ...declared, access: 'everybody' })
  expect([forgotten, unknown].map(({ path }) => path)).toEqual(['secrets', 'secrets'])
})

it('a call has one address, with or without slashes around its path [API-22]', () => {
  for (const path of ['/user', 'user', 'user/', '/user/']) expect(addressOf({ base: 'v1', path })).toBe('/api/v1/user')
  expect(addressOf({ base: 'api', path: 'client/{id}' }, { id: 'a/b' })).toBe('/api/client/a%2Fb')
})
