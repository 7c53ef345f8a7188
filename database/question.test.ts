import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { question, questions } from './question.ts'

it('puts a text together once, and other values into it each time', () => {
  let times = 0
  const ask = question<{ name: string; ids: number[] }, unknown>(({ name, ids }) => {
    times += 1
    return sql`select * from person where name = ${name} and id = any(${ids}) and age > ${18} and nick <> ${name}`
  })
  const text = 'select * from person where name = $1 and id = any($2) and age > $3 and nick <> $1'
  expect(ask({ name: 'Amelia', ids: [1, 2] })).toMatchObject({
    sql: text,
    parameters: ['Amelia', [1, 2], 18],
  })
  expect(ask({ name: 'Omar', ids: [] })).toMatchObject({ sql: text, parameters: ['Omar', [], 18] })
  expect(times).toBe(1)
})

it('sends each of its values once, and no indentation', () => {
  const ask = question<{ client: string; person: string }, unknown>(
    ({ client, person }) => sql`
      select ${1} as one, ${1} as another
      from person
      where client = ${client}
        and id = ${person}
        and client = ${client}`,
  )
  expect(ask({ client: 'a', person: 'a' })).toMatchObject({
    sql: '\nselect $1 as one, $2 as another\nfrom person\nwhere client = $3\nand id = $4\nand client = $3',
    parameters: [1, 1, 'a', 'a'],
  })
})

it('puts one text together for each way of asking, and forgets the way that was not asked for longest', () => {
  const built: number[] = []
  const ask = questions((way: { page: number }, { client }: { client: string }) => {
    built.push(way.page)
    return sql`select ${client} offset ${way.page}`
  })
  expect(ask({ page: 1 }, { client: 'a' }).parameters).toEqual(['a', 1])
  expect(ask({ page: 2 }, { client: 'a' }).parameters).toEqual(['a', 2])
  expect(ask({ page: 1 }, { client: 'b' }).parameters).toEqual(['b', 1])
  expect(built).toEqual([1, 2])
  for (let page = 3; page <= 101; page++) ask({ page }, { client: 'a' })
  ask({ page: 1 }, { client: 'a' })
  ask({ page: 2 }, { client: 'a' })
  expect(built.slice(101)).toEqual([2])
})
