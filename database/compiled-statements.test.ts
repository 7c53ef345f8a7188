import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { compileOnce } from './compile-once.ts'

it('a statement is compiled once, and each value is sent once', () => {
  let times = 0
  const named = compileOnce(({ name, ids }: { name: string; ids: number[] }) => {
    times++
    return sql`select ${name} where ${name} <> ${'nobody'} and id = any(${ids})`
  })
  const text = 'select $1 where $1 <> $2 and id = any($3)'
  expect(named({ name: 'Amelia', ids: [1, 2] })).toMatchObject({ sql: text, parameters: ['Amelia', 'nobody', [1, 2]] })
  expect(named({ name: 'Daniel', ids: [] })).toMatchObject({ sql: text, parameters: ['Daniel', 'nobody', []] })
  expect(times).toBe(1)
})
