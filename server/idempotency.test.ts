import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ClientId, PersonId } from '../contract/ids.ts'
import { inClient } from '../database/database.ts'
import { listAuditEvents } from '../tests/harness/audit-events.ts'
import { addClient, addPerson, signInAs } from '../tests/harness/people.ts'
import { startPortal, type Portal } from '../tests/harness/portal.ts'

const email = 'amelia.hart@demo.example'
let portal: Portal
let clientId: ClientId
let personId: PersonId
beforeEach(async () => {
  portal = await startPortal()
  clientId = await addClient(portal, { site: 'demo' })
  personId = await addPerson(portal, clientId, { email })
})

async function send(key: string, url = '/api/v1/user/activate', body: object = { sso: false }, of = email) {
  const { token } = await signInAs(portal, { email: of })
  return portal.request({ method: 'PATCH', url, token, headers: { 'idempotency-key': key }, body })
}

async function keptKeys(): Promise<string[]> {
  const rows = await inClient(portal.database.db, clientId, (tx) =>
    tx
      .selectFrom('idempotency_key')
      .select('key')
      .where('client_id', '=', clientId)
      .where('person_id', '=', personId)
      .orderBy('created_at')
      .execute(),
  )
  return rows.map(({ key }) => key)
}

describe('Idempotency-Key', () => {
  it('belongs to one request: another call or body cannot use it again [S-73]', async () => {
    const key = randomUUID()
    expect((await send(key)).statusCode).toBe(200)
    const others = [await send(key, '/api/v1/user', { firstLogin: false }), await send(key, undefined, { sso: true })]
    expect(others.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [422, 'idempotency-key-reused'],
      [422, 'idempotency-key-reused'],
    ])
  })

  it('gives parallel requests of the same person one effect and the same reply [S-73]', async () => {
    const key = randomUUID()
    const contact = { contact: { phone: '01632 960 001' } }
    const changes = () =>
      inClient(portal.database.db, clientId, async (tx) => {
        const events = await listAuditEvents(tx, clientId)
        return events.filter(({ entry }) => entry.includes('"account.changed"')).length
      })
    const { token } = await signInAs(portal, { email })
    const once = {
      method: 'PATCH',
      url: '/api/v1/user',
      token,
      headers: { 'idempotency-key': key },
      body: contact,
    } as const
    const answers = await Promise.all(Array.from({ length: 5 }, () => portal.request(once)))
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      answers.map(() => [200, answers[0]?.body]),
    )
    expect(await changes()).toBe(1)

    const other = 'ben.osei@demo.example'
    await addPerson(portal, clientId, { email: other })
    const theirs = await send(key, '/api/v1/user', contact, other)
    expect([theirs.statusCode, theirs.json()]).toMatchObject([200, { email: other }])
    expect(await changes()).toBe(2)
  })

  it('can be used again after the call was refused', async () => {
    const key = randomUUID()
    expect((await send(key, undefined, { sso: 'yes' })).statusCode).toBe(422)
    expect(await keptKeys()).toEqual([])
    expect((await send(key)).statusCode).toBe(200)
  })

  it('is valid for a day, and then it is removed together with its reply [S-73]', async () => {
    onTestFinished(await portal.database.stopClock())
    const [first, second] = [randomUUID(), randomUUID()]
    await send(first)
    await portal.database.moveClock('PT23H59M')
    await send(second)
    expect(await keptKeys()).toEqual([first, second])
    await portal.database.moveClock('PT24H1M')
    await send(second)
    expect(await keptKeys()).toEqual([second])
  })
})
