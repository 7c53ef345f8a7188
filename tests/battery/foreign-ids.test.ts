import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { startBatteryWorld, type Role } from './battery-world.ts'
import { addressWith, endpoints, idNames, nameOf } from './endpoints.ts'
import { validInputs, jsonSchemaOf, type Vocabulary } from './valid-inputs.ts'
import { existingIdsOfRoles, type ExistingIds } from './existing-ids.ts'
import { cases, seed } from './random-seed.ts'
import { bytesOf, faultsOf } from './contract-faults.ts'

let openingsOf: (role: Role) => ExistingIds
const world = await startBatteryWorld()
openingsOf = await existingIdsOfRoles(world)

const guarded = endpoints.filter(({ access }) => access !== 'public')
const withIds = guarded
  .filter((endpoint) => idNames(endpoint).length > 0)
  .map((endpoint) => [nameOf(endpoint), endpoint] as const)
const withIdsInside = guarded
  .filter(({ body }) => holdsIds(body))
  .map((endpoint) => [nameOf(endpoint), endpoint] as const)

describe('every id in the address of a call', () => {
  it.each(withIds.filter(([, { method }]) => method === 'GET'))(
    'of %s has at least one value with which the call succeeds',
    (_, endpoint) => {
      // Without valid ids, the cases below would only compare refusals with each other.
      expect(idNames(endpoint).filter((name) => openingsFor(endpoint).idsFor(endpoint, name).length === 0)).toEqual([])
    },
  )

  it.each(withIds)(
    'of %s gets the same reply for an id of another client or person as for an unknown id [S-46] [S-48] [EMP-04] [EMP-05]',
    async (_, endpoint) => {
      const role = roleFor(endpoint)
      const names = idNames(endpoint)
      const strange = strangeIds(endpoint, role)
      // Replaces each id by a foreign one, then all at once, because the ids of an address must belong together.
      for (const foreignPlaces of [...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])]) {
        const known = Object.fromEntries(names.map((name) => [name, openingsFor(endpoint).idsFor(endpoint, name)[0]]))
        const ask = (id: string) =>
          send(role, endpoint, (name) => (foreignPlaces.includes(name) ? id : (known[name] ?? id)))
        const never = await ask(randomUUID())
        expect([never.statusCode, faultsOf(endpoint, never)]).toEqual([404, []])
        for (const id of strange) {
          const answer = await ask(id)
          expect([foreignPlaces, id, bytesOf(answer)]).toEqual([foreignPlaces, id, bytesOf(never)])
        }
        const misshapen = await ask('not-an-id')
        expect(bytesOf(misshapen)).toBe(bytesOf(never))
      }
      expect(await world.writes.since()).toEqual([])
    },
  )
})

describe('every id in the body of a call', () => {
  it.each(withIdsInside)(
    'of %s gets the same reply for an id of another client as for an unknown id, and has no effect [S-46] [S-48]',
    async (_, endpoint) => {
      const role = roleFor(endpoint)
      const inputs = fc.record({
        body: bodies(endpoint, vocabularyFor(endpoint)),
        id: fc.constantFrom(...foreignIds()),
      })
      const answers = new Set<number>()
      for (const { body, id } of fc.sample(inputs, { seed, numRuns: cases({ gate: 12, long: 1000 }) })) {
        const [foreign, never] = [spoilOneId(body, id), spoilOneId(body, randomUUID())]
        if (foreign === undefined || never === undefined) continue
        const ask = (text: string) => world.as(role, { method: endpoint.method, url: openAddress(endpoint), text })
        const [answer, same] = [await ask(foreign), await ask(never)]
        expect([foreign, bytesOf(answer)]).toEqual([foreign, bytesOf(same)])
        answers.add(answer.statusCode)
      }
      // The rest of the body may also be wrong. If it is right, the id is not found.
      expect([...answers].filter((status) => status < 400)).toEqual([])
      expect(answers).toContain(404)
      expect(await world.writes.since()).toEqual([])
    },
  )
})

function roleFor({ access }: Endpoint): Role {
  return world.role(access === 'employer' ? 'employer' : 'employee')
}

function openingsFor(endpoint: Endpoint): ExistingIds {
  return openingsOf(roleFor(endpoint))
}

function vocabularyFor(endpoint: Endpoint): Vocabulary {
  return openingsFor(endpoint).vocabulary
}

const idsOfKind = cases({ gate: 1, long: 5 })

function foreignIds(): string[] {
  const kinds = Map.groupBy(world.ids.foreign, ({ kind }) => kind)
  return [...kinds.values()].flatMap((same) => same.slice(0, idsOfKind).map(({ id }) => id))
}

function strangeIds(endpoint: Endpoint, role: Role): string[] {
  if (endpoint.access === 'employer') return foreignIds()
  const others = world.ids.own.filter(({ personId }) => personId !== null && personId !== role.personId)
  const kinds = Map.groupBy(others, ({ kind }) => kind)
  return [...foreignIds(), ...[...kinds.values()].flatMap((same) => same.slice(0, idsOfKind).map(({ id }) => id))]
}

function send(role: Role, endpoint: Endpoint, id: (name: string) => string) {
  const [body] = endpoint.body ? fc.sample(bodies(endpoint, vocabularyFor(endpoint)), { seed, numRuns: 1 }) : []
  return world.as(role, {
    method: endpoint.method,
    url: addressWith(endpoint, id),
    ...(endpoint.body && { text: JSON.stringify(body) }),
  })
}

function bodies(endpoint: Endpoint, vocabulary: Vocabulary): fc.Arbitrary<unknown> {
  const { body } = endpoint
  return body ? validInputs(body, vocabulary).filter((value) => body.safeParse(value).success) : fc.constant(undefined)
}

function holdsIds(schema: z.ZodType | undefined): boolean {
  return schema !== undefined && JSON.stringify(jsonSchemaOf(schema)).includes('"format":"uuid"')
}

function spoilOneId(body: unknown, id: string): string | undefined {
  const text = JSON.stringify(body)
  const found = [...text.matchAll(/"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"/gi)].at(-1)
  return found && `${text.slice(0, found.index)}"${id}"${text.slice(found.index + found[0].length)}`
}

function openAddress(endpoint: Endpoint): string {
  return addressWith(endpoint, (name) => openingsFor(endpoint).idsFor(endpoint, name)[0] ?? randomUUID())
}
