import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../tests/harness/tls-certificate.ts'
import { fieldOf, startMailServer, type Behaviour, type MailServer } from '../tests/harness/smtp-server.ts'
import { MailFault, type MailTransport, type OutgoingMail } from './mail-transport.ts'
import { readSmtpUrl, smtpTransport, type SmtpServer } from './smtp.ts'

const mail: OutgoingMail = {
  messageId: `<${randomUUID()}@demo.localhost>`,
  from: { name: 'Northgate Rewards', address: 'rewards@demo.example' },
  to: { name: 'Zoë Hart', address: 'zoe.hart@demo.example' },
  replyTo: { name: 'People Services', address: 'people-services@demo.example' },
  subject: 'Your £ and your café',
  text: 'Dear Zoë,\n',
  html: '<!doctype html><p>Dear Zoë,',
  pictures: [{ id: 'logo', mediaType: 'image/png', bytes: Buffer.from('a picture') }],
}
const soon = () => AbortSignal.timeout(20_000)
const faultOf = (transport: MailTransport, sent = mail, signal = soon()): Promise<[string, string]> =>
  transport.deliver(sent, signal).then(
    () => ['taken', ''],
    (error: unknown) => {
      if (!(error instanceof MailFault)) throw error
      return [error.kind, error.message]
    },
  )
const at = (port: number, more: Partial<SmtpServer> = {}) =>
  smtpTransport({ host: 'localhost', port, secure: false, ...more })

describe('mail server on the same machine', () => {
  let server: MailServer
  beforeAll(async () => void (server = await startMailServer()))
  beforeEach(async () => {
    await server.behave('accept')
    server.received.length = 0
  })
  afterAll(() => server.stop())

  it('gets the mail unchanged, with message id, text and HTML', async () => {
    await at(server.port).deliver(mail, soon())
    const [received] = server.received
    expect(server.received).toHaveLength(1)
    if (!received) return
    expect(received.to).toEqual(['zoe.hart@demo.example'])
    expect(fieldOf(received, 'Message-ID')).toBe(mail.messageId)
    expect(fieldOf(received, 'From')).toBe('Northgate Rewards <rewards@demo.example>')
    expect(fieldOf(received, 'To')).toBe('=?UTF-8?Q?Zo=C3=AB_Hart?= <zoe.hart@demo.example>')
    expect(fieldOf(received, 'Reply-To')).toBe('People Services <people-services@demo.example>')
    expect(fieldOf(received, 'Auto-Submitted')).toBe('auto-generated')
    for (const part of ['text/plain', 'text/html', 'multipart/alternative', 'Content-Id: <logo>'])
      expect(received.raw.toLowerCase()).toContain(part.toLowerCase())
  })

  it.each<[Behaviour, string]>([
    ['refuse-recipient', 'never'],
    ['refuse-content', 'never'],
    ['refuse-recipient-for-now', 'later'],
    ['refuse-sender', 'away'],
    ['refuse-sender-for-now', 'away'],
    ['want-login-first', 'away'],
    ['busy', 'away'],
    ['drop-after-data', 'away'],
  ])('that does %s is handled, and only the codes of its reply are reported', async (behaviour, kind) => {
    expect((await faultOf(at(server.port)))[0]).toBe('taken')
    await server.behave(behaviour)
    const [fault, words] = await faultOf(at(server.port))
    expect(fault).toBe(kind)
    expect(words).toMatch(/^[A-Z0-9 ]+$/)
  })

  it('is abandoned at the deadline if it hangs', async () => {
    await server.behave('hang')
    expect((await faultOf(at(server.port), mail, AbortSignal.timeout(200)))[0]).toBe('away')
  })

  it('is abandoned at the deadline if it accepts the connection but sends nothing', async () => {
    expect((await faultOf(at(server.silentPort), mail, AbortSignal.timeout(200)))[0]).toBe('away')
  })

  it('counts as unreachable if it does not exist', async () => {
    const gone = await startMailServer()
    await gone.stop()
    expect((await faultOf(at(gone.port)))[0]).toBe('away')
  })

  it.each<[string, Partial<OutgoingMail>]>([
    ['the subject', { subject: 'Hello\r\nBcc: everybody@demo.example' }],
    ['a name', { to: { name: 'Zoë\nBcc: x', address: 'zoe.hart@demo.example' } }],
    ['the address', { to: { address: 'zoe.hart@demo.example\r\nRCPT TO:<everybody@demo.example>' } }],
    ['the name of who is answered', { replyTo: { name: 'Z\u0000', address: 'zoe.hart@demo.example' } }],
    ['an address that is two', { to: { address: 'zoe.hart@demo.example,everybody@demo.example' } }],
  ])('gets no command with a control character in %s [S-69]', async (_, changes) => {
    expect((await faultOf(at(server.port), { ...mail, ...changes }))[0]).toBe('never')
    expect(server.received).toEqual([])
  })
})

