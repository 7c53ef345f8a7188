import { describe, expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { OutgoingMail } from '../../platform/mail-transport.ts'
import { recordFailure } from '../../services/mail/due-mail.queries.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { linkSample, noticeSample } from '../../services/mail/mail.samples.ts'
import { mailDelivery } from '../../services/mail/send-mail.server.ts'
import { themeDefaults } from '../../services/theme/theme.rules.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { failedMailsOf, sendMailAgain, verifyAudit } from './operator-commands.server.ts'

const world = await startWorld()
const account = await accountOf(world.database, 'amelia.hart')
const clientId: ClientId = account.clientId
const amelia: PersonId = account.personId
await world.database.rows('delete from mail')

describe('the audit', () => {
  it('can be verified for all clients or one client, and against a stored hash of the newest event [S-83]', async () => {
    const { db } = world.database
    await world.signIn('amelia.hart')
    const all = await verifyAudit(db, {})
    expect(new Map(all.map(({ client, check }) => [client, check.intact]))).toEqual(
      new Map([
        ['copperleaf', true],
        ['demo', true],
        ['plain', true],
      ]),
    )
    const [one] = await verifyAudit(db, { client: 'demo' })
    if (!one?.check.intact) throw new Error('The audit of the example is intact')
    const { head } = one.check
    await world.signIn('amelia.hart')
    expect(await verifyAudit(db, { client: 'demo', head })).toMatchObject([{ check: { intact: true } }])
    const other = Buffer.alloc(32, 7)
    expect(await verifyAudit(db, { client: 'demo', head: { ...head, hash: other } })).toEqual([
      { client: 'demo', check: { intact: false, sequence: head.sequence, why: 'altered' } },
    ])
    const later = { sequence: head.sequence + 100n, hash: other }
    expect(await verifyAudit(db, { client: 'demo', head: later })).toMatchObject([
      { check: { intact: false, why: 'missing' } },
    ])
    expect(await verifyAudit(db, { client: 'demmo' })).toEqual([])
  })

  it('names the first event that was altered in the database [S-83]', async () => {
    await world.database.rows(`update audit_event set entry = entry || ' ' where client_id = $1 and sequence = 2`, [
      clientId,
    ])
    expect(await verifyAudit(world.database.db, { client: 'demo' })).toEqual([
      { client: 'demo', check: { intact: false, sequence: 2n, why: 'altered' } },
    ])
    await world.database.rows(`update audit_event set entry = rtrim(entry) where client_id = $1 and sequence = 2`, [
      clientId,
    ])
  })
})

describe('failed mails', () => {
  it('are listed with recipient and reason; an operator can send a mail again unchanged, which is audited [S-79]', async () => {
    const { db } = world.database
    const ids = await inClient(db, clientId, async (tx) => {
      const { queueMail } = mailQueue(world.serverSecret)
      const to = { personId: amelia }
      await queueMail(tx, clientId, { to, kind: noticeSample, data: { about: 'your car' }, cause: 'car' })
      await queueMail(tx, clientId, { to, kind: linkSample, data: { path: '/reset-password/' }, cause: 'link' })
      return tx
        .selectFrom('mail')
        .select(['id', 'kind'])
        .where('client_id', '=', clientId)
        .where('cause', 'in', ['car', 'link'])
        .orderBy('cause')
        .execute()
    })
    for (const { id } of ids)
      await inClient(db, clientId, (tx) =>
        recordFailure(tx, clientId, { id, attempts: 0, error: 'RCPT TO 550', againInMs: null }),
      )
    expect((await failedMailsOf(db, { client: 'demo', operator: 'Jo.Ops' }))?.toReversed()).toEqual(
      ids.map(({ id, kind }) =>
        expect.objectContaining({ id, kind, address: 'amelia.hart@demo.example', error: 'RCPT TO 550' }),
      ),
    )
    expect(await failedMailsOf(db, { client: 'nobody' })).toBeUndefined()

    await world.database.rows(`update app.clock set ahead = ahead + interval '2 days'`)
    for (const { id } of ids) expect(await sendMailAgain(db, { client: 'demo', id, operator: 'jo.ops' })).toBe(true)
    const sent: OutgoingMail[] = []
    await mailDelivery({
      db,
      serverSecret: world.serverSecret,
      transport: { deliver: async (mail) => void sent.push(mail) },
      sender: {
        kinds: [noticeSample, linkSample],
        from: { address: 'no-reply@benefits.example' },
        themeDefaults,
        originOf: (site) => `https://${site}.benefits.example`,
      },
      onFault: ({ error }) => expect(error).toBeUndefined(),
    }).sendDue()
    expect(sent.map(({ subject }) => subject)).toEqual(['About your car'])
    expect(await failedMailsOf(db, { client: 'demo' })).toMatchObject([{ kind: 'sample-link', error: 'stale' }])
    expect(await sendMailAgain(db, { client: 'demo', id: ids[0]?.id ?? '', operator: 'jo.ops' })).toBe(
      ids[0]?.kind === 'sample-link',
    )
    const events = await world.database.rows<{ entry: string }>(
      `select entry from audit_event where client_id = $1 and action = 'mail.sent-again-by-operator' order by sequence`,
      [clientId],
    )
    expect(JSON.parse(events[0]?.entry ?? '{}')).toMatchObject({ actor: 'operator jo.ops', subject: amelia })
    const listed = await world.database.rows<{ entry: string }>(
      `select entry from audit_event where client_id = $1 and action = 'mail.failures-listed-by-operator' order by sequence`,
      [clientId],
    )
    expect(listed.map(({ entry }) => JSON.parse(entry))).toMatchObject([
      { actor: 'operator jo.ops', details: { mails: 2 } },
      { actor: null, details: { mails: 1 } },
    ])
  })
})
