/**
 * Works on uploads as the portal's worker does, in a process of its own that kills itself at its nth statement: before it is
 * sent, or once it is on its way. It tells how many statements it has sent when nothing is left to do.
 */
import pg from 'pg'
import { openDatabase } from '../../database/database.ts'
import { openPool } from '../../database/postgres.ts'
import { processUploads } from '../../features/data-uploads/process-uploads.server.ts'
import { databaseLimits } from '../../server/limits.ts'

const { LOGIN = '', DIE_AT = 'Infinity', ONCE_SENT } = process.env
const login: object = JSON.parse(LOGIN)
const dieAt = Number(DIE_AT)
const die = () => process.kill(process.pid, 'SIGKILL')
let sent = 0

type Asking = { query: (this: unknown, ...asked: unknown[]) => unknown }
// Whatever is asked goes through as it is, so of the driver's many forms none matters here.
const driver = pg.Client.prototype as unknown as Asking
const { query: send } = driver
driver.query = function (...asked) {
  sent += 1
  if (sent === dieAt && ONCE_SENT === undefined) die()
  const answer = send.apply(this, asked)
  if (sent === dieAt) setImmediate(die)
  return answer
}

const pool = openPool(login, { size: 2, patience: databaseLimits, onError: () => undefined })
await processUploads({ db: openDatabase(pool), onFault: () => process.exit(1) })
process.send?.(sent)
process.disconnect()
await pool.end()
