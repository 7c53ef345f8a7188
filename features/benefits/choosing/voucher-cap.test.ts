import { afterEach, beforeEach, expect, it } from 'vitest'
import { isoDate } from '../../../contract/dates.ts'
import { inClient } from '../../../database/database.ts'
import { accountOf } from '../../../tests/harness/accounts.ts'
import { acceptTerms } from '../../../tests/harness/benefit-terms.ts'
import { runDaily } from '../../../tests/harness/daily.ts'
import { applyChanged, decide, learn } from '../../../tests/harness/leavers.ts'
import { nextYear } from '../../../tests/harness/next-year.ts'
import { startWorld, type World } from '../../../tests/harness/world.ts'
import { recordFacts } from '../../employees/employees.queries.ts'
import type { BenefitView, SelectionView } from '../benefits.contract.ts'
import { followRecorded } from '../following/follow.queries.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
  await world.database.rows(
    `update benefit set definition = definition || '{"requires": []}' where code = 'childcare-vouchers'`,
  )
})
afterEach(() => world.close())

async function asAmelia(salary: number) {
  const { clientId, personId } = await accountOf(world.database, 'amelia.hart')
  await inClient(world.database.db, clientId, async (tx, { today }) => {
    const news = (['basic-salary', 'benefit-salary', 'pensionable-salary'] as const).map((fact) => ({
      personId,
      fact,
      value: String(salary * 100),
      effectiveFrom: isoDate.parse('2026-11-01'),
    }))
    await followRecorded(tx, clientId, {
      facts: await recordFacts(tx, clientId, { source: 'test', facts: news }),
      today,
    })
  })
  const token = await world.signIn('amelia.hart')
  const find = async (code: string) => {
    const list = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
    const found = list.find((one) => one.code === code)
    if (!found) throw new Error(`Amelia is not offered ${code}`)
    return found
  }
  const choose = async (code: string, values: object, method: 'POST' | 'PATCH' = 'PATCH') => {
    const benefit = await find(code)
    await acceptTerms(world, token, benefit)
    return world.request({ method, url: `/api/v1/benefit/${benefit.benefitId}/selection`, token, body: { values } })
  }
  return { find, choose }
}

const withoutPension = 'Please enter a value between 10 and 124'

it('caps vouchers by relevant earnings: what pension by sacrifice takes off brings £243 within reach (case 8)', async () => {
  const amelia = await asAmelia(54_000)
  // Payroll giving of £10 a month and private medical that the employer pays are in the example; 6% pension is not enough.
  const refused = await amelia.choose('childcare-vouchers', { amount: 243 }, 'POST')
  expect(refused.statusCode).toBe(422)
  const [sentence = ''] = refused.json<{ errors: Record<string, string[]> }>().errors['amount'] ?? []
  expect(sentence).toContain(withoutPension)
  expect(sentence).toMatch(
    /salary £54,000\.00, plus taxable benefits £[\d,.]+, less pension £3,240\.00, less payroll giving £120\.00/,
  )

  expect((await amelia.choose('pension', { contribution: 10 })).statusCode).toBe(200)
  const vouchers = await amelia.find('childcare-vouchers')
  expect(vouchers.setupFields[0]).toMatchObject({
    input: { kind: 'number', max: 243 },
    help: expect.stringContaining('less pension £5,400.00'),
  })
  expect((await amelia.choose('childcare-vouchers', { amount: 243 }, 'POST')).statusCode).toBe(201)
})

it('keeps £243 at the turn of the year, when pension still takes off as much', async () => {
  await world.database.moveTo('2027-03-10T09:00:00Z')
  const amelia = await asAmelia(54_000)
  expect((await amelia.choose('pension', { contribution: 10 })).statusCode).toBe(200)
  const asked = await amelia.choose('childcare-vouchers', { amount: 243 }, 'POST')
  expect(asked.statusCode).toBe(201)
  expect((await decide(world, [asked.json<SelectionView>().selectionId])).statusCode).toBe(200)
  await applyChanged(world, nextYear())
  // The folder has the salary of the example.
  await learn(world, 'amelia.hart', { 'basic-salary': '5400000', 'pensionable-salary': '5400000' })
  await world.database.moveTo('2027-04-06T09:00:00Z')
  await runDaily(world)
  const after = await world.database.rows<{ action: string; amount: string }>(
    `select action, choice -> 'values' ->> 'amount' as amount
     from selection_version
     where selection_id = $1
     order by version desc
     limit 1`,
    [asked.json<SelectionView>().selectionId],
  )
  expect(after).toEqual([{ action: 'renew', amount: '243' }])
})
