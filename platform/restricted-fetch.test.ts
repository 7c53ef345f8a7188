import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { rsaKeys, selfSigned } from '../tests/harness/saml-certificate.ts'
import { restrictedFetch } from './restricted-fetch.ts'

/** Long enough for a busy machine. */
const limits = { timeoutMs: 45_000, bytes: 1000 }

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  // A TCP server that listens has an address with a port.
  return (server.address() as AddressInfo).port
}

const serving = (listener: RequestListener) => listening(createServer({ keepAlive: false }, listener))

it('a restricted fetch calls the listed origins and no other origins [S-69]', async () => {
  const asked: string[] = []
  const port = await serving((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`)
    response.end('{"a":1}')
  })
  const ask = restrictedFetch({ ...limits, origins: [`http://127.0.0.1:${port}`, `http://login.localhost:${port}`] })
  expect(await (await ask(`http://127.0.0.1:${port}/x`)).json()).toEqual({ a: 1 })
  // Names under localhost mean this machine, whatever DNS says.
  await ask(`http://login.localhost:${port}/y`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  for (const elsewhere of [
    `http://localhost:${port}/`,
    `https://127.0.0.1:${port}/`,
    'http://169.254.169.254/',
    `http://127.0.0.1:${port}@other.example/`,
  ])
    await expect(ask(elsewhere)).rejects.toThrow(/not an allowed origin/)
  expect(asked).toEqual([`GET 127.0.0.1:${port}/x`, `POST login.localhost:${port}/y`])
})

it('a restricted fetch follows no redirect, and reads only up to a size limit', async () => {
  const port = await serving((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/secret' }).end()
    else response.end('x'.repeat(2000))
  })
  const ask = restrictedFetch({ ...limits, origins: [`http://127.0.0.1:${port}`] })
  expect((await ask(`http://127.0.0.1:${port}/moved`)).status).toBe(302)
  await expect(ask(`http://127.0.0.1:${port}/long`)).rejects.toThrow(/larger than 1000/)
})

it('a restricted fetch has time limits for the first byte and for the last byte of the reply', async () => {
  const port = await serving((request, response) => {
    response.on('error', () => undefined)
    if (request.url === '/slow') response.write('x')
  })
  const ask = restrictedFetch({ ...limits, timeoutMs: 300, origins: [`http://127.0.0.1:${port}`] })
  for (const path of ['never', 'slow'])
    await expect(ask(`http://127.0.0.1:${port}/${path}`)).rejects.toThrow(/abort|timeout/i)
})

it('a restricted fetch refuses an untrusted certificate [S-85]', async () => {
  const keys = rsaKeys()
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const port = await listening(createTlsServer({ key, cert: selfSigned(keys) }, (_, response) => response.end('in')))
  const ask = restrictedFetch({ ...limits, origins: [`https://127.0.0.1:${port}`] })
  await expect(ask(`https://127.0.0.1:${port}/`)).rejects.toThrow(/self-signed|certificate/)
})
