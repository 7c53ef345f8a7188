import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { checkToken, type Claims, type Client } from '../../examples/voucher-application/token.ts'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { inView, viewByOperator } from '../../tests/harness/views.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { startWorld } from '../../tests/harness/world.ts'

const secret = 'shared with the voucher application'
const application = 'https://employers.treehouse-vouchers.example'
const secrets: Record<string, string | undefined> = { VOUCHERS_NORTHGATE_SECRET: secret }
const world = await startWorld({ voucherApplications: { secretOf: (name) => secrets[name] } })
const grace = await world.signIn('grace.lin')
const demo: ClientId = await clientOf('demo')

async function clientOf(site: string): Promise<ClientId> {
  const address = world.database.db.selectFrom('client_address').where('name', '=', site)
  return (await address.select('client_id').executeTakeFirstOrThrow()).client_id
}

const startWorldAt = (portalUrl: string) =>
  startPortal({
    beside: world,
    serverSecret: world.serverSecret,
    portalUrl,
    voucherApplications: { secretOf: (name) => secrets[name] },
  })

const own = async (name: string, what: 'balance' | 'orders') =>
  (await world.request({ url: `/api/v1/ccv/${what}`, token: await world.signIn(name) })).json()
const manage = (token = grace, site = 'demo') => world.request({ url: '/api/ccv/manage', token, site })

it('members whose joining day is not recorded are listed for the employer until the day is uploaded', async () => {
  const listed = async () => {
    const url = `/api/v2/client/${demo}/voucher-members-without-joining-day`
    return (await world.request({ url, token: grace })).json<{ employeeName: string }[]>()
  }
  const before = await listed()
  expect(before.map(({ employeeName }) => employeeName)).toContain('Henry Cole')
  expect(before[0]).toEqual({
    selectionId: expect.any(String),
    employeeName: expect.any(String),
    employeeNumber: expect.stringMatching(/^NR\d+$/),
    benefitName: 'Childcare vouchers',
  })
  await changeFacts(world, 'henry.cole', { 'voucher-member-since': '2010-09-01' })
  expect((await listed()).map(({ employeeName }) => employeeName)).not.toContain('Henry Cole')
  expect(await listed()).toHaveLength(before.length - 1)
})

describe('vouchers of one person', () => {
  it("show the caller's balance, or nothing if there is no voucher account [BENEFIT-60]", async () => {
    expect(await own('elif.kaya', 'balance')).toEqual({
      lastPaymentDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      balance: 312.5,
    })
    expect(await own('amelia.hart', 'balance')).toEqual({ lastPaymentDate: null, balance: 0 })
  })

  it("list the caller's orders by pay day, latest first, and no other person's orders", async () => {
    const saved = (voucherDate: string) => ({ voucherDate, amount: 124, state: 'saved' })
    expect(await own('henry.cole', 'orders')).toEqual(['2027-01-28', '2026-12-28', '2026-11-28'].map(saved))
    expect(await own('elif.kaya', 'orders')).toEqual([])
    expect(await own('grace.lin', 'orders')).toEqual([])
  })
})

describe('vouchers of the client', () => {
  it('have the next voucher date with the placed and saved orders, until the payroll run is locked [DATA-25] [BENEFIT-65]', async () => {
    const before = (await manage()).json()
    expect(before).toMatchObject({ hasVouchers: true, nextVoucherDate: '2026-11-28', placedOrders: 0, savedOrders: 1 })
    const runs = `/api/v2/client/${demo}/payroll-runs`
    const [run] = (await world.request({ url: runs, token: grace }))
      .json<{ runId: string; label: string }[]>()
      .filter(({ label }) => label === 'November 2026')
    const { lines } = (await world.request({ url: `${runs}/${run?.runId}`, token: grace })).json<{
      lines: { payCode: string; employeeAmount: number }[]
    }>()
    expect(lines.filter(({ payCode }) => payCode === 'CCV').map(({ employeeAmount }) => employeeAmount)).toEqual([124])

    const locked = await world.request({ method: 'POST', url: `${runs}/${run?.runId}/lock`, token: grace })
    expect(locked.statusCode).toBe(200)
    expect((await manage()).json()).toMatchObject({ nextVoucherDate: '2026-11-28', placedOrders: 1, savedOrders: 0 })
    expect(await own('henry.cole', 'orders')).toContainEqual({
      voucherDate: '2026-11-28',
      amount: 124,
      state: 'placed',
    })
  })
})

