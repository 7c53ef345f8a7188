import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StartError } from '../database/start-error.ts'
import { readConfig } from './config.ts'

const place = await mkdtemp(join(tmpdir(), 'captcha-settings-'))
afterAll(() => rm(place, { recursive: true }))

const production = (settings: Record<string, string>) =>
  readConfig({
    MODE: 'production',
    MAIL: 'off',
    SERVER_SECRET: 'q7Xw2mPz9LkT4vRb8NcY3hJd6FsG1aEu',
    DATA_DIR: join(place, 'data'),
    ...settings,
  })
const given = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' }
const placed = { PORTAL_URL: 'https://{site}.benefits.example.com' }

describe('captcha [LOGIN-17]', () => {
  it('is that of the portal, unless the operator names a provider', async () => {
    expect((await production({})).captcha).toEqual({ provider: 'proof-of-work' })
  })

  it('is that of the provider, with its site key and its secret; the secret can be read from a file [LOGIN-16]', async () => {
    expect((await production({ ...given, ...placed })).captcha).toEqual({
      provider: 'turnstile',
      siteKey: 'site',
      secret: 'secret',
      address: undefined,
    })
    const file = join(place, 'captcha-secret')
    await writeFile(file, 'of-the-file\n')
    const { CAPTCHA_SECRET: _, ...without } = given
    const address = 'https://www.recaptcha.net/recaptcha'
    const settings = { ...without, ...placed, CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_ADDRESS: address }
    expect((await production({ ...settings, CAPTCHA_SECRET_FILE: file })).captcha).toEqual({
      provider: 'recaptcha',
      siteKey: 'site',
      secret: 'of-the-file',
      address,
    })
  })

  it.each([
    [
      { ...placed, CAPTCHA_PROVIDER: 'hcaptcha' },
      /^CAPTCHA_PROVIDER hcaptcha needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET/,
    ],
    [given, /^CAPTCHA_PROVIDER turnstile needs PORTAL_URL/],
    [{ CAPTCHA_SECRET: 'secret' }, /^CAPTCHA_SECRET needs CAPTCHA_PROVIDER/],
    [{ ...placed, ...given, CAPTCHA_PROVIDER: 'another' }, /^The setting CAPTCHA_PROVIDER cannot be used/],
    [{ ...placed, ...given, CAPTCHA_ADDRESS: 'http://captcha.example' }, /^The setting CAPTCHA_ADDRESS cannot be used/],
    [{ ...placed, ...given, CAPTCHA_ADDRESS: 'http://localhost:9' }, /^The setting CAPTCHA_ADDRESS cannot be used/],
    [{ ...placed, ...given, CAPTCHA_ADDRESS: "https://a.example; script-src 'unsafe-inline'" }, /CAPTCHA_ADDRESS/],
  ])('is refused with %j, with a one-sentence message', async (settings, sentence) => {
    const refused = await production(settings).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartError)
    expect(String(refused)).toMatch(new RegExp(sentence.source.replace('^', '')))
  })
})
