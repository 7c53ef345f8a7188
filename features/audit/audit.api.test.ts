import { describe, expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { inView, viewByOperator } from '../../tests/harness/views.ts'
import { chainHash, emptyChain } from '../../services/audit/audit-chain.server.ts'
import { auditPage, type readAudit } from './audit.contract.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { visibleActions } from './visible-audit-actions.rules.ts'

type Audit = ReplyOf<typeof readAudit>

const world = await employerWorld()
await world.pendingSelection()
for (const isEnforcementTwoFAEnabled of [true, false]) {
  const url = `/api/v2/client/${world.clientId}/employees/two-factor-authentication/enforcement-setting`
  const body = { isEnforcementTwoFAEnabled }
  await world.portal.request({ method: 'PATCH', url, token: world.grace.token, body })
}

type Asking = { token?: string; id?: string }
const ask = (query = '', { token = world.grace.token, id = world.clientId }: Asking = {}) =>
  world.portal.request({ url: `/api/v2/client/${id}/audit${query}`, token })
const read = async (query = '') => (await ask(query)).json<Audit>()
const kept = () => world.inClient((tx) => listAuditEvents(tx, world.clientId))

function isLinked(events: Audit['data'], head: Audit['head']): boolean {
  let last = { sequence: 0, hash: Buffer.from(emptyChain.hash).toString('hex') }
  for (const { sequence, entry, previousHash, hash } of events) {
    if (sequence !== last.sequence + 1 || previousHash !== last.hash) return false
    if (entry !== null && chainHash(Buffer.from(previousHash, 'hex'), entry).toString('hex') !== hash) return false
    last = { sequence, hash }
  }
  return last.sequence === head.sequence && last.hash === head.hash
}

describe('audit for employers', () => {
  it('returns actor, action and time, newest first, in pages of the requested size [S-44]', async () => {
    const { data, total, ...page } = await read()
    expect(page).toMatchObject({ last_page: 1, per_page: auditPage.usual })
    expect([total, data.map(({ sequence }) => sequence)]).toEqual([
      data.length,
      data.map((_, index) => data.length - index),
    ])
    const event = {
      actor: world.grace.personId,
      subject: world.grace.personId,
      action: 'two-factor.enforcement-changed',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    }
    expect(data.slice(0, 2)).toMatchObject([event, event])
    expect(data.slice(0, 2).map(({ entry }) => JSON.parse(entry ?? '').details)).toEqual([
      { isEnforcementTwoFAEnabled: false },
      { isEnforcementTwoFAEnabled: true },
    ])
    expect(await read('?range=1&page=2')).toMatchObject({ data: [data[1]], last_page: total, per_page: 1, total })
    const far = await read('?page=1000000000&range=1000')
    expect([far.data, far.total]).toEqual([[], total])
    for (const query of ['?range=0', '?range=1001', '?page=0', '?page=x', '?action=x'])
      expect((await ask(query)).statusCode).toBe(422)
  })

  it('can be verified from the reply alone, even if only the hash of an event is returned [S-83]', async () => {
    const { head, data } = await read(`?range=${auditPage.most}`)
    const events = data.toReversed()
    expect([events.some(({ entry }) => entry === null), events.some(({ entry }) => entry !== null)]).toEqual([
      true,
      true,
    ])
    expect(isLinked(events, head)).toBe(true)
    expect(isLinked(events.slice(0, -1), head)).toBe(false)
    expect(isLinked(events.toSpliced(1, 1), head)).toBe(false)
    const altered = events.map((event) => ({
      ...event,
      entry: event.entry?.replace('two-factor', 'one-factor') ?? null,
    }))
    expect(isLinked(altered, head)).toBe(false)
  })

  it('returns actor, time and subject, but no contents, for actions of operators and of people who view the portal as another person [S-44] [S-53]', async () => {
    const { amelia, portal, clientId } = world
    const view = await viewByOperator(portal, 'amelia.hart@demo.example')
    await inView(portal, view, { url: '/api/v1/user' })
    const phone = { contact: { phone: '01632 960 001' } }
    const changed = await inView(portal, view, { method: 'PATCH', url: '/api/v1/user', body: phone })
    const refused = await inView(portal, view, {
      method: 'PATCH',
      url: '/api/v1/user/policies',
      body: { termsAccepted: true },
    })
    expect([changed.statusCode, refused.statusCode]).toEqual([200, 403])
    const byHand = { at: new Date().toISOString(), subject: amelia.personId, details: { secret: 'tooth' } }
    const events = [
      { ...byHand, actor: 'operator jane.doe', action: 'medical-answers.read' },
      { ...byHand, actor: null, action: 'sign-on.unlinked' },
      { ...byHand, actor: null, action: 'session.ended-by-operator' },
      { ...byHand, actor: null, action: 'benefit.explained-to-operator' },
      { ...byHand, actor: null, action: 'selections.followed' },
    ]
    await world.inClient((tx) => appendAudit(tx, clientId, events))

    const answer = await ask('?range=10')
    const { data } = answer.json<Audit>()
    const told = { at: expect.any(String), subject: amelia.personId, action: null, entry: null }
    const inTheView = { ...told, actor: 'operator jane.doe', through: 'view' }
    const nobody = { at: null, actor: null, subject: null, action: null, entry: null, through: null }
    expect(data.toReversed()).toMatchObject([
      { action: 'masquerade.granted', through: 'operator', entry: expect.stringContaining('Ticket 4711') },
      { action: 'masquerade.started', through: 'operator', entry: expect.stringContaining('Ticket 4711') },
      inTheView,
      inTheView,
      inTheView,
      { ...told, actor: 'operator jane.doe', through: 'operator' },
      { ...told, actor: null, through: 'operator' },
      { ...told, actor: null, through: 'operator' },
      { ...told, actor: null, through: 'operator' },
      nobody,
    ])
    for (const word of ['medical', 'tooth', 'phone', 'PATCH', 'sign-on', 'explained', 'account.changed'])
      expect(answer.body).not.toContain(word)
  })

  it("shows that events about people's own actions exist, but nothing else about them [S-53]", async () => {
    const { data } = await read(`?range=${auditPage.most}`)
    const actions = new Map((await kept()).map(({ sequence, action }) => [Number(sequence), action]))
    const own = data.filter(({ sequence, through }) => !through && !visibleActions.has(actions.get(sequence) ?? ''))
    expect(own.map(({ sequence }) => actions.get(sequence))).toContain('session.started')
    for (const { at, actor, subject, action, entry } of own)
      expect([at, actor, subject, action, entry]).toEqual([null, null, null, null, null])
    for (const word of ['session', 'medical', 'family', 'life-event', 'password', 'sign-in', 'selection.'])
      expect([...visibleActions].filter((action) => action.startsWith(word))).toEqual([])
  })
})
