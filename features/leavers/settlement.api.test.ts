import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountOf } from '../../tests/harness/accounts.ts'
import { inClient } from '../../database/database.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import type { PayrollRunView, readPayrollRun } from '../payroll/payroll.contract.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import {
  applyChanged,
  signInForBenefit,
  decide,
  changeFacts,
  linesOf,
  lockNextRun,
} from '../../tests/harness/world-actions.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import type { FolderChanges } from '../../tests/harness/changed-folder.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { notifyLeavers } from './leaving.jobs.ts'

let world: World
beforeEach(async () => void (world = await startWorld({ people: 'of one client' })))
afterEach(() => world.close())

const nowIs = (day: string) => world.database.moveTo(`${day}T09:00:00Z`)

/** A bicycle for £1,200 from July, at £36,000 salary. July and August deducted £100.00 each. It is 1 September. */
async function cyclist(): Promise<string> {
  await nowIs('2026-06-16')
  await changeFacts(world, 'amelia.hart', { 'basic-salary': '3600000', 'pensionable-salary': '3600000' }, '2026-06-01')
  const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
  const { selectionId } = await bicycle.choose({ value: 1200 })
  await decide(world, [selectionId])
  for (const day of ['2026-07-18', '2026-08-18']) {
    await nowIs(day)
    await lockNextRun(world)
  }
  await nowIs('2026-09-01')
  return selectionId
}

const bicycleLeaving = (leaving: string) => ({
  'benefits/cycle-to-work.yaml': (text: string) => `${text.trimEnd()}\nleaving: ${leaving}\n`,
})

async function reasonsInPay() {
  const token = await world.signIn('grace.lin')
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const url = `/api/v2/client/${clientId}/payroll-runs`
  const runs = (await world.request({ url, token })).json<PayrollRunView[]>()
  const run = runs.find(({ state, payrollName }) => state === 'open' && payrollName === 'Monthly salaries')
  const { lines } = (await world.request({ url: `${url}/${run?.runId}`, token })).json<ReplyOf<typeof readPayrollRun>>()
  return lines.flatMap(({ payCode, adjustmentReason }) =>
    payCode.startsWith('CYCLE') ? [`${payCode}: ${adjustmentReason}`] : [],
  )
}

async function toldAtLeaving() {
  const token = await world.signIn('amelia.hart')
  const benefits = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
  return benefits.find(({ code }) => code === 'cycle-to-work')?.selection?.atLeaving
}

const finalPayNextPeriod = {
  'scheme-current.yaml': (text: string) => text.replace('cutOffDays: 10,', 'cutOffDays: 10, finalPay: next-period,'),
}

/** Records the amount that payroll deducted in September, in pounds. */
async function recordTaken(selectionId: string, taken: number): Promise<void> {
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const answer = await world.request({
    method: 'PATCH',
    url: `/api/v2/client/${clientId}/owed-at-leaving/${selectionId}`,
    token: await world.signIn('grace.lin'),
    body: { taken, takenOn: '2026-09-28' },
  })
  expect(answer.statusCode).toBe(200)
}

/** Returns the stored balance at leaving, in pence. */
async function owed(selectionId: string) {
  const [row] = await world.database.rows<Record<string, string | number>>(
    `select last_day::text as "lastDay", rule, balance_pence::integer as left, deductible_pence::integer as most,
       (balance_pence - deductible_pence)::integer as owed
     from leaver_balance where selection_id = $1`,
    [selectionId],
  )
  return row
}

