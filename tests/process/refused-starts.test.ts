import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { processesUsingFolder, root, runProgram } from '../harness/run-program.ts'
import { freePort, startServer } from '../harness/server-process.ts'

const makeOne = 'make one with: openssl rand -base64 32'
const secret = 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'process-'))
})
afterEach(async () => {
  await vi.waitUntil(async () => (await processesUsingFolder(place)).length === 0, { timeout: 60_000 })
  await rm(place, { recursive: true, force: true })
})

describe('a start that is not possible is refused with a one-sentence message before PostgreSQL is started [S-84]', () => {
  it.each([
    [
      'a folder that cannot be',
      { DATA_DIR: '/proc/portal' },
      'The data folder /proc/portal cannot be written to (no folder can be made there): let this user write there, or set DATA_DIR to another folder.',
    ],
    [
      'a folder of tax tables that is not there',
      { TAX_TABLES: '/nowhere' },
      'The folder of tax tables /nowhere cannot be read. Correct TAX_TABLES, or leave it out.',
    ],
    [
      'production without a secret',
      { MODE: 'production' },
      `Production needs SERVER_SECRET or SERVER_SECRET_FILE, with at least 32 random characters: ${makeOne}`,
    ],
  ])('%s', async (_, settings, sentence) => {
    const ended = await runProgram('server/main.ts', { PORT: '0', DATA_DIR: join(place, 'data'), ...settings })
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
    expect(await processesUsingFolder(place)).toEqual([])
    expect(await readdir(place)).toEqual([])
  })

  it('an address of another machine', async () => {
    const env = { PORT: '0', DATA_DIR: join(place, 'data'), HOST: '192.0.2.1' }
    expect(await runProgram('server/main.ts', env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'HOST 192.0.2.1 is not an address of this machine. Choose another one, such as localhost.\n',
    })
    expect(await readdir(join(place, 'data'))).toEqual(['server-secret'])
  })
})

describe('portal in production', () => {
  it('starts without example data, on the real clock, with a separate database', { timeout: 120_000 }, async () => {
    const secretFile = join(place, 'server-secrets')
    await writeFile(secretFile, `${secret}\n`)
    const production = {
      MODE: 'production',
      SERVER_SECRET_FILE: secretFile,
      PORT: '0',
      MAIL: 'off',
      DATA_DIR: join(place, 'data'),
    }
    const database = { host: join(place, 'data/postgres/socket'), user: 'postgres', database: 'portal' }
    const port = String(await freePort())
    const server = await startServer({ ...production, PORT: port })
    try {
      expect(server.output()).toBe(`Ready on port ${port}. Ctrl-C stops it.\n`)
      expect((await fetch(`${server.address}/`)).status).toBe(200)
      const login = await fetch(`${server.address}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'amelia.hart@demo.example', password: 'Quartz&94Wren-Loft' }),
      })
      expect(login.status).toBe(401)
      const [counted] = await withConnection(database, async (client) => {
        const { rows } = await client.query(`
          select (select count(*)::int from client) as clients, (select count(*)::int from account) as accounts, mode
          from app.clock`)
        return rows
      })
      expect(counted).toEqual({ clients: 0, accounts: 0, mode: 'live' })

      const plain = join(root, 'examples/plain')
      expect(await runProgram('scripts/portal.ts', production, ['apply', plain])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--as <operator>'),
      })
      const applied = await runProgram('scripts/portal.ts', production, ['apply', plain, '--as', 'ada'])
      expect(applied).toMatchObject({ code: 0, stderr: '' })
      const rotated = await runProgram('scripts/portal.ts', production, ['rotate-keys'])
      expect([rotated.code, rotated.stderr]).toEqual([0, ''])
      expect(rotated.stdout).toMatch(
        /^One-time-code seeds of 1 client: 0 re-encrypted\.\nMails that wait to be sent: 0 re-encrypted\.\nAnswers to medical questions: 0 re-encrypted\.\nPasswords: \d+ under the current secret, 0 under older ones\.\nFormer passwords: 0 under the current secret, 0 under older ones\.\nLinks that may still be used: 0 under the current secret, 0 under older ones\.\nThe older secrets may go/,
      )
      const forgotten = { DATA_DIR: production.DATA_DIR, PORT: '0' }
      for (const ended of [
        await runProgram('server/main.ts', forgotten),
        await runProgram('scripts/portal.ts', forgotten, ['apply', plain, '--as', 'ada']),
      ]) {
        expect(ended).toEqual({
          code: 1,
          stdout: '',
          stderr:
            'This database belongs to a production: set MODE=production, or give the demo a database of its own with DATA_DIR or DATABASE_URL.\n',
        })
      }

      await withConnection(database, (client) => client.query("update app.clock set mode = 'demo'"))
      expect(await runProgram('server/main.ts', production)).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'This database belongs to a demo, whose passwords are public: give production a database of its own with DATA_DIR or DATABASE_URL.\n',
      })
    } finally {
      expect(await server.stop()).toBe(0)
    }
  })
})
