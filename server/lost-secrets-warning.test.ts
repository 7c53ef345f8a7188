import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { addClient, addPerson } from '../tests/harness/people.ts'
import { startPortal } from '../tests/harness/portal.ts'
import { openLog } from './log.ts'
import { warnOfLostSecrets } from './lost-secrets-warning.ts'

it('a warning names the client whose passwords need a missing secret; there is no warning if the older secret is also given [S-84]', async () => {
  const portal = await startPortal()
  const clientId = await addClient(portal, { site: 'demo' })
  await addPerson(portal, clientId, { email: 'amelia@demo.example' })
  const other = await addClient(portal, { site: 'other' })
  await addPerson(portal, other, { email: 'invited@other.example', state: 'invited', password: null })
  const said = async (...secrets: Buffer[]) => {
    const lines: string[] = []
    const log = openLog({ level: 'info', stream: { write: (line) => void lines.push(line) } })
    await warnOfLostSecrets(portal.database.db, secrets, { log })
    return lines.map((line) => JSON.parse(line) as object)
  }
  const newer = randomBytes(32)
  expect(await said(newer, portal.serverSecret)).toEqual([])
  expect(await said(newer)).toEqual([
    expect.objectContaining({
      level: 'error',
      client: clientId,
      msg: expect.stringContaining('add it to SERVER_SECRET'),
    }),
  ])
})
