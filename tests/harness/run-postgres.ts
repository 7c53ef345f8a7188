/**
 * A process that does nothing but hold the embedded PostgreSQL of DATA_DIR: it prints its part and the process id as
 * a line of JSON, stops on SIGTERM, and ends with 1 and one sentence when it cannot start.
 */
import { startEmbedded } from '../../database/embedded.ts'
import { StartError } from '../../database/start-error.ts'

try {
  const postgres = await startEmbedded({ dataDir: process.env['DATA_DIR'] ?? './data' })
  // Whoever only joined has no child that would keep the process.
  const stay = setInterval(() => undefined, 1_000_000)
  process.once('SIGTERM', () => {
    clearInterval(stay)
    void postgres.stop()
  })
  console.log(JSON.stringify({ part: postgres.part, pid: postgres.pid, user: process.getuid?.() }))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
