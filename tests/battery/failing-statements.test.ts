import type { PoolClient } from 'pg'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isLong } from '../harness/long-tests.ts'
import { startBatteryWorld, type Ask, type Role } from './battery-world.ts'
import { endpoints, nameOf } from './endpoints.ts'
import { validInputs } from './valid-inputs.ts'
import { existingAddress, existingIdsOfRoles, type ExistingIds } from './existing-ids.ts'
import { cases, seed } from './random-seed.ts'

// A driver's error may contain these texts, which must never reach the caller.
const secrets = [
  'select password_hash from account',
  'hunter2-the-secret',
  'portal_app',
  '/srv/portal/server/secret.ts',
]

let openingsFor: (role: Role) => ExistingIds

/** `at` is the number of the statement that fails, `seen` the number of statements so far. */
const faults = { at: Infinity, seen: 0, error: databaseError('XX000') }

const world = await startBatteryWorld()
openingsFor = await existingIdsOfRoles(world)
const { pool } = world.database
pool.on('connect', breakable)
const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
for (const connection of connections) breakable(connection)
for (const connection of connections) connection.release()
function databaseError(code: string): Error {
  return Object.assign(new Error(secrets.join(' ')), {
    code,
    detail: secrets[1],
    query: secrets[0],
    stack: secrets.join('\n'),
  })
}

function breakable(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const place = faults.seen++
      if (place !== faults.at) return query(...args)
      const [asked] = args
      if (!isOwnQuery(asked)) return Promise.reject(faults.error)
      process.nextTick(() => asked.handleError(faults.error, client.connection))
      return asked
    },
  })
}

function isOwnQuery(asked: unknown): asked is { handleError: (error: Error, connection: unknown) => void } {
  return typeof asked === 'object' && asked !== null && 'handleError' in asked
}

const kinds = [
  { code: 'XX000', status: 500, what: 'an internal error' },
  { code: '53300', status: 503, what: 'a database with too many connections' },
  { code: '57P01', status: 503, what: 'a database that is stopping' },
] as const

describe('SQL statement that fails', () => {
  it.each(endpoints.map((endpoint, place) => [nameOf(endpoint), endpoint, place] as const))(
    'in %s does not show its cause to the caller, logs nobody in and stores nothing [S-66]',
    { timeout: 600_000 },
    async (_, endpoint, place) => {
      const role = world.role(
        endpoint.access === 'employer' ? 'employer' : endpoint.access === 'user' ? 'employee' : 'nobody',
      )
      const bodies = endpoint.body ? validInputs(endpoint.body, openingsFor(role).vocabulary) : fc.constant(undefined)
      for (const body of fc.sample(bodies, { seed, numRuns: endpoint.body ? cases({ gate: 1, long: 50 }) : 1 })) {
        const ask: Ask = {
          method: endpoint.method,
          url: existingAddress(openingsFor(role), endpoint, ([id]) => id),
          ...(body !== undefined && { text: JSON.stringify(body) }),
        }
        for (const kind of kinds.filter((_kind, at) => isLong || at === place % kinds.length)) {
          const { failed, problems } = await failEverywhere(endpoint, { role, ask, ...kind })
          expect(problems).toEqual([])
          expect(failed).toBeGreaterThan(0)
        }
      }
    },
  )
})

type Failing = { role: Role; ask: Ask; code: string; status: number }

async function failEverywhere(
  endpoint: Endpoint,
  { role, ask, code, status }: Failing,
): Promise<{ failed: number; problems: string[] }> {
  faults.error = databaseError(code)
  const problems: string[] = []
  for (let at = 0; ; at++) {
    Object.assign(faults, { at, seen: 0 })
    const answer = await world.as(role, ask)
    const failed = faults.seen > at
    faults.at = Infinity
    const written = await world.writes.since()
    if (!failed) {
      await world.keepSignedIn(role)
      await world.writes.since()
      return { failed: at, problems }
    }
    const { statusCode, body, headers } = answer
    const told = secrets.filter((secret) => `${body}${JSON.stringify(headers)}`.includes(secret))
    const left = written.filter((table) => !counts(endpoint, table))
    // If the rollback of a refused call fails, the response is that refusal.
    const answered = statusCode >= 400 && statusCode < 500 ? statusCode : status
    if (statusCode !== answered) problems.push(`Statement ${at} failed with ${code}, the call answered ${statusCode}`)
    if (statusCode === status && answer.json().code !== codes[status]) problems.push(`Statement ${at}: ${body}`)
    problems.push(...told.map((secret) => `Statement ${at} tells ${secret}`))
    problems.push(...left.map((table) => `Statement ${at} leaves something in ${table}`))
  }
}

const codes: Record<number, string> = { 500: 'unexpected', 503: 'busy' }

function counts({ ownTransactions }: Endpoint, table: string): boolean {
  const kept = ['failed_attempt', 'sign_in_attempt', 'captcha_solution', 'audit_event', 'audit_head']
  return ownTransactions === true && kept.includes(table)
}
