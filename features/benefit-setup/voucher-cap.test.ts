import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDaily } from '../../tests/harness/run-daily.ts'
import {
  applyChanged,
  signInForBenefit,
  decide,
  changeFacts,
  linesOf,
  salaryFacts,
} from '../../tests/harness/world-actions.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'

let world: World
async function start() {
  world = await startWorld({ keep: true, people: 'of one client' })
  await world.database.changeScheme(
    `update benefit set definition = definition || '{"requires": []}' where code = 'childcare-vouchers'`,
  )
}

async function asAmelia(salary: number | null) {
  if (salary !== null) await changeFacts(world, 'amelia.hart', salaryFacts(`${salary}00`), '2026-11-01')
  const { find, tryToChoose: choose } = await employee(world, 'amelia.hart')
  return { find, choose }
}

const withoutPension = 'Please enter a value between 10 and 124'

describe('vouchers in a tax year', () => {
  beforeAll(start)
  afterAll(() => world.close())

  it('are capped by relevant earnings: £243 is allowed for a person with a pension by salary sacrifice (case 8)', async () => {
    const amelia = await asAmelia(54_000)
    // Amelia also gives £10 a month to charity. With a pension of 6%, she earns too much for vouchers of £243.
    const refused = await amelia.choose('childcare-vouchers', { amount: 243 })
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
    const asked = await amelia.choose('childcare-vouchers', { amount: 243 })
    expect(asked.statusCode).toBe(201)
    expect((await decide(world, [asked.json<SelectionView>().selectionId])).statusCode).toBe(200)

    // The cap is fixed for the tax year, even if salary rises or the pension falls (EIM16054).
    await world.database.moveTo('2026-12-10T09:00:00Z')
    await changeFacts(world, 'amelia.hart', { 'basic-salary': '9000000', 'pensionable-salary': '9000000' })
    const raised = await asAmelia(null)
    expect((await raised.choose('pension', { contribution: 6 })).statusCode).toBe(200)
    const held = await raised.find('childcare-vouchers')
    expect(held.setupFields[0]).toMatchObject({
      input: { kind: 'number', max: 243 },
      help: expect.stringMatching(/salary £54,000\.00.+These earnings were estimated for 1 December 2026/),
    })
    expect((await raised.choose('childcare-vouchers', { amount: 242 })).statusCode).toBe(200)

    // Members since before 6 April 2011 have no lower cap. Other contractual pay counts from the next estimate.
    await changeFacts(world, 'amelia.hart', { 'other-relevant-earnings': '1200000' })
    await changeFacts(world, 'isla.reid', {
      'basic-salary': '9000000',
      'voucher-member-since': '2010-06-01',
      'other-relevant-earnings': '500000',
    })
    const isla = await signInForBenefit(world, 'isla.reid', 'childcare-vouchers')
    expect((await isla.view()).setupFields[0]).toMatchObject({
      input: { kind: 'number', max: 243 },
      help: expect.stringContaining('a member since 1 June 2010, before 6 April 2011'),
    })
    await changeFacts(world, 'isla.reid', { 'voucher-member-since': null })
    expect((await isla.view()).setupFields[0]).toMatchObject({
      input: { kind: 'number', max: 124 },
      help: expect.stringContaining('salary £90,000.00, plus other contractual pay £5,000.00'),
    })
  })

  it('are reduced on 6 April, even if the scheme year begins on another day, and one mail is sent', async () => {
    const longer = { 'scheme-current.yaml': (text: string) => text.replace('to: endOfTaxYear', 'to: endOfTaxYear+3m') }
    await applyChanged(world, longer)
    const selectionId = await selectionOf('henry.cole')
    await changeFacts(world, 'henry.cole', { 'basic-salary': '20000000', 'pensionable-salary': '20000000' })
    await world.database.moveTo('2027-04-05T09:00:00Z')
    await runDaily(world)
    expect(await lastVersion(selectionId)).toMatchObject({ amount: '124' })

    // The job runs two days late.
    await world.database.moveTo('2027-04-08T09:00:00Z')
    await runDaily(world)
    const lowered = await lastVersion(selectionId)
    expect(lowered).toMatchObject({ action: 'reprice', from: '2027-04-01', amount: '110' })
    expect(lowered?.reason).toMatch(
      /^Reduced from £124 to £110, the limit in the new tax year\. Your limit.+salary £200,000\.00/,
    )
    expect(await linesOf(world, selectionId)).toContainEqual(
      expect.objectContaining({ period: 'April 2027', employee: 110 }),
    )
    await world.database.moveTo('2027-04-09T09:00:00Z')
    await changeFacts(world, 'henry.cole', { 'basic-salary': '6200000', 'pensionable-salary': '6200000' })
    await runDaily(world)
    expect(await world.database.rows(`select cause from mail where kind = 'vouchers-lowered'`)).toHaveLength(1)
    const then = await (await signInForBenefit(world, 'henry.cole', 'childcare-vouchers')).view()
    expect(then.setupFields[0]).toMatchObject({ input: { kind: 'number', max: 110 } })
  })

  it('can be rejoined for 52 tax weeks after an opt-out, and end when the person reports a tax-free childcare account', async () => {
    const token = await world.signIn('henry.cole')
    const request = async (method: 'GET' | 'PATCH', path: string, body?: object) =>
      world.request({ method, url: `/api/v1/${path}`, token, ...(body && { body }) })
    const vouchers = async () => {
      const list = (await request('GET', 'benefits/user/eligible')).json<BenefitView[]>()
      return list.find(({ code }) => code === 'childcare-vouchers')
    }
    const { selection, links } = (await vouchers()) ?? {}
    const restart = 'You can start vouchers again with your March 2028 pay at the latest.'
    expect(selection).toMatchObject({ endsIfOptedOut: '2027-04-30' })
    expect(links).toContainEqual(expect.objectContaining({ label: expect.stringContaining(restart) }))
    const left = await request('PATCH', `selection/${selection?.selectionId}`, {
      status: 'opted-out',
      version: selection?.version,
    })
    expect(left.statusCode).toBe(200)
    expect((await vouchers())?.availability.available).toBe(true)
    await changeFacts(world, 'henry.cole', { 'childcare-account-notice': '2027-04-09' })
    expect((await vouchers())?.availability).toMatchObject({
      available: false,
      reason: expect.stringContaining('You gave notice on 9 April 2027 that you want a childcare account'),
    })

    const amelias = await selectionOf('amelia.hart')
    await changeFacts(world, 'amelia.hart', { 'childcare-account-notice': '2027-04-12' })
    expect((await lastVersion(amelias))?.action).not.toBe('expire')
    await world.database.moveTo('2027-04-13T09:00:00Z')
    await runDaily(world)
    expect(await lastVersion(amelias)).toMatchObject({
      action: 'expire',
      from: '2027-04-13',
      reason: expect.stringContaining('childcare account'),
    })
  })
})

