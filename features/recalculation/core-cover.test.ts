import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { PersonId, SelectionId } from '../../contract/ids.ts'
import { inRolledBackTransaction } from '../../database/database.ts'
import type { Tx } from '../../platform/handle.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { callerOf } from '../../tests/harness/caller.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { deductionsOf } from '../../services/payroll/deductions.queries.ts'
import { listPeriods } from '../payroll/payroll-runs.queries.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import { saveChoice } from '../benefit-setup/save-choice.api.ts'
import { copiedFields, nextVersion } from '../../services/recalculation/next-version.server.ts'
import { listPendingCover } from '../medical/pending-cover.queries.ts'
import { decideSelections } from '../selections/decide-selections.queries.ts'
import { historyFaults, importedVersion } from '../selections/imported-selection-history.rules.ts'
import { transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import { selectionVersionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { appendVersion, lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { provideCoreCover } from './core-cover.queries.ts'
import { recalculateForRecordedFacts } from '../../services/recalculation/recalculate.queries.ts'

const today = isoDate.parse('2026-11-16')
const begun = isoDate.parse('2026-12-08')

/** Half of the second joiner's salary exceeds the cover limit. All choices need the employer's approval. */
const world = await startWorld({ people: 'of one client' })
const rows = [
  'NR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,monthly,active,2026-12-07,,,30000.00,37.5,1,,,,,',
  'NR9002,high.earner@demo.example,,High,Earner,1990-05-05,,,monthly,active,2026-12-07,,,140000.00,37.5,1,,,,,',
]
await applyChanged(world, { 'people.csv': (text) => `${text.trimEnd()}\n${rows.join('\n')}\n` })
await world.database.changeScheme(
  `update benefit set definition = jsonb_set(definition - 'terms', '{medical,questions}', '[]') || '{"approval": "required"}'`,
)
const { clientId, personId: joiner } = await accountOf(world.database, 'new.joiner')
const { personId: highEarner } = await accountOf(world.database, 'high.earner')

describe('core cover of a joiner who tried to choose more cover before the first day', () => {
  it.each([
    ['begun, and keeps what was begun', 'begin', ['provide', 'save-draft'], 'draft'],
    ['begun and dropped', 'drop', ['provide'], 'active'],
    ['asked for, and still asks', 'ask', ['provide', 'reinstate-application'], 'pending-change'],
    ['asked for and been refused', 'be refused', ['provide'], 'active'],
  ] as const)('begins on the first day if the joiner has only %s', async (_, tried, actions, state) => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const selectionId = await tries(tx, joiner, tried)
      const before = await selectionVersionsOf(tx, clientId, { selectionId })
      await provideCoreCover(tx, clientId, { today: begun })
      const given = (await selectionVersionsOf(tx, clientId, { selectionId })).slice(before.length)
      expect(given.map(({ action }) => action)).toEqual(actions)
      expect(given[0]).toMatchObject({ effectiveFrom: '2026-12-07', choice: core })
      expect(await locked(tx, selectionId)).toMatchObject({ state, versionInForce: given[0]?.version })
      const beside = given.slice(1).map(({ choice }) => choice)
      expect(beside).toEqual(beside.map(() => before.at(-1)?.choice))
      await provideCoreCover(tx, clientId, { today: begun })
      expect(await selectionVersionsOf(tx, clientId, { selectionId })).toHaveLength(before.length + given.length)
      expect((await paidByEmployer(tx, selectionId)).map(({ period }) => period)).toEqual(periods)
      expect(await faultsOf(tx, selectionId)).toEqual([])
    })
  })

  it.each(['refused', 'withdrawn'] as const)(
    "is paid by the employer and ends with the employment, even if the person's application was %s",
    async (answered) => {
      await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
        const selectionId = await tries(tx, joiner, 'ask')
        await provideCoreCover(tx, clientId, { today: begun })
        const paid = await paidByEmployer(tx, selectionId)
        expect(paid.map(({ period }) => period)).toEqual(periods)
        const selection = await locked(tx, selectionId)
        if (answered === 'refused')
          await decideSelections(tx, clientId, {
            selections: [selection],
            approved: false,
            actorId: joiner,
            today: begun,
          })
        else await withdraw(tx, selection)
        expect(await locked(tx, selectionId)).toMatchObject({ state: 'active', newest: { choice: core } })
        expect(await paidByEmployer(tx, selectionId)).toEqual(paid)

        const lastDay = { personId: joiner, fact: 'end-date' as const, value: '2027-01-31', effectiveFrom: begun }
        const facts = await recordFacts(tx, clientId, { source: 'test', facts: [lastDay] })
        await recalculateForRecordedFacts(tx, clientId, { facts, today: begun })
        expect(await locked(tx, selectionId)).toMatchObject({ state: 'ended', versionInForce: null })
        expect(await paidByEmployer(tx, selectionId)).toEqual(paid.filter(({ period }) => period === 'January 2027'))
        expect(await faultsOf(tx, selectionId)).toEqual([])
      })
    },
  )

  it("needs the provider's decision for cover above the limit, and replaces a draft", async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const selectionId = await tries(tx, highEarner, 'begin')
      await provideCoreCover(tx, clientId, { today: begun })
      const { newest, state } = await locked(tx, selectionId)
      expect([newest.action, state]).toEqual(['provide-for-evidence', 'pended'])
      expect(await listPendingCover(tx, clientId, { personId: highEarner })).toContainEqual(
        expect.objectContaining({ selectionId, cover: { selected: '7000000', effective: '6500000' } }),
      )
      expect((await paidByEmployer(tx, selectionId)).map(({ period }) => period)).toEqual(periods)
      expect(await faultsOf(tx, selectionId)).toEqual([])
    })
  })

  it('is in force up to the limit while an application for more cover is pending', async () => {
    await inRolledBackTransaction(world.database.db, clientId, async (tx) => {
      const selectionId = await tries(tx, highEarner, 'ask')
      await provideCoreCover(tx, clientId, { today: begun })
      expect(await locked(tx, selectionId)).toMatchObject({
        state: 'pending-change',
        newest: { choice: { values: { level: 'sixty' } } },
        running: { action: 'provide-for-evidence', state: 'pended' },
      })
      expect((await paidByEmployer(tx, selectionId)).map(({ period }) => period)).toEqual(periods)
      expect(await faultsOf(tx, selectionId)).toEqual([])
    })
  })
})

