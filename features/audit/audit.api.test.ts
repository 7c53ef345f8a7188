import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { employerWorld, type EmployerWorld } from '../../tests/harness/employer-world.ts'
import { verifyChain } from './audit-chain.server.ts'
import { auditPage, type readAudit } from './audit.contract.ts'
import { listAuditEvents } from './audit.queries.ts'
import { toldActions } from './told-actions.rules.ts'

type Audit = ReplyOf<typeof readAudit>

let world: EmployerWorld
beforeAll(async () => {
  world = await employerWorld()
  await world.pendingSelection()
  for (const isEnforcementTwoFAEnabled of [true, false]) {
    const url = `/api/v2/client/${world.clientId}/employees/two-factor-authentication/enforcement-setting`
    const body = { isEnforcementTwoFAEnabled }
    await world.portal.request({ method: 'PATCH', url, token: world.grace.token, body })
  }
})
afterAll(() => world.portal.close())

type Asking = { token?: string; id?: string }
const ask = (query = '', { token = world.grace.token, id = world.clientId }: Asking = {}) =>
  world.portal.request({ url: `/api/v2/client/${id}/audit${query}`, token })
const read = async (query = '') => (await ask(query)).json<Audit>()
const kept = () => world.inClient((tx) => listAuditEvents(tx, world.clientId))

describe('the audit as an employer reads it', () => {
  it('tells who did what and when, the newest first, in pages of the size that is asked for [S-44]', async () => {
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

  it('comes with what its chain is verified by: text, hashes and head [S-83]', async () => {
    const { head, data } = await read(`?range=${auditPage.most}`)
    const events = data.toReversed()
    const known = new Map((await kept()).map(({ sequence, entry }) => [Number(sequence), entry]))
    const chain = events.map(({ sequence, entry, previousHash, hash }) => {
      const text = entry ?? known.get(sequence) ?? ''
      return {
        sequence: BigInt(sequence),
        entry: text,
        action: JSON.parse(text).action,
        previous_hash: Buffer.from(previousHash, 'hex'),
        hash: Buffer.from(hash, 'hex'),
      }
    })
    const end = { sequence: BigInt(head.sequence), hash: Buffer.from(head.hash, 'hex') }
    expect(verifyChain(chain, end)).toMatchObject({ intact: true })
    expect(verifyChain(chain.slice(0, -1), end)).toMatchObject({ intact: false })
  })

  it('says nothing of what people did for themselves but that there is an event [S-53]', async () => {
    const { data } = await read(`?range=${auditPage.most}`)
    const actions = new Map((await kept()).map(({ sequence, action }) => [Number(sequence), action]))
    const own = data.filter(({ sequence }) => !toldActions.has(actions.get(sequence) ?? ''))
    expect(own.map(({ sequence }) => actions.get(sequence))).toContain('session.started')
    for (const { at, actor, subject, action, entry } of own)
      expect([at, actor, subject, action, entry]).toEqual([null, null, null, null, null])
    for (const word of ['session', 'medical', 'family', 'life-event', 'password', 'sign-in', 'selection.'])
      expect([...toldActions].filter((action) => action.startsWith(word))).toEqual([])
  })

  it('is for employers of the client alone [EMP-05] [S-46] [S-47]', async () => {
    expect((await ask('', { token: world.amelia.token })).statusCode).toBe(403)
    const [theirs, nobodys] = await Promise.all([ask('', { id: world.other.clientId }), ask('', { id: randomUUID() })])
    expect([theirs.statusCode, theirs.body]).toEqual([404, nobodys.body])
  })
})
