import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { startBatteryWorld, type Ask, type Role } from './battery-world.ts'
import { columnNames } from './column-names.ts'
import { addressWith, endpoints, idNames, nameOf } from './endpoints.ts'
import { validInputs, jsonSchemaOf } from './valid-inputs.ts'
import { hostileBodies, hostileTexts } from './hostile-bodies.ts'
import { existingAddress, existingIdsOfRoles, type ExistingIds } from './existing-ids.ts'
import { cases, seed } from './random-seed.ts'
import { faultsOf } from './contract-faults.ts'

let openingsFor: (role: Role) => ExistingIds
const world = await startBatteryWorld()
const columns: string[] = await columnNames(world.superuser)
openingsFor = await existingIdsOfRoles(world, ['employer', 'leaver'])

const named = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)
const writes = named.filter(([, { method }]) => method !== 'GET')
/** In milliseconds. A call that takes longer hangs, even on a busy machine. */
const hang = 45_000

describe('hostile input', () => {
  it.each(named)(
    'of %s gets a reply that its contract allows, and nothing is written if the call is refused or only reads [S-65] [API-12]',
    { timeout: 3_600_000 },
    async (_, endpoint) => {
      for (const role of world.roles) {
        const isIn = role.expected(endpoint) === 'in'
        const numRuns =
          isIn && (endpoint.access !== 'public' || role.name === 'nobody') ? cases({ gate: 2, long: 2000 }) : 1
        await fc.assert(
          fc.asyncProperty(requests(endpoint, role), async (request) => {
            const started = performance.now()
            const answer = await world.as(role, request)
            expect(performance.now() - started).toBeLessThan(hang)
            expect(faultsOf(endpoint, answer)).toEqual([])
            const written = await world.writes.since()
            expect(written.filter((table) => !mayWrite(endpoint, answer.statusCode, table))).toEqual([])
            expect(written.filter((table) => isGone(role) && !ofOneselfAlone.test(table))).toEqual([])
            if (written.length === 0) return
            await world.keepSignedIn(role)
            await world.writes.since()
          }),
          { seed, numRuns },
        )
      }
    },
  )

  // A file upload has no JSON fields.
  it.each(writes.filter(([, { takes }]) => takes === 'file'))('as JSON is refused by %s', async (_, endpoint) => {
    const role = entitled(endpoint)
    const url = existingAddress(openingsFor(role), endpoint, ([id]) => id)
    const answer = await world.as(role, { method: endpoint.method, url, text: '{"status":"ready"}' })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'wrong-media-type'])
    expect(await world.writes.since()).toEqual([])
  })

  it.each(writes.filter(([, { takes }]) => takes !== 'file'))(
    'is not accepted for a table column that %s does not declare [S-50]',
    async (_, endpoint) => {
      const role = entitled(endpoint)
      const { vocabulary } = openingsFor(role)
      const [body] = endpoint.body ? fc.sample(bodies(endpoint), { seed, numRuns: 1 }) : [{}]
      const declared = endpoint.body ? Object.keys(jsonSchemaOf(endpoint.body).properties ?? {}) : []
      const added = columns.filter((column) => !declared.includes(column))
      const text = JSON.stringify({
        ...(body as object),
        ...Object.fromEntries(added.map((column) => [column, vocabulary.ids[0] ?? 1])),
      })
      const url = existingAddress(openingsFor(role), endpoint, ([id]) => id)
      const answer = await world.as(role, { method: endpoint.method, url, text })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'malformed'])
      const refused = Object.keys(answer.json<{ errors: object }>().errors).flatMap((names) => names.split(', '))
      expect(refused).toEqual(expect.arrayContaining(added))
      expect(await world.writes.since()).toEqual([])
    },
  )

  it.each(writes.filter(([, { body }]) => body))(
    "such as a missing, null or wrong value is described by %s in the portal's words",
    async (_, endpoint) => {
      const role = entitled(endpoint)
      const url = existingAddress(openingsFor(role), endpoint, ([id]) => id)
      const names = endpoint.body ? Object.keys(jsonSchemaOf(endpoint.body).properties ?? {}) : []
      const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
      for (const body of [{}, all(null), all({ odd: 1 }), [1]]) {
        const answer = await world.as(role, { method: endpoint.method, url, text: JSON.stringify(body) })
        const { errors = {} } = answer.json<{ errors?: Record<string, string[]> }>()
        expect(
          Object.values(errors)
            .flat()
            .filter((said) => ofLibrary.test(said)),
        ).toEqual([])
      }
      await world.keepSignedIn(role)
      await world.writes.since()
    },
  )

  it.each(named)('in an undeclared query parameter is not accepted by %s [S-50]', async (_, endpoint) => {
    const role = entitled(endpoint)
    const url = existingAddress(openingsFor(role), endpoint, ([id]) => id)
    for (const name of ['user_type', 'client_id', 'access_token', 'X-Masquerade', '__proto__', 'filter[status]']) {
      const answer = await world.as(role, { method: endpoint.method, url: `${url}?${encodeURIComponent(name)}=1` })
      expect([name, answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
        name,
        422,
        [name],
      ])
    }
    expect(await world.writes.since()).toEqual([])
  })
})

