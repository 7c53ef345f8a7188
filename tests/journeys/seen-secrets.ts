import type { BrowserContext, Page, Request, Response } from '@playwright/test'
import { foundIn, type Secret } from '../harness/secret-sweep.ts'

/** What browsers send and are told that opens something, over all journeys of one portal. */
export type SeenSecrets = {
  all: () => Secret[]
  /** Notes what this browser sends and is told from now on. */
  watch: (context: BrowserContext) => void
  /** Which secrets the browser keeps where scripts can read them, besides what belongs there. */
  keptBy: (context: BrowserContext) => Promise<string[]>
}

export function seenSecrets(): SeenSecrets {
  const secrets = new Map<string, Secret>()
  const reading: Promise<void>[] = []
  const keep = (name: string, value: unknown): void => {
    if (typeof value === 'string' && isTelling(value)) secrets.set(value, { name, value })
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
    if (!tellsSecrets.test(pathname) || response.request().method() === 'GET') return
    // A page that has gone on meanwhile takes its answers along.
    reading.push(
      response.json().then(
        (body: unknown) => keepFields(pathname, body, toldSecrets),
        () => undefined,
      ),
    )
  }

  return {
    all: () => [...secrets.values()],
    watch: (context) => void context.on('request', noteRequest).on('response', noteResponse),
    keptBy: async (context) => {
      await Promise.all(reading.splice(0))
      const stores = (await Promise.all(context.pages().map(storesOf))).join('\n')
      const cookies = JSON.stringify(await context.cookies())
      const inCookies = [...secrets.values()].filter(({ name }) => /password|code/.test(name) && !/_token/.test(name))
      // Half-way through a login the page keeps a ticket, which opens nothing without its cookie (D-03).
      const inStores = [...secrets.values()].filter(({ value }) => !value.startsWith('mfa1.'))
      return [
        ...foundIn(stores, inStores),
        ...foundIn(
          cookies,
          inCookies.filter(({ value }) => !value.startsWith('mfa1.')),
        ),
      ]
    },
  }
}

const sentSecrets = /^(?:password|current_password|password_confirmation|code|token|refresh_token|secret|sso)$/
/** The `code` of a refusal is its name. */
const toldSecrets = /^(?:codes|access_token|refresh_token|ticket|secret)$/
const secretsInAddress = /(?:[?&](?:token|code)=|\/activation\/|\/sso-login\/)([\w-]{20,})/g
const tellsSecrets = /^\/api\/(?:login|v1\/employee\/mfa|v2\/user\/)/

/** Long enough to be told from what stands somewhere by chance, or six digits of an app. */
function isTelling(value: string): boolean {
  return value.length >= 12 || /^\d{6}$/.test(value)
}

function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON()
  } catch {
    return null
  }
}

/** Whatever scripts of a page can keep: nothing where the page has no origin. */
async function storesOf(page: Page): Promise<string> {
  const stores = `(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, history.state, window.name,
    await indexedDB.databases(), await caches.keys(),
  ]))()`
  return page.evaluate<string>(stores).catch(() => '')
}
