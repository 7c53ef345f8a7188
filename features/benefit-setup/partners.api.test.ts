import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView, SetupValues } from '../../domain/selections/benefits.contract.ts'

/** The business partner's server: the requests received, and its next answer. */
const engine = {
  asked: [] as { values: SetupValues }[],
  says: (): object => priced('60.00'),
  before: Promise.resolve(),
}
const server = createServer({ keepAlive: false }, (request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    // The portal sent this JSON.
    engine.asked.push(JSON.parse(body) as { values: SetupValues })
    void engine.before.then(() => response.end(JSON.stringify(engine.says())))
  })
})

function priced(amount: string, validUntil: string | null = null) {
  return { outcome: 'priced', reference: `WC-${amount}`, amount, every: 'year', validUntil }
}

server.listen(0, '127.0.0.1')
await once(server, 'listening')
// A TCP server that listens has an address with a port.
const { port } = server.address() as AddressInfo
const world = await startWorld({ poolSize: 1, costEngine: { address: `http://127.0.0.1:${port}/` } })
afterAll(async () => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  engine.asked = []
  engine.says = () => priced('60.00')
})

const asPerson = async (name: string) => {
  const token = await world.signIn(name)
  const send = (method: 'POST' | 'PATCH', url: string, body: object, headers: Record<string, string> = {}) =>
    world.request({ method, url: `/api/v1/${url}`, token, body, headers })
  const benefits: BenefitView[] = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json()
  const find = (code: string): BenefitView => {
    const found = benefits.find((one) => one.code === code)
    if (!found) throw new Error(`${code} is not offered`)
    return found
  }
  const travel = find('travel-insurance')
  const me = await withConnection(world.database.superuser, (client) =>
    client.query<{ client: string; person: string }>(
      'select client_id as client, person_id as person from account where email = $1',
      [`${name}@demo.example`],
    ),
  )
  const { client = '', person = '' } = me.rows[0] ?? {}
  return {
    find,
    travel,
    client,
    person,
    read: async (code: string): Promise<BenefitView> =>
      (await world.request({ url: `/api/v1/benefit/${find(code).benefitId}/with-selection`, token })).json(),
    costs: (values: SetupValues, benefitId: string = travel.benefitId) =>
      send('POST', 'selections/costs', { benefitId, values }),
    save: (body: object, { of = { client, person }, key = '' } = {}) =>
      send(
        'POST',
        `selections/client/${of.client}/employees/${of.person}`,
        { benefitId: travel.benefitId, ...body },
        key ? { 'idempotency-key': key } : {},
      ),
    acceptTerms: () =>
      send('PATCH', `benefit/${travel.benefitId}/terms`, {
        termId: 'travel-insurance-terms',
        version: 1,
        accepted: true,
      }),
    quote: (values: SetupValues) => send('POST', `benefit/${travel.benefitId}/quote`, { values }),
    whatIf: async (body: object) => (await send('POST', 'user/what-if', body)).json(),
    basket: async () => (await world.request({ url: '/api/v1/user/basket', token })).json(),
    confirm: (body: object) => send('POST', 'user/basket/confirm', body),
    choose: (body: object) => send('POST', `benefit/${travel.benefitId}/selection`, body),
  }
}

const linesOf = async (selectionId: string) => {
  const { rows } = await withConnection(world.database.superuser, (client) =>
    client.query<{ pence: number }>(
      'select employee_pence::integer as pence from deduction where selection_id = $1 order by period_id',
      [selectionId],
    ),
  )
  return rows.map(({ pence }) => pence)
}

