import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { cases } from '../battery/random-seed.ts'
import { processesUsingFolder } from '../harness/run-program.ts'
import { freePort, startServer, type ServerProcess } from '../harness/server-process.ts'
import { worldMoment } from '../harness/world.ts'
import { Ledger } from './acknowledged-writes.ts'
import { changeRepeatedly, giftsByVersion, signIn } from './repeated-changes.ts'

const rounds = cases({ gate: 2, long: 200 })
// Each kill may lose one unfinished write for each person.
const writesPerRound = process.env['LONG_TESTS'] ? 150 : 25
const people = [
  'amelia.hart',
  'grace.lin',
  'henry.cole',
  'isla.reid',
  'karol.thompson',
  'reuben.fernandes',
  'sunita.taylor',
]

it(
  `each write that was acknowledged is stored once, if server and database are killed ${rounds} times [S-76]`,
  { timeout: 120_000 + rounds * 60_000 },
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'kill-'))
    const dataDir = join(place, 'data')
    const port = String(await freePort())
    const env = { PORT: port, DATA_DIR: dataDir }
    const start = (): Promise<ServerProcess> => startServer(env)
    // In early April no choice can take effect within the scheme year, so the clock is set.
    let server = await startServer({ ...env, CLOCK: worldMoment })
    const ledger = new Ledger(join(place, 'ledger'))
    onTestFinished(async () => {
      await server.kill()
      ledger.close()
      // PostgreSQL keeps writing until it notices that its server has died.
      await vi.waitUntil(async () => (await processesUsingFolder(dataDir)).length === 0, { timeout: 60_000 })
      await rm(place, { recursive: true, force: true })
    })

    const portal = { address: server.address }
    const writers = await Promise.all(people.map((name) => signIn(portal, `${name}@demo.example`)))
    const before = await Promise.all(writers.map((writer) => giftsByVersion(portal, writer)))
    const stop = new AbortController()
    let served = 0
    let up = performance.now()
    const load = Promise.all(
      writers.map((writer) => changeRepeatedly(writer, { place: portal, ledger, stopped: stop.signal })),
    )

    for (let round = 1; round <= rounds; round++) {
      await acknowledged(ledger, round * writesPerRound, load)
      served += performance.now() - up
      if (round % 2 === 1) {
        await server.kill()
        server = await start()
      } else {
        process.kill(await postmasterOf(dataDir), 'SIGKILL')
        await acknowledged(ledger, ledger.count + 1, load)
      }
      up = performance.now()
    }
    await acknowledged(ledger, (rounds + 1) * writesPerRound, load)
    stop.abort()
    await load
    served += performance.now() - up
    const entries = ledger.entries()
    console.log(
      `${entries.length} writes acknowledged, ${(entries.length / (served / 1000)).toFixed(0)} a second while it served`,
    )

    for (const [index, writer] of writers.entries()) {
      // Logs in again, because the first token may have expired.
      const kept = await giftsByVersion(portal, await signIn(portal, writer.email))
      const promised = new Map(before[index])
      for (const { person, version, amount } of entries) if (person === writer.email) promised.set(version, amount)
      expect([...kept].toSorted(byVersion)).toEqual([...promised].toSorted(byVersion))
    }
  },
)

const byVersion = ([one]: [number, number], [other]: [number, number]): number => one - other

async function acknowledged(ledger: Ledger, count: number, load: Promise<unknown>): Promise<void> {
  const ended = load.then(() => Promise.reject(new Error('The load ended early')))
  // If the count is already reached, nothing awaits this promise.
  ended.catch(() => undefined)
  while (ledger.count < count) await Promise.race([once(ledger, 'acknowledged'), ended])
}

async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}
