import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { normaliseForSearch, likePattern, searchWords } from './search-words.rules.ts'

it.each([
  ['Zoë', 'zoe'],
  ["O'Neill", 'oneill'],
  ['O’Neill', 'oneill'],
  ['ŁUKASZ Ødegård', 'lukasz odegard'],
  ['Weiß & Æsop', 'weiss & aesop'],
  ['ﬁnn', 'finn'],
])('the search text %s is normalised to %s', (written, plain) => {
  expect(normaliseForSearch(written)).toBe(plain)
})

it('search texts are normalised in the same way by the server and the database', async () => {
  const database = await createTestDatabase()
  const written = fc.sample(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from("aÀéıİßẞæŒøŁđÞħŧÇñ’'`ʼ -.@_%\\Ωσς́")), maxLength: 12 }),
      // Only European letters, because Node and PostgreSQL may use different Unicode versions for rarer scripts.
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCharCode(code)), maxLength: 6 }),
    ),
    500,
  )
  const inDatabase = await withConnection(database.app, async (client) => {
    const { rows } = await client.query<{ folded: string }>(
      `select app.folded(text) as folded from unnest($1::text[]) with ordinality as t (text, place) order by place`,
      [written],
    )
    return rows.map((row) => row.folded)
  })
  await database.close()
  expect(inDatabase).toEqual(written.map(normaliseForSearch))
})

it('search texts are split into words, and special characters have no special meaning', () => {
  expect(searchWords("  Hart,Amelia  O'Neil ")).toEqual(['hart', 'amelia', 'oneil'])
  expect(searchWords(" ' , ")).toEqual([])
  expect(searchWords('Amelia '.repeat(15))).toEqual(['amelia '.repeat(15).trim()])
  expect(searchWords('a'.repeat(5_000))).toEqual(['a'.repeat(300)])
  expect(['ha', 'har', '50%', 'a_b', 'c\\d'].map(likePattern)).toEqual([
    '% ha%',
    '%har%',
    '%50\\%%',
    '%a\\_b%',
    '%c\\\\d%',
  ])
})
