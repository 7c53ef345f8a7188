import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { PartnerPriceRequest } from '../../domain/pricing/cost-engine.ts'
import { httpCostEngine, partnerLimits } from './http-cost-engine.server.ts'

const on = isoDate.parse('2026-12-01')
const question: PartnerPriceRequest = {
  partner: 'wayfarer-cover',
  product: 'travel-insurance',
  component: 'premium',
  values: { cover: '5000' },
  facts: { age: 34 },
  on,
}
const right = { outcome: 'priced', reference: 'WC-81F2', amount: '62.50', every: 'year', validUntil: '2026-12-05' }
const priced = {
  outcome: 'priced',
  quote: {
    component: 'premium',
    reference: 'WC-81F2',
    amount: '62.50',
    every: 'year',
    source: 'Quote WC-81F2 from the insurer, valid until 5 December 2026',
    effectiveFrom: on,
    validUntil: '2026-12-05',
  },
}
const unreachable = { outcome: 'unreachable' }

type Asked = { method: string | undefined; headers: IncomingHttpHeaders; body: string }

async function partner(...ways: RequestListener[]) {
  const asked: Asked[] = []
  const server = createServer({ keepAlive: false }, (request, response) => {
    const way = ways[Math.min(asked.length, ways.length - 1)]
    let body = ''
    const place = asked.push({ method: request.method, headers: request.headers, body }) - 1
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const one = asked[place]
      if (one) one.body = body
      way?.(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/quotes`, asked }
}

const says =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))

async function answerOf(ways: RequestListener[], limits: Partial<typeof partnerLimits> = {}) {
  const { address, asked } = await partner(...ways)
  const notes: string[] = []
  const answer = await httpCostEngine({ address, limits, note: (why) => notes.push(why) }).ask(question)
  return { answer, asked: asked.length, notes, keys: new Set(asked.map(({ headers }) => headers['idempotency-key'])) }
}

describe('cost engine over HTTP', () => {
  it('receives a value by POST with only the allowed facts; its price is stored with its reference [BENEFIT-50]', async () => {
    const { address, asked } = await partner(says(right))
    expect(await httpCostEngine({ address, key: 'the key of this portal' }).ask(question)).toEqual(priced)
    expect(asked).toHaveLength(1)
    const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = asked
    expect([method, headers['content-type'], headers.authorization]).toEqual([
      'POST',
      'application/json',
      'Bearer the key of this portal',
    ])
    expect(JSON.parse(body)).toEqual(question)
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('can refuse with a sentence, which is shown without markup [BENEFIT-57]', async () => {
    const { answer } = await answerOf([
      says({ outcome: 'refused', error: 'We insure you up to £8,000. Please call us' }),
    ])
    expect(answer).toEqual({ outcome: 'refused', sentence: 'We insure you up to £8,000. Please call us' })
    const marked = await answerOf([
      says({
        outcome: 'refused',
        error: '<p>Not\n at <b onclick="x()">your</b> age\u0000\u202e</p><script>alert(1)</script>',
      }),
    ])
    expect(marked.answer).toEqual({ outcome: 'refused', sentence: 'Not at your age alert(1)' })
    const about = async (field: string) =>
      (await answerOf([says({ outcome: 'refused', error: 'Too much', field })])).answer
    expect(await about('cover')).toEqual({ outcome: 'refused', sentence: 'Too much', field: 'cover' })
    for (const strange of ['salary', '__proto__', 'toString'])
      expect(await about(strange)).toEqual({ outcome: 'refused', sentence: 'Too much' })
    const long = await answerOf([says({ outcome: 'refused', error: 'word '.repeat(500) })])
    expect(long.answer).toMatchObject({ outcome: 'refused', sentence: expect.stringMatching(/^word/) })
    expect('sentence' in long.answer && long.answer.sentence.length).toBe(partnerLimits.sentence)
  })

  it('receives the same request with the same key again after an error or a broken connection', async () => {
    for (const stumbling of [
      says({}, 500),
      says('', 503),
      ((request) => request.socket.destroy()) as RequestListener,
    ]) {
      const { answer, asked, keys, notes } = await answerOf([stumbling, says(right)])
      expect({ answer, asked, keys: keys.size, notes }).toEqual({ answer: priced, asked: 2, keys: 1, notes: [] })
    }
  })

  it('counts as unreachable after two errors or a timeout', async () => {
    const stumbling = await answerOf([says({}, 500)])
    expect(stumbling).toMatchObject({ answer: unreachable, asked: 2, notes: ['it answered 500'] })
    const silent = await answerOf([() => undefined], { outboundMs: 150 })
    expect(silent).toMatchObject({ answer: unreachable, notes: [expect.stringMatching(/aborted/)] })
    const woken = await answerOf([(request) => request.socket.destroy(), says(right)])
    expect(woken.answer).toEqual(priced)
  })

  it.each([
    ['no JSON', 'Price: £62.50'],
    ['an amount of another form', { ...right, amount: 62.5 }],
    ['an amount below 0', { ...right, amount: '-62.50' }],
    ['a third of a penny', { ...right, amount: '62.503' }],
    ['no reference', { ...right, reference: ' ' }],
    ['a day that is none', { ...right, validUntil: '2026-02-30' }],
    ['another word', { outcome: 'perhaps' }],
    ['a refusal without a word', { outcome: 'refused', error: '<br>' }],
    ['a list', [right]],
  ])('gives no price if its reply is invalid: %s', async (_, body) => {
    const { answer, asked, notes } = await answerOf([says(body)])
    expect({ answer, asked, noted: notes.length }).toEqual({ answer: unreachable, asked: 1, noted: 1 })
  })

  it('can send replies up to the size limit only', async () => {
    const padding = (bytes: number) => says({ ...right, more: 'x'.repeat(bytes) })
    expect((await answerOf([padding(1000)])).answer).toEqual(priced)
    const huge = await answerOf([padding(partnerLimits.answerBytes)])
    expect(huge).toMatchObject({ answer: unreachable, asked: 1, notes: [expect.stringMatching(/larger than/)] })
  })

  it('cannot redirect the request, and is not called again if it refuses the credentials [S-69]', async () => {
    const elsewhere = await partner(says(right))
    for (const status of [301, 302, 307, 308]) {
      const { answer, asked, notes } = await answerOf([
        (_, response) => void response.writeHead(status, { location: elsewhere.address }).end(),
      ])
      expect({ answer, asked, notes }).toEqual({ answer: unreachable, asked: 1, notes: [`it answered ${status}`] })
    }
    expect(elsewhere.asked).toEqual([])
    expect(await answerOf([says(right, 401)])).toMatchObject({ answer: unreachable, asked: 1 })
  })

  it('receives only a few requests at once; if too many wait, a further request is refused', async () => {
    const held: (() => void)[] = []
    const { address, asked } = await partner((_, response) => held.push(() => response.end(JSON.stringify(right))))
    const engine = httpCostEngine({ address, limits: { atOnce: 1, waiting: 1 } })
    const [first, second] = [engine.ask(question), engine.ask(question)]
    expect(await engine.ask(question)).toEqual(unreachable)
    await expect.poll(() => held.length).toBe(1)
    held.shift()?.()
    expect(await first).toEqual(priced)
    await expect.poll(() => held.length).toBe(1)
    held.shift()?.()
    expect(await second).toEqual(priced)
    expect(asked).toHaveLength(2)
  })
})
