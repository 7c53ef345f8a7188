import { Agent, request } from 'node:http'
import { processorTime } from './processor-time.ts'

/** Latencies and `processorMs` (server and database) are in milliseconds, throughput is in responses per second. */
export type Run = { answers: number; throughput: number; p50: number; p99: number; errors: number; processorMs: number }

/** Expected length of the response to each request, by index. A shorter response counts as wrong. */
export type Expected = readonly number[]

/** Sends requests on every connection. Each is sent as soon as the previous one is answered. */
export async function sendLoad(
  target: Target,
  expected: Expected,
  { connections, milliseconds, processes }: { connections: number; milliseconds: number; processes: readonly number[] },
): Promise<Run> {
  const used = async () => (await Promise.all(processes.map(processorTime))).reduce((sum, one) => sum + one, 0)
  const before = await used()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let errors = 0
  let next = 0
  const started = performance.now()
  const until = started + milliseconds
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const at = next++ % target.requests.length
        const wanted = target.requests[at]
        if (!wanted) return
        const sent = performance.now()
        const answer = await send(target.port, wanted, agent).catch(() => undefined)
        latencies.push(performance.now() - sent)
        if (answer?.status !== 200 || answer.bytes !== expected[at]) errors += 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  const sorted = Float64Array.from(latencies).toSorted()
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    answers: sorted.length,
    throughput: sorted.length / seconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    errors,
    processorMs: ((await used()) - before) / sorted.length,
  }
}

export function send(
  port: number,
  { path, headers, body: sent, method = sent === undefined ? 'GET' : 'POST' }: BenchRequest,
  agent: Agent | false = false,
): Promise<{ status: number; bytes: number; body: () => string }> {
  return new Promise((resolve, reject) => {
    const type = sent === undefined ? {} : { 'content-type': 'application/json' }
    request({ host: '127.0.0.1', port, path, headers: { ...type, ...headers }, agent, method }, (answer) => {
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, bytes, body: () => Buffer.concat(chunks).toString() }),
      )
      answer.on('error', reject)
    })
      .on('error', reject)
      .end(sent)
  })
}

/** A target sends its requests in rotation. With a body, the default method is POST. */
export type BenchRequest = {
  path: string
  headers: Record<string, string>
  body?: string
  method?: 'GET' | 'POST' | 'PATCH'
}

export type Target = { port: number; requests: readonly BenchRequest[] }
