import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { inClient } from '../../database/database.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { applyChanged, changeFacts, lockNextRun } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { FactName } from '../../services/people/people-csv.rules.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { provideCoreCover } from './core-cover.queries.ts'
import { recalculateForRecordedFacts } from '../../services/recalculation/recalculate.queries.ts'
import { rejoinedOn } from '../../domain/windows/leaving.rules.ts'

const day = (date: string) => isoDate.parse(date)

it('re-employment restores cover at the price of the new first day if the benefit allows it; other cover starts again', async () => {
  const world = await startWorld({ people: 'of one client' })
  await applyChanged(world, {
    'benefits/life-assurance.yaml': (text: string) => `${text.trimEnd()}\nleaving: { restoreWithin: 45 }\n`,
  })
  const { clientId, personId } = await accountOf(world.database, 'amelia.hart')
  await lockNextRun(world)
  await world.database.moveTo('2026-12-21T09:00:00Z')
  await changeFacts(world, 'amelia.hart', { 'end-date': '2026-11-30' })
  const corrected = () =>
    world.database.rows<{ line: string }>(
      `select concat_ws(' ', period.label, 'for', original.label, pay_code, employee_pence, employer_pence) as line
       from deduction
       join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
       join payroll_period as original on original.client_id = deduction.client_id and original.id = original_period_id
       where deduction.person_id = $1
       order by pay_code`,
      [personId],
    )
  const employersCost = ['CASHER 0 -520', 'INCPCR 0 -1144', 'LIFECR 0 -1425', 'PENER 0 -22500', 'PMIER 0 -6156']
  const inJanuary = employersCost.map((line) => ({ line: `January 2027 for December 2026 ${line}` }))
  expect(await corrected()).toEqual(inJanuary)
  await world.database.moveTo('2027-01-04T09:00:00Z')
  // The facts are in the same order as in an upload and a scheme folder.
  await inClient(world.database.db, clientId, async (tx, { today }) => {
    const known = { 'end-date': null, 'start-date': '2027-01-04', 'benefit-salary': '4800000' }
    const facts = await recordFacts(tx, clientId, {
      source: 'test',
      // The keys of `known` are fact names.
      facts: Object.entries(known).map(([fact, value]) => ({
        personId,
        fact: fact as FactName,
        value,
        effectiveFrom: today,
      })),
    })
    await provideCoreCover(tx, clientId, { today })
    await recalculateForRecordedFacts(tx, clientId, { facts, today })
  })
  const held = await world.database.rows<Record<string, string>>(
    `select definition ->> 'code' as code, selection.state, version.action, version.effective_from::text as "from",
       version.choice -> 'values' as choice, version.price #>> '{cover,effective}' as cover
     from selection
     join benefit on benefit.client_id = selection.client_id and benefit.id = benefit_id
     join selection_version as version
       on version.client_id = selection.client_id and version.selection_id = selection.id and version.version = selection.version
     where person_id = $1 and definition ->> 'code' in ('life-assurance', 'pension')
     order by 1`,
    [personId],
  )
  expect(held).toMatchObject([
    {
      code: 'life-assurance',
      state: 'active',
      action: 'reinstate',
      from: '2027-01-04',
      choice: { multiple: '5' },
      cover: String(5 * 48_000_00),
    },
    { code: 'pension', state: 'ended', action: 'end', from: '2026-12-01' },
  ])
  const given = await inClient(world.database.db, clientId, (tx, { today }) =>
    provideCoreCover(tx, clientId, { today }),
  )
  expect(given).toBe(0)
  expect((await corrected()).filter(({ line }) => line.includes('INCPCR'))).toEqual([inJanuary[1]])
})

it.each([
  ['on the last day allowed', '2027-01-14', null, '2027-01-14'],
  ['a day later', '2027-01-15', null, null],
  ['on the day after the last', '2026-12-01', null, '2026-12-01'],
  ['while they have not left yet', '2019-03-04', null, null],
  ['with another last day already known', '2027-01-04', '2027-06-30', '2027-01-04'],
  ['while the last day before stands', '2027-01-04', '2026-11-30', null],
])('cover that ended on 30 November is restored for up to 45 days: re-employed %s', (_, start, end, expected) => {
  const facts = [
    { fact: 'start-date', value: start, effectiveFrom: day('2026-11-16') },
    { fact: 'end-date', value: end, effectiveFrom: day('2026-11-16') },
  ]
  expect(rejoinedOn(facts, { endedFrom: day('2026-12-01'), within: 45 })).toBe(expected)
})
