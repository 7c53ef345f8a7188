import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { removalJobs } from '../../server/removal-jobs.ts'
import { renderMail } from '../../services/mail/render-mail.server.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { lockNextRun } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { mostSchedules, type Schedule } from './report-schedules.contract.ts'
import { sendScheduledReports } from './report-schedules.jobs.ts'
import { scheduledReportMail } from './scheduled-report-mail.messages.ts'

// 16 November 2026 is a Monday.
const world = await startWorld({ people: 'few' })
const { clientId } = await accountOf(world.database, 'grace.lin')
const url = (scheduleId = '') => `/api/v2/client/${clientId}/report-schedules/${scheduleId}`
const nowIs = (day: string) => world.database.moveTo(`${day}T09:00:00Z`)
const theme = { primary: '#0b5d5e', accent: '#d8481f', headerFont: 'Lora', radius: 8 } as const
const monday = { report: 'provider', query: 'provider=Bupa&format=xlsx', rhythm: 'weekly', day: 1 }

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', scheduleId = '', body?: object, who = 'grace.lin') {
  return world.request({ method, url: url(scheduleId), token: await world.signIn(who), ...(body && { body }) })
}
const add = async (body: object = monday) => (await send('POST', '', body)).json<Schedule>()
const list = async () => (await send('GET')).json<Schedule[]>()
const job = sendScheduledReports(world.serverSecret)
const run = () => runDaily(world, [job])
const mails = async () =>
  (await mailsOf(world, 'grace.lin@demo.example')).filter(({ kind }) => kind === scheduledReportMail.name)

it('a weekly report is mailed once on its day, also if the job runs twice or fails after queueing the mail [S-79]', async () => {
  const schedule = await add()
  expect(schedule).toEqual({ ...monday, scheduleId: schedule.scheduleId, paused: false, nextOn: '2026-11-23' })
  await run()
  expect(await mails()).toEqual([])

  await nowIs('2026-11-23')
  await expect(
    inClient(world.database.db, clientId, async (tx, clock) => {
      await job.run(tx, clientId, { ...clock, lastRan: null, after: null, size: 1, onSkip: () => undefined })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await mails()).toEqual([])
  await run()
  await world.database.rows(`delete from daily_run where job = $1`, [job.name])
  await run()
  expect(await mails()).toMatchObject([{ data: { scheduleId: schedule.scheduleId } }])
  expect(await list()).toMatchObject([{ nextOn: '2026-11-30' }])

  // The worker was not running for three weeks.
  await nowIs('2026-12-16')
  await run()
  expect(await mails()).toHaveLength(2)
  expect(await list()).toMatchObject([{ nextOn: '2026-12-21' }])
  expect((await send('DELETE', schedule.scheduleId)).statusCode).toBe(200)
  await nowIs('2026-12-21')
  await run()
  expect(await mails()).toHaveLength(2)
})

it('a paused report sends no mail, and continues with its next day', async () => {
  const { scheduleId } = await add({ ...monday, rhythm: 'monthly', day: 1 })
  const before = (await mails()).length
  await send('PATCH', scheduleId, { paused: true })
  await nowIs('2027-01-01')
  await run()
  expect((await send('PATCH', scheduleId, { paused: false })).json()).toMatchObject({
    paused: false,
    nextOn: '2027-02-01',
  })
  await nowIs('2027-01-02')
  await run()
  expect(await mails()).toHaveLength(before)
  await send('DELETE', scheduleId)
})

it('a report for payroll runs is mailed after a run is locked', async () => {
  await nowIs('2027-01-19')
  const before = (await mails()).length
  const { scheduleId, nextOn } = await add({ report: 'payroll', query: '', rhythm: 'payroll-lock', day: null })
  expect(nextOn).toBe(null)
  await run()
  expect(await mails()).toHaveLength(before)
  await lockNextRun(world)
  // A pause between two jobs loses no mail.
  await send('PATCH', scheduleId, { paused: true })
  await send('PATCH', scheduleId, { paused: false })
  await nowIs('2027-01-20')
  await run()
  await nowIs('2027-01-21')
  await run()
  expect(await mails()).toHaveLength(before + 1)

  // The transaction of this lock started before the job and ended after it.
  await lockNextRun(world)
  await world.database.rows(`update payroll_run set locked_at = '2027-01-20T08:59:00Z' where locked_at > '2027-01-21'`)
  await nowIs('2027-01-22')
  await run()
  expect(await mails()).toHaveLength(before + 2)
  await send('DELETE', scheduleId)
})

it('another person’s schedule looks like an unknown one, and employees have none [S-46] [S-48]', async () => {
  const { scheduleId } = await add()
  await world.database.rows(`update account set user_type = 'employer' where email = 'henry.cole@demo.example'`)
  for (const [method, body] of [['PATCH', { paused: true }], ['DELETE']] as const) {
    const foreign = await send(method, scheduleId, body, 'henry.cole')
    const unknown = await send(method, crypto.randomUUID(), body, 'henry.cole')
    expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
  }
  expect((await send('GET', '', undefined, 'henry.cole')).json()).toEqual([])
  expect((await send('GET', '', undefined, 'amelia.hart')).statusCode).toBe(403)
  expect(await list()).toHaveLength(1)
})

it.each([
  { rhythm: 'weekly', day: 8 },
  { rhythm: 'weekly', day: null },
  { rhythm: 'monthly', day: 29 },
  { rhythm: 'monthly', day: 0 },
  { report: 'payroll', rhythm: 'payroll-lock', day: 1 },
  { report: 'provider', rhythm: 'payroll-lock', day: null },
  { report: 'life-events', rhythm: 'payroll-lock', day: null },
  { rhythm: 'daily' },
  { report: 'salaries' },
  { query: '<b>' },
])('refuses a schedule with %j [S-50] [S-65]', async (wrong) => {
  expect((await send('POST', '', { ...monday, ...wrong })).statusCode).toBe(422)
})

it('refuses a schedule that the person already has', async () => {
  const again = await send('POST', '', monday)
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'schedule-exists'])
  const { scheduleId } = await add({ ...monday, day: 2 })
  expect((await send('DELETE', scheduleId)).statusCode).toBe(200)
})

