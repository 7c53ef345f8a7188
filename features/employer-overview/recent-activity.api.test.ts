import { expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { visibleActions } from '../audit/visible-audit-actions.rules.ts'
import type { readRecentActivity } from './recent-activity.contract.ts'
import { recentActions } from './recent-activity.server.ts'

const world = await employerWorld()
await world.portal.database.rows(
  `update person_details set first_name = 'Grace', surname = 'Lin' where person_id = $1`,
  [world.grace.personId],
)

const read = async ({ token = world.grace.token, id = world.clientId } = {}) => {
  const answer = await world.portal.request({ url: `/api/v2/client/${id}/dashboard/activity/`, token })
  return { status: answer.statusCode, data: answer.json<ReplyOf<typeof readRecentActivity>>().data }
}
const told = async () => (await read()).data.map(({ actor, text }) => [actor, text])

const uploadId = '0a5bdc6e-6a83-4b8e-9c53-000000000071'
const byGrace = { actor: world.grace.personId, subject: null }
type Event = Parameters<typeof appendAudit>[2][number]
const record = (...events: Omit<Event, 'at'>[]) =>
  world.inClient((tx) =>
    appendAudit(
      tx,
      world.clientId,
      events.map((event, place) => ({ ...event, at: new Date(Date.UTC(2026, 10, 16, 9, place)).toISOString() })),
    ),
  )

it('lists events about the whole client in words, newest first, and no others [S-44] [S-53]', async () => {
  expect(await read()).toEqual({ status: 200, data: [] })
  await world.portal.database.rows(
    `insert into upload (client_id, id, file_name, file_hash, status, uploaded_by)
     values ($1, $2, 'people-november.csv', '', 'uploading', $3)`,
    [world.clientId, uploadId, world.grace.personId],
  )
  const details = { periodId: uploadId, payroll: 'monthly', period: 'November 2026', lines: 3 }
  await record(
    { ...byGrace, action: 'data-load.confirmed', details: { uploadId } },
    // An undo in many portions.
    ...Array.from({ length: 25 }, () => ({ ...byGrace, action: 'data-load.undone', details: { uploadId } })),
    { ...byGrace, action: 'payroll-run.locked', details },
    { ...byGrace, action: 'selections.decided', details: { approved: false, selectionIds: ['a', 'b'] } },
    { ...byGrace, action: 'report.downloaded', details: { reportId: 'a', fileName: 'payroll.csv' } },
    { ...byGrace, action: 'take-up.downloaded', details: { benefits: 12 } },
    { ...byGrace, action: 'session.started', details: {} },
    { actor: world.amelia.personId, subject: null, action: 'selection.created', details: {} },
    // Reports that the portal makes every month are no news.
    { actor: null, subject: null, action: 'provider-reports.made', details: { provider: 'Harbour', reports: 1 } },
    { actor: null, subject: null, action: 'scheme.applied', details: { hash: 'b' } },
    { actor: 'operator jane.doe', subject: null, action: 'scheme.applied', details: { hash: 'a' } },
    { ...byGrace, action: 'employees.downloaded', details: { people: 1200, viewedAs: world.amelia.personId } },
  )
  expect(await told()).toEqual([
    ['Grace Lin', 'Downloaded a list of 1,200 people, while viewing the portal as another person'],
    ['jane.doe (operator)', 'Changed the scheme'],
    [null, 'Changed the scheme'],
    ['Grace Lin', 'Downloaded benefit take-up'],
    ['Grace Lin', 'Downloaded the report payroll.csv'],
    ['Grace Lin', 'Rejected 2 selections'],
    ['Grace Lin', 'Locked the payroll run for November 2026 (Monthly payroll)'],
    ['Grace Lin', 'Undid the upload people-november.csv'],
    ['Grace Lin', 'Applied the upload people-november.csv'],
  ])
  expect((await read()).data[0]?.at).toBe('2026-11-16T09:35:00.000Z')
  expect(recentActions.filter((action) => !visibleActions.has(action))).toEqual([])
})

it("lists the decision of a call, at most twenty events, and never another client's", async () => {
  const selectionIds = [await world.pendingSelection()]
  const body = { selectionIds, approval: true }
  await world.portal.request({
    method: 'PATCH',
    url: '/api/v2/scheme/selections/status/',
    token: world.grace.token,
    body,
  })
  expect((await told())[0]).toEqual(['Grace Lin', 'Approved a selection of Holiday trading'])
  await record(...Array.from({ length: 30 }, () => ({ ...byGrace, action: 'scheme.exported', details: {} })))
  expect(await told()).toEqual(Array.from({ length: 20 }, () => ['Grace Lin', 'Exported the scheme']))
  expect((await read({ id: world.other.clientId })).status).toBe(404)
  expect((await read({ token: world.amelia.token })).status).toBe(403)
})
