import type { APIResponse, Page, Route } from '@playwright/test'

/** What a list or panel may look like: as it is, while it loads, with nothing in it, refused, after a fault, offline. */
export const faces = ['ready', 'loading', 'empty', 'refused', 'failed', 'offline'] as const
export type Face = (typeof faces)[number]

/** Calls that say who is here and how it looks: without their answers there is no screen at all. */
const ofTheFrame = /\/api\/(login|logout|csp-report|v1\/(schemes?\b|user\/?$|user\/activate|user\/logout|ping))/

/** Puts a page's calls into one of the faces; the calls of the frame are let through. */
export async function wear(page: Page, face: () => Face): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const isOfTheFrame = ofTheFrame.test(new URL(route.request().url()).pathname)
    if (isOfTheFrame || route.request().method() !== 'GET') await route.continue()
    else await answers[face()](route)
  })
}

/** Whether a screen asks for anything that may fail, from the addresses it called. */
export function hasFaces(called: readonly string[]): boolean {
  return called.some((address) => !ofTheFrame.test(new URL(address).pathname))
}

const answers: Record<Face, (route: Route) => Promise<void>> = {
  ready: (route) => route.continue(),
  // Never answered; the page is left.
  loading: () => Promise.resolve(),
  empty: async (route) => {
    const response = await fetched(route)
    await route.fulfill({ response, json: emptied(await response.json().catch(() => null)) })
  },
  refused: (route) => route.fulfill({ status: 403, json: refusal('denied', 'Access Denied') }),
  failed: (route) => route.fulfill({ status: 500, json: refusal('unexpected', 'Something failed') }),
  offline: (route) => route.abort('internetdisconnected'),
}

/** The server's answer; sub-domains of localhost resolve in browsers only, so that it is asked for by its host header. */
export async function fetched(route: Route): Promise<APIResponse> {
  const address = new URL(route.request().url())
  const headers = { ...(await route.request().allHeaders()), host: address.host }
  address.hostname = 'localhost'
  return await route.fetch({ url: address.href, headers })
}

function refusal(code: string, error: string): object {
  return { code, error, message: error, requestId: 'pictured' }
}

/** What says how many there are. */
const counts = new Set(['count', 'total'])

/** The same answer with nothing in its lists. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      Array.isArray(each) ? [] : counts.has(key) && typeof each === 'number' ? 0 : each,
    ]),
  )
}
