/**
 * Processes uploads like the portal's worker, in a process that kills itself at its nth statement, before or after sending it.
 * Reports the number of statements when nothing is left to do.
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
// All arguments are passed through, so one type stands for the driver's overloads.
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
