import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { exportToFolder, filesOf } from '../../tests/harness/export-to-folder.ts'
import { freshPassword, linkCalls } from '../../tests/harness/account-links.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { exportClient } from './export.server.ts'
import { writeNewFolder } from './new-folder.server.ts'

const place = await mkdtemp(join(tmpdir(), 'export-'))
const world = await startWorld()
const { rows } = await world.database.pool.query<{ id: ClientId }>(
  `select client_id as id from client_address where name = 'plain'`,
)
if (!rows[0]) throw new Error('There is no example client')
const clientId: ClientId = rows[0].id
afterAll(() => rm(place, { recursive: true, force: true }))

const exporting = (to: string, client = 'plain') =>
  exportClient(world.database.db, { client, to, operator: 'Jane.Doe' })
const events = async () => {
  const all = await inClient(world.database.db, clientId, (tx) => listAuditEvents(tx, clientId))
  return all.filter(({ action }) => action === 'scheme.exported').map(({ entry }) => JSON.parse(entry))
}

describe('export', () => {
  it('is audited with operator, size and contents; only the user who ran it can read the files', async () => {
    const before = (await events()).length
    const to = join(place, 'recorded')
    const outcome = await exporting(to)
    expect(outcome).toMatchObject({ step: 'exported', name: 'Plain Partners', people: 4 })
    const [event, ...others] = (await events()).slice(before)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      actor: 'operator jane.doe',
      details: {
        people: 4,
        files: (await readdir(to, { recursive: true })).filter((name) => name.includes('.')).length,
      },
    })
    expect(((await stat(to)).mode & 0o777).toString(8)).toBe('700')
    expect(((await stat(join(to, 'history/people.jsonl'))).mode & 0o777).toString(8)).toBe('600')
  })

  it('refuses a target that exists, and then writes no file and no audit event', async () => {
    const before = (await events()).length
    const [full, file, link] = ['full', 'file', 'link'].map((name) => join(place, name)) as [string, string, string]
    await mkdir(full)
    await writeFile(join(full, 'mine.txt'), 'mine')
    await writeFile(file, 'mine')
    await symlink(full, link)
    for (const to of [full, file, link]) expect(await exporting(to)).toEqual({ step: 'folder-taken' })
    expect(await readdir(full)).toEqual(['mine.txt'])
    expect(await exporting(join(place, 'unknown'), 'nobody')).toEqual({ step: 'no-client' })
    expect(await readdir(place)).not.toContain('unknown')
    expect((await events()).length).toBe(before)
    await mkdir(join(place, 'empty'))
    expect(await exporting(join(place, 'empty'))).toMatchObject({ step: 'exported' })
  })

  it('contains no passwords, secrets or tokens', async () => {
    const { rows } = await withConnection(world.database.superuser, (client) =>
      client.query<{ secret: string }>(`
        select password_hash as secret from account where password_hash is not null
        union all select two_factor_secret from account where two_factor_secret is not null
        union all select encode(token_hash, 'hex') from password_link
        union all select encode(hash, 'hex') from access_token`),
    )
    expect(rows.length).toBeGreaterThan(10)
    const written = Object.values(
      await filesOf(await exportToFolder(world.database, 'demo', join(place, 'demo'))),
    ).join('\n')
    expect(rows.filter(({ secret }) => written.includes(secret))).toEqual([])
    expect(written).not.toContain('Quartz&94Wren-Loft')
    expect(written).not.toContain('farah-ali-activation')
  })

  it('lets people log in only after they set a password with a link', async () => {
    const folder = await exportToFolder(world.database, 'plain', join(place, 'moved'))
    const portal = await startPortal()
    await portal.database.moveTo('2026-11-16T10:00:00Z')
    await applyFolder(portal.database.db, folder)
    const email = 'max.plain@plain.example'
    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query<{ born: string }>(
        `select to_char(date_of_birth, 'DD/MM/YYYY') as born
         from person_details join account using (client_id, person_id)
         where email = $1`,
        [email],
      ),
    )
    const site = { site: 'plain' }
    const signIn = (password: string) =>
      portal.request({ method: 'POST', url: '/api/login', ...site, body: { email, password } })
    expect((await signIn('Quartz&94Wren-Loft')).statusCode).toBe(401)
    const links = linkCalls(portal)
    await links.ask(email, site)
    const [token = ''] = await links.mailedTo(email)
    const date = rows[0]?.born ?? ''
    const verified = await links.verify(token, date, site)
    const cookies = Object.fromEntries(verified.cookies.map(({ name, value }) => [name, value]))
    expect((await links.reset({ token, cookies, date, ...site })).json()).toMatchObject({ reset: true })
    expect((await signIn(freshPassword)).statusCode).toBe(200)
  })

  it('contains withdrawn benefits that still have members', async () => {
    const folder = await exportToFolder(world.database, 'plain', join(place, 'before'))
    await rm(join(folder, 'history'), { recursive: true })
    await rm(join(folder, 'benefits/gym.yaml'))
    for (const name of await readdir(join(folder, 'benefits'))) {
      const path = join(folder, 'benefits', name)
      await writeFile(path, (await readFile(path, 'utf8')).replace(/^ {2}- gym\n/gm, ''))
    }
    const portal = await startPortal()
    await portal.database.moveTo('2026-11-16T10:00:00Z')
    const year = join(folder, 'scheme-2026.yaml')
    const [yearBefore, rates] = [await readFile(year, 'utf8'), join(folder, 'rates/gym.csv')]
    await applyFolder(portal.database.db, await exportToFolder(world.database, 'plain', join(place, 'whole')))
    await writeFile(year, yearBefore.replace(/ {2}- code: gym\n( {4}.*\n)+/, ''))
    await rm(rates)
    expect((await applyFolder(portal.database.db, folder)).changes).toMatchObject({
      benefits: expect.any(Number),
      people: 0,
    })

    const without = await exportToFolder(portal.database, 'plain', join(place, 'without'))
    expect(Object.keys(await filesOf(without))).toContain('withdrawn/gym.yaml')
    const last = await startPortal()
    await last.database.moveTo('2026-11-16T11:00:00Z')
    await applyFolder(last.database.db, without)
    const { rows } = await withConnection(last.database.superuser, (client) =>
      client.query(`select code, withdrawn from benefit where withdrawn`),
    )
    expect(rows).toEqual([{ code: 'gym', withdrawn: true }])
    expect(await filesOf(await exportToFolder(last.database, 'plain', join(place, 'last')))).toEqual(
      await filesOf(without),
    )
  })

  it("is refused if the files of one of the client's scheme years are not stored", async () => {
    const change = (statement: string) =>
      withConnection(world.database.superuser, (client) => client.query(statement, [clientId]))
    await change(`
      insert into scheme_year (client_id, year, starts_on, ends_on) values ($1, 2025, '2025-04-06', '2026-04-05')`)
    expect(await exporting(join(place, 'years'))).toEqual({ step: 'not-kept' })
    await change(`delete from scheme_year where client_id = $1 and year = 2025`)
    await change(`delete from scheme_file where client_id = $1`)
    expect(await exporting(join(place, 'none'))).toEqual({ step: 'not-kept' })
  })
})

describe('writing a folder', () => {
  it('leaves no folder at the target if the process is killed', async () => {
    const own = await mkdtemp(join(place, 'killed-'))
    const target = join(own, 'client')
    const child = fork(join(import.meta.dirname, '../../tests/faults/half-written-folder.ts'), [target], {
      execPath: process.execPath,
    })
    const ended = once(child, 'exit')
    expect((await once(child, 'message'))[0]).toBe('half')
    child.kill('SIGKILL')
    await ended
    const left = await readdir(own)
    expect(left).toEqual([expect.stringMatching(/^\.client-/)])
    const again = await writeNewFolder(target, [{ name: 'client.yaml', content: 'whole' }])
    expect(await again.place()).toBe(true)
    expect(await filesOf(target)).toEqual({ 'client.yaml': 'whole' })
  })

  it('leaves no temporary folder if a file cannot be written', async () => {
    const own = await mkdtemp(join(place, 'failed-'))
    const twice = { name: 'client.yaml', content: 'x' }
    await expect(writeNewFolder(join(own, 'client'), [twice, twice])).rejects.toThrow('EEXIST')
    expect(await readdir(own)).toEqual([])
  })
})
