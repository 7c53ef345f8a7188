import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runProgram } from '../harness/run-program.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'generate-'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

it('the generator of test data creates nobody in production', async () => {
  const ended = await runProgram(
    'scripts/portal.ts',
    { MODE: 'production', SERVER_SECRET: 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu', DATA_DIR: join(place, 'data') },
    ['generate', '--client', 'big', '--people', '10'],
  )
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'People are not invented in production.\n' })
  expect(await readdir(place)).toEqual([])
})

it.each([
  ['no people', ['--client', 'big']],
  ['a name that is no sub-domain', ['--client', 'Big Client', '--people', '10']],
])('the generator of test data prints its usage for %s', async (_, words) => {
  const ended = await runProgram('scripts/portal.ts', { DATA_DIR: join(place, 'data') }, ['generate', ...words])
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain('npm run portal -- generate --client <name> --people <number> [--seed <number>]')
})
