import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { BatteryWorld, Role } from './battery-world.ts'
import { addressWith, endpoints, idNames } from './endpoints.ts'
import type { Vocabulary } from './fitting.ts'
import type { KnownId } from './ids.ts'

/** What opens the endpoints of a role: for each place of an id in an address the ids that a read answers with success. */
export type Openings = {
  /** The role's own working ids for a place of an endpoint; none where no read has such a place. */
  idsFor: (endpoint: Endpoint, name: string) => readonly string[]
  /** Endpoints whose ids are all known. */
  opens: (endpoint: Endpoint) => boolean
  vocabulary: Vocabulary
}

/**
 * Finds out by asking, so that a new endpoint needs no entry anywhere: every read with ids in its address is tried with
 * what stands in the database, and what one read takes after 'benefit/' another call takes there, too.
 */
export async function openingsOf(world: BatteryWorld, role: Role): Promise<Openings> {
  const isEmployer = role.expected({ access: 'employer' }) === 'in'
  const mine = world.ids.own.filter(({ personId }) => isEmployer || personId === null || personId === role.personId)
  const working = new Map<string, Set<string>>()
  const answered: unknown[] = []
  const reads = endpoints.filter((endpoint) => endpoint.method === 'GET' && role.expected(endpoint) === 'in')
  // Those with the fewest ids first: what they find need not be looked for again.
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

/** The segment before an id says what it is an id of: 'benefit' in `benefit/{id}/terms`. */
function placeOf({ path }: Pick<Endpoint, 'path'>, name: string): string {
  const segments = path.split('/')
  return segments[segments.indexOf(`{${name}}`) - 1] ?? ''
}

/** Up to three ids of each kind: there may be things of one kind that a person may not see. */
function oneOfEachKind(ids: readonly KnownId[]): string[] {
  return [...Map.groupBy(ids, ({ kind }) => kind).values()].flatMap((same) => same.slice(0, 3).map(({ id }) => id))
}

/** Every combination of the candidates for each name. */
function combinations(candidates: readonly [string, readonly string[]][]): Record<string, string>[] {
  return candidates.reduce<Record<string, string>[]>(
    (made, [name, ids]) => made.flatMap((one) => ids.map((id) => ({ ...one, [name]: id }))),
    [{}],
  )
}

/** Words and numbers of answers, short enough to be codes, each once; names of fields are words, too. */
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

/** The address of an endpoint with working ids, each at random where there are several; random ones where none is known. */
export function openAddress(
  openings: Openings,
  endpoint: Endpoint,
  pick: (ids: readonly string[]) => string | undefined,
) {
  return addressWith(endpoint, (name) => pick(openings.idsFor(endpoint, name)) ?? randomUUID())
}
