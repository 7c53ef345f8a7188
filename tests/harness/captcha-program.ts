/** A captcha provider process. The first word of a token decides: 'right' passes, 'old' was solved too long ago. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const siteKey = 'site-key-of-the-portal'
export const siteSecret = 'secret-of-the-portal'

const seen = new Set<string>()

function verdictOn(token: string, asked: URLSearchParams): object {
  const now = Date.now()
  const right = { success: true, challenge_ts: new Date(now - 5_000).toISOString(), hostname: 'localhost' }
  if (asked.get('secret') !== siteSecret) return { success: false, 'error-codes': ['invalid-input-secret'] }
  if (seen.has(token)) return { success: false, 'error-codes': ['timeout-or-duplicate'] }
  seen.add(token)
  switch (token.split(' ')[0]) {
    case 'right':
      return right
    case 'old':
      return { ...right, challenge_ts: new Date(now - 125_000).toISOString() }
    case 'of-tomorrow':
      return { ...right, challenge_ts: new Date(now + 86_400_000).toISOString() }
    case 'timeless':
      return { success: true, hostname: 'localhost' }
    case 'elsewhere':
      return { ...right, hostname: 'evil.test' }
    case 'below-it':
      return { ...right, hostname: 'localhost.evil.test' }
    case 'nowhere':
      return { success: true, challenge_ts: right.challenge_ts }
    default:
      return { success: false, 'error-codes': ['invalid-input-response'] }
  }
}

const script = (origin: string) => `
const widget = {
  render(place, { sitekey, callback }) {
    const frame = document.createElement('iframe')
    frame.title = 'Robot check'
    frame.src = '${origin}/box?' + new URLSearchParams({ sitekey, parent: location.origin })
    place.append(frame)
    addEventListener('message', ({ origin, data }) => { if (origin === '${origin}') callback(data) })
    return 1
  },
  reset() {},
  ready: (then) => then(),
}
Object.assign(globalThis, { hcaptcha: widget, turnstile: widget, grecaptcha: widget })
globalThis[new URL(document.currentScript.src).searchParams.get('onload')]?.()
`

const box = `<!doctype html><button onclick="parent.postMessage('right ' + Math.random(), new URLSearchParams(location.search).get('parent'))">I am human</button>`

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cross-origin-resource-policy': 'cross-origin' }).end(body)
}

const server = createServer((request, response) => void answerTo(request, response))

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const origin = `http://${request.headers.host}`
  if (pathname.endsWith('/api.js')) return answer(response, 200, 'text/javascript', script(origin))
  if (pathname === '/box') return answer(response, 200, 'text/html', box)
  const asked = new URLSearchParams(await text(request))
  const token = asked.get('response') ?? ''
  if (request.method !== 'POST' || !pathname.endsWith('/siteverify')) return answer(response, 404, 'text/plain', 'no')
  if (token === 'hang') return
  if (token === 'half') return void response.writeHead(200).write('{"success":')
  if (token === 'broken') return answer(response, 500, 'text/plain', 'no')
  if (token === 'away') return void response.destroy()
  if (token === 'elsewhere-altogether') return void response.writeHead(302, { location: `${origin}/other` }).end()
  if (token === 'gibberish') return answer(response, 200, 'application/json', '<html>')
  if (token === 'endless') return answer(response, 200, 'application/json', ' '.repeat(1_000_000))
  return answer(response, 200, 'application/json', JSON.stringify(verdictOn(token, asked)))
}
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  // A listening server has an address with a port.
  process.send?.((server.address() as AddressInfo).port)
})
