// npm run voucher-application: an example of a voucher provider's page, by the protocol of docs/voucher-application.md.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { checkToken, type Client } from './token.ts'

const settings = process.env
const port = Number(settings['VOUCHER_PORT'] ?? 4700)
const clients = JSON.parse(settings['VOUCHER_CLIENTS'] ?? JSON.stringify(tryout())) as Client[]
const portals = clients.flatMap(({ portals }) => portals)
const file = (name: string) => readFileSync(join(import.meta.dirname, name))
const files: Record<string, { type: string; content: Buffer }> = {
  '/employers': { type: 'text/html', content: file('page.html') },
  '/page.js': { type: 'text/javascript', content: file('page.js') },
  '/page.css': { type: 'text/css', content: file('page.css') },
}

function tryout(): Client[] {
  const secret = settings['VOUCHER_SECRET'] ?? ''
  if (secret.length < 32) {
    console.error('VOUCHER_SECRET must have at least 32 characters: openssl rand -base64 32')
    process.exit(1)
  }
  return [{ client: 'demo', secret, portals: ['http://localhost:3000', 'http://demo.localhost:3000'] }]
}

let origin = ''
const application = createServer(serve)
application.on('error', (fault: NodeJS.ErrnoException) => {
  // Another program uses the port. If a parent process started this process, take any free port and report it.
  if (fault.code !== 'EADDRINUSE' || !process.send) {
    console.error(`The voucher application cannot listen (${fault.message}): choose another port with VOUCHER_PORT.`)
    process.exit(1)
  }
  application.listen(0, '127.0.0.1')
})
application.on('listening', () => {
  const at = application.address()
  // A separate host name is a separate origin, so cookies are not shared with other local programs.
  origin = settings['VOUCHER_ORIGIN'] ?? `http://treehouse-vouchers.localhost:${typeof at === 'object' && at ? at.port : port}`
  console.log(`Voucher application on ${origin}/employers`)
  process.send?.({ address: `${origin}/employers` })
})
application.listen(port, '127.0.0.1')
process.on('disconnect', () => process.exit(0))

function serve(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
  if (path === '/session') return session(request, response)
  const found = request.method === 'GET' ? files[path] : undefined
  if (!found) return send(response, 404, 'text/plain', 'There is nothing here')
  send(response, 200, found.type, found.content)
}

function session(request: IncomingMessage, response: ServerResponse): void {
  const answer = (status: number, body: object) => send(response, status, 'application/json', JSON.stringify(body))
  if (request.method !== 'POST') return answer(405, { why: 'unreadable' })
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const checked = checkToken(token, { clients, audience: origin, now: new Date() })
  if ('why' in checked) return answer(401, checked)
  const { iss: portal, client_name: client, orders } = checked.claims
  answer(200, { portal, client, orders })
}

function send(response: ServerResponse, status: number, type: string, content: string | Buffer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${portals.join(' ')}`,
  })
  response.end(content)
}
