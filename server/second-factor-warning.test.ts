import { expect, it, onTestFinished } from 'vitest'
import { addClient } from '../tests/harness/people.ts'
import { startPortal } from '../tests/harness/portal.ts'
import { openLog } from './log.ts'
import { warnOfMissingSecondFactor } from './second-factor-warning.ts'

it('a warning names exactly the clients whose employers log in with a password only [S-24]', async () => {
  const portal = await startPortal()
  onTestFinished(() => portal.close())
  await addClient(portal, { site: 'strict', switches: { twoFactor: { employers: true } } })
  await addClient(portal, { site: 'silent', switches: { twoFactor: {} } })
  await addClient(portal, { site: 'lax', switches: { twoFactor: { employers: false, employees: true } } })
  const lines: string[] = []
  const log = openLog({ level: 'info', stream: { write: (line) => void lines.push(line) } })
  await warnOfMissingSecondFactor(portal.database.db, log)
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 'warn', client: 'lax', msg: 'employers need no second factor' }),
  ])
})
