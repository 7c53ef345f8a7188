import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyChanged, signInForBenefit, decide, changeFacts, linesOf } from '../../tests/harness/world-actions.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'

let world: World
beforeEach(async () => void (world = await startWorld({ people: 'of one client' })))
afterEach(() => world.close())

describe('an employee with a known last day', () => {
  it('cannot order cover that starts after the last day, and is shown that day', async () => {
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-11-30' })
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const message =
      'Your employment ends on 30 November 2026. A choice made now would start on 1 December 2026, after your last day'
    for (const answer of [await bicycle.quote({ value: 3000 }), await bicycle.tryToChoose({ value: 3000 })])
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'not-selectable', message }])
    expect((await bicycle.view()).availability).toMatchObject({ available: false, reason: message })
  })

  it('pays for an order in the number of instalments that are left until that day', async () => {
    await changeFacts(world, 'amelia.hart', { 'end-date': '2027-02-10' })
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    expect((await bicycle.quote({ value: 1200 })).json()).toMatchObject({
      price: { employee: { perMonth: 400 }, order: { total: 1200, instalments: 3 } },
    })
    const { selectionId } = await bicycle.choose({ value: 1200 })
    expect((await decide(world, [selectionId])).statusCode).toBe(200)
    expect((await linesOf(world, selectionId)).map(({ period, employee }) => [period, employee])).toEqual([
      ['December 2026', 400],
      ['January 2027', 400],
      ['February 2027', 400],
    ])
  })

  it('keeps an application for cover that starts before the last day; the approver is shown that day', async () => {
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1200 })
    await changeFacts(world, 'amelia.hart', { 'end-date': '2027-02-10' })
    const token = await world.signIn('grace.lin')
    const listed = await world.request({ url: `/api/v2/scheme/selections/${bicycle.benefitId}/pending/`, token })
    expect(listed.json()).toMatchObject([{ selectionId, fields: { 'Last day of employment': '10 February 2027' } }])
    expect((await decide(world, [selectionId])).statusCode).toBe(200)
  })

  it('loses an application for cover that would start after the last day: it is withdrawn', async () => {
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1200 })
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-11-30' })
    expect((await decide(world, [selectionId])).statusCode).toBe(409)
    expect(await world.database.rows(`select state from selection where id = $1`, [selectionId])).toEqual([
      { state: 'withdrawn' },
    ])
  })

  it('cannot get an approval for cover that would start after the last day, and the refusal names that day', async () => {
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1200 })
    // Records the fact without a recalculation.
    await recordFact(world, { of: 'amelia.hart', fact: 'end-date', value: '2026-11-30' })
    const answer = await decide(world, [selectionId])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      {
        code: 'starts-after-leaving',
        changed: [selectionId],
        lastDays: [{ selectionId, lastDay: '2026-11-30', startsOn: '2026-12-01' }],
      },
    ])
    expect((await decide(world, [selectionId], false)).statusCode).toBe(200)
  })
})

it('a leaver is covered until the end of the month if the benefit says so', async () => {
  await applyChanged(world, {
    'benefits/gym.yaml': (text) => `${text.trimEnd()}\nleaving: { coverTo: end-of-month }\n`,
  })
  await changeFacts(world, 'amelia.hart', { 'end-date': '2027-02-10' })
  const [end] = await world.database.rows<{ from: string; to: string; reason: string }>(
    `select version.effective_from::text as from, version.effective_to::text as to, version.reason
     from selection_version as version
     join selection on selection.client_id = version.client_id and selection.id = version.selection_id
     join account on account.client_id = selection.client_id and account.person_id = selection.person_id
     join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
     where email = 'amelia.hart@demo.example' and code = 'gym' and action = 'end'`,
  )
  expect(end).toEqual({ from: '2027-03-01', to: '2027-02-28', reason: 'Employment ends on 10 February 2027' })
})