describe('order of a leaver whose instalments are not all paid', () => {
  it('deducts the usual instalment and £211.54 from net pay, and £688.46 is still owed', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    expect(await linesOf(world, selectionId)).toEqual([
      { period: 'July 2026', original: null, payCode: 'CYCLE', method: 'sacrifice', employee: 100 },
      { period: 'August 2026', original: null, payCode: 'CYCLE', method: 'sacrifice', employee: 100 },
      { period: 'September 2026', original: null, payCode: 'CYCLE', method: 'sacrifice', employee: 100 },
      { period: 'September 2026', original: null, payCode: 'CYCLE-OWED', method: 'net-deduction', employee: 211.54 },
    ])
    const reasons = await reasonsInPay()
    expect(reasons).toContain('CYCLE-OWED: Owed at leaving')
    expect(await owed(selectionId)).toEqual({
      lastDay: '2026-09-10',
      rule: 'net-pay',
      left: 900_00,
      most: 211_54,
      owed: 688_46,
    })
    const text =
      '£900.00 is left to pay after your usual payments. Up to £211.54 of the balance is taken from your last pay, and you owe your employer £688.46. This portal cannot sell you what you ordered. If you want to keep it, please ask your employer.'
    expect(await toldAtLeaving()).toEqual({ lastDay: '2026-09-10', text })
    await nowIs('2026-10-20')
    expect(await toldAtLeaving()).toEqual({ lastDay: '2026-09-10', text })
    await nowIs('2026-09-01')
    await world.database.rows('delete from leaver_balance')
    expect(await reasonsInPay()).toEqual(reasons)
  })

  it('deducts £900.00 from net pay if the minimum wage does not limit it, and nothing is still owed', async () => {
    await applyChanged(world, bicycleLeaving('{ minimumWage: exempt }'))
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    expect((await linesOf(world, selectionId)).at(-1)).toMatchObject({ payCode: 'CYCLE-OWED', employee: 900 })
    expect(await owed(selectionId)).toMatchObject({ most: 900_00, owed: 0 })
  })

  it.each([
    ['owed', '{ owed: owed }', null, 'owed'],
    ['handed on', '{ owed: transfer }', null, 'transfer'],
    ['handed on by a transfer of the undertaking', '{ owed: net-pay }', 'tupe', 'transfer'],
  ])(
    'is %s if the benefit or the reason for leaving says so, without a deduction from net pay',
    async (_, leaving, reason, rule) => {
      await applyChanged(world, bicycleLeaving(leaving))
      const selectionId = await cyclist()
      await changeFacts(world, 'amelia.hart', { 'leaving-reason': reason, 'end-date': '2026-09-10' })
      expect((await linesOf(world, selectionId)).map(({ payCode }) => payCode)).toEqual(Array(3).fill('CYCLE'))
      expect(await owed(selectionId)).toMatchObject({ rule, left: 900_00, most: 0 })
    },
  )

  it('is deducted from net pay for the days employed, even if the final pay is in the next period', async () => {
    await applyChanged(world, finalPayNextPeriod)
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    expect((await linesOf(world, selectionId)).at(-1)).toMatchObject({ period: 'September 2026', employee: 211.54 })
  })

  it('is owed in full if the last run was locked before the last day became known', async () => {
    const selectionId = await cyclist()
    await nowIs('2026-09-18')
    await lockNextRun(world)
    await nowIs('2026-09-21')
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    expect((await linesOf(world, selectionId)).map(({ employee }) => employee)).toEqual([100, 100, 100])
    expect(await owed(selectionId)).toMatchObject({ left: 900_00, most: 0, owed: 900_00 })
  })

  it('refunds the deduction from net pay and continues the instalments if the last day is removed', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    await nowIs('2026-09-18')
    expect(await reasonsInPay()).toEqual(['CYCLE: ', 'CYCLE-OWED: Owed at leaving'])
    await lockNextRun(world)
    await nowIs('2026-09-21')
    await changeFacts(world, 'amelia.hart', { 'end-date': null })
    expect(await reasonsInPay()).toContain('CYCLE-OWED: Owed at leaving, refunded')
    const lines = (await linesOf(world, selectionId)).slice(2)
    expect(lines.filter(({ payCode }) => payCode === 'CYCLE-OWED')).toMatchObject([
      { period: 'September 2026', employee: 211.54 },
      { period: 'October 2026', employee: -211.54 },
    ])
    expect(lines.filter(({ payCode }) => payCode === 'CYCLE').map(({ employee }) => employee)).toEqual(
      Array(10).fill(100),
    )
    expect(await owed(selectionId)).toMatchObject({ left: 0, owed: 0 })
  })

  it('refunds only once what payroll has deducted', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    await nowIs('2026-09-18')
    await lockNextRun(world)
    await recordTaken(selectionId, 150)
    await nowIs('2026-09-29')
    await changeFacts(world, 'amelia.hart', { 'end-date': null })
    await nowIs('2026-10-19')
    await lockNextRun(world)
    await changeFacts(world, 'amelia.hart', { 'basic-salary': '3700000' })
    const lines = await linesOf(world, selectionId)
    expect(lines.filter(({ payCode }) => payCode === 'CYCLE-OWED')).toMatchObject([
      { period: 'September 2026', employee: 211.54 },
      { period: 'October 2026', employee: -150 },
    ])
  })

  it('refunds the excess of the deduction from net pay if a later last day makes the balance smaller', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    await nowIs('2026-09-18')
    await lockNextRun(world)
    await recordTaken(selectionId, 150)
    await nowIs('2026-09-29')
    // Eleven of twelve instalments are deducted by May, so £100.00 remains.
    await changeFacts(world, 'amelia.hart', { 'end-date': '2027-05-31' })
    const fromNetPay = async () =>
      (await linesOf(world, selectionId)).flatMap(({ payCode, period, employee }) =>
        payCode === 'CYCLE-OWED' ? [[period, employee]] : [],
      )
    const settled = [
      ['September 2026', 211.54],
      ['October 2026', -50],
    ]
    expect(await fromNetPay()).toEqual(settled)
    expect(await owed(selectionId)).toMatchObject({ left: 100_00, owed: 0 })
    await nowIs('2026-10-18')
    await lockNextRun(world)
    await changeFacts(world, 'amelia.hart', { 'basic-salary': '6000000' })
    expect(await fromNetPay()).toEqual(settled)
    expect(await owed(selectionId)).toMatchObject({ left: 100_00, owed: 0 })
    // The last salary payment deducts the balance at the new last day.
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-11-30' })
    expect((await fromNetPay()).at(-1)).toEqual(['November 2026', 600])
  })

  it('is still owed after re-employment, because the last day still applies', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    await nowIs('2026-09-18')
    await lockNextRun(world)
    const before = await owed(selectionId)
    await nowIs('2026-10-19')
    await changeFacts(world, 'amelia.hart', { 'end-date': null, 'start-date': '2026-10-24' })
    expect(await owed(selectionId)).toEqual(before)
    expect(before).toMatchObject({ left: 900_00, most: 211_54, owed: 688_46 })
    const deducted = [100, 100, 100, 211.54]
    expect((await linesOf(world, selectionId)).map(({ employee }) => employee)).toEqual(deducted)
    // The end of the next employment does not settle the balance again, so nothing is deducted from the last salary payment.
    await nowIs('2026-11-02')
    await (await signInForBenefit(world, 'amelia.hart', 'gym')).choose({ membership: 'single' })
    await changeFacts(world, 'amelia.hart', { 'end-date': '2027-01-10' })
    expect(await owed(selectionId)).toEqual(before)
    expect((await linesOf(world, selectionId)).map(({ employee }) => employee)).toEqual(deducted)
  })

  it('is withdrawn without a balance if the order never began', async () => {
    await nowIs('2026-06-16')
    const bicycle = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
    const { selectionId } = await bicycle.choose({ value: 1200 })
    await decide(world, [selectionId])
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-06-30' })
    expect(await linesOf(world, selectionId)).toEqual([])
    expect(await owed(selectionId)).toBeUndefined()
  })
})

