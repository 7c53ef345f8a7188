import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { SelectionId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { deductionsOfMany } from '../../services/payroll/deductions.queries.ts'
import { decideSelections } from './decide-selections.queries.ts'
import { lockSelections } from '../../services/my-benefits/selections.queries.ts'

it('deciding on many selections takes the same number of statements as deciding on one, and updates deductions', async () => {
  const world = await employerWorld()
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const approve = async (surnames: string[]) => {
    const selectionIds: SelectionId[] = []
    for (const surname of surnames) selectionIds.push(await world.pendingSelection({ surname }))
    return inClient(world.portal.database.db.withPlugin(counting), world.clientId, async (tx, { today }) => {
      const selections = await lockSelections(tx, world.clientId, selectionIds)
      statements = 0
      await decideSelections(tx, world.clientId, { selections, approved: true, actorId: world.henry.personId, today })
      const took = statements
      const deductions = await deductionsOfMany(tx, world.clientId, { selectionIds })
      return { took, lines: selectionIds.map((id) => deductions.get(id)?.length) }
    })
  }
  const one = await approve(['Alone'])
  const many = await approve(['First', 'Second', 'Third', 'Fourth'])
  expect(many.took).toBe(one.took)
  expect(one.lines).toEqual([expect.any(Number)])
  expect(many.lines).toEqual(many.lines.map(() => one.lines[0]))
})
