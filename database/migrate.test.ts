import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase } from '../tests/harness/databases.ts'
import { withConnection } from './bootstrap.ts'
import { migrate, migrationsFolder } from './migrate.ts'

let folder: string
let database: Awaited<ReturnType<typeof createEmptyDatabase>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  await write('0001-clock.sql', await readFile(join(migrationsFolder, '0001-clock.sql'), 'utf8'))
  await write('0002-pets.sql', "create table pet (name text primary key);\ninsert into pet values ('Rex');\n")
  database = await createEmptyDatabase()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

describe('migrations', () => {
  it('are applied once each, in order, and recorded with the checksum of their text', async () => {
    expect(await run()).toEqual(['0001-clock.sql', '0002-pets.sql'])
    expect(await run()).toEqual([])
    await write('0003-toys.sql', 'create table toy (pet text references pet);')
    expect(await run()).toEqual(['0003-toys.sql'])
    const recorded = await rows('select number, name, length(checksum) as length from app.migration order by number')
    expect(recorded).toEqual([
      { number: 1, name: '0001-clock.sql', length: 64 },
      { number: 2, name: '0002-pets.sql', length: 64 },
      { number: 3, name: '0003-toys.sql', length: 64 },
    ])
  })

  it('are applied once each, even if four processes start at the same moment', async () => {
    const applied = await Promise.all([run(), run(), run(), run()])
    expect(applied.flat().toSorted()).toEqual(['0001-clock.sql', '0002-pets.sql'])
    expect(await rows('select name from pet')).toEqual([{ name: 'Rex' }])
  })

  it('change nothing if one fails, name its file and line, and continue once the file is corrected', async () => {
    await write('0003-toys.sql', "create table toy (pet text);\ninsert into toy values ('ball');\nselect oops;\n")
    await expect(run()).rejects.toThrow(
      /^The migration 0003-toys\.sql \(line 3\) failed: column "oops" does not exist\.$/,
    )
    expect(await rows(`select to_regclass('toy') as toy, (select max(number) from app.migration) as last`)).toEqual([
      { toy: null, last: 2 },
    ])
    await write('0003-toys.sql', 'create table toy (pet text);')
    expect(await run()).toEqual(['0003-toys.sql'])
  })

  it('ignore line endings, which some checkouts change', async () => {
    await run()
    await write('0002-pets.sql', "create table pet (name text primary key);\r\ninsert into pet values ('Rex');\r\n")
    expect(await run()).toEqual([])
  })

  it.each([
    [
      'a file that was changed after it was applied',
      () => write('0002-pets.sql', 'create table pet (name text);'),
      /^The migration 0002-pets\.sql was changed after this database had applied it: .*\.$/,
    ],
    [
      'a database that is newer than the code',
      () => rm(join(folder, '0002-pets.sql')),
      /^The database is newer than this version of the portal \(it has the migration 0002-pets\.sql\): .*\.$/,
    ],
    [
      'a number that comes too late',
      async () => {
        await write('0004-late.sql', 'select 1')
        await run()
        await write('0003-later.sql', 'select 1')
      },
      /^The migration 0003-later\.sql comes before 0004-late\.sql, which this database already has: .*\.$/,
    ],
    [
      'two files with one number',
      () => write('0002-toys.sql', 'select 1'),
      /0002-pets\.sql and 0002-toys\.sql share a number\.$/,
    ],
    [
      'a file without a number',
      () => write('toys.sql', 'select 1'),
      /^The migration toys\.sql is not named by four digits/,
    ],
  ])('refuse %s with a one-sentence message, before changing anything', async (_what, spoil, sentence) => {
    await run()
    await spoil()
    const before = await rows('select number from app.migration order by number')
    await expect(run()).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) })
    expect(await rows('select number from app.migration order by number')).toEqual(before)
  })
})

const run = () => migrate(database.owner, folder)
const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const rows = async (query: string) => (await withConnection(database.owner, (client) => client.query(query))).rows
