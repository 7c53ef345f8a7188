import { expect, it } from 'vitest'
import { changeFacts, signInForBenefit, decide, linesOf, lockNextRun } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { Basket } from '../basket/basket.contract.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'

const world = await startWorld()

function define(code: string, leaving: object): Promise<unknown> {
  return world.database.changeScheme(
    `update benefit set definition = definition || $2::jsonb
       where code = $1 and client_id = (select client_id from client_address where name = 'demo')`,
    [code, JSON.stringify({ leaving })],
  )
}

const told = async (asked: ReturnType<Awaited<ReturnType<typeof signInForBenefit>>['quote']>) =>
  (await asked).json<{ price: { ifYouLeave?: string } }>().price.ifYouLeave

async function toldOfHeld({ send, benefitId }: Awaited<ReturnType<typeof signInForBenefit>>) {
  const benefit = (await send('GET', `benefit/${benefitId}/with-selection`)).json<BenefitView>()
  return benefit.selection?.price?.ifYouLeave
}

it('a quote gives the amount due on leaving before the last payment of an order', async () => {
  const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
  expect(await told(bicycle.quote({ value: 1200 }))).toBe(
    'If you leave before the last payment, as much as possible of the remaining payments is taken from your last pay. You owe your employer the rest. After 3 of 12 payments £900.00 would remain.',
  )
  const ticket = await signInForBenefit(world, 'amelia.hart', 'season-ticket-loan')
  expect(await told(ticket.quote({ value: 2400 }))).toContain('After 3 of 12 payments £1,800.00 would remain.')
})

it('a quote for holiday explains that the amount due depends on the days taken', async () => {
  const holiday = await signInForBenefit(world, 'amelia.hart', 'holiday-trading')
  const bought = await told(holiday.quote({ trade: 'buy', 'buy-days': 5 }))
  expect(bought).toMatch(
    /^If you leave before the scheme year ends, you pay for the days you have taken, .* If you have paid less, you owe your employer the difference\. .* After 1 of 4 payments, with all 5 days taken, you would have paid £[\d.]+ too little\.$/,
  )
  expect(await told(holiday.quote({ trade: 'sell', 'sell-days': 1 }))).toBeUndefined()
})

it("an order in a draft, pending or in force shows the amount that would be owed on leaving after today's deductions", async () => {
  const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
  const toldNow = async () => toldOfHeld(await signInForBenefit(world, 'amelia.hart', 'cycle-to-work'))
  const before = /After 3 of 12 payments £900\.00 would remain\.$/
  const path = `benefit/${bicycle.benefitId}/selection`
  await bicycle.send('POST', path, { values: { value: 1200 }, draft: true })
  expect(await toldNow()).toMatch(before)
  const basket = (await bicycle.send('GET', 'user/basket')).json<Basket>()
  expect(basket.items.map(({ price }) => price?.ifYouLeave)).toContainEqual(expect.stringMatching(before))

  const { selectionId } = (await bicycle.change({ value: 1200 })).json<SelectionView>()
  expect(await toldNow()).toMatch(before)
  await decide(world, [selectionId])
  expect(await toldNow()).toMatch(before)

  await world.database.moveTo('2026-12-20T09:00:00Z')
  await lockNextRun(world)
  expect(await toldNow()).toBe(
    'If you left today, £1,100.00 would be left to pay. As much of it as possible would be taken from your last pay, and you would owe your employer the rest.',
  )
  await world.database.moveTo('2027-01-05T09:00:00Z')
  expect(await toldNow()).toMatch(/^If you left today, £1,000\.00 would be left to pay\./)
})

it.each([
  ['owed', 'If you left today, you would owe your employer £1,000.00.'],
  [
    'transfer',
    'If you left today, £1,000.00 would be left to pay. Your agreement would move to your new employer, and you would owe your current employer nothing.',
  ],
  ['settle', 'If you left today, £1,000.00 more would be taken from your last pay.'],
  ['drop', 'If you left today, your payments would end. Your employer would pay the remaining £1,000.00.'],
])('a benefit with %s explains the rule for leaving', async (owed, sentence) => {
  await define('cycle-to-work', { owed })
  const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
  expect(await toldOfHeld(bicycle)).toBe(sentence)
})

it('for sold holiday, the page shows the amount that the last pay would add on leaving', async () => {
  const begun = await startWorld({ people: 'few' })
  const asHenry = () => signInForBenefit(begun, 'henry.cole', 'holiday-trading')
  const { selectionId } = await (await asHenry()).choose({ trade: 'sell', 'sell-days': 2 })
  await decide(begun, [selectionId])
  // £62,000.00 / 260 × 2 is £476.92, paid from December to March: £119.23 each.
  await begun.database.moveTo('2026-12-20T09:00:00Z')
  await lockNextRun(begun)
  await begun.database.moveTo('2027-01-05T09:00:00Z')
  // For 275 of 365 days, £359.32 is due. December and January have paid £238.46 of it.
  expect(await toldOfHeld(await asHenry())).toBe('If you left today, £120.86 more would be added to your last pay.')
  await changeFacts(begun, 'henry.cole', { 'end-date': '2027-01-05' })
  const paid = async () => (await linesOf(begun, selectionId)).map(({ period, employee }) => [period, employee])
  expect(await paid()).toEqual([
    ['December 2026', -119.23],
    ['January 2027', -119.23 - 120.86],
  ])
})

it('for sold holiday, the page shows the amount owed on leaving if more has been paid than earned', async () => {
  const begun = await startWorld({ people: 'few' })
  const asHenry = () => signInForBenefit(begun, 'henry.cole', 'holiday-trading')
  const { selectionId } = await (await asHenry()).choose({ trade: 'sell', 'sell-days': 2 })
  await decide(begun, [selectionId])
  await begun.database.moveTo('2027-03-20T09:00:00Z')
  for (let label = ''; label !== 'March 2027';) label = await lockNextRun(begun)
  await begun.database.moveTo('2027-03-30T09:00:00Z')
  // For 359 of 365 days, £469.08 is due. The full £476.92 has been paid.
  expect(await toldOfHeld(await asHenry())).toBe('If you left today, you would owe your employer £7.84.')
})
