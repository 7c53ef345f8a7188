import { beforeAll, describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { changeFacts, salaryFacts } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { factsAndSelectionsKnownOn } from './facts-known-on-day.queries.ts'

const day = (date: string) => isoDate.parse(date)

describe('facts that apply on one day, as known on another day', () => {
  let world: World
  let amelia: { clientId: ClientId; personId: PersonId }

  beforeAll(async () => {
    world = await startWorld({ keep: true })
    amelia = await accountOf(world.database, 'amelia.hart')
    // A salary of £54,000 from 1 December is recorded on 20 December, and corrected to £52,000 on 11 January.
    await becomesKnown('2026-12-20', '5400000')
    await becomesKnown('2027-01-11', '5200000')
    return () => world.close()
  })

  async function becomesKnown(on: string, salary: string): Promise<void> {
    await world.database.moveTo(`${on}T12:00:00Z`)
    await changeFacts(world, 'amelia.hart', salaryFacts(salary), '2026-12-01')
  }

  async function believed(asOf: string, knownOn: string) {
    const { clientId, personId } = amelia
    const { facts, ran } = await inClient(world.database.db, clientId, (tx) =>
      factsAndSelectionsKnownOn(tx, clientId, { personId, asOf: day(asOf), knownOn: day(knownOn) }),
    )
    const pension = ran.find(({ benefit }) => benefit === 'pension')?.version
    return [facts.find(({ fact }) => fact === 'pensionable-salary')?.value, pension?.price?.employeeYearly]
  }

  it.each([
    ['2026-12-15', '2026-12-19', '4500000', '270000'],
    ['2026-12-15', '2026-12-20', '5400000', '324000'],
    ['2026-12-15', '2027-01-10', '5400000', '324000'],
    ['2026-12-15', '2027-01-11', '5200000', '312000'],
    ['2026-11-30', '2027-01-11', '4500000', '270000'],
  ])('that apply on %s, as known on %s: salary %s, pension %s', async (asOf, knownOn, salary, pension) => {
    expect(await believed(asOf, knownOn)).toEqual([salary, pension])
  })

  it('do not exist before the first fact was recorded, and never belong to another client', async () => {
    expect(await believed('2026-12-15', '2026-11-01')).toEqual([undefined, undefined])
    const [plain] = await world.database.rows<{ id: ClientId }>(
      `select client_id as id from client where code = 'plain'`,
    )
    if (!plain) throw new Error('The plain client is not there')
    const other = plain.id
    const asked = { personId: amelia.personId, asOf: day('2026-12-15'), knownOn: day('2027-01-11') }
    const found = await inClient(world.database.db, other, (tx) => factsAndSelectionsKnownOn(tx, other, asked))
    expect(found).toEqual({ facts: [], ran: [] })
  })
})
