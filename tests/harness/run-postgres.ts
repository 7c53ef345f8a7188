/** Runs the embedded PostgreSQL of DATA_DIR until SIGTERM. Prints its role and process id as a line of JSON. */
import { startEmbedded } from '../../database/embedded.ts'
import { StartError } from '../../database/start-error.ts'

try {
  const postgres = await startEmbedded({ dataDir: process.env['DATA_DIR'] ?? './data' })
  // A process that uses another process's PostgreSQL has no child to keep it alive.
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