describe('product priced by a business partner', () => {
  it('is returned with the limits for its value [BENEFIT-55]', async () => {
    const amelia = await asPerson('amelia.hart')
    expect(amelia.travel).toMatchObject({
      beamSupported: true,
      beamPartnerValueLimits: { min: 1000, max: 10_000, step: 500 },
    })
    expect(amelia.find('dental')).toMatchObject({ beamSupported: false, beamPartnerValueLimits: null })
  })

  it('gets its price by POST from the business partner, not from a rate table; other products do not [BENEFIT-50] [BENEFIT-52]', async () => {
    const amelia = await asPerson('amelia.hart')
    const answer = await amelia.costs({ cover: 4000 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      costs: { employee: { perPeriod: 5, perMonth: 5, perYear: 60 }, employer: { perYear: 0 } },
      error: null,
    })
    expect(answer.json().costs.trace).toContainEqual(
      expect.objectContaining({
        output: '£60.00',
        source: 'Quote WC-60.00 from the insurer',
        effectiveDate: '2026-12-01',
      }),
    )
    // The business partner gets only the age: no name, date of birth or salary.
    expect(engine.asked).toEqual([
      {
        partner: 'wayfarer-cover',
        product: 'travel-insurance',
        component: 'premium',
        values: { cover: '4000' },
        facts: { age: expect.any(Number) },
        on: '2026-12-01',
      },
    ])
    expect((await amelia.quote({ cover: 4000 })).json().price).toEqual(answer.json().costs)
    expect((await amelia.costs({ level: 'level-1', covered: [] }, amelia.find('dental').benefitId)).statusCode).toBe(
      404,
    )
    expect((await amelia.costs({ cover: 4000 }, crypto.randomUUID())).statusCode).toBe(404)
    expect((await amelia.read('travel-insurance')).selection).toBeNull()
  })

  it('sends no request for a value outside the limits [BENEFIT-53]', async () => {
    const amelia = await asPerson('amelia.hart')
    for (const cover of [999.9, 10_000.5]) {
      const answer = await amelia.costs({ cover })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        { cover: ['Please enter a value between 1000 and 10000'] },
      ])
    }
    expect(engine.asked).toEqual([])
    expect((await amelia.costs({ cover: 10_000 })).statusCode).toBe(200)
  })

  it("is refused with the business partner's sentence; a message is shown if the business partner does not answer [BENEFIT-57]", async () => {
    const amelia = await asPerson('amelia.hart')
    engine.says = () => ({ outcome: 'refused', error: 'We can offer you up to £8,000 online. Please call us for more' })
    const refused = await amelia.costs({ cover: 9000 })
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'not-priced',
        error: 'We can offer you up to £8,000 online. Please call us for more',
        cause: 'partner-refused',
      }),
    ])
    expect(refused.json()).not.toHaveProperty('errors')
    engine.says = () => ({ outcome: 'refused', error: 'Up to £8,000', field: 'cover' })
    expect((await amelia.costs({ cover: 9000 })).json()).toMatchObject({
      error: 'Up to £8,000',
      errors: { cover: ['Up to £8,000'] },
    })
    const sentence = /^We get the price of this benefit from Wayfarer Cover, which cannot be reached at the moment/
    for (const silence of [{ outcome: 'perhaps' }, priced('60.00', '2026-11-15')]) {
      engine.says = () => silence
      expect((await amelia.costs({ cover: 9000 })).json()).toMatchObject({
        error: expect.stringMatching(sentence),
        cause: 'partner-unreachable',
      })
    }
    engine.says = () => priced('60.00', '2026-11-16')
    expect((await amelia.costs({ cover: 9000 })).statusCode).toBe(200)
  })
})

