import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { startBatteryWorld, type Role } from './battery-world.ts'
import { markerOf, markTexts } from './mark-client-texts.ts'
import { addressWith, endpoints, idNames, nameOf } from './endpoints.ts'
import { validInputs } from './valid-inputs.ts'
import { existingAddress, existingIdsOfRoles, type ExistingIds } from './existing-ids.ts'
import { cases, seed } from './random-seed.ts'

let openingsFor: (role: Role) => ExistingIds
const world = await startBatteryWorld()
openingsFor = await existingIdsOfRoles(world)
const released: { table: string; column: string }[] = [
  ...(await markTexts(world.superuser, 'plain')),
  ...(await markTexts(world.superuser, 'copperleaf')),
]

const signs = new RegExp(`${markerOf('plain')}|${markerOf('copperleaf')}`)

describe('isolation of the data of another client', () => {
  it('is tested with a marker in the texts of every table that has rows', () => {
    const tables = new Set(released.map(({ table }) => table))
    for (const table of [
      'account',
      'audit_event',
      'benefit',
      'client',
      'content_page',
      'employment_fact',
      'person_details',
    ])
      expect(tables).toContain(table)
    expect(released.length).toBeGreaterThan(60)
  })

  it('does not hide the marker from people of the same client', async () => {
    const answer = await world.request({ url: '/api/v1/schemes/plain', site: 'plain' })
    expect(answer.body).toMatch(markerOf('plain'))
  })

  it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'prevents %s from returning the marker in any reply, header or file, for any ids [S-46]',
    async (_, endpoint) => {
      const foreign = [...Map.groupBy(world.ids.foreign, ({ kind }) => kind).values()].flatMap((same) =>
        same.slice(0, 1),
      )
      for (const role of world.roles) {
        for (const { url, text } of walk(
          endpoint,
          role,
          foreign.map(({ id }) => id),
        )) {
          const answer = await world.as(role, { method: endpoint.method, url, ...(text && { text }) })
          expect([
            url,
            `${answer.raw.res.statusMessage}${JSON.stringify(answer.headers)}${answer.rawPayload.toString('latin1')}`,
          ]).toEqual([url, expect.not.stringMatching(signs)])
        }
        await world.keepSignedIn(role)
      }
    },
  )
})

function walk(endpoint: Endpoint, role: Role, foreign: readonly string[]): { url: string; text?: string }[] {
  const known = openingsFor(role)
  const isIn = role.expected(endpoint) === 'in'
  const open = existingAddress(known, endpoint, ([id]) => id)
  // foreign-ids.test.ts sends foreign ids to employer calls as the employer, and to other calls as an employee.
  const looks = role.name === 'employer' && endpoint.access !== 'employer' && idNames(endpoint).length > 0
  const strange = looks ? foreign.map((id) => addressWith(endpoint, () => id)) : []
  const urls = [open, ...strange]
  if (!endpoint.body) return urls.map((url) => ({ url }))
  const vocabulary = { ...known.vocabulary, ids: [...known.vocabulary.ids, ...foreign, randomUUID()] }
  const numRuns = isIn ? cases({ gate: 2, long: 500 }) : 1
  return fc
    .sample(validInputs(endpoint.body, vocabulary), { seed, numRuns })
    .map((body, place) => ({ url: urls[place % urls.length] ?? open, text: JSON.stringify(body) }))
}
