import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { requestedMailWriter } from '../../services/mail/requested-mail.server.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { renewSchemeRevision } from '../../services/scheme/scheme.queries.ts'
import { employee } from '../../tests/harness/employee.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { DashboardOverview } from './overview.contract.ts'
import { calculateTakeUp } from '../take-up/calculate-take-up.queries.ts'
import type { Reminders } from './reminders.contract.ts'
import { reminderWriter } from './reminders.server.ts'

// The annual window of the example world is open from 6 November to 6 December 2026.
const world = await startWorld({ people: 'few' })
const grace = await employee(world, 'grace.lin')
const { clientId } = await accountOf(world.database, 'grace.lin')

const url = `/api/v2/client/${clientId}/enrolment/reminders/`
const read = async (token = grace.token) => (await world.request({ url, token })).json<Reminders>()
const remind = (token = grace.token) => world.request({ method: 'POST', url, token })
async function write(): Promise<void> {
  const onFault = ({ error }: { error: unknown }) => {
    throw error
  }
  const { db } = world.database
  const writePortions = requestedMailWriter({
    db,
    kind: 'reminder',
    write: reminderWriter(world.serverSecret),
    onFault,
  })
  while (await writePortions());
}
const remindersTo = async (name: string) =>
  (await mailsOf(world, `${name}@demo.example`)).filter(({ kind }) => kind === 'reminder-to-choose')
async function enrolment(): Promise<DashboardOverview['enrolment']> {
  await inClient(world.database.db, clientId, (tx, clock) => calculateTakeUp(tx, clientId, clock))
  return (await overview()).enrolment
}
async function overview(token = grace.token): Promise<DashboardOverview> {
  return (await world.request({ url: `/api/v2/client/${clientId}/dashboard/overview/`, token })).json()
}

it('a reminder counts people with a confirmed choice in the window, and is sent once to all other people who can choose [S-53]', async () => {
  await inClient(world.database.db, clientId, async (tx) => {
    const onlyMedical = sql`jsonb_set(rules, '{benefits}', '["private-medical"]')`
    await sql`update enrolment_window set rules = ${onlyMedical} where client_id = ${clientId} and cause = 'annual'`.execute(
      tx,
    )
    await renewSchemeRevision(tx, clientId)
  })
  const before = await enrolment()
  expect(before).toMatchObject({ opensOn: '2026-11-06', closesOn: '2026-12-06' })
  const isla = await employee(world, 'isla.reid')
  await isla.choose('private-medical', { excess: 'excess-100' }, { draft: true })
  const amelia = await employee(world, 'amelia.hart')
  await amelia.choose('private-medical', { excess: 'excess-100' })
  const { finished = 0, notStarted = 0 } = before ?? {}
  expect(before).toMatchObject({ started: null })
  // One person is too small a group to be shown (S-53).
  expect(await enrolment()).toEqual({ ...before, finished: finished + 1, notStarted: notStarted - 1 })
  await world.database.rows(`update client set switches = switches || '{"smallestGroup": 1}'`)
  expect(await enrolment()).toEqual({ ...before, finished: finished + 1, started: 1, notStarted: notStarted - 2 })

  const henry = await employee(world, 'henry.cole')
  expect((await henry.send('PATCH', 'user', { wantsReminders: false })).statusCode).toBe(200)
  expect((await henry.send('GET', 'user/profile')).json()).toMatchObject({ wantsReminders: false })
  const asked = await read()
  expect(asked).toMatchObject({ closesOn: '2026-12-06', reminded: 0, switchedOff: true })
  expect(asked.waiting).toBeGreaterThan(5)

  const sent = await Promise.all([remind(), remind(), remind()])
  expect(sent.map((answer) => answer.json<{ sent: number }>().sent).toSorted((a, b) => b - a)).toEqual([
    asked.waiting,
    0,
    0,
  ])
  await grace.choose('private-medical', { excess: 'excess-100' })
  await write()
  expect(await remindersTo('isla.reid')).toMatchObject([{ data: { closesOn: '6 December 2026', unfinished: true } }])
  // Ben is in probation, so this window does not open anything for him.
  expect(await remindersTo('ben.osei')).toEqual([])
  expect([await remindersTo('amelia.hart'), await remindersTo('henry.cole'), await remindersTo('grace.lin')]).toEqual([
    [],
    [],
    [],
  ])
  expect(await read()).toMatchObject({ waiting: 0, reminded: asked.waiting - 1, switchedOff: true })

  expect((await remind()).json()).toEqual({ sent: 0 })
  await write()
  expect(await remindersTo('isla.reid')).toHaveLength(1)
})

it('reminders can be sent by employers only, and only for their own client', async () => {
  const { token } = await employee(world, 'isla.reid')
  expect((await remind(token)).statusCode).toBe(403)
  const [other] = await world.database.rows<{ id: string }>(
    'select client_id as id from client where client_id <> $1',
    [clientId],
  )
  if (!other) throw new Error('There is no other client')
  const elsewhere = url.replace(clientId, other.id)
  expect((await world.request({ url: elsewhere, token: grace.token })).statusCode).toBe(404)
  expect((await world.request({ method: 'POST', url: elsewhere, token: grace.token })).statusCode).toBe(404)
})

it('no reminder is sent once the window has closed', async () => {
  await world.database.moveTo('2026-12-07T09:00:00Z')
  const token = await world.signIn('grace.lin')
  expect(await overview(token)).toMatchObject({ enrolment: null })
  expect(await read(token)).toEqual({ closesOn: null, waiting: 0, reminded: 0, switchedOff: false })
  const refused = await remind(token)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'enrolment-closed'])
})