describe("selection of a business partner's product", () => {
  it('is saved once after two clicks, at the price shown; separate calls change and end it without asking the business partner [BENEFIT-49] [BENEFIT-51] [BENEFIT-52]', async () => {
    const amelia = await asPerson('amelia.hart')
    expect((await amelia.acceptTerms()).statusCode).toBe(200)
    const { costs } = (await amelia.costs({ cover: 4000 })).json()
    const confirmed = { values: { cover: 4000 }, costs }
    const key = crypto.randomUUID()
    const [first, second] = await Promise.all([amelia.save(confirmed, { key }), amelia.save(confirmed, { key })])
    expect(first.statusCode).toBe(200)
    expect(second.json()).toEqual(first.json())
    expect(first.json()).toMatchObject({ status: 'active', version: 1, values: { cover: 4000 }, price: costs })
    const { selectionId } = first.json()
    expect(await linesOf(selectionId)).toEqual([500, 500, 500, 500, 500])

    engine.asked = []
    expect((await amelia.save(confirmed, { key })).json()).toEqual(first.json())
    const other = await amelia.save({ ...confirmed, values: { cover: 6000 } }, { key })
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency-key-reused'])
    expect(engine.asked).toEqual([])

    const { rows } = await withConnection(world.database.superuser, (client) =>
      client.query('select price -> $2 as quotes from selection_version where selection_id = $1', [
        selectionId,
        'quotes',
      ]),
    )
    expect(rows).toEqual([
      { quotes: [expect.objectContaining({ reference: 'WC-60.00', amount: '60.00', validUntil: null })] },
    ])

    engine.says = () => priced('72.00')
    const moved = await amelia.save({ values: { cover: 5000 }, costs, version: 1 })
    expect([moved.statusCode, moved.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'price-changed',
        price: expect.objectContaining({ employee: expect.objectContaining({ perPeriod: 6 }) }),
      }),
    ])
    const changed = await amelia.save({ values: { cover: 5000 }, costs: moved.json().price, version: 1 })
    expect(changed.json()).toMatchObject({ status: 'active', version: 2, values: { cover: 5000 } })
    expect(await linesOf(selectionId)).toEqual([600, 600, 600, 600, 600])
    expect((await amelia.save({ values: { cover: 6000 }, version: 1 })).json()).toMatchObject({
      code: 'changed-meanwhile',
    })

    engine.asked = []
    expect((await amelia.read('travel-insurance')).selection).toEqual(changed.json())
    const left = await amelia.save({ status: 'opted-out', version: 2 })
    expect([left.statusCode, left.json().status]).toEqual([200, 'opted-out'])
    expect(await linesOf(selectionId)).toEqual([])
    const again = await amelia.save({ status: 'opted-out', version: 3 })
    expect([again.statusCode, again.json().code]).toEqual([409, 'not-in-this-state'])
    expect(engine.asked).toEqual([])
  })

  it("is possible only for the caller's own benefits, for business partners' products, and with a price from the business partner [S-46]", async () => {
    const [isla, amelia] = [await asPerson('isla.reid'), await asPerson('amelia.hart')]
    for (const of of [
      { client: isla.client, person: amelia.person },
      { client: crypto.randomUUID(), person: isla.person },
      { client: isla.client, person: crypto.randomUUID() },
    ])
      expect((await isla.save({ values: { cover: 4000 } }, { of })).statusCode).toBe(404)
    expect(
      (await isla.save({ benefitId: isla.find('gym').benefitId, values: { membership: 'single' } })).statusCode,
    ).toBe(404)
    expect((await isla.save({ status: 'opted-out' })).json().code).toBe('not-in-this-state')
    expect(engine.asked).toEqual([])

    expect((await isla.save({ values: { cover: 4000 } })).json().code).toBe('benefit-terms-required')
    await isla.acceptTerms()
    engine.says = () => ({ outcome: 'refused', error: 'Not at the moment' })
    for (const refused of [
      await isla.save({ values: { cover: 4000 } }),
      await isla.choose({ values: { cover: 4000 } }),
    ])
      expect([refused.statusCode, refused.json().error]).toEqual([422, 'Not at the moment'])
    expect((await isla.read('travel-insurance')).selection).toBeNull()
    engine.says = () => priced('60.00')
    expect((await isla.choose({ values: { cover: 4000 } })).statusCode).toBe(201)
  })

  it('waits for a slow business partner without holding the only database connection', async () => {
    const henry = await asPerson('henry.cole')
    const slow = Promise.withResolvers<void>()
    engine.before = slow.promise
    const waiting = henry.costs({ cover: 4000 })
    await expect.poll(() => engine.asked.length).toBe(1)
    expect((await henry.read('dental')).code).toBe('dental')
    slow.resolve()
    expect((await waiting).statusCode).toBe(200)
  })

  it('requests prices for hypothetical choices and ages, but not for agreed choices', async () => {
    const isla = await asPerson('isla.reid')
    const { benefitId } = isla.travel
    engine.says = () => priced('72.00')
    const asAgreed = await isla.whatIf({ facts: { age: 60 }, benefits: [{ benefitId, values: { cover: 4000 } }] })
    expect(asAgreed.benefits).toMatchObject([{ outcome: 'priced', price: { employee: { perYear: 60 } } }])
    expect(engine.asked).toEqual([])

    const supposed = { facts: { age: 60 }, benefits: [{ benefitId, values: { cover: 5000 } }] }
    expect((await isla.whatIf(supposed)).benefits).toMatchObject([
      { outcome: 'priced', price: { employee: { perMonth: 6, perYear: 72 } } },
    ])
    expect(engine.asked).toMatchObject([{ values: { cover: '5000' }, facts: { age: 60 } }])
    engine.says = () => ({ outcome: 'refused', error: 'Not at 60' })
    expect((await isla.whatIf(supposed)).benefits).toMatchObject([
      { outcome: 'refused', code: 'not-priced', reason: 'Not at 60' },
    ])
  })

  it('can be saved as a draft without asking the business partner', async () => {
    const henry = await asPerson('henry.cole')
    const draft = await henry.choose({ values: { cover: 4000 }, draft: true })
    expect([draft.statusCode, draft.json().status, draft.json().price]).toEqual([201, 'draft', null])
    expect(engine.asked).toEqual([])
  })
})

describe('basket with a product priced by a business partner', () => {
  it('requests prices when the basket is shown and when it is confirmed, and uses the price shown', async () => {
    const grace = await asPerson('grace.lin')
    await grace.acceptTerms()
    const begun = await grace.choose({ values: { cover: 5000 }, draft: true })
    expect([begun.statusCode, begun.json()]).toMatchObject([201, { temporarySelection: true }])
    engine.asked = []
    const { items } = await grace.basket()
    expect(items).toMatchObject([{ price: { employee: { perPeriod: 5, perYear: 60 } }, problem: null }])
    expect(engine.asked).toHaveLength(1)

    const [{ benefitId, version }] = items
    const confirm = () => grace.confirm({ changes: [{ benefitId, version, expectedPerPeriod: 5 }] })
    engine.says = () => priced('66.00')
    const dearer = await confirm()
    expect([dearer.statusCode, dearer.json()]).toMatchObject([
      409,
      { code: 'price-changed', price: { employee: { perPeriod: 5.5 } } },
    ])
    engine.says = () => priced('60.00')
    const done = await confirm()
    expect([done.statusCode, done.json()]).toMatchObject([
      200,
      { confirmed: [{ selection: { status: 'active', price: { employee: { perYear: 60 } } } }] },
    ])
  })
})
