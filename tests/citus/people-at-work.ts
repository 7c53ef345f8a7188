import { setTimeout as pause } from 'node:timers/promises'
import type { Acknowledged, Ledger } from '../faults/acknowledged-writes.ts'
import {
  replyTo,
  changeRepeatedly,
  giftsByVersion,
  signIn,
  type PortalSite,
  type ObservedReply,
  type Writer,
} from '../faults/repeated-changes.ts'

export type People = { site: string; place: PortalSite; writers: Writer[]; seen: ObservedReply[] }

const writing = ['karol.thompson@demo.example', 'reuben.fernandes@demo.example']
const betweenCallsMs = 100

export async function peopleOf(address: string, site: string): Promise<People> {
  const seen: ObservedReply[] = []
  const place: PortalSite = { address, site, seen: (answer) => void seen.push(answer) }
  const writers = await Promise.all(writing.map((email) => signIn(place, email)))
  return { site, place, writers, seen }
}

export type Found = { acknowledged: number; found: number; lost: number; doubled: number }

export async function whilePeopleWork(
  all: readonly People[],
  ledger: Ledger,
  work: () => Promise<void>,
): Promise<Found> {
  const before = await keptOf(all)
  const earlier = ledger.count
  for (const { seen } of all) seen.length = 0
  const stop = new AbortController()
  const load = Promise.all(
    all.flatMap(({ place, writers }) => [
      ...writers.map((writer) =>
        changeRepeatedly(writer, { place, ledger, stopped: stop.signal, pauseMs: betweenCallsMs }),
      ),
      ...writers.slice(0, 1).map((writer) => keepReading(writer, { place, stopped: stop.signal })),
    ]),
  )
  try {
    await Promise.race([work(), load])
  } finally {
    stop.abort()
    await load
  }
  const entries = ledger.entries().slice(earlier)
  const waits = all.map(({ seen }) => [...seen])
  const after = await keptOf(all)
  // Calls of this comparison are not part of the load, so they are removed.
  for (const [index, { seen }] of all.entries()) seen.splice(0, seen.length, ...(waits[index] ?? []))
  return compared({ before, after, entries })
}

async function keepReading(
  writer: Writer,
  { place, stopped }: { place: PortalSite; stopped: AbortSignal },
): Promise<void> {
  while (!stopped.aborted) {
    const path = '/api/v1/benefits/user/eligible'
    const { status } = await replyTo(place, { method: 'GET', path, token: writer.token })
    if (status === 401) writer.token = (await signIn(place, writer.email)).token
    await pause(betweenCallsMs)
  }
}

type Kept = Map<string, number>

async function keptOf(all: readonly People[]): Promise<Kept> {
  const kept: Kept = new Map()
  for (const { site, place, writers } of all)
    for (const { email } of writers)
      for (const [version, amount] of await giftsByVersion(place, await signIn(place, email)))
        kept.set(keyOf({ site, person: email, version }), amount)
  return kept
}

function keyOf({ site = '', person, version }: Pick<Acknowledged, 'site' | 'person' | 'version'>): string {
  return `${site} ${person} ${version}`
}

function compared({ before, after, entries }: { before: Kept; after: Kept; entries: Acknowledged[] }): Found {
  const promised = new Map([...before, ...entries.map((entry) => [keyOf(entry), entry.amount] as const)])
  const isFound = (entry: Acknowledged) => after.get(keyOf(entry)) === entry.amount
  const isLost = ([key, amount]: [string, number]) => after.get(key) !== amount
  return {
    acknowledged: entries.length,
    found: entries.filter(isFound).length,
    lost: [...promised].filter(isLost).length,
    doubled: [...after.keys()].filter((key) => !promised.has(key)).length,
  }
}
