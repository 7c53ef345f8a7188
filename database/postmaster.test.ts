import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAlive, livePostmaster, removeStaleLock } from './postmaster.ts'

let cluster: string
let lockFile: string

beforeEach(async () => {
  cluster = await mkdtemp(join(tmpdir(), 'cluster-'))
  lockFile = join(cluster, 'postmaster.pid')
  onTestFinished(() => rm(cluster, { recursive: true, force: true }))
})

function stranger(): number {
  const program = spawn('tail', ['-f', '/dev/null'], { stdio: 'ignore' })
  onTestFinished(() => void program.kill('SIGKILL'))
  return program.pid!
}

const lockOf = (pid: number) => [pid, cluster, 1700000000, 5432, cluster, '', '  1 2', 'ready', ''].join('\n')

describe('lock file of PostgreSQL', () => {
  it('with the process id of another program means that no PostgreSQL runs', async () => {
    const text = lockOf(stranger())
    await writeFile(lockFile, text)
    expect(await livePostmaster(cluster)).toBeUndefined()
    expect(await readFile(lockFile, 'utf8')).toBe(text)
  })

  it('with the process id of another program is changed to an id that PostgreSQL ignores', async () => {
    await writeFile(lockFile, lockOf(stranger()))
    await removeStaleLock(cluster)
    await removeStaleLock(cluster)
    expect(await readFile(lockFile, 'utf8')).toBe(lockOf(process.pid))
    expect(await readdir(cluster)).toEqual(['postmaster.pid'])
  })

  it('that is empty is kept for some seconds, because PostgreSQL may be starting, and then removed', async () => {
    await writeFile(lockFile, '')
    await removeStaleLock(cluster)
    expect(await readdir(cluster)).toEqual(['postmaster.pid'])
    const aMinuteAgo = Date.now() / 1000 - 60
    await utimes(lockFile, aMinuteAgo, aMinuteAgo)
    await removeStaleLock(cluster)
    expect(await readdir(cluster)).toEqual([])
  })
})

it.runIf(process.platform === 'linux')(
  'a lock file with the process id of an ended process means that no PostgreSQL runs',
  async () => {
    // The shell is replaced by a program that never waits for its child, so the ended child stays a zombie.
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec tail -f /dev/null'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [said] = (await once(parent.stdout, 'data')) as [Buffer]
    const child = Number(said.toString())
    expect(isAlive(child)).toBe(true)
    await vi.waitFor(async () => {
      expect(await readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('tail\n')
    })
    process.kill(child, 'SIGKILL')
    await vi.waitFor(() => expect(isAlive(child)).toBe(false))
    expect(await readFile(`/proc/${child}/stat`, 'utf8')).toMatch(/ Z /)
  },
)
