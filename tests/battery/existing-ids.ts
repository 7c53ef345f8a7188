import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { BatteryWorld, Role, RoleName } from './battery-world.ts'
import { addressWith, endpoints, idNames } from './endpoints.ts'
import type { Vocabulary } from './valid-inputs.ts'
import type { KnownId } from './known-ids.ts'

export type ExistingIds = {
  /** Returns ids that are valid in this place of an endpoint's address. Empty if no read uses such an id. */
  idsFor: (endpoint: Endpoint, name: string) => readonly string[]
  opens: (endpoint: Endpoint) => boolean
  vocabulary: Vocabulary
}

/** Finds valid ids by calling every read with ids from the database, so that a new endpoint needs no list. */
async function openingsOf(world: BatteryWorld, role: Role): Promise<ExistingIds> {
  const isEmployer = role.expected({ access: 'employer' }) === 'in'
  const mine = world.ids.own.filter(({ personId }) => isEmployer || personId === null || personId === role.personId)
  const working = new Map<string, Set<string>>()
  const answered: unknown[] = []
  const reads = endpoints.filter((endpoint) => endpoint.method === 'GET' && role.expected(endpoint) === 'in')
  // Reads with few ids come first, because later ones reuse the ids found.
  for (const endpoint of reads.toSorted((a, b) => idNames(a).length - idNames(b).length)) {
    if (endpoint.audit === 'session.ended') continue
    const candidates = idNames(endpoint).map((name): [string, readonly string[]] => {
      const known = working.get(placeOf(endpoint, name))
      return [name, known ? [...known].slice(0, 2) : oneOfEachKind(mine)]
    })
    for (const ids of combinations(candidates)) {
      const answer = await world.as(role, { method: 'GET', url: addressWith(endpoint, (name) => ids[name] ?? '') })
      if (answer.statusCode !== 200) continue
      if (endpoint.reply !== 'file') answered.push(answer.json())
      for (const name of idNames(endpoint)) {
        const place = placeOf(endpoint, name)
        working.set(place, (working.get(place) ?? new Set()).add(ids[name] ?? ''))
      }
    }
  }
  await world.writes.since()
  const idsFor = (endpoint: Endpoint, name: string) => [...(working.get(placeOf(endpoint, name)) ?? [])]
  return {
    idsFor,
    opens: (endpoint) => idNames(endpoint).every((name) => idsFor(endpoint, name).length > 0),
    vocabulary: { ids: mine.map(({ id }) => id), ...vocabularyOf(answered) },
  }
}

/** Finds the valid ids of an employee and of further roles. All other roles use the employee's. */
export async function existingIdsOfRoles(
  world: BatteryWorld,
  others: readonly RoleName[] = ['employer'],
): Promise<(role: Role) => ExistingIds> {
  const ofEmployee = await openingsOf(world, world.role('employee'))
  const known = new Map<string, ExistingIds>()
  for (const name of others) known.set(name, await openingsOf(world, world.role(name)))
  return ({ name }) => known.get(name) ?? ofEmployee
}

function placeOf({ path }: Pick<Endpoint, 'path'>, name: string): string {
  const segments = path.split('/')
  return segments[segments.indexOf(`{${name}}`) - 1] ?? ''
}

/** Returns up to three ids of each kind, because a person may not be allowed to read all of them. */
function oneOfEachKind(ids: readonly KnownId[]): string[] {
  return [...Map.groupBy(ids, ({ kind }) => kind).values()].flatMap((same) => same.slice(0, 3).map(({ id }) => id))
}

function combinations(candidates: readonly [string, readonly string[]][]): Record<string, string>[] {
  return candidates.reduce<Record<string, string>[]>(
    (made, [name, ids]) => made.flatMap((one) => ids.map((id) => ({ ...one, [name]: id }))),
    [{}],
  )
}

function vocabularyOf(answers: readonly unknown[]): Pick<Vocabulary, 'words' | 'numbers'> {
  const words = new Set<string>()
  const numbers = new Set<number>()
  const read = (value: unknown): void => {
    if (typeof value === 'number') numbers.add(value)
    else if (typeof value === 'string' && /^[\w-]{1,30}$/.test(value)) words.add(value)
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) read(one)
  }
  read(answers)
  return { words: [...words], numbers: [...numbers] }
}

/** Returns an address with valid ids, or with random ids where none is known. */
export function existingAddress(
  openings: ExistingIds,
  endpoint: Endpoint,
  pick: (ids: readonly string[]) => string | undefined,
) {
  return addressWith(endpoint, (name) => pick(openings.idsFor(endpoint, name)) ?? randomUUID())
}
