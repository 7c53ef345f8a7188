import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { goodPassword } from '../harness/people.ts'
import { solvePuzzle, type Puzzle } from '../harness/solve-captcha.ts'
import { makeCertificate } from '../harness/tls-certificate.ts'
import { secretsFoundIn } from '../harness/secret-sweep.ts'
import { processesUsingFolder } from '../harness/run-program.ts'
import { freePort, startServer } from '../harness/server-process.ts'
import { fieldOf, startMailServer } from '../harness/smtp-server.ts'

const mailPassword = 'Canary&74 Smtp-Login'
const json = { 'content-type': 'application/json' }

async function sendEnquiry(address: string): Promise<number> {
  const login = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'amelia.hart@demo.example', password: goodPassword }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const sender = { email: '', firstName: '', surname: '', company: '' }
  const sent = await fetch(`${address}/api/v1/cms-content/contact`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ subject: 'pay', comments: 'Why?', ...sender }),
  })
  return sent.status
}

async function askForLink(address: string, email: string): Promise<number> {
  const check = await fetch(`${address}/api/login/robot-check`)
  const { puzzle } = (await check.json()) as { puzzle: Puzzle }
  const body = { email, recaptcha: await solvePuzzle(puzzle), isRecaptchaEnabled: true }
  const forgot = `${address}/api/v1/forgot-password`
  return (await fetch(forgot, { method: 'POST', headers: json, body: JSON.stringify(body) })).status
}

async function makePlace(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'mail-'))
  onTestFinished(async () => {
    await vi.waitUntil(async () => (await processesUsingFolder(place)).length === 0, { timeout: 60_000 })
    await rm(place, { recursive: true, force: true })
  })
  return place
}

describe('mail of a running portal', () => {
  it('is queued by the web process and sent by the worker, over SMTP [API-25]', { timeout: 240_000 }, async () => {
    const place = await makePlace()
    const { folder, authority, certificate, key } = await makeCertificate('DNS:localhost')
    onTestFinished(() => rm(folder, { recursive: true }))
    const authorities = join(place, 'authority.pem')
    await writeFile(authorities, authority)
    const tls = { CERTIFICATE: certificate, KEY: key, SECURE: 'yes' }
    const mailServer = await startMailServer({ ...tls, LOGIN: `portal:${mailPassword}` })
    onTestFinished(() => mailServer.stop())
    // The worker also sends mails of its own, such as low-pay notices. Only these are counted.
    const received = (...recipients: string[]) =>
      mailServer.received.filter(({ to: [to] }) => recipients.includes(to ?? ''))
    const employer = 'people-services@demo.example'
    // Isla has forgotten her password. Farah has not activated her account.
    const [isla, farah] = ['isla.reid@demo.example', 'farah.ali@demo.example'] as const
    const settings = {
      DATA_DIR: join(place, 'data'),
      SMTP_URL: `smtps://portal:${encodeURIComponent(mailPassword)}@localhost:${mailServer.port}`,
      NODE_EXTRA_CA_CERTS: authorities,
      MAIL_FROM: 'no-reply@benefits.example',
      PORTAL_URL: 'https://{site}.benefits.example',
      LOG_LEVEL: 'info',
    }
    const port = String(await freePort())
    const web = await startServer({ ...settings, ROLE: 'web', PORT: port })
    onTestFinished(() => web.kill())
    expect(await sendEnquiry(web.address)).toBe(200)
    expect(mailServer.received).toEqual([])

    // The worker opens no port, so it can have the web process's PORT.
    const worker = await startServer({ ...settings, ROLE: 'worker', PORT: port })
    onTestFinished(() => worker.kill())
    await vi.waitUntil(() => received(employer).length === 1, { timeout: 60_000 })
    expect(await sendEnquiry(web.address)).toBe(200)
    await vi.waitUntil(() => received(employer).length === 2, { timeout: 60_000 })
    for (const mail of received(employer))
      expect(fieldOf(mail, 'Reply-To')).toBe('Amelia Hart <amelia.hart@demo.example>')

    for (const email of [isla, farah]) expect(await askForLink(web.address, email)).toBe(200)
    await vi.waitUntil(() => received(isla, farah).length === 2, { timeout: 60_000 })
    const links = received(isla, farah).map(({ to, raw }) => {
      const path = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      return [to[0], /https:\/\/demo\.benefits\.example\/([a-z-]+)[/?]/.exec(path)?.[1]]
    })
    expect(Object.fromEntries(links)).toEqual({ [isla]: 'reset-password', [farah]: 'activation' })

    // The log line of an attempt has ids, but no recipient or content (S-83).
    const sent = () =>
      worker
        .output()
        .split('\n')
        .filter((line) => line.includes('"mail sent"') && !line.includes('"below-minimum-wage"'))
    // The worker gets the mail server's confirmation a moment later.
    await vi.waitUntil(() => sent().length === 4, { timeout: 60_000 })

    await mailServer.stop()
    expect(await sendEnquiry(web.address)).toBe(200)
    await vi.waitUntil(() => worker.output().includes('mail not sent yet'), { timeout: 60_000 })
    const said = web.output() + worker.output()
    expect(secretsFoundIn(said, [{ name: 'the password of the mail server', value: mailPassword }])).toEqual([])

    expect([await worker.stop(), await web.stop()]).toEqual([0, 0])
    expect(sent()).toHaveLength(4)
    expect(JSON.parse(sent()[0] ?? '')).toMatchObject({ level: 'info', kind: 'new-enquiry', attempts: 1 })
    expect(web.output().replace(/^ .*$/gm, '') + worker.output()).not.toMatch(/Why\?|@demo\.example/)
  })
})
