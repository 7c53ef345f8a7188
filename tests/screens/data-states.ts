import type { APIResponse, Page, Route } from '@playwright/test'

/** States of a list or panel: ready, loading, empty, refused, failed, offline. */
export const dataStates = ['ready', 'loading', 'empty', 'refused', 'failed', 'offline'] as const
export type DataState = (typeof dataStates)[number]

/** Calls for the user and the theme. Without their responses there is no screen at all. */
const ofTheFrame = /\/api\/(login|logout|csp-report|v1\/(schemes?\b|user\/?$|user\/activate|user\/logout|ping))/

/** Answers the page's GET calls so that it shows the given state. Calls for the page frame pass through. */
export async function showDataState(page: Page, state: () => DataState): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const isOfTheFrame = ofTheFrame.test(new URL(route.request().url()).pathname)
    if (isOfTheFrame || route.request().method() !== 'GET') await route.continue()
    else await answers[state()](route)
  })
}

/** Whether a screen makes calls that may fail, judged by the addresses it called. */
export function loadsData(called: readonly string[]): boolean {
  return called.some((address) => !ofTheFrame.test(new URL(address).pathname))
}

const answers: Record<DataState, (route: Route) => Promise<void>> = {
  ready: (route) => route.continue(),
  // Never answered, because the page is left.
  loading: () => Promise.resolve(),
  empty: async (route) => {
    const response = await fetched(route)
    await route.fulfill({ response, json: emptied(await response.json().catch(() => null)) })
  },
  refused: (route) => route.fulfill({ status: 403, json: refusal('denied', 'Access Denied') }),
  failed: (route) => route.fulfill({ status: 500, json: refusal('unexpected', 'Something failed') }),
  offline: (route) => route.abort('internetdisconnected'),
}

/** The server's response. Sub-domains of localhost resolve only in browsers, so the request uses a Host header. */
export async function fetched(route: Route): Promise<APIResponse> {
  const address = new URL(route.request().url())
  const headers = { ...(await route.request().allHeaders()), host: address.host }
  address.hostname = 'localhost'
  return await route.fetch({ url: address.href, headers })
}

function refusal(code: string, error: string): object {
  return { code, error, message: error, requestId: 'pictured' }
}

/** Names of fields that contain counts. */
const counts = new Set(['count', 'total'])

/** The same response with empty lists. */
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
