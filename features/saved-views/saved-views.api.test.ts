import { beforeAll, expect, it } from 'vitest'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { employerWorld, type EmployerWorld } from '../../tests/harness/employer-world.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { removalJobs } from '../../server/removal-jobs.ts'
import { mostViewsPerScreen, type SavedView } from './saved-views.contract.ts'

let world: EmployerWorld
beforeAll(async () => void (world = await employerWorld()))

type Who = 'grace' | 'henry' | 'amelia'
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const url = (viewId = '') => `/api/v2/client/${world.clientId}/saved-views/${viewId}`
const send = (who: Who, method: Method, viewId = '', body?: object) =>
  world.portal.request({ method, url: url(viewId), token: world[who].token, ...(body && { body }) })
const list = async (who: Who) => (await send(who, 'GET')).json<SavedView[]>()
const leavers = { screen: 'employee-data', name: 'Leavers', query: 'left=1&sort=-lastLogin' }
async function save(who: Who, view: object = leavers): Promise<SavedView> {
  const answer = await send(who, 'POST', '', view)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return answer.json()
}
const outcomeOf = ({ statusCode, json }: Awaited<ReturnType<typeof send>>) => [
  statusCode,
  json<{ code: string }>().code,
]

it('an employer user saves, renames and deletes views that nobody else can see [S-46] [S-48]', async () => {
  const own = await save('grace')
  expect(own).toEqual({ ...leavers, viewId: own.viewId })
  const ofHenry = await save('henry')
  expect(await list('grace')).toEqual([own])

  const unknown = crypto.randomUUID()
  for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
    const [foreign, never] = [
      await send('grace', method, ofHenry.viewId, body),
      await send('grace', method, unknown, body),
    ]
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(never.body)
  }
  expect(await list('henry')).toEqual([ofHenry])

  expect((await send('grace', 'PATCH', own.viewId.toUpperCase(), { name: ' People who left ' })).json()).toEqual({
    ...own,
    name: 'People who left',
  })
  expect((await send('grace', 'DELETE', own.viewId)).statusCode).toBe(200)
  expect(await list('grace')).toEqual([])
  const events = (await world.inClient((tx) => listAuditEvents(tx, world.clientId))).map(({ action }) => action)
  expect(events).toEqual(expect.arrayContaining(['saved-view.added', 'saved-view.renamed', 'saved-view.deleted']))
  expect((await send('amelia', 'GET')).statusCode).toBe(403)
})

it('a name is used once, also when two tabs save it at the same time', async () => {
  const view = { ...leavers, name: 'New joiners' }
  const answers = await Promise.all([send('grace', 'POST', '', view), send('grace', 'POST', '', view)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([201, 409]))
  const other = await save('grace', { ...view, name: 'Joiners' })
  expect(outcomeOf(await send('grace', 'PATCH', other.viewId, { name: 'NEW JOINERS' }))).toEqual([
    409,
    'view-name-taken',
  ])
  expect((await send('grace', 'PATCH', other.viewId, { name: 'joiners' })).statusCode).toBe(200)
})

it('a list has at most 20 views, also when calls arrive at the same time', async () => {
  const views = Array.from({ length: mostViewsPerScreen + 3 }, (_, index) => ({
    screen: 'approvals',
    name: `Approvals ${index}`,
    query: 'order=name',
  }))
  const answers = await Promise.all(views.map((view) => send('henry', 'POST', '', view)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(mostViewsPerScreen)
  expect(answers.map(outcomeOf)).toContainEqual([409, 'too-many-views'])
  await save('henry', { ...leavers, name: 'Another list' })
})

it.each([
  { name: '' },
  { name: '   ' },
  { name: 'x'.repeat(61) },
  { name: 'two\nlines' },
  { query: '' },
  { query: 'search=<b>' },
  { query: `search=${'x'.repeat(1000)}` },
  { screen: 'reports' },
])('refuses a view with %j [S-50] [S-65]', async (wrong) => {
  const answer = await send('grace', 'POST', '', { ...leavers, name: 'Wrong', ...wrong })
  expect(answer.statusCode).toBe(422)
})

it('views are deleted once their owner has left [S-87]', async () => {
  await save('grace', { ...leavers, name: 'Kept' })
  const views = () =>
    world.portal.database.rows<{ email: string }>(
      'select distinct email from saved_view join account using (client_id, person_id) order by email',
    )
  expect(await views()).toHaveLength(2)
  await runDaily(world.portal, removalJobs)
  expect(await views()).toHaveLength(2)
  await recordFact(world.portal, { of: 'henry.cole', fact: 'status', value: 'left' })
  await world.portal.database.rows(`update daily_run set ran_on = ran_on - 1`)
  await runDaily(world.portal, removalJobs)
  expect((await views()).map(({ email }) => email)).toEqual(['grace.lin@demo.example'])
})
