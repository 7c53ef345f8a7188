import { openPopulation, type Population } from './fill-database.ts'
import { type ServerProcess, startProcess } from './start-process.ts'
import { type RunningPortal, startPortal } from './running-portal.ts'

export type BenchServers = RunningPortal & {
  people: number
  floor: ServerProcess
  rawPort: number
  login: Population['login']
  postgresPid: number
  startFloor: () => Promise<ServerProcess>
}

/** Starts PostgreSQL with generated people, the portal, and the baseline, each on a local port. */
export async function startBenchServers({
  people,
  others = 50,
  separateWorker = false,
  ports,
  log,
}: {
  people: number
  /** Number of clients besides the large one. */
  others?: number
  separateWorker?: boolean
  /** Ports of the portal, the baseline server, and the baseline server without Fastify. */
  ports: readonly [number, number, number]
  log: (line: string) => void
}): Promise<BenchServers> {
  const population = await openPopulation({ people, others }, log)
  const { login } = population
  const [port, floorPort, rawPort] = ports
  const startFloor = () =>
    startProcess('bench/baseline-server.ts', {
      port: floorPort,
      env: { FLOOR_DATABASE: JSON.stringify(login('postgres')), RAW_PORT: String(rawPort) },
    })
  const portal = await startPortal({ login, port, separateWorker })
  const floor = await startFloor()
  log('The daily jobs are done')
  return {
    ...portal,
    people,
    floor,
    rawPort,
    login,
    postgresPid: population.postgres.pid,
    startFloor,
    close: async () => {
      await Promise.all([portal.close(), floor.stop()])
      await population.stop()
    },
  }
}
