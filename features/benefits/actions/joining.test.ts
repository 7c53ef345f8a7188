import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import { inClient } from '../../../database/database.ts'
import { withChangedFolder } from '../../../tests/harness/changed-folder.ts'
import { applied } from '../../../tests/harness/applied.ts'
import { startWorld, type World } from '../../../tests/harness/world.ts'
import { loadMyScheme } from './my-scheme.server.ts'
import { priceOf, standingOf } from './standing.server.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})

/** Somebody who joins on 7 December 2026 at £30,000.00, and what they may choose on 16 November. */
async function standingOfJoiner(code: string) {
  const row = 'NR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,monthly,active,2026-12-07,,,30000.00,37.5,1,,,,,'
  await withChangedFolder(
    join(import.meta.dirname, '../../../examples/demo'),
    { 'people.csv': (text) => `${text.trimEnd()}\n${row}\n` },
    (folder) => applied(world.database.db, folder),
  )
  const [joiner] = await world.database.rows<{ clientId: ClientId; personId: PersonId }>(
    `select client_id as "clientId", person_id as "personId" from account where email = 'new.joiner@demo.example'`,
  )
  if (!joiner) throw new Error('They have no account')
  const { clientId, personId } = joiner
  const scheme = await inClient(world.database.db, clientId, (tx, { today }) =>
    loadMyScheme(tx, clientId, { personId, today }),
  )
  const benefit = scheme?.benefits.find((one) => one.code === code)
  if (!scheme || !benefit) throw new Error(`${code} is not offered`)
  return standingOf(scheme, benefit)
}

describe('somebody who is still to join', () => {
  it('chooses from their first day, at what they will be paid', async () => {
    const standing = await standingOfJoiner('pension')
    expect(standing).toMatchObject({ choosing: { allowed: true }, effectiveFrom: '2026-12-07' })
    // 6 % of £30,000.00.
    expect(priceOf(standing, { values: { contribution: '6' }, people: [] })).toMatchObject({
      outcome: 'priced',
      price: { employeeYearly: 1800_00n },
    })
  })
})