describe('mail to a leaver', () => {
  const written = async () =>
    (await mailsOf(world, 'amelia.hart@demo.example')).filter(({ kind }) => kind === 'leaver' || kind === 'staying')
  const runJob = () => runDaily(world, [notifyLeavers(world.serverSecret)])

  it('lists ending benefits and balances when the last day becomes known, after each change, and if the last day is removed', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    await runJob()
    await nowIs('2026-09-02')
    await runJob()
    const [first, ...others] = await written()
    expect(others).toEqual([])
    expect(first).toMatchObject({ kind: 'leaver', data: { lastDay: '10 September 2026', again: false } })
    const lines = String(first?.data?.['lines']).split('\n')
    expect(lines).toContain(
      'Cycle to work: £900.00 is left to pay after your usual payments. Up to £211.54 of the balance is taken from your last pay, and you owe your employer £688.46. This portal cannot sell you what you ordered. If you want to keep it, please ask your employer.',
    )
    expect(lines).toContain('Life assurance: ends on 10 September 2026.')

    await nowIs('2026-09-28')
    await recordTaken(selectionId, 150)
    await runJob()
    const [, second] = await written()
    expect(second?.data).toMatchObject({
      again: true,
      lines: expect.stringContaining(
        'Your last pay covered £150.00 of the balance, and you owe your employer £750.00.',
      ),
    })

    await nowIs('2026-09-29')
    await changeFacts(world, 'amelia.hart', { 'end-date': null })
    await runJob()
    expect((await written()).map(({ kind }) => kind)).toEqual(['leaver', 'leaver', 'staying'])
  })

  it('is not sent after a death', async () => {
    await changeFacts(world, 'amelia.hart', { 'leaving-reason': 'death', 'end-date': '2026-12-10' })
    await runJob()
    expect(await written()).toEqual([])
  })
})

