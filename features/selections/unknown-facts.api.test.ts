import { describe, expect, it } from 'vitest'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { choiceMessages } from '../../domain/selections/choice.messages.ts'
import { priceMessages } from '../../domain/pricing/price.messages.ts'

/** Amelia's salary is 0. Grace has no fixed hours. */
const world = await startWorld()
const changes = {
  'people.csv': (text: string) =>
    text.replace('45000.00,37.5,1,Timetable', '0.00,37.5,1,Timetable').replace('68500.00,37.5,1,', '68500.00,,,'),
}
await applyChanged(world, changes)

async function quote(name: string, code: string, values: object) {
  const token = await world.signIn(name)
  const offered = await world.request({ url: '/api/v1/benefits/user/eligible', token })
  const benefit = offered.json<BenefitView[]>().find((one) => one.code === code)
  const ask = (path: string) =>
    world.request({ method: 'POST', url: `/api/v1/benefit/${benefit?.benefitId}/${path}`, token, body: { values } })
  await acceptTerms(world, token, benefit)
  return { quoted: await ask('quote'), chosen: await ask('selection') }
}

describe('unknown salary (case 14)', () => {
  it.each([
    ['holiday-trading', { trade: 'buy', 'buy-days': 5 }],
    ['income-protection', { level: 'seventy-five' }],
  ])('is shown as the reason instead of a price of £0.00: %s', async (code, values) => {
    const { quoted } = await quote('amelia.hart', code, values)
    expect([quoted.statusCode, quoted.json()]).toMatchObject([
      422,
      { code: 'not-priced', message: priceMessages.salaryUnknown, cause: 'salary-unknown' },
    ])
  })

  it('prevents buying holiday', async () => {
    const { chosen } = await quote('amelia.hart', 'holiday-trading', { trade: 'buy', 'buy-days': 5 })
    expect([chosen.statusCode, chosen.json().message]).toEqual([422, priceMessages.salaryUnknown])
  })
})

describe('working hours that are not fixed', () => {
  it('are mentioned when holiday is sold, and when pay is compared with the minimum wage', async () => {
    const sold = await quote('grace.lin', 'holiday-trading', { trade: 'sell', 'sell-days': 1 })
    expect([sold.quoted.statusCode, sold.quoted.json().errors]).toEqual([
      422,
      { 'sell-days': [choiceMessages.hoursUnknown] },
    ])
    const bicycle = await quote('grace.lin', 'cycle-to-work', { value: 500 })
    expect([bicycle.quoted.statusCode, bicycle.quoted.json().code]).toEqual([422, 'minimum-wage-unknown'])
  })
})
