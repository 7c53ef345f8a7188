import Fastify from 'fastify'
import { Pool } from 'pg'
import { benchmarks } from './benchmarks.ts'

/** The floor: Fastify and pg, named statements, no authorisation, as many connections as the product's pool has. */
const pool = new Pool({ ...JSON.parse(process.env['FLOOR_DATABASE'] ?? '{}'), max: 10 })
const app = Fastify()
app.get('/health', () => ({ status: 'ok' }))
for (const { floor } of benchmarks) floor(app, pool)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
console.log('Ready')
