import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientId, personId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { listClientsWithWork } from '../../platform/due-work.queries.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { claimDueMails, mailWork } from './due-mail.queries.ts'
import { mailChannel, mailQueue, queueNotice, type MailQueue } from './mail.queries.ts'
import { linkSample, noticeSample, wordsSample } from './mail.samples.ts'

beforeEach(() => find('delete from mail'))

const inNorthgate = <T>(work: Parameters<typeof inClient<T>>[2]) => inClient(world.database.db, northgate, work)
const find = <Row extends object>(query: string, values: unknown[] = []) =>
  withConnection(world.database.superuser, async (client) => (await client.query<Row>(query, values)).rows[0])

const world = await startWorld()
const queue: MailQueue = mailQueue(world.serverSecret)
const ids = await find<{ northgate: string; plain: string; amelia: string }>(`
  select (select client_id from client where code = 'demo') as northgate,
         (select client_id from client where code = 'plain') as plain,
         (select person_id from account where email = 'amelia.hart@demo.example') as amelia`)
const northgate: ClientId = clientId.parse(ids?.northgate)
const plain: ClientId = clientId.parse(ids?.plain)
const amelia: PersonId = personId.parse(ids?.amelia)
const link = (path: string) => ({ to: { personId: amelia }, kind: linkSample, data: { path }, cause: `link ${path}` })

describe('queueing a mail', () => {
  it('stores the mail with its recipient and data [S-79]', async () => {
    expect(await inNorthgate((tx) => queue.queueMail(tx, northgate, link('/reset-password')))).toBe(true)
    expect(await mailsOf(world, 'amelia.hart@demo.example')).toEqual([
      expect.objectContaining({
        kind: 'sample-link',
        state: 'queued',
        attempts: 0,
        cause: 'link /reset-password',
        data: { path: '/reset-password' },
      }),
    ])
  })

  it('stores the mail for a mailbox, whether the address is written in upper or lower case', async () => {
    const mail = { kind: noticeSample, data: { about: 'a question' }, cause: 'enquiry 1' }
    const [first, second] = await inNorthgate(async (tx) => [
      await queue.queueMail(tx, northgate, { ...mail, to: { address: 'People-Services@demo.example' } }),
      await queue.queueMail(tx, northgate, { ...mail, to: { address: 'people-services@demo.example' } }),
    ])
    expect([first, second]).toEqual([true, false])
    expect(await mailsOf(world, 'people-services@demo.example')).toHaveLength(1)
  })

  it('stores nothing if the transaction is not committed', async () => {
    const failing = inNorthgate(async (tx) => {
      await queue.queueMail(tx, northgate, link('/reset-password'))
      throw new Error('something else went wrong')
    })
    await expect(failing).rejects.toThrow('something else went wrong')
    expect(await mailsOf(world)).toEqual([])
  })

  it('stores one mail for each cause, even if it is queued in parallel [S-79]', async () => {
    const queued = await Promise.all(
      Array.from({ length: 8 }, () => inNorthgate((tx) => queue.queueMail(tx, northgate, link('/reset-password')))),
    )
    expect(queued.filter(Boolean)).toHaveLength(1)
    expect(await mailsOf(world)).toHaveLength(1)
  })

  it('stores another mail for another cause, or for the same cause at another client', async () => {
    const mail = { kind: noticeSample, data: { about: 'a question' }, cause: 'once', to: { address: 'x@demo.example' } }
    await inNorthgate((tx) => queue.queueMail(tx, northgate, mail))
    await inNorthgate((tx) => queue.queueMail(tx, northgate, { ...mail, cause: 'twice' }))
    await inClient(world.database.db, plain, (tx) => queue.queueMail(tx, plain, mail))
    expect(await mailsOf(world, 'x@demo.example')).toHaveLength(3)
  })

  it('accepts many mails at once, and returns how many of them are new', async () => {
    const mails = Array.from({ length: 2_500 }, (_, place) => ({
      to: { address: `person-${place % 2_400}@demo.example` },
      kind: noticeSample,
      data: { about: String(place) },
      cause: 'welcome',
    }))
    expect(await inNorthgate((tx) => queue.queueMails(tx, northgate, mails))).toBe(2_400)
    expect(await inNorthgate((tx) => queue.queueMails(tx, northgate, mails))).toBe(0)
  })

  it('refuses an address with a line break [S-69]', async () => {
    const to = { address: 'people@demo.example\r\nBcc: everybody@demo.example' }
    await expect(
      inNorthgate((tx) => queue.queueMail(tx, northgate, { ...link('/'), to, cause: 'planted' })),
    ).rejects.toMatchObject({ code: '23514' })
  })

  it('does nothing if there are no recipients', async () => {
    const mail = { ...link('/reset-password'), to: { personId: null } }
    expect(await inNorthgate((tx) => queue.queueMail(tx, northgate, mail))).toBe(false)
    expect(await mailsOf(world)).toEqual([])
  })
})

