import type { CDPSession, Page } from '@playwright/test'

// Answers a page's API calls in place of the server. Playwright's routes would pause every request, including scripts and
// pictures, and would disable the browser's cache.

export type Call = { path: string; method: string }
export type Said = { status: number; json: object }
/** A response, no response at all, or the server's own response, unchanged or changed. */
export type Reply = Said | 'nothing' | 'what the server says' | { ofServers: (json: unknown) => object }

type Otherwise = (call: Call) => Reply | undefined
const otherwiseOf = new WeakMap<Page, Otherwise[]>()

/** Answers calls until the returned function is called. `withoutHeaders` is a prefix of headers not sent to the server. */
export async function answerCalls(
  page: Page,
  answer: (call: Call) => Reply,
  { withoutHeaders }: { withoutHeaders?: string } = {},
): Promise<() => Promise<void>> {
  const otherwise: Otherwise[] = []
  otherwiseOf.set(page, otherwise)
  const session = await page.context().newCDPSession(page)
  const changes = new Map<string, (json: unknown) => object>()
  const unanswered = new Set<string>()
  session.on('Fetch.requestPaused', ({ requestId, request, responseStatusCode: status }) => {
    const change = changes.get(requestId)
    if (change && status !== undefined) {
      tell(bodyOf(session, requestId).then((json) => fulfil(session, requestId, { status, json: change(json) })))
      return
    }
    const call = { path: new URL(request.url).pathname, method: request.method }
    const reply = otherwise.map((one) => one(call)).find(Boolean) ?? answer(call)
    if (reply === 'nothing') unanswered.add(requestId)
    else if (typeof reply === 'object' && 'status' in reply) tell(fulfil(session, requestId, reply))
    else {
      if (typeof reply === 'object') changes.set(requestId, reply.ofServers)
      const headers = withoutHeaders !== undefined && {
        headers: Object.entries(request.headers)
          .filter(([name]) => !name.toLowerCase().startsWith(withoutHeaders))
          .map(([name, value]) => ({ name, value })),
      }
      tell(session.send('Fetch.continueRequest', { requestId, interceptResponse: changes.has(requestId), ...headers }))
    }
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
  return async () => {
    otherwiseOf.delete(page)
    // Detaching would send waiting calls to the server, so they are aborted first.
    for (const requestId of unanswered)
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(hasGone)
    await session.detach()
  }
}

/** Overrides responses of a page set up by `answerCalls`, where `otherwise` returns one. */
export function answerOtherwise(page: Page, otherwise: Otherwise): void {
  const known = otherwiseOf.get(page)
  if (!known) throw new Error("This page's calls are the server's")
  known.unshift(otherwise)
}

function tell(telling: Promise<unknown>): void {
  void telling.catch(hasGone)
}

/** Calls of a page that has navigated away no longer exist. */
function hasGone(failure: Error): void {
  if (!/Invalid InterceptionId|closed|detached|session/i.test(failure.message)) throw failure
}

async function bodyOf(session: CDPSession, requestId: string): Promise<unknown> {
  const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
  return JSON.parse(Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString())
}

function fulfil(session: CDPSession, requestId: string, { status, json }: Said): Promise<unknown> {
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    responseHeaders: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify(json)).toString('base64'),
  })
}
