import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startWorld } from '../tests/harness/world.ts'
import { httpLimits } from './limits.ts'

// Attackers hope that a proxy and the portal read such requests in different ways.

async function send(bytes: string): Promise<{ statuses: number[]; answer: string }> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(bytes, 'latin1')
  const answer = await text(socket)
  return { statuses: [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), answer }
}

const host = 'Host: demo.localhost\r\n'

const world = await startWorld()
await world.app.listen({ port: 0, host: '127.0.0.1' })
const port: number = (world.app.server.address() as AddressInfo).port
const login = `POST /api/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n`
const smuggled = `GET /api/v1/ping HTTP/1.1\r\n${host}X-Smuggled: yes\r\n\r\n`

describe('request that can be read in two ways [S-67]', () => {
  it.each([
    ['a length and chunks', `${login}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks and a length', `${login}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two lengths', `${login}Content-Length: 2\r\nContent-Length: 4\r\n\r\n{}${smuggled}`],
    ['a list of lengths', `${login}Content-Length: 2, 4\r\n\r\n{}${smuggled}`],
    ['a length with a sign', `${login}Content-Length: +2\r\n\r\n{}${smuggled}`],
    ['a length in hexadecimal', `${login}Content-Length: 0x2\r\n\r\n{}${smuggled}`],
    ['a length below nought', `${login}Content-Length: -1\r\n\r\n{}${smuggled}`],
    ['chunks of unknown size', `${login}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a chunk longer than it says', `${login}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n${smuggled}`],
    ['a chunk without its line end', `${login}Transfer-Encoding: chunked\r\n\r\n2\r\n{}0\r\n\r\n${smuggled}`],
    ['an unknown encoding', `${login}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['an encoding behind chunks', `${login}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'an encoding behind a tab line',
      `${login}Transfer-Encoding:\r\n\tchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a space before the colon', `${login}Content-Length : 2\r\n\r\n{}${smuggled}`],
    ['a header that is folded', `GET /api/v1/ping HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n${smuggled}`],
    ['a NUL in a header', `GET /api/v1/ping HTTP/1.1\r\n${host}X-A: b\0c\r\n\r\n${smuggled}`],
    ['a bare line feed', `GET /api/v1/ping HTTP/1.1\n${host}\n\n${smuggled}`],
    ['a bare carriage return', `GET /api/v1/ping HTTP/1.1\r\n${host}X-A: b\rX-C: d\r\n\r\n${smuggled}`],
    ['a space in the address', `GET /api/v1/ping HTTP/1.1 HTTP/1.1\r\n${host}\r\n${smuggled}`],
    ['two hosts', `GET /api/v1/ping HTTP/1.1\r\n${host}Host: plain.localhost\r\n\r\n${smuggled}`],
    ['the same host twice', `GET / HTTP/1.1\r\n${host}${host}\r\n${smuggled}`],
    ['a list of hosts', `GET / HTTP/1.1\r\nHost: demo.localhost, plain.localhost\r\n\r\n${smuggled}`],
    ['a host with a path', `GET / HTTP/1.1\r\nHost: demo.localhost/x\r\n\r\n${smuggled}`],
    ['a host with a user', `GET / HTTP/1.1\r\nHost: me@demo.localhost\r\n\r\n${smuggled}`],
    ['an address at another host', `GET http://plain.localhost/ HTTP/1.1\r\n${host}\r\n${smuggled}`],
    ['an address at another port', `GET http://demo.localhost:1/ HTTP/1.1\r\n${host}\r\n${smuggled}`],
    ['an address with a user', `GET http://me@demo.localhost/ HTTP/1.1\r\n${host}\r\n${smuggled}`],
    ['no host', `GET /api/v1/ping HTTP/1.1\r\n\r\n${smuggled}`],
    ['another protocol', `GET /api/v1/ping HTTP/9.9\r\n${host}\r\n${smuggled}`],
    ['TLS where there is none', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003'],
    ['no request at all', 'hello\r\n\r\n'],
  ])('%s gets a single 400 reply, and the connection is closed', async (_, bytes) => {
    const { statuses, answer } = await send(bytes)
    expect(statuses).toEqual([400])
    expect(answer).not.toMatch(/session-ended|at .*\.ts|fastify|node/i)
  })
})

describe('request that is too large or has an unusual form [S-67] [S-66]', () => {
  it('is answered with up to 32 kB of cookies of other applications; above that, a page says what to do', async () => {
    const cookies = (bytes: number) => `Cookie: a=${'a'.repeat(bytes)}\r\nConnection: close\r\n\r\n`
    const ask = (path: string, bytes: number) => send(`GET ${path} HTTP/1.1\r\n${host}${cookies(bytes)}`)
    expect((await ask('/health/live', 5 * 4096)).statuses).toEqual([200])
    const page = await ask('/', httpLimits.headerBytes)
    expect(page.statuses).toEqual([431])
    expect(page.answer).toMatch(/content-security-policy: default-src 'none'[\s\S]*content-type: text\/html/)
    expect(page.answer).toContain('<h1>Your browser sends too many cookies to this address</h1>')
    expect(page.answer).toContain('Please delete the cookies of this site')
    const call = await ask('/api/v1/ping', httpLimits.headerBytes)
    expect(call.statuses).toEqual([431])
    expect(call.answer).toContain('"code":"headers-too-large"')
  })

  it('with an absolute address of its own host is answered like a request without one', async () => {
    for (const [target, status] of [
      ['http://demo.localhost/health/live', 200],
      ['HTTP://DEMO.localhost/api/v1/ping', 401],
      ['http://demo.localhost?x=1', 404],
    ] as const) {
      const { statuses } = await send(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      expect([target, ...statuses]).toEqual([target, status])
    }
  })

  it('with a body above the limit gets a 413 reply before the whole body has arrived', async () => {
    const { statuses } = await send(
      `${login}Connection: close\r\nContent-Length: ${httpLimits.jsonBodyBytes + 1}\r\n\r\n{"email":"a`,
    )
    expect(statuses).toEqual([413])
  })

  it.each([
    ['TRACE', '/'],
    ['TRACE', '/api/v1/ping'],
    ['OPTIONS', '/api/v1/ping'],
    ['PROPFIND', '/api/v1/ping'],
    ['PUT', '/api/v1/ping'],
    ['DELETE', '/api/login'],
    ['LOCK', '/'],
    ['PURGE', '/'],
  ])('%s %s gets a 405 reply, which does not repeat the input', async (method, path) => {
    const { statuses, answer } = await send(
      `${method} ${path} HTTP/1.1\r\n${host}X-Canary: canary\r\nConnection: close\r\n\r\n`,
    )
    expect(statuses).toEqual([405])
    expect(answer).not.toContain('canary')
    expect(answer).toContain('"code":"wrong-method"')
  })

  it('for a tunnel is refused, and no connection is opened', async () => {
    const { statuses } = await send(`CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\n`)
    expect(statuses.filter((status) => status < 400)).toEqual([])
  })

  it.each([
    '/assets/',
    '/pictures/',
    '/assets/../server/config.ts',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%2fpackage.json',
  ])('gets no directory listing and no file outside the folder: %s', async (path) => {
    const { statuses, answer } = await send(`GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
    expect(statuses).toEqual([404])
    expect(answer).not.toMatch(/<a |"name":/)
  })
})

describe('slow client [S-67]', () => {
  it('has ten seconds to send the headers, thirty for the whole request, and 65 between two requests', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = world.app.server
    expect([headersTimeout, requestTimeout, keepAliveTimeout]).toEqual([10_000, 30_000, 65_000])
  })

  it("is cut off when its time is over, not half a minute later at Node's next check", async () => {
    const { server } = world.app
    const { headersTimeout } = server
    server.headersTimeout = 100
    try {
      const started = performance.now()
      const { statuses } = await send(`GET /api/v1/ping HTTP/1.1\r\n${host}X-Slow: `)
      expect(statuses).toEqual([408])
      expect(performance.now() - started).toBeLessThan(httpLimits.headersTimeoutMs)
    } finally {
      server.headersTimeout = headersTimeout
    }
  })
})
