import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type Locator = { type: 'css'; value: string } | { type: 'accessibility'; value: { role: string; name: string } }
type Element = { sharedId: string }
type Command = (method: string, params: object) => Promise<Reply>
/** The parts of Firefox's replies that the journey reads. */
type Reply = {
  contexts: { context: string }[]
  nodes: Element[]
  result: { value: string | boolean }
}
type Received = {
  id?: number
  type: string
  message?: string
  result?: Reply
  params?: { level?: string; text?: string }
}

export type Firefox = {
  errors: string[]
  goto: (address: string) => Promise<void>
  back: () => Promise<void>
  click: (role: string, name: string) => Promise<void>
  fill: (selector: string, text: string) => Promise<void>
  waitFor: (condition: string) => Promise<void>
  close: () => Promise<void>
}

const enter = '\uE007'
const WAIT_MS = 30_000
/** Firefox reports a font that was still loading when the page was left (NS_BINDING_ABORTED). */
const abandoned = 'status=2152398850'

/** Firefox on a small screen, driven by its own protocol (WebDriver BiDi), because Playwright needs a patched Firefox. */
export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  const program = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr'
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const listening = new Promise<string>((resolve, reject) => {
    let output = ''
    child.on('error', reject)
    ended.then(
      () => reject(new Error(`Firefox has ended: ${output}`)),
      () => undefined,
    )
    child.stderr.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      const [, found] = /BiDi listening on (ws:\S+)/.exec(output) ?? []
      if (found) resolve(found)
    })
  })
  const errors: string[] = []
  const send = await startSession().catch(async (error: unknown) => {
    child.kill()
    await ended
    throw error
  })
  async function startSession() {
    const connection = await connect(`${await listening}/session`, errors)
    await connection('session.new', { capabilities: {} })
    return connection
  }
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const [page] = (await send('browsingContext.getTree', {})).contexts
  const context = page?.context
  await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } })

  const evaluate = async (declaration: string, ...elements: Element[]) => {
    const params = { functionDeclaration: declaration, arguments: elements, target: { context }, awaitPromise: true }
    return (await send('script.callFunction', params)).result.value
  }
  const find = (locator: Locator) =>
    until(
      JSON.stringify(locator),
      async () => (await send('browsingContext.locateNodes', { context, locator })).nodes[0],
    )
  const press = async (element: Element) => {
    await evaluate(`(element) => element.scrollIntoView({ block: 'center', behavior: 'instant' })`, element)
    const origin = { type: 'element', element }
    const actions = [{ type: 'pointerMove', x: 0, y: 0, origin }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }] // prettier-ignore
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }
  return {
    errors,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    click: async (role, name) => press(await find({ type: 'accessibility', value: { role, name } })),
    fill: async (selector, text) => {
      await press(await find({ type: 'css', value: selector }))
      const keys = (text + enter).split('').flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) // prettier-ignore
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions: keys }] })
    },
    waitFor: (condition) => until(condition, () => evaluate(`() => Boolean(${condition})`)).then(() => undefined),
    close: async () => {
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function connect(address: string, errors: string[]): Promise<Command> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting: ((reply: Received) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    const received = JSON.parse(String(data)) as Received
    if (received.id !== undefined) waiting[received.id]?.(received)
    else if (received.params?.level === 'error' && !received.params.text?.includes(abandoned)) {
      errors.push(received.params.text ?? '')
    }
  })
  return async (method, params) => {
    const { result, message } = await new Promise<Received>((resolve) => {
      socket.send(JSON.stringify({ id: waiting.push(resolve) - 1, method, params }))
    })
    if (!result) throw new Error(`Firefox refused ${method}: ${message}`)
    return result
  }
}

/** Elements may be replaced while the page renders, so a refusal only means that the page is not ready. */
async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  for (const limit = Date.now() + WAIT_MS; Date.now() < limit; await pause(100)) {
    const found = await look().catch(() => undefined)
    if (found) return found
  }
  throw new Error(`Firefox has waited in vain for ${what}`)
}