describe('TLS to a mail server [S-85]', () => {
  const trusted = getCACertificates('default')
  const servers: MailServer[] = []
  const folders: string[] = []
  const start = async (settings: Record<string, string>): Promise<MailServer> => {
    const server = await startMailServer(settings)
    servers.push(server)
    return server
  }
  const certified = async (subject: Parameters<typeof makeCertificate>[0]): Promise<Record<string, string>> => {
    const made = await makeCertificate(subject)
    folders.push(made.folder)
    setDefaultCACertificates([...trusted, made.authority])
    return { CERTIFICATE: made.certificate, KEY: made.key }
  }
  afterAll(async () => {
    setDefaultCACertificates(trusted)
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
  })

  it('is used from the first byte, together with a login', async () => {
    const server = await start({ ...(await certified('DNS:localhost')), SECURE: 'yes', LOGIN: 'portal:a good one' })
    const secure = { secure: true, login: { user: 'portal', password: 'a good one' } }
    expect((await faultOf(at(server.port, secure)))[0]).toBe('taken')
    const wrong = await faultOf(at(server.port, { ...secure, login: { user: 'portal', password: 'canary-5521' } }))
    expect(wrong[0]).toBe('away')
    expect(wrong[1]).not.toMatch(/canary|portal/)
  })

  it('starts with STARTTLS before any other command, if the server is on another machine', async () => {
    const server = await start(await certified('IP:127.0.0.2'))
    expect((await faultOf(at(server.port, { host: '127.0.0.2' })))[0]).toBe('taken')
    expect(server.received).toHaveLength(1)
  })

  it('is required: a server on another machine that lacks STARTTLS gets no mail', async () => {
    const server = await start({ ...(await certified('IP:127.0.0.2')), WITHOUT_TLS: 'yes' })
    expect((await faultOf(at(server.port, { host: '127.0.0.2' })))[0]).toBe('away')
    expect(server.received).toEqual([])
  })

  it.each([
    ['for another name', () => certified('DNS:mail.other.example')],
    ['of nobody we trust, and run out', () => Promise.resolve({})],
  ])('is not used with a certificate %s', async (_, settings) => {
    const made = await settings()
    const secure = await start({ ...made, SECURE: 'yes' })
    const raised = await start(made)
    expect((await faultOf(at(secure.port, { secure: true })))[0]).toBe('away')
    expect((await faultOf(at(raised.port, { host: '127.0.0.2' })))[0]).toBe('away')
    expect([...secure.received, ...raised.received]).toEqual([])
  })
})

describe('address of a mail server', () => {
  it.each([
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true }],
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false }],
    ['smtp://[::1]:2525/', { host: '::1', port: 2525, secure: false }],
    [
      'smtps://us%40er:p%2Fw@mail.example.com:4465',
      { host: 'mail.example.com', port: 4465, secure: true, login: { user: 'us@er', password: 'p/w' } },
    ],
  ])('%s is accepted', (text, server) => {
    expect(readSmtpUrl(text)).toEqual(server)
  })

  it.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtps://',
    'smtps://h/path',
    'smtps://h?tls.rejectUnauthorized=false',
  ])('%s is refused', (text) => {
    expect(readSmtpUrl(text)).toBeUndefined()
  })
})