describe('mail with a fixed text', () => {
  const notice = (to: Parameters<typeof queueNotice>[2]['to']) => ({ to, kind: wordsSample, cause: 'once' })

  it('needs no encryption key, because it has only fixed text', async () => {
    expect(await inNorthgate((tx) => queueNotice(tx, northgate, notice({ personId: amelia })))).toBe(true)
    expect(await mailsOf(world)).toEqual([expect.objectContaining({ kind: 'sample-words', data: null })])
  })

  it('is sent to an account that has an address; the same statement sends none to an account that has no address', async () => {
    const queueTo = (accountOf: string) => inNorthgate((tx) => queueNotice(tx, northgate, notice({ accountOf })))
    expect(await queueTo('Amelia.Hart@demo.example')).toBe(true)
    expect(await queueTo('amelia.hart@demo.example')).toBe(false)
    for (const nobody of [
      'nobody@demo.example',
      'jack.stone@demo.example',
      'farah.ali@demo.example',
      'max.plain@plain.example',
    ])
      expect(await queueTo(nobody)).toBe(false)
    expect((await mailsOf(world)).map(({ to }) => to)).toEqual(['amelia.hart@demo.example'])
  })
})

describe('kind of mail that may be sent once in a certain time', () => {
  const day = 24 * 3_600_000
  const notice = (cause: string) => ({
    to: { personId: amelia },
    kind: noticeSample,
    data: { about: cause },
    cause,
    notAgainWithinMs: day,
  })
  const queueNotice = (cause: string) => inNorthgate((tx) => queue.queueMail(tx, northgate, notice(cause)))

  it('can be queued again after that time, whatever other mail was sent', async () => {
    expect(await queueNotice('first')).toBe(true)
    expect(await queueNotice('second')).toBe(false)
    expect(await inNorthgate((tx) => queue.queueMail(tx, northgate, link('/')))).toBe(true)
    await world.database.rows(`update mail set queued_at = app.now() - interval '24 hours'`)
    expect(await queueNotice('third')).toBe(true)
  })
})

describe('mail stored in the queue', () => {
  it('does not contain the secret of its link in plain text: its data are encrypted for this row [S-79] [R-18]', async () => {
    const secret = `canary-${randomUUID()}`
    await inNorthgate((tx) => queue.queueMail(tx, northgate, { ...link(`/reset-password?t=${secret}`), cause: 'a' }))
    await inNorthgate((tx) => queue.queueMail(tx, northgate, { ...link('/other'), cause: 'b' }))
    const kept = await find<{ text: string }>('select string_agg(mail::text, chr(10)) as text from mail')
    expect(kept?.text).toContain('sample-link')
    for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(kept?.text).not.toContain(form.replace(/=+$/, ''))

    const other = await find<{ data: string }>(`select data from mail where cause = 'b'`)
    await find(`update mail set data = $1 where cause = 'a'`, [other?.data])
    await expect(mailsOf(world)).rejects.toThrow('unable to authenticate')
  })

  it('cannot keep its data after it is delivered', async () => {
    await inNorthgate((tx) => queue.queueMail(tx, northgate, link('/')))
    await expect(find(`update mail set state = 'sent', ended_at = app.now()`)).rejects.toMatchObject({ code: '23514' })
    await find(`update mail set state = 'sent', ended_at = app.now(), data = null`)
    expect(await mailsOf(world)).toEqual([expect.objectContaining({ state: 'sent', data: null })])
  })
})

describe('process that sends mail', () => {
  it('is notified for which client mail is waiting, after the commit', async () => {
    const listening = new Client(world.database.app)
    await listening.connect()
    try {
      await listening.query(`listen ${mailChannel}`)
      const told = new Promise((resolve) => listening.once('notification', ({ payload }) => resolve(payload)))
      await inNorthgate((tx) => queue.queueMail(tx, northgate, link('/')))
      expect(await told).toBe(northgate)
    } finally {
      await listening.end()
    }
  })

  it('finds the clients that have mail to send', async () => {
    const due = () => listClientsWithWork(world.database.db, mailWork)
    await find('delete from work_due')
    expect(await due()).toEqual([])
    await inNorthgate((tx) => queue.queueMail(tx, northgate, link('/')))
    await inClient(world.database.db, plain, (tx) =>
      queue.queueMail(tx, plain, { ...link('/'), to: { address: 'x@plain.example' } }),
    )
    expect((await due()).toSorted()).toEqual([northgate, plain].toSorted())
    await inClient(world.database.db, plain, (tx) => claimDueMails(tx, plain, { atMost: 5 }))
    expect(await due()).toEqual([northgate])
    await world.database.moveClock('PT3M')
    expect((await due()).toSorted()).toEqual([northgate, plain].toSorted())
    await world.database.moveClock('PT0S')
  })
})