const ofLibrary = /^Invalid (input|option)|^Expected|received/

function entitled({ access }: Endpoint): Role {
  return world.role(access === 'employer' ? 'employer' : access === 'user' ? 'employee' : 'nobody')
}

function bodies(endpoint: Endpoint, role = entitled(endpoint)): fc.Arbitrary<unknown> {
  return endpoint.body ? validInputs(endpoint.body, openingsFor(role).vocabulary) : fc.constant({})
}

function requests(endpoint: Endpoint, role: Role): fc.Arbitrary<Ask> {
  const known = openingsFor(role)
  const fittingBody = bodies(endpoint, role)
  const open = fc.nat().map((place) => existingAddress(known, endpoint, (ids) => ids[place % ids.length]))
  const oddIds = fc
    // An empty id would give the address of another endpoint.
    .array(
      hostileTexts.filter((text) => text !== ''),
      { minLength: 1, maxLength: 2 },
    )
    .map((texts) =>
      addressWith(
        endpoint,
        (name) => texts[idNames(endpoint).indexOf(name)] ?? known.idsFor(endpoint, name)[0] ?? texts[0] ?? '',
      ),
    )
  const queries = fc.oneof(
    endpoint.query ? validInputs(endpoint.query, known.vocabulary).map(queryOf) : fc.constant(''),
    fc
      .array(fc.tuple(fc.constantFrom(...queryNames(endpoint)), hostileTexts), { maxLength: 3 })
      .map((pairs) => pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&')),
    fc.constantFrom('%zz', '&&&', '=', 'a=%00', 'a=%ff', 'x'.repeat(3000)),
  )
  const address = fc.oneof(
    { weight: 3, arbitrary: open },
    { weight: idNames(endpoint).length > 0 ? 1 : 0, arbitrary: oddIds },
  )
  const query = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: queries })
  const url = fc.tuple(address, query).map(([path, search]) => (search === '' ? path : `${path}?${search}`))
  if (endpoint.method === 'GET') return url.map((each) => ({ method: endpoint.method, url: each }))
  const right = fittingBody.map((body) => ({ text: JSON.stringify(body), contentType: 'application/json' }))
  const payload = fc.oneof(
    { weight: 1, arbitrary: right },
    { weight: 3, arbitrary: hostileBodies(fittingBody, columns) },
  )
  return fc.tuple(url, payload).map(([each, body]) => ({ method: endpoint.method, url: each, ...body }))
}

function queryNames({ query }: Endpoint): string[] {
  const declared = query ? Object.keys(jsonSchemaOf(query).properties ?? {}) : []
  return [...declared, 'page', 'search', 'sort_by', 'filter[x]', '__proto__', '$where']
}

function queryOf(values: unknown): string {
  return Object.entries(values as object)
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join('&')
}

/** Replaces lone surrogates, which cannot be percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Returns whether the person has left. A leaver's employment data cannot change (ACCESS-06). */
function isGone({ name }: Role): boolean {
  return name === 'leaver' || name === 'ccv-only person' || name === 'employer who left'
}

// Tables that a leaver may write, because leavers still need an address and a number for their last payslips and pension.
const ofOneselfAlone =
  /^(account|person_details|session|failed_attempt|captcha_solution|sign_in_attempt|access_token|refresh_token|password_|mail|two_factor|terms_acceptance|idempotency_key|audit_)/

const audit = ['audit_event', 'audit_head']

/** A read may write only its audit record, except for the logout, which the specification makes a GET (S-40). */
function mayWrite({ method, audit: event, ownTransactions }: Endpoint, status: number, table: string): boolean {
  if (status < 300) return method !== 'GET' || event === 'session.ended' || audit.includes(table)
  // These calls record refused attempts in their own transactions.
  const tries = [
    'failed_attempt',
    'sign_in_attempt',
    'spraying_source',
    'captcha_solution',
    'attempt_without_captcha',
    'two_factor_attempt',
  ]
  // A confirmed upload whose data has changed is refused, and a worker checks it again (S-56).
  const upload = ['upload', 'work_due']
  const counts = [...tries, ...upload, 'login_challenge', 'password_link', 'password_link_attempt', ...audit]
  return ownTransactions === true && counts.includes(table)
}
