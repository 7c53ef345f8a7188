import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import { inRehearsal } from '../../../database/database.ts'
import type { Tx } from '../../../platform/handle.ts'
import { accountOf } from '../../../tests/harness/accounts.ts'
import { applied } from '../../../tests/harness/applied.ts'
import { callerOf } from '../../../tests/harness/caller.ts'
import { withChangedFolder } from '../../../tests/harness/changed-folder.ts'
import { startWorld, type World } from '../../../tests/harness/world.ts'
import { loadMyScheme } from '../actions/my-scheme.server.ts'
import { standingOf } from '../actions/standing.server.ts'
import { choose } from '../choosing/choose.api.ts'
import { contentOf } from '../choosing/next-version.server.ts'
import { decideSelections } from '../selections/decide-selections.queries.ts'
import { versionsOf } from '../selections/selection-versions.queries.ts'
import type { NewVersion } from '../selections/selection.rules.ts'
import { appendVersion, lockSelections } from '../selections/selections.queries.ts'
import { provideCoreCover } from './core-cover.queries.ts'

const today = isoDate.parse('2026-11-16')
const begun = isoDate.parse('2026-12-08')

let world: World
let clientId: ClientId
let joiner: PersonId

/** Beside everybody somebody who joins on 7 December, in a scheme that asks the employer for consent to more. */
beforeAll(async () => {
  world = await startWorld({ keep: true })
  const row = 'NR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,monthly,active,2026-12-07,,,30000.00,37.5,1,,,,,'
  await withChangedFolder(
    join(import.meta.dirname, '../../../examples/demo'),
    { 'people.csv': (text) => `${text.trimEnd()}\n${row}\n` },
    (folder) => applied(world.database.db, folder),
  )
  await world.database.rows(`update benefit set definition = definition - 'terms' || '{"approval": "required"}'`)
  ;({ clientId, personId: joiner } = await accountOf(world.database, 'new.joiner'))
})
afterAll(() => world.close())

describe('cover that everybody has, of somebody who has tried to choose more of it before their first day', () => {
  it.each([
    ['begun, and keeps what was begun', 'begin', ['provide', 'save-draft'], 'draft'],
    ['begun and dropped', 'drop', ['provide'], 'active'],
    ['asked for, and still asks', 'ask', ['provide', 'restate'], 'pending-change'],
    ['asked for and been refused', 'be refused', ['provide'], 'active'],
  ] as const)('begins with it where they have only %s', async (_, tried, actions, state) => {
    await inRehearsal(world.database.db, clientId, async (tx) => {
      const selectionId = await tries(tx, tried)
      const before = await versionsOf(tx, clientId, { selectionId })
      await provideCoreCover(tx, clientId, { today: begun })
      const given = (await versionsOf(tx, clientId, { selectionId })).slice(before.length)
      expect(given.map(({ action }) => action)).toEqual(actions)
      expect(given[0]).toMatchObject({ effectiveFrom: '2026-12-07', choice: { values: { level: 'core' } } })
      const [selection] = await lockSelections(tx, clientId, [selectionId])
      expect(selection).toMatchObject({ state, runningVersion: given[0]?.version })
      // What waits, or is not finished, is what it was.
      const beside = given.slice(1).map(({ choice }) => choice)
      expect(beside).toEqual(beside.map(() => before.at(-1)?.choice))
      // Asking again gives nothing twice.
      await provideCoreCover(tx, clientId, { today: begun })
      expect(await versionsOf(tx, clientId, { selectionId })).toHaveLength(before.length + given.length)
    })
  })
})

/** Income protection of a higher level. */
async function tries(tx: Tx, tried: 'begin' | 'drop' | 'ask' | 'be refused') {
  const scheme = await loadMyScheme(tx, clientId, { personId: joiner, today })
  const benefit = scheme?.benefits.find(({ code }) => code === 'income-protection')
  if (!scheme || !benefit) throw new Error('Income protection is not offered')
  const isDraft = tried === 'begin' || tried === 'drop'
  const body = { values: { level: 'sixty' }, ...(isDraft && { draft: true as const }) }
  const call = { tx, clientId, caller: callerOf(clientId, joiner), today, audit: () => undefined }
  const mails = { tell: async () => undefined }
  const { selectionId } = await choose(
    { ...call, mails, params: { id: benefit.id }, body },
    standingOf(scheme, benefit),
  )
  const selections = await lockSelections(tx, clientId, [selectionId])
  const [selection] = selections
  if (!selection) throw new Error('Nothing was chosen')
  if (tried === 'be refused')
    await decideSelections(tx, clientId, { selections, approved: false, actorId: joiner, today })
  if (tried === 'drop') {
    const reset = { state: 'none', action: 'reset', runs: 'as-before', actorId: joiner } as const
    const next: NewVersion = { ...contentOf(selection.newest), ...reset }
    await appendVersion(tx, clientId, { selection, next })
  }
  return selectionId
}
