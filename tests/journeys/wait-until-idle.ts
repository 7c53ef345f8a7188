import type { BrowserContext, Page, Request } from '@playwright/test'

// Playwright's 'networkidle' always waits for half a second without a request, too long for so many screens.

type Asking = {
  open: Set<Request>
  asked: number
  waiting: (() => void)[]
}

const requestsOfPages = new WeakMap<Page, Asking>()

export async function trackRequests(context: BrowserContext): Promise<void> {
  context.on('request', (request) => {
    const asking = askingOf(request)
    if (!asking) return
    asking.open.add(request)
    asking.asked += 1
  })
  const isOver = (request: Request): void => {
    const asking = askingOf(request)
    if (!asking?.open.delete(request) || asking.open.size > 0) return
    for (const goOn of asking.waiting.splice(0)) goOn()
  }
  context.on('requestfinished', isOver)
  context.on('requestfailed', isOver)
  await context.addInitScript(countPutOff)
}

/** Resolves when the page has no open request and no pending timer, and has rendered the last reply. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const known = new AbortController()
  try {
    await Promise.race([page.waitForLoadState('networkidle'), hasNothingToDo(page, () => known.signal.aborted)])
  } finally {
    known.abort()
  }
}

/** Resolves when the page is at rest after an action on it, or when `isKnown` returns true. */
export async function hasNothingToDo(page: Page, isKnown = () => false): Promise<void> {
  const asking = requestsOfPages.get(page)
  if (!asking) return new Promise(() => undefined)
  while (!page.isClosed() && !isKnown()) {
    if (asking.open.size > 0) await new Promise<void>((resolve) => asking.waiting.push(resolve))
    const { asked } = asking
    const isShown = await page.evaluate<boolean>(shown).catch(() => false)
    if (isShown && asking.open.size === 0 && asking.asked === asked) return
  }
}

// React may delay content by 300 ms, and typed text is sent after 250 ms, so timers up to 500 ms count.
const countPutOff = `{
  const { setTimeout: begin, clearTimeout: end } = globalThis
  const putOff = new Set()
  globalThis.putOff = putOff
  globalThis.setTimeout = (work, ms = 0, ...rest) => {
    if (typeof work !== 'function' || ms > 500) return begin(work, ms, ...rest)
    const id = begin(() => {
      putOff.delete(id)
      work(...rest)
    }, ms)
    putOff.add(id)
    return id
  }
  globalThis.clearTimeout = (id) => {
    putOff.delete(id)
    end(id)
  }
}`

const shown = `new Promise((done) => {
  const look = () => (putOff.size > 0 ? requestAnimationFrame(look) : requestIdleCallback(rest))
  const rest = () => (putOff.size > 0 ? look() : done(true))
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

function askingOf(request: Request): Asking | undefined {
  const page = pageOf(request)
  if (!page) return undefined
  const known = requestsOfPages.get(page)
  if (known) return known
  const asking: Asking = { open: new Set(), asked: 0, waiting: [] }
  requestsOfPages.set(page, asking)
  return asking
}

/** Returns undefined for requests of a worker or of a page that is still opening. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}