describe('vouchers at renewal', () => {
  beforeAll(start)
  afterAll(() => world.close())

  it('stay at £243 for the tax year while pension contributions are unchanged', async () => {
    await world.database.moveTo('2027-03-10T09:00:00Z')
    const amelia = await asAmelia(54_000)
    expect((await amelia.choose('pension', { contribution: 10 })).statusCode).toBe(200)
    const asked = await amelia.choose('childcare-vouchers', { amount: 243 })
    expect(asked.statusCode).toBe(201)
    const { selectionId } = asked.json<SelectionView>()
    expect((await decide(world, [selectionId])).statusCode).toBe(200)
    await applyChanged(world, nextYear())
    // Applying the folder resets Amelia's salary, so this sets the test's salary again.
    await changeFacts(world, 'amelia.hart', { 'basic-salary': '5400000', 'pensionable-salary': '5400000' })
    await world.database.moveTo('2027-04-06T09:00:00Z')
    await runDaily(world)
    expect(await lastVersion(selectionId)).toMatchObject({ action: 'renew', amount: '243' })

    await world.database.moveTo('2027-04-07T09:00:00Z')
    await changeFacts(world, 'amelia.hart', { 'basic-salary': '9000000', 'pensionable-salary': '9000000' })
    await runDaily(world)
    expect(await lastVersion(selectionId)).toMatchObject({ action: 'renew', amount: '243' })
  })
})

async function selectionOf(name: string): Promise<string> {
  const [selection] = await world.database.rows<{ id: string }>(
    `select selection.id
     from selection
     join account using (client_id, person_id)
     join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = benefit_id
     where email = $1 and code = 'childcare-vouchers'`,
    [`${name}@demo.example`],
  )
  if (!selection) throw new Error(`${name} has no vouchers`)
  return selection.id
}

async function lastVersion(selectionId: string) {
  const [version] = await world.database.rows<{ action: string; from: string; amount: string; reason: string }>(
    `select action, effective_from::text as from, choice -> 'values' ->> 'amount' as amount, reason
     from selection_version
     where selection_id = $1
     order by version desc
     limit 1`,
    [selectionId],
  )
  return version
}
