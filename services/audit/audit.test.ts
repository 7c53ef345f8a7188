import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { verifyChain, type ChainCheck } from './audit-chain.server.ts'
import { appendAudit, readAuditHead } from './audit.queries.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const database = await createTestDatabase({ poolSize: 8 })
afterAll(() => database.close())

describe('audit of a client', () => {
  it('contains the events of parallel transactions in one unbroken chain [S-83]', async () => {
    const clientId = randomUUID() as ClientId
    await Promise.all(
      Array.from({ length: 30 }, (_, number) => record(clientId, [`first-${number}`, `second-${number}`])),
    )
    const events = await inClient(database.db, clientId, (tx) => listAuditEvents(tx, clientId))
    expect(events).toHaveLength(60)
    expect(new Set(events.map((event) => event.action)).size).toBe(60)
    expect(await check(clientId)).toMatchObject({ intact: true, head: { sequence: 60n } })
  })

  it('can store more events at once than one statement can have parameters for [S-83]', async () => {
    const clientId = randomUUID() as ClientId
    await record(
      clientId,
      Array.from({ length: 11_000 }, (_, number) => `event-${number}`),
    )
    expect(await check(clientId)).toMatchObject({ intact: true, head: { sequence: 11_000n } })
  })

  it('hashes the time, actor, subject, action, details and request as they are stored', async () => {
    const clientId = randomUUID() as ClientId
    await record(clientId, ['selections.decided'])
    const [event] = await inClient(database.db, clientId, (tx) => listAuditEvents(tx, clientId))
    expect(JSON.parse(event?.entry ?? '')).toEqual({
      at: '2026-11-21T08:00:00.000Z',
      actor: 'actor',
      subject: 'subject',
      action: 'selections.decided',
      details: { text: "O'Neil\r\n\u001b[31m £ \u0000", ids: ['a', 'b'] },
      requestId: 'request-1',
    })
  })

  it('gives events without a request a random id, so that nobody can guess their contents from the hash', async () => {
    const clientId = randomUUID() as ClientId
    const { requestId: _none, ...byJob } = event('selections.provided')
    await inClient(database.db, clientId, (tx) => appendAudit(tx, clientId, [byJob, byJob]))
    const events = await inClient(database.db, clientId, (tx) => listAuditEvents(tx, clientId))
    const ids = events.map(({ entry }) => JSON.parse(entry).requestId)
    expect(ids).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)])
    expect(new Set(ids).size).toBe(2)
  })

  it('contains no event and no gap after a failed transaction', async () => {
    const clientId = randomUUID() as ClientId
    await record(clientId, ['kept'])
    const failing = inClient(database.db, clientId, async (tx) => {
      await appendAudit(tx, clientId, [event('lost')])
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await record(clientId, ['kept-too'])
    expect(await check(clientId)).toMatchObject({ intact: true, head: { sequence: 2n } })
  })

  it("cannot be changed by the portal's database role, and reveals changes by the owner of the database [S-83]", async () => {
    const clientId = randomUUID() as ClientId
    await record(clientId, ['one', 'two', 'three'])
    for (const attempt of [
      'update audit_event set entry = entry',
      'delete from audit_event',
      'delete from audit_head',
    ]) {
      await expect(withConnection(database.app, (client) => client.query(attempt))).rejects.toThrow('permission denied')
    }

    await withConnection(database.superuser, (client) =>
      client.query('update audit_event set entry = $2 where client_id = $1 and sequence = 2', [
        clientId,
        '{"action":"two"}',
      ]),
    )
    expect(await check(clientId)).toEqual({ intact: false, sequence: 2n, why: 'altered' })
    await withConnection(database.superuser, (client) =>
      client.query('delete from audit_event where client_id = $1 and sequence = 2', [clientId]),
    )
    expect(await check(clientId)).toEqual({ intact: false, sequence: 2n, why: 'missing' })
  })
})

function event(action: string) {
  return {
    at: '2026-11-21T08:00:00.000Z',
    actor: 'actor',
    subject: 'subject',
    action,
    details: { text: "O'Neil\r\n\u001b[31m £ \u0000", ids: ['a', 'b'] },
    requestId: 'request-1',
  }
}

function record(clientId: ClientId, actions: string[]): Promise<void> {
  return inClient(database.db, clientId, (tx) => appendAudit(tx, clientId, actions.map(event)))
}

function check(clientId: ClientId): Promise<ChainCheck> {
  return inClient(database.db, clientId, async (tx) =>
    verifyChain(await listAuditEvents(tx, clientId), await readAuditHead(tx, clientId)),
  )
}