describe('token for the voucher application', () => {
  const clients: Client[] = [
    { client: 'demo', secret, portals: ['http://demo.localhost'] },
    { client: 'copperleaf', secret: 'shared with somebody else altogether', portals: ['http://copperleaf.localhost'] },
  ]
  const checked = (token: string, { now = new Date(), audience = application, among = clients } = {}) =>
    checkToken(token, { clients: among, audience, now })
  async function minted(): Promise<{ url: string; token: string }> {
    return (await manage()).json()
  }

  it('names the person, client and application, and is valid for five minutes [BENEFIT-65] [S-64]', async () => {
    const { url, token } = await minted()
    expect(url).toBe(`${application}/employers`)
    const answer = checked(token)
    if (!('claims' in answer)) throw new Error(answer.why)
    const { iat, exp, jti, orders, sub, ...claims } = answer.claims
    expect(claims).toEqual({
      iss: 'http://demo.localhost',
      aud: application,
      role: 'employer',
      client: 'demo',
      client_name: 'Northgate Rail',
    })
    expect([exp - iat, jti]).toEqual([300, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(sub).toBe((await world.request({ url: '/api/v1/user', token: grace })).json<{ id: string }>().id)
    expect(orders).toContainEqual(
      expect.objectContaining({ date: '2027-01-28', state: 'saved', orders: 1, amount: 124 }),
    )
    expect(JSON.stringify(answer.claims)).not.toMatch(/henry|cole|grace|lin@|NR1008/i)
  })

  it('is new each time, and contains no data of the session [S-64]', async () => {
    const [one, other] = [(await minted()).token, (await minted()).token]
    expect(one).not.toBe(other)
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString()).not.toContain(grace)
  })

  it('is refused by the application if it has expired, was changed, or is for another application [S-64]', async () => {
    const { token } = await minted()
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const later = (seconds: number) => new Date((claims.iat + seconds) * 1000)
    expect(checked(token, { now: later(299) })).toHaveProperty('claims')
    expect(checked(token, { now: later(301) })).toEqual({ why: 'expired', portal: 'http://demo.localhost' })
    const unreadable = { why: 'unreadable' }
    expect(checked(token, { now: later(-120) })).toEqual(unreadable)
    expect(checked(token, { audience: 'https://another.example' })).toEqual(unreadable)
    const forged = [
      `${head}.${part({ ...claims, client: 'copperleaf' })}.${signature}`,
      `${head}.${part({ ...claims, exp: claims.exp + 3600 })}.${signature}`,
      `${part({ alg: 'none', typ: 'vouchers+jwt' })}.${body}.`,
      `${part({ alg: 'HS256', typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${body}`,
      `${head}.${body}.${signature}.more`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      grace,
      '',
      '..',
    ]
    for (const one of forged) expect([one, checked(one)]).toEqual([one, unreadable])
    const elsewhere = clients.map((client) => ({ ...client, portals: ['https://elsewhere.example'] }))
    expect(checked(token, { among: elsewhere })).toEqual(unreadable)
  })

  it('is not issued to an operator who views the portal as an employer; the figures are still shown [S-43]', async () => {
    const view = await viewByOperator(world, 'grace.lin@demo.example')
    const answer = await inView(world, view, { url: '/api/ccv/manage' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ hasVouchers: true, url: null, token: null }),
    ])
  })

  it('is not issued if the shared secret is missing or too short', async () => {
    for (const weak of [undefined, '', 'x'.repeat(31)]) {
      secrets['VOUCHERS_NORTHGATE_SECRET'] = weak
      expect(await minted()).toMatchObject({ hasVouchers: true, url: null, token: null })
    }
    secrets['VOUCHERS_NORTHGATE_SECRET'] = secret
  })

  it('is not issued for an address whose origin is not registered, or for the portal itself [S-63] [S-64]', async () => {
    const settings = (url: string, origins: string[]) =>
      inClient(world.database.db, demo, (tx) =>
        sql`
          update client
          set voucher_application = ${JSON.stringify({ url, secretFrom: 'VOUCHERS_NORTHGATE_SECRET' })}::jsonb,
              switches = switches || ${JSON.stringify({ redirectOrigins: origins })}::jsonb
          where client_id = ${demo}
        `.execute(tx),
      )
    const refused: [url: string, origins: string[]][] = [
      ['https://elsewhere.example/employers', [application]],
      [`${application}.evil.example/`, [application]],
      [`${application}:8443/`, [application]],
      [`${application}@evil.example/`, [application]],
      ['http://employers.treehouse-vouchers.example/', [application]],
      ['https://demo.benefits.example/vouchers', ['https://demo.benefits.example']],
    ]
    const behindTls = await startWorldAt('https://{site}.benefits.example')
    for (const [url, origins] of refused) {
      await settings(url, origins)
      const headers = { host: 'demo.benefits.example', 'x-forwarded-proto': 'https' }
      const answer = await behindTls.request({ url: '/api/ccv/manage', token: grace, headers })
      expect([url, answer.json()]).toEqual([url, expect.objectContaining({ url: null, token: null })])
    }
    await settings(`${application}/employers`, [application])
    expect(await minted()).toMatchObject({ url: `${application}/employers` })
  })

  it("contains the portal's address from the settings, whatever host name a request has [S-13]", async () => {
    const behindTls = await startWorldAt('https://{site}.benefits.example')
    const ask = async (host: string) =>
      (await behindTls.request({ url: '/api/ccv/manage', token: grace, headers: { host } })).json<{ token: string }>()
    const { token } = await ask('demo.benefits.example')
    const [, body = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      iss: 'https://demo.benefits.example',
    })
    expect(await ask('demo.evil.example')).toMatchObject({ url: null, token: null })
  })
})
