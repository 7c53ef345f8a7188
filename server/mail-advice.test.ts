import { rm } from 'node:fs/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, it } from 'vitest'
import { MailFault } from '../platform/mail-transport.ts'
import { smtpTransport, type SmtpServer } from '../platform/smtp.ts'
import { makeCertificate } from '../tests/harness/tls-certificate.ts'
import { startMailServer, type Behaviour, type MailServer } from '../tests/harness/smtp-server.ts'
import { mailAdvice } from './mail-advice.ts'

const trusted = getCACertificates('default')
const login = { user: 'portal', password: 'a good one' }
const made: Awaited<ReturnType<typeof makeCertificate>> = await makeCertificate('DNS:localhost')
setDefaultCACertificates([...trusted, made.authority])
const tls = { CERTIFICATE: made.certificate, KEY: made.key, SECURE: 'yes' }
const server: MailServer = await startMailServer({ ...tls, LOGIN: `${login.user}:${login.password}` })
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await server.stop()
  await rm(made.folder, { recursive: true })
})

const adviceFor = async (settings: Partial<SmtpServer>, behaviour: Behaviour = 'accept') => {
  await server.behave(behaviour)
  const transport = smtpTransport({ host: 'localhost', port: server.port, secure: true, login, ...settings })
  const box = { address: 'somebody@demo.example' }
  const mail = { messageId: '<1@demo.example>', from: box, to: box, subject: 'x', text: 'x', html: 'x', pictures: [] }
  const fault: unknown = await transport.deliver(mail, AbortSignal.timeout(20_000)).catch((error: unknown) => error)
  if (!(fault instanceof MailFault)) throw new Error('The mail was taken')
  return mailAdvice(fault.message)
}
const unreached = 'the mail server of SMTP_URL does not answer as it should, or its certificate is not trusted'

it('advice names the setting that a mail server refuses, and is empty if the server refuses only this mail', async () => {
  const wrongLogin = { login: { ...login, password: 'another one' } }
  expect(await adviceFor(wrongLogin)).toBe('the mail server refuses the user or the password of SMTP_URL')
  expect(await adviceFor({}, 'refuse-sender')).toBe('the mail server refuses the address of MAIL_FROM')
  expect(await adviceFor({}, 'refuse-recipient')).toBeUndefined()
  expect(await adviceFor({}, 'refuse-content')).toBeUndefined()
})

it("advice names the mail server's address if there is no reply or its certificate is not trusted", async () => {
  expect(await adviceFor({ port: 1 })).toBe(unreached)
  setDefaultCACertificates(trusted)
  expect(await adviceFor({})).toBe(unreached)
})
