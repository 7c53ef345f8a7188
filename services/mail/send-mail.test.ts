import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { clientId, personId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { outboxTransport } from '../../platform/outbox.ts'
import { smtpTransport } from '../../platform/smtp.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { fieldOf, startMailServer, type MailServer, type ReceivedMail } from '../../tests/harness/smtp-server.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { themeDefaults } from '../theme/theme.rules.ts'
import { claimDueMails } from './due-mail.queries.ts'
import { mailLimits } from './limits.ts'
import type { MailData, MailKind } from '../../contract/mail-kind.ts'
import { mailQueue, queueNotice } from './mail.queries.ts'
import { linkSample, noticeSample, wordsSample } from './mail.samples.ts'
import { mailDelivery, type ClientFault, type DeliveryAttempt } from './send-mail.server.ts'
import type { Sender } from './write-mail.server.ts'

let server: MailServer
let world: World
let northgate: ClientId
let plain: ClientId
let amelia: PersonId
let tried: DeliveryAttempt[]
let faults: ClientFault[]
beforeAll(async () => {
  server = await startMailServer({ WITHOUT_TLS: 'yes' })
  world = await startWorld({ keep: true })
  const [ids] = await rows<{ northgate: string; plain: string; amelia: string }>(`
    select (select client_id from client where code = 'demo') as northgate,
           (select client_id from client where code = 'plain') as plain,
           (select person_id from account where email = 'amelia.hart@demo.example') as amelia`)
  northgate = clientId.parse(ids?.northgate)
  plain = clientId.parse(ids?.plain)
  amelia = personId.parse(ids?.amelia)
})
beforeEach(async () => {
  await server.behave('accept')
  await rows('delete from mail')
  server.received.length = 0
  tried = []
  faults = []
})
afterAll(() => Promise.all([server.stop(), world.close()]))

const sender: Sender = {
  kinds: [linkSample, noticeSample, wordsSample],
  from: { address: 'no-reply@benefits.example' },
  themeDefaults,
  originOf: (site) => `https://${site}.benefits.example`,
}
const office = (
  changes: Partial<Sender> = {},
  transport = smtpTransport({ host: 'localhost', port: server.port, secure: false }),
) =>
  mailDelivery({
    db: world.database.db,
    serverSecret: world.serverSecret,
    transport,
    sender: { ...sender, ...changes },
    onTried: (one) => tried.push(one),
    onFault: (one) => faults.push(one),
  })
const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
async function queue<Data extends MailData>(
  kind: MailKind<Data>,
  data: Data,
  to: { personId: PersonId } | { address: string } = { personId: amelia },
  client = northgate,
): Promise<void> {
  const queued = await inClient(world.database.db, client, (tx) =>
    mailQueue(world.serverSecret).queueMail(tx, client, { to, kind, data, cause: randomUUID() }),
  )
  expect(queued).toBe(true)
}
const later = (ms: number) => rows('update app.clock set ahead = ahead + make_interval(secs => $1)', [ms / 1000])
const readable = ({ raw }: ReceivedMail) =>
  Buffer.from(
    raw
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

describe('mail that is due', () => {
  it('is sent with the name and theme of its client, and then its data are deleted [S-79] [R-18]', async () => {
    const secret = `canary-${randomUUID()}`
    await queue(linkSample, { path: `/reset-password/?t=${secret}` })
    await office().sendDue()

    const [received] = server.received
    expect(server.received).toHaveLength(1)
    if (!received) return
    const [kept] = await mailsOf(world)
    expect(kept).toMatchObject({ state: 'sent', attempts: 1, data: null, lastError: null })
    expect(fieldOf(received, 'Message-ID')).toBe(`<${kept?.id}@demo.benefits.example>`)
    expect(fieldOf(received, 'From')).toBe('Northgate Rewards <rewards@demo.example>')
    expect(fieldOf(received, 'To')).toBe('Amelia Hart <amelia.hart@demo.example>')
    expect(fieldOf(received, 'Reply-To')).toBe('Northgate Rewards <rewards@demo.example>')
    expect(fieldOf(received, 'Subject')).toBe('Your link to Northgate Rewards')
    const words = readable(received)
    expect(words).toContain('Dear Amelia,')
    expect(words).toContain('0808 157 0144')
    expect(words).toContain('#0b5d5e')
    expect(words.split(`https://demo.benefits.example/reset-password/?t=${secret}`).length).toBeGreaterThan(2)

    const dump = await rows<{ text: string }>(`select mail::text as text from mail`)
    expect(JSON.stringify([dump, tried])).not.toMatch(
      new RegExp(`${secret}|amelia|${Buffer.from(secret).toString('hex')}`),
    )
  })

  it('links to the host of its own client, whatever host name a request has [S-13]', async () => {
    await queue(linkSample, { path: '/reset-password/?t=1' })
    await queue(linkSample, { path: '/reset-password/?t=2' }, { address: 'max.plain@plain.example' }, plain)
    await office().sendDue()
    const hosts = server.received.map((one) => [one.to[0], /https:\/\/[^/]+/.exec(readable(one))?.[0]])
    expect(Object.fromEntries(hosts)).toEqual({
      'amelia.hart@demo.example': 'https://demo.benefits.example',
      'max.plain@plain.example': 'https://plain.benefits.example',
    })
    // The first client has its own sender address. The second uses the portal's sender address.
    const senders = server.received.map((one) => [one.to[0], /^From: .*<([^>]+)>/im.exec(readable(one))?.[1]])
    expect(Object.fromEntries(senders)).toEqual({
      'amelia.hart@demo.example': 'rewards@demo.example',
      'max.plain@plain.example': 'no-reply@benefits.example',
    })
  })

  it("is sent even if a bug makes another client's mail fail; that failure is logged, and that mail is tried again [S-79]", async () => {
    const ids = [northgate, plain].toSorted()
    await queue(noticeSample, { about: 'your account' })
    await queue(noticeSample, { about: 'your account' }, { address: 'max.plain@plain.example' }, plain)
    const siteOfFirst = ids[0] === northgate ? 'demo' : 'plain'
    const originOf = (site: string) => {
      if (site === siteOfFirst) throw new Error('no origin')
      return `https://${site}.benefits.example`
    }
    await office({ originOf }).sendDue()
    expect(tried.map(({ clientId: of, outcome }) => [of, outcome])).toEqual([[ids[1], 'sent']])
    expect(faults).toEqual([{ clientId: ids[0], error: expect.objectContaining({ message: 'no origin' }) as Error }])
    await office().sendDue()
    expect(server.received).toHaveLength(2)
  })

  it('is not sent if its path is an address outside the portal [S-13]', async () => {
    await queue(linkSample, { path: '//evil.test/reset' })
    await queue(linkSample, { path: 'https://evil.test/reset' })
    await queue(linkSample, { path: '/reset-password/' })
    await office().sendDue()
    expect(server.received).toHaveLength(1)
    expect((await mailsOf(world)).map(({ state }) => state).toSorted()).toEqual(['failed', 'failed', 'sent'])
  })

  it('is sent to the address that the person has when it is sent', async () => {
    await queue(noticeSample, { about: 'your account' })
    await rows(`update account set email = 'amelia.new@demo.example' where person_id = $1`, [amelia])
    await office().sendDue()
    await rows(`update account set email = 'amelia.hart@demo.example' where person_id = $1`, [amelia])
    expect(server.received.map(({ to }) => to)).toEqual([['amelia.new@demo.example']])
  })

  it('is not sent after its link has expired', async () => {
    await queue(linkSample, { path: '/reset-password/' })
    await later(31 * 60_000)
    await office().sendDue()
    expect(server.received).toEqual([])
    expect(await mailsOf(world)).toEqual([expect.objectContaining({ state: 'failed', lastError: 'stale' })])
  })

  it('is sent like other mail if it has only fixed text', async () => {
    await inClient(world.database.db, northgate, (tx) =>
      queueNotice(tx, northgate, { to: { personId: amelia }, kind: wordsSample, cause: 'once' }),
    )
    await office().sendDue()
    expect(server.received.map((one) => fieldOf(one, 'Subject'))).toEqual(['News from Northgate Rewards'])
  })

  it('is abandoned with an error if this version of the portal does not know its kind', async () => {
    await queue(noticeSample, { about: 'your account' })
    await office({ kinds: [] }).sendDue()
    expect(tried).toEqual([expect.objectContaining({ outcome: 'given-up', error: 'no kind sample-notice' })])
  })
})

describe('mail that cannot be delivered', () => {
  it('is abandoned at once if it is refused permanently, and its row does not contain the address', async () => {
    await queue(noticeSample, { about: 'your account' })
    await server.behave('refuse-recipient')
    await office().sendDue()
    const [kept] = await rows<{ state: string; last_error: string; data: string | null }>('select * from mail')
    expect(kept?.state).toBe('failed')
    expect(kept?.last_error).toMatch(/^[A-Z ]+550$/)
  })

  it('is sent again when the next attempt is due if it is refused temporarily, and arrives once', async () => {
    await queue(noticeSample, { about: 'your account' })
    await server.behave('refuse-recipient-for-now')
    const { sendDue } = office()
    await sendDue()
    await server.behave('accept')
    await sendDue()
    expect([server.received.length, (await mailsOf(world))[0]?.state]).toEqual([0, 'queued'])
    await later(2 * mailLimits.firstRetryMs)
    await sendDue()
    expect([server.received.length, (await mailsOf(world))[0]]).toEqual([
      1,
      expect.objectContaining({ state: 'sent', attempts: 2 }),
    ])
  })

  it('is abandoned after a day of refusals, and stays listed with its data for another attempt [S-79]', async () => {
    await queue(noticeSample, { about: 'your account' })
    await server.behave('refuse-recipient-for-now')
    const { sendDue } = office()
    await sendDue()
    await later(mailLimits.giveUpAfterMs)
    await sendDue()
    expect(tried.map(({ outcome }) => outcome)).toEqual(['later', 'given-up'])
    expect((await mailsOf(world))[0]).toMatchObject({ state: 'failed', attempts: 2, data: { about: 'your account' } })
  })

  it('is logged with the cause and tried again if it is refused because of our settings [S-79]', async () => {
    const taken = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'a file')
    onTestFinished(() => rm(dirname(taken), { recursive: true }))
    await writeFile(taken, '')
    await queue(noticeSample, { about: 'your account' })
    await office({}, outboxTransport(taken)).sendDue()
    expect(faults).toEqual([{ clientId: northgate, error: expect.objectContaining({ code: 'EEXIST' }) }])
    expect((await mailsOf(world))[0]).toMatchObject({ state: 'queued', lastError: 'an internal error' })
  })

  it('is sent again with the same message id if the connection breaks after the data [S-79]', async () => {
    await queue(noticeSample, { about: 'your account' })
    await server.behave('drop-after-data')
    const { sendDue } = office()
    await sendDue()
    await server.behave('accept')
    await later(2 * mailLimits.firstRetryMs)
    await sendDue()
    const ids = server.received.map((one) => fieldOf(one, 'Message-ID'))
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  it('leads to attempts with one mail at a time while the server cannot be reached; then all mail is sent', async () => {
    for (let each = 0; each < 12; each += 1)
      await queue(noticeSample, { about: String(each) }, { address: `person-${each}@demo.example` })
    await server.behave('busy')
    const { sendDue } = office()
    await sendDue()
    expect(tried).toHaveLength(mailLimits.atOnce)
    await sendDue()
    expect(tried).toHaveLength(mailLimits.atOnce + 1)
    await server.behave('accept')
    await later(5 * 60_000)
    await sendDue()
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, each) => `person-${each}@demo.example`).toSorted(),
    )
  })
})

describe('several processes that send mail', () => {
  it('share the mail that is due: each mail is sent once', async () => {
    for (let each = 0; each < 40; each += 1)
      await queue(noticeSample, { about: String(each) }, { address: `person-${each}@demo.example` })
    await Promise.all([office().sendDue(), office().sendDue(), office().sendDue()])
    expect(server.received).toHaveLength(40)
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(40)
  })

  it('take over, after some time, the mail of a process that has died', async () => {
    await queue(noticeSample, { about: 'your account' })
    const [claimed] = await inClient(world.database.db, northgate, (tx) => claimDueMails(tx, northgate, { atMost: 1 }))
    expect(claimed).toMatchObject({ attempts: 1, address: 'amelia.hart@demo.example' })
    const { sendDue } = office()
    await sendDue()
    expect(server.received).toEqual([])
    await later(mailLimits.claimMs + 1_000)
    await sendDue()
    expect(server.received).toHaveLength(1)
  })
})
