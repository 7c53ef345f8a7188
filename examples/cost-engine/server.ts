// npm run cost-engine: an example of a business partner's cost engine, by the protocol of docs/cost-engine.md.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

type Question = {
  partner: string
  product: string
  component: string
  values: Record<string, string>
  facts: { age?: number }
  on: string
}
type Answer =
  | { outcome: 'priced'; reference: string; amount: string; every: 'month' | 'year'; validUntil: string | null }
  | { outcome: 'refused'; error: string; field?: string }

const port = Number(process.env['COST_ENGINE_PORT'] ?? 4600)
const key = process.env['COST_ENGINE_KEY']

const engine = createServer((request, response) => {
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  if (request.method !== 'POST') return send(405, { error: 'Ask by POST' })
  if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) return send(401, { error: 'Who asks?' })
  read(request).then(
    (question) => send(200, answer(question)),
    () => send(400, { error: 'The request is not a valid question' }),
  )
})
engine.on('error', ({ message }) => {
  console.error(`The cost engine cannot listen (${message}): choose another port with COST_ENGINE_PORT.`)
  process.exit(1)
})
engine.listen(port, 'localhost', () => {
  const at = engine.address()
  const address = `http://localhost:${typeof at === 'object' && at ? at.port : port}/quotes`
  console.log(`Cost engine on ${address}`)
  process.send?.({ address })
})

async function read(request: IncomingMessage): Promise<Question> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > 10_000) throw new Error('Too long')
  }
  // The example does not validate the request. Unknown products are refused below.
  return JSON.parse(text) as Question
}

/** Price in pence for each whole £1,000 of the value, and the largest value accepted. */
const products: Record<string, { every: 'month' | 'year'; pence: (age: number) => number; most: (age: number) => number }> = {
  'travel-insurance': {
    every: 'year',
    pence: (age) => (age < 40 ? 1190 : age < 60 ? 1480 : 2150),
    most: (age) => (age < 40 ? 8000 : 6000),
  },
  'electric-car': { every: 'month', pence: () => 1540, most: () => 55_000 },
}

function answer({ product, values, facts: { age = 0 }, on }: Question): Answer {
  const known = products[product]
  const [[field, chosen] = ['', '']] = Object.entries(values)
  const value = Number(chosen)
  if (!known || !Number.isFinite(value)) return { outcome: 'refused', error: 'We do not offer this product' }
  const most = known.most(age)
  if (value > most)
    return {
      outcome: 'refused',
      error: `We can offer you up to £${most.toLocaleString('en-GB')} online. Please call us for more`,
      field,
    }
  const pence = Math.round((value * known.pence(age)) / 1000)
  const amount = `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
  const asked = createHash('sha256').update(`${product} ${value} ${age} ${on}`).digest('hex')
  return {
    outcome: 'priced',
    reference: `EX-${asked.slice(0, 8).toUpperCase()}`,
    amount,
    every: known.every,
    validUntil: null,
  }
}