describe("leavers' balances", () => {
  it('are listed for the employer, can be downloaded, and are recorded with the amount that payroll deducted', async () => {
    const selectionId = await cyclist()
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-09-10' })
    const { clientId } = await accountOf(world.database, 'grace.lin')
    const url = `/api/v2/client/${clientId}/owed-at-leaving`
    const token = await world.signIn('grace.lin')
    const listed = {
      selectionId,
      employeeName: 'Amelia Hart',
      lastDay: '2026-09-10',
      benefitName: 'Cycle to work',
      rule: 'net-pay',
      left: 900,
      most: 211.54,
      taken: null,
      owed: 688.46,
      basis: { pay: 1000, lines: 100, levies: 0, minimumWage: 688.46 },
    }
    expect((await world.request({ url, token })).json()).toMatchObject([listed])
    const record = (body: object) => world.request({ method: 'PATCH', url: `${url}/${selectionId}`, token, body })
    const taken = { taken: 150, takenOn: '2026-09-28' }
    expect((await record({ ...taken, taken: 900.01 })).json()).toMatchObject({ code: 'more-than-left' })
    for (const takenOn of ['9999-12-31', '2028-09-28', '1900-01-01'])
      expect((await record({ ...taken, takenOn })).json()).toMatchObject({ code: 'not-taken-then' })
    expect((await record(taken)).json()).toMatchObject({ ...listed, ...taken, owed: 750 })
    const file = await world.request({ url: `${url}/download`, token })
    expect(file.body).toContain(
      'Cycle to work,Deducted from net pay; the rest is owed,900.00,211.54,150.00,28/09/2026,750.00',
    )

    const events = await inClient(world.database.db, clientId, (tx) => listAuditEvents(tx, clientId))
    const recorded = events
      .map(({ entry }) => JSON.parse(entry) as { action: string; details: object })
      .filter(({ action }) => action === 'owed-at-leaving.recorded')
    expect(recorded).toMatchObject([{ details: { selectionId, takenPence: '15000', takenOn: '2026-09-28' } }])
  })
})

describe('holiday bought by a leaver', () => {
  /** Amelia earns £31,200 and buys five days at £120.00 over eleven pay days from May. Her last day is 30 September. */
  async function leftWith(
    daysTaken: string | null,
    { changes = {}, lockedBefore = false }: { changes?: FolderChanges; lockedBefore?: boolean } = {},
  ): Promise<string> {
    await applyChanged(world, {
      ...changes,
      'benefits/holiday-trading.yaml': (text: string) => text.replace('changeIn: [annual]', 'changeIn: [any-month]'),
    })
    await nowIs('2026-04-06')
    await changeFacts(
      world,
      'amelia.hart',
      { 'basic-salary': '3120000', 'pensionable-salary': '3120000' },
      '2026-04-06',
    )
    const holiday = await signInForBenefit(world, 'amelia.hart', 'holiday-trading')
    const { selectionId } = await holiday.choose({ trade: 'buy', 'buy-days': 5 })
    await decide(world, [selectionId])
    await nowIs('2026-09-07')
    if (lockedBefore) {
      await nowIs('2026-09-18')
      await lockNextRun(world)
      await nowIs('2026-09-21')
    }
    await changeFacts(world, 'amelia.hart', { 'bought-days-taken': daysTaken, 'end-date': '2026-09-30' })
    return selectionId
  }
  const amounts = async (selectionId: string) =>
    (await linesOf(world, selectionId)).map(({ method, employee }) => [method, employee])
  /** New payroll settings, which make the portal recalculate the deductions of all orders and holiday. */
  const laterCutOff = {
    'scheme-current.yaml': (text: string) => text.replaceAll('cutOffDays: 10', 'cutOffDays: 9'),
  }
  const five = [54.55, 54.55, 54.55, 54.55, 54.55].map((amount) => ['sacrifice', amount])

  it('is owed for the days that were taken: four of five', async () => {
    const selectionId = await leftWith('4')
    expect(await amounts(selectionId)).toEqual(five)
    expect(await owed(selectionId)).toMatchObject({ rule: 'owed', left: 480_00 - 272_75, most: 0 })
  })

  it('is refunded as taxable pay for the days that were not taken', async () => {
    const selectionId = await leftWith('1')
    expect(await amounts(selectionId)).toEqual([...five, ['taxable-pay', -152.75]])
    expect(await owed(selectionId)).toBeUndefined()
  })

  it('is refunded with the final pay of the next period if the last run was already locked', async () => {
    const selectionId = await leftWith('1', { changes: finalPayNextPeriod, lockedBefore: true })
    expect((await linesOf(world, selectionId)).at(-1)).toMatchObject({ period: 'October 2026', employee: -152.75 })
    expect(await owed(selectionId)).toBeUndefined()
  })

  it('is owed for the worked share of the year if the number of days taken is unknown', async () => {
    // 6 April to 30 September is 178 of 365 days: £292.60 of £600.00 is owed, and £272.75 was deducted.
    const selectionId = await leftWith(null)
    expect(await amounts(selectionId)).toEqual(five)
    expect(await owed(selectionId)).toMatchObject({ left: 292_60 - 272_75 })

    await nowIs('2026-10-19')
    await changeFacts(world, 'amelia.hart', { 'end-date': null, 'start-date': '2026-10-24' }, '2026-10-24')
    await applyChanged(world, laterCutOff)
    expect(await owed(selectionId)).toMatchObject({ lastDay: '2026-09-30', left: 292_60 - 272_75 })
    await changeFacts(world, 'amelia.hart', { 'end-date': '2026-12-31' }, '2026-10-24')
    await applyChanged(world, {})
    expect(await owed(selectionId)).toMatchObject({ left: 292_60 - 272_75 })
    expect(await amounts(selectionId)).toEqual(five)
  })
})