it('a person has at most 20 schedules, also when calls arrive at the same time', async () => {
  const token = await world.signIn('grace.lin')
  const answers = await Promise.all(
    Array.from({ length: mostSchedules + 2 }, (_, number) =>
      world.request({ method: 'POST', url: url(), token, body: { ...monday, query: `provider=${number}` } }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toContain(409)
  expect(await list()).toHaveLength(mostSchedules)
})

it.each([
  ["state = 'disabled'", '2027-01-25'],
  ["user_type = 'employee'", '2027-02-01'],
])('no mail goes to an account with %s, and its schedules are deleted [S-87]', async (change, day) => {
  const henry = (changes: string) =>
    world.database.rows(`update account set ${changes} where email = 'henry.cole@demo.example'`)
  await henry("user_type = 'employer', state = 'active'")
  expect((await send('POST', '', monday, 'henry.cole')).statusCode).toBe(201)
  const before = (await mails()).length
  await nowIs(day)
  await henry(change)
  await run()
  expect(await mails()).toHaveLength(before + mostSchedules)
  expect(await mailsOf(world, 'henry.cole@demo.example')).toEqual([])
  await runDaily(world, removalJobs)
  expect(await world.database.rows('select from report_schedule')).toHaveLength(mostSchedules)
})

it('no mail goes to people who may no longer open reports, and their schedules are deleted once they have left [S-87]', async () => {
  const before = (await mails()).length
  await nowIs('2027-02-08')
  await recordFact(world, { of: 'grace.lin', fact: 'status', value: 'inactive' })
  await run()
  await nowIs('2027-02-15')
  await recordFact(world, { of: 'grace.lin', fact: 'status', value: 'left' })
  await run()
  expect(await mails()).toHaveLength(before)
  await runDaily(world, removalJobs)
  expect(await world.database.rows('select from report_schedule')).toEqual([])
})

it('the mail holds only links, and says to log in before opening them', () => {
  const reader = {
    firstName: 'Grace',
    brand: 'Northgate Rewards',
    supportEmail: 'help@demo.example',
    supportNumber: null,
  }
  const mail = scheduledReportMail.write({ scheduleId: 'an-id' }, reader)
  expect([mail.button?.path, mail.secondLink?.path]).toEqual([
    '/app/reporting?scheduled=an-id',
    '/app/reporting?scheduled=list',
  ])
  const { text, html } = renderMail(mail, { reader, theme, logo: null, origin: 'https://demo.benefits.example' })
  for (const part of [text, html]) expect(part).toContain('Log in to the portal first, then open the link.')
})
