import { createServer } from 'node:http'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { requestBenchmarks } from './request-benchmarks.ts'
import { copyEmployees } from './copy-employees.ts'

/** The baseline server: Fastify and pg, named statements, no authorisation, and a pool as large as the portal's. */
const pool = new Pool({ ...JSON.parse(process.env['FLOOR_DATABASE'] ?? '{}'), max: 10 })
const app = Fastify()
app.get('/health', () => ({ status: 'ok' }))
for (const { floor } of requestBenchmarks) floor(app, pool)
copyEmployees(app, pool)
const raw = requestBenchmarks.find((benchmark) => benchmark.raw)?.raw?.(pool)
const server = createServer((request, response) => {
  raw?.(request.url ?? '').then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    () => response.writeHead(500).end(),
  )
})
server.listen(Number(process.env['RAW_PORT']), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void app.close().then(() => pool.end())
})
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
console.log('Ready')
