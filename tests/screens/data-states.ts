import type { APIResponse, Page, Route } from '@playwright/test'

export const dataStates = ['ready', 'loading', 'empty', 'refused', 'failed', 'offline'] as const
export type DataState = (typeof dataStates)[number]

/** Calls for the user, the theme and the frame of every page. Without their responses no screen is shown. */
const frameCalls = /\/api\/(login|logout|csp-report|v1\/(schemes?\b|user\/?$|user\/activate|user\/logout|ping))/

/** Answers the page's GET calls so that it shows the given state. Calls for the page frame go to the server. */
export async function showDataState(page: Page, state: () => DataState): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const isFrameCall = frameCalls.test(new URL(route.request().url()).pathname)
    if (isFrameCall || route.request().method() !== 'GET') await route.continue()
    else await answers[state()](route)
  })
}

export function loadsData(called: readonly string[]): boolean {
  return called.some((address) => !frameCalls.test(new URL(address).pathname))
}

const answers: Record<DataState, (route: Route) => Promise<void>> = {
  ready: (route) => route.continue(),
  loading: () => Promise.resolve(),
  empty: async (route) => {
    const response = await fetchReply(route)
    await route.fulfill({ response, json: emptied(await response.json().catch(() => null)) })
  },
  refused: (route) => route.fulfill({ status: 403, json: refusal('denied', 'Access Denied') }),
  failed: (route) => route.fulfill({ status: 500, json: refusal('unexpected', 'Something failed') }),
  offline: (route) => route.abort('internetdisconnected'),
}

/** Fetches the server's response. Only browsers resolve sub-domains of localhost, so the Host header names the site. */
async function fetchReply(route: Route): Promise<APIResponse> {
  const address = new URL(route.request().url())
  const headers = { ...(await route.request().allHeaders()), host: address.host }
  address.hostname = 'localhost'
  return await route.fetch({ url: address.href, headers })
}

function refusal(code: string, error: string): object {
  return { code, error, message: error, requestId: 'pictured' }
}

const counts = new Set(['count', 'total'])

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
