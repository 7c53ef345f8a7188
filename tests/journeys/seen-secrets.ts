import type { BrowserContext, Page, Request, Response } from '@playwright/test'
import { secretsFoundIn, type Secret } from '../harness/secret-sweep.ts'

/** Collects the secrets that browsers send and receive in all journeys of one portal. */
export type SeenSecrets = {
  all: () => Secret[]
  watch: (context: BrowserContext) => void
  storedBy: (context: BrowserContext) => Promise<string[]>
}

export function seenSecrets(): SeenSecrets {
  const secrets = new Map<string, Secret>()
  const reading: Promise<void>[] = []
  const keep = (name: string, value: unknown): void => {
    if (typeof value === 'string' && isSearchable(value)) secrets.set(value, { name, value })
  }
  const keepFields = (where: string, body: unknown, fields: RegExp): void => {
    if (typeof body !== 'object' || body === null) return
    for (const [name, value] of Object.entries(body))
      if (fields.test(name)) for (const one of [value].flat()) keep(`${name} of ${where}`, one)
  }

  const noteRequest = (request: Request): void => {
    const { pathname } = new URL(request.url())
    for (const [, inAddress] of request.url().matchAll(secretsInAddress))
      keep(`the address of ${pathname.slice(0, 12)}`, inAddress)
    if (!pathname.startsWith('/api/')) return
    keep('an access token', /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1])
    if (request.method() !== 'GET') keepFields(pathname, bodyOf(request), sentSecrets)
  }
  const noteResponse = (response: Response): void => {
    const { pathname } = new URL(response.url())
    if (!repliesWithSecrets.test(pathname) || response.request().method() === 'GET') return
    // The replies of a page that was left cannot be read.
    reading.push(
      response.json().then(
        (body: unknown) => keepFields(pathname, body, receivedSecrets),
        () => undefined,
      ),
    )
  }

  return {
    all: () => [...secrets.values()],
    watch: (context) => void context.on('request', noteRequest).on('response', noteResponse),
    storedBy: async (context) => {
      await Promise.all(reading.splice(0))
      const stores = (await Promise.all(context.pages().map(storesOf))).join('\n')
      const cookies = JSON.stringify(await context.cookies())
      const inCookies = [...secrets.values()].filter(({ name }) => /password|code/.test(name) && !/_token/.test(name))
      // Between password and code, the page stores a ticket, which is useless without its cookie (D-03).
      const inStores = [...secrets.values()].filter(({ value }) => !value.startsWith('mfa1.'))
      return [
        ...secretsFoundIn(stores, inStores),
        ...secretsFoundIn(
          cookies,
          inCookies.filter(({ value }) => !value.startsWith('mfa1.')),
        ),
      ]
    },
  }
}

const sentSecrets = /^(?:password|current_password|password_confirmation|code|token|refresh_token|secret|sso)$/
/** Does not include `code`, which names a refusal in replies. */
const receivedSecrets = /^(?:codes|access_token|refresh_token|ticket|secret)$/
const secretsInAddress = /(?:[?&](?:token|code)=|\/activation\/|\/sso-login\/)([\w-]{20,})/g
const repliesWithSecrets = /^\/api\/(?:login|v1\/employee\/mfa|v2\/user\/)/

function isSearchable(value: string): boolean {
  return value.length >= 12 || /^\d{6}$/.test(value)
}

function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON()
  } catch {
    return null
  }
}

async function storesOf(page: Page): Promise<string> {
  const stores = `(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, history.state, window.name,
    await indexedDB.databases(), await caches.keys(),
  ]))()`
  return page.evaluate<string>(stores).catch(() => '')
}
