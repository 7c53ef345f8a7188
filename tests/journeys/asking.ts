import type { BrowserContext, Page, Request } from '@playwright/test'

// When a page is at rest. Playwright says so after half a second without a request, which a walk through every screen would
// wait for at each of them; the page itself knows sooner.

type Asking = {
  /** What is on its way. */
  open: Set<Request>
  /** How much was asked for in all. */
  asked: number
  /** Those who wait until nothing is on its way. */
  waiting: (() => void)[]
}

const ofPages = new WeakMap<Page, Asking>()

/** Notes from now on what the pages of this browser ask for and what they put off, so that `isAtRest` can tell. */
export async function watchAsking(context: BrowserContext): Promise<void> {
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

/** Until a page waits for no answer, has put nothing off for a moment, and what came last has made it ask for nothing more. */
export async function isAtRest(page: Page): Promise<void> {
  const known = new AbortController()
  try {
    await Promise.race([page.waitForLoadState('networkidle'), hasNothingToDo(page, known.signal)])
  } finally {
    known.abort()
  }
}

/** Looks no further once it is known from elsewhere. */
async function hasNothingToDo(page: Page, known: AbortSignal): Promise<void> {
  const asking = ofPages.get(page)
  if (!asking) return new Promise(() => undefined)
  while (!page.isClosed() && !known.aborted) {
    if (asking.open.size > 0) await new Promise<void>((resolve) => asking.waiting.push(resolve))
    const { asked } = asking
    const isShown = await page.evaluate<boolean>(shown).catch(() => false)
    if (isShown && asking.open.size === 0 && asking.asked === asked) return
  }
}

// React shows what came late up to 300 ms later, and what is typed is asked about after 250: it is at rest once that is over.
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

// Two pictures, and nothing left to do.
const shown = `new Promise((done) => {
  const look = () => (putOff.size > 0 ? requestAnimationFrame(look) : requestIdleCallback(rest))
  const rest = () => (putOff.size > 0 ? look() : done(true))
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

function askingOf(request: Request): Asking | undefined {
  const page = pageOf(request)
  if (!page) return undefined
  const known = ofPages.get(page)
  if (known) return known
  const asking: Asking = { open: new Set(), asked: 0, waiting: [] }
  ofPages.set(page, asking)
  return asking
}

/** None where a worker asks, or a page that is not there yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    return undefined
  }
}