const core = { values: { level: 'core' } }
/** Without December, because that period began before the joiners' first day. */
const periods = ['January 2027', 'February 2027', 'March 2027', 'April 2027']

async function paidByEmployer(tx: Tx, selectionId: SelectionId) {
  const labels = new Map((await listPeriods(tx, clientId)).map(({ periodId, label }) => [periodId, label]))
  const taken = await deductionsOf(tx, clientId, { selectionId })
  return taken
    .filter(({ payCode, employer }) => payCode === 'INCPCR' && employer > 0n)
    .map(({ periodId, employer }) => ({ period: labels.get(periodId), employer }))
}

async function faultsOf(tx: Tx, selectionId: SelectionId) {
  const versions = await selectionVersionsOf(tx, clientId, { selectionId })
  const { versionInForce: runningVersion, ...selection } = await locked(tx, selectionId)
  return historyFaults({
    ...selection,
    runningVersion,
    versions: versions.map(({ actorId: _actorId, schemeYearId: _year, draftStep: _step, ...version }) =>
      importedVersion.parse(version),
    ),
  })
}

async function locked(tx: Tx, selectionId: SelectionId) {
  const [selection] = await lockSelections(tx, clientId, [selectionId])
  if (!selection) throw new Error('Nothing was chosen')
  return selection
}

async function withdraw(tx: Tx, selection: SelectionWithVersions) {
  const step = transitionOf({ state: selection.state, running: true }, 'withdraw', 'employee')
  if (step.outcome === 'refused') throw new Error(step.sentence)
  const next = nextVersion({ selection, action: 'withdraw', step, actorId: joiner })
  await appendVersion(tx, clientId, { selection, next })
}

async function tries(tx: Tx, personId: PersonId, tried: 'begin' | 'drop' | 'ask' | 'be refused') {
  const scheme = await loadPersonScheme(tx, clientId, { personId, today })
  const benefit = scheme?.benefits.find(({ code }) => code === 'income-protection')
  if (!scheme || !benefit) throw new Error('Income protection is not offered')
  const isDraft = tried === 'begin' || tried === 'drop'
  const body = { values: { level: 'sixty' }, ...(isDraft && { draft: true as const }) }
  const call = { tx, clientId, caller: callerOf(clientId, personId), today, audit: () => undefined }
  const mails = { tell: async () => undefined }
  const { selectionId } = await saveChoice(
    { ...call, mails, params: { id: benefit.id }, body },
    benefitStatusOf(scheme, benefit),
  )
  const selection = await locked(tx, selectionId)
  if (tried === 'be refused')
    await decideSelections(tx, clientId, { selections: [selection], approved: false, actorId: personId, today })
  if (tried === 'drop') {
    const reset = { state: 'none', action: 'reset', runs: 'as-before', actorId: personId } as const
    const next: NewVersion = { ...copiedFields(selection.newest), ...reset }
    await appendVersion(tx, clientId, { selection, next })
  }
  return selectionId
}
