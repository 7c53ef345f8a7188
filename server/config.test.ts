import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StartError } from '../database/start-error.ts'
import { readConfig } from './config.ts'
import { portalOrigins } from './portal-origins.ts'
import { namedSecrets } from './secrets.ts'

const makeOne = 'make one with: openssl rand -base64 32'
const secret = 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu'
const older = 'Zt5Kp8Wd3Yx6Rm1Qv9Bn4Jc7Hg2Lf0SaUo'

const place = await mkdtemp(join(tmpdir(), 'config-'))
afterAll(() => rm(place, { recursive: true }))

const production = (settings: Record<string, string>) =>
  readConfig({ MODE: 'production', DATA_DIR: join(place, 'data'), ...settings })

describe('production settings [S-84]', () => {
  it.each([
    [
      'a port that is none',
      { PORT: 'http' },
      'The setting PORT cannot be used: must be a whole number from 0 to 65535.',
    ],
    [
      'a short secret',
      { SERVER_SECRET: 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1a' },
      `SERVER_SECRET has fewer than 32 characters: ${makeOne}`,
    ],
    [
      'a secret to guess',
      { SERVER_SECRET: '0123456789012345678901234567890123456789' },
      `SERVER_SECRET can be guessed (it repeats itself): ${makeOne}`,
    ],
    [
      'a missing secret file',
      { SERVER_SECRET_FILE: '/nowhere' },
      'SERVER_SECRET_FILE names /nowhere, which cannot be read: let this user read it, or name another file.',
    ],
    [
      'a moved clock',
      { SERVER_SECRET: secret, CLOCK: '2026-11-16T09:00:00Z' },
      'CLOCK moves the clock of a demo or a test; production runs on the real one. Remove it.',
    ],
    [
      'the secret of an example',
      { SERVER_SECRET: 'change-me-to-something-that-is-long-enough' },
      `SERVER_SECRET can be guessed (it contains 'change-me'): ${makeOne}`,
    ],
    [
      'the secret of a demo',
      { SERVER_SECRET: 'demo-mB3vK9sQ2xT7wL5nR8cY4hJ6dF1gZ0pA' },
      `SERVER_SECRET is the secret of a demo: ${makeOne}`,
    ],
    [
      'a weak secret behind a good one',
      { SERVER_SECRET: `${secret} ${'ab'.repeat(20)}` },
      `SERVER_SECRET (number 2 of 2) can be guessed (it repeats itself): ${makeOne}`,
    ],
    [
      'the same secret twice',
      { SERVER_SECRET: `${secret} ${secret}` },
      'SERVER_SECRET names the same secret twice: remove one of the two.',
    ],
    [
      'a secret in two places',
      { DATABASE_URL: 'postgres://portal@db.example/portal', DATABASE_URL_FILE: '/run/secrets/database-url' },
      'Both DATABASE_URL and DATABASE_URL_FILE are set: remove one of them.',
    ],
    [
      'another origin that is none',
      { SERVER_SECRET: secret, ALLOWED_ORIGINS: 'https://demo.partner.example/' },
      'The setting ALLOWED_ORIGINS cannot be used: must list origins such as https://benefits.example.com.',
    ],
  ])('are refused with %s', async (_, settings, sentence) => {
    await expect(production(settings)).rejects.toThrow(new StartError(sentence))
  })

  it('are refused with a secret that a demo generated in this folder', async () => {
    const ofDemo = 'mB3vK9sQ2xT7wL5nR8cY4hJ6dF1gZ0pAuE'
    const DATA_DIR = await mkdtemp(join(place, 'of-demo-'))
    await writeFile(join(DATA_DIR, 'server-secret'), ofDemo)
    for (const [SERVER_SECRET, which] of [
      [ofDemo, 'SERVER_SECRET'],
      [`${secret} ${ofDemo}`, 'SERVER_SECRET (number 2 of 2)'],
    ] as const)
      await expect(production({ DATA_DIR, SERVER_SECRET })).rejects.toThrow(
        new StartError(`${which} is the secret of a demo: ${makeOne}`),
      )
  })

  it('can be read from files; there may be several secrets, one on each line, the current one first', async () => {
    const [secrets, url] = [join(place, 'secrets'), join(place, 'url')]
    await writeFile(secrets, `${secret}\n${older}\n`)
    await writeFile(url, 'postgres://portal:of-the-database@db.example/portal\n')
    const config = await production({ SERVER_SECRET_FILE: secrets, DATABASE_URL_FILE: url, DATABASE_APP_URL_FILE: url })
    expect(config.serverSecret.map(String)).toEqual([secret, older])
    expect([config.databaseUrl, config.databaseAppUrl]).toEqual(
      Array.from({ length: 2 }, () => 'postgres://portal:of-the-database@db.example/portal'),
    )
  })

  it('allow no other origin and show no API description, unless these are set [S-68] [S-86]', async () => {
    const plain = await production({ SERVER_SECRET: secret })
    expect([plain.allowedOrigins, plain.showsManual]).toEqual([[], false])
    const asked = await production({
      SERVER_SECRET: secret,
      API_DOCS: 'on',
      ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
    })
    expect([asked.allowedOrigins, asked.showsManual]).toEqual([['https://a.example', 'https://b.example:8443'], true])
  })
})

it('a mode that does not exist is refused [S-84]', async () => {
  await expect(readConfig({ MODE: 'prod' })).rejects.toThrow(
    new StartError('The setting MODE cannot be used: Invalid option: expected one of "demo"|"production"|"test".'),
  )
})

it('a demo generates and stores its own secret, and marks it as a demo secret [S-84]', async () => {
  const demo = () => readConfig({ DATA_DIR: join(place, 'demo') })
  const [one, other] = [await demo(), await demo()]
  expect(one.serverSecret.map(String)).toEqual(other.serverSecret.map(String))
  expect(String(one.serverSecret[0])).toMatch(/^demo-[\w-]{43}$/)
  expect(one.showsManual).toBe(true)
})

it.each([
  [{}, false],
  [{ PORTAL_URL: 'http://{site}.localhost' }, false],
  [{ PORTAL_URL: 'https://{site}.benefits.example' }, true],
  [{ PORTAL_URL: 'https://{site}.benefits.example', HTTPS: 'off' }, false],
  [{ HTTPS: 'on' }, true],
])(
  "HTTPS is on if the portal's address begins with https, unless it is switched off: %j [S-67]",
  async (settings, https) => {
    expect((await readConfig({ MODE: 'test', SERVER_SECRET: secret, ...settings })).https).toBe(https)
  },
)

describe('mail setting', () => {
  const smtp = {
    SERVER_SECRET: secret,
    SMTP_URL: 'smtps://portal:of-the-mail@smtp.example.com',
    MAIL_FROM: 'no-reply@benefits.example',
    PORTAL_URL: 'https://{site}.benefits.example',
  }
  const serving = (settings: Record<string, string>) =>
    readConfig({ MODE: 'production', DATA_DIR: join(place, 'data'), ...settings }, { serves: true })

  it.each([
    [
      'no mail server',
      { SERVER_SECRET: secret },
      'Production needs SMTP_URL or SMTP_URL_FILE for its mail: it is like smtps://user:password@host:465, or smtp://user:password@host:587, which is raised to TLS. MAIL=off sends none.',
    ],
    [
      'a mail server that is none',
      { ...smtp, SMTP_URL: 'mail.example.com' },
      'The setting SMTP_URL cannot be used: it is like smtps://user:password@host:465, or smtp://user:password@host:587, which is raised to TLS.',
    ],
    [
      'a mail server that is told to check nothing',
      { ...smtp, SMTP_URL: 'smtps://smtp.example.com?tls.rejectUnauthorized=false' },
      'The setting SMTP_URL cannot be used: it is like smtps://user:password@host:465, or smtp://user:password@host:587, which is raised to TLS.',
    ],
    [
      'a password that nothing hides',
      { ...smtp, SMTP_URL: 'smtp://portal:of-the-mail@localhost' },
      'SMTP_URL would send a password without TLS: use smtps:// for a server of this machine that asks for one.',
    ],
    [
      'nobody that mail comes from',
      { ...smtp, MAIL_FROM: '' },
      'SMTP_URL needs MAIL_FROM: the address that mails come from.',
    ],
    [
      'nowhere that links lead to',
      { ...smtp, PORTAL_URL: '' },
      'SMTP_URL needs PORTAL_URL: where people find the portal, such as https://{site}.benefits.example.com, so that links in mails lead there.',
    ],
    [
      'a place for links that is none',
      { ...smtp, PORTAL_URL: 'https://{site}.benefits.example/portal' },
      'The setting PORTAL_URL cannot be used: must be an origin such as https://{site}.api.example.com.',
    ],
    [
      'a mail server, and none',
      { ...smtp, MAIL: 'off' },
      'MAIL is off and SMTP_URL names a mail server: remove one of them.',
    ],
  ])('is refused in production with %s', async (_, settings, sentence) => {
    await expect(serving(settings)).rejects.toThrow(new StartError(sentence))
  })

  it("names the operator's mail server; its address can be read from a file", async () => {
    const file = join(place, 'smtp-url')
    await writeFile(file, `${smtp.SMTP_URL}\n`)
    const { SMTP_URL, ...others } = smtp
    const config = await serving({ ...others, SMTP_URL_FILE: file, MAIL_FROM_NAME: 'Benefits' })
    expect(config.mail).toEqual({
      by: 'smtp',
      server: { host: 'smtp.example.com', port: 465, secure: true, login: { user: 'portal', password: 'of-the-mail' } },
      from: { address: 'no-reply@benefits.example', name: 'Benefits' },
    })
    expect((await serving(smtp)).mail).toMatchObject({ server: { host: new URL(SMTP_URL).hostname } })
  })

  it('is off if production says so, and for commands; a demo stores its mail in a folder', async () => {
    expect((await serving({ SERVER_SECRET: secret, MAIL: 'off' })).mail).toEqual({ by: 'nobody' })
    expect((await production({ SERVER_SECRET: secret })).mail).toEqual({ by: 'nobody' })
    const demo = await readConfig({ MODE: 'demo', DATA_DIR: join(place, 'data') }, { serves: true })
    expect(demo.mail).toMatchObject({ by: 'outbox', folder: join(place, 'data/outbox') })
  })
})

describe('secrets of identity providers', () => {
  it('are read from the setting or its file only when they are needed', async () => {
    const file = join(place, 'provider-secret')
    const secretOf = namedSecrets({ IDP_A: 'in the setting', IDP_B_FILE: file, IDP_C: undefined })
    expect(() => secretOf('IDP_B')).toThrow(
      `IDP_B_FILE names ${file}, which cannot be read: let this user read it, or name another file.`,
    )
    await writeFile(file, 'in the file\n')
    expect(['IDP_A', 'IDP_B', 'IDP_C', 'IDP_D'].map(secretOf)).toEqual([
      'in the setting',
      'in the file',
      undefined,
      undefined,
    ])
  })
})

describe('address of the portal for links in mails [S-13]', () => {
  it('is the address in the settings, or otherwise that of this machine', () => {
    const local = portalOrigins({ portalUrl: undefined, fixedSite: 'demo', port: 3000 })
    expect([local('demo'), local('plain')]).toEqual(['http://localhost:3000', 'http://plain.localhost:3000'])
    const everywhere = portalOrigins({ portalUrl: 'https://{site}.benefits.example', fixedSite: 'demo', port: 3000 })
    expect([everywhere('demo'), everywhere('plain')]).toEqual([
      'https://demo.benefits.example',
      'https://plain.benefits.example',
    ])
  })
})
