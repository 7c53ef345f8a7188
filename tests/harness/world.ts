import { inject } from 'vitest'
import { loadExampleClients } from '../../server/example-clients.ts'
import type { TemplateRows, TestDatabase } from './databases.ts'
import { startPortal, type Portal, type PortalSettings } from './portal.ts'

/** A Monday in the 2026/27 scheme year. */
export const worldMoment = '2026-11-16T09:00:00Z'

export const worldPassword = 'Quartz&94Wren-Loft'
const worldSecret = Buffer.from('the server secret of the example world in tests')

export type World = Portal & {
  /** `name` is like 'amelia.hart'. Returns the access token. */
  signIn: (name: string, site?: 'demo' | 'plain') => Promise<string>
}

/**
 * The first client has 20 people by default. With `all`, folders and daily jobs take ten times as long; with the people
 * `of one client`, daily jobs take half the time. A given `database` must be empty, and the caller closes it.
 */
export async function startWorld({
  further,
  people = 'few',
  database,
  ...options
}: PortalSettings & {
  further?: TemplateRows
  people?: keyof typeof worlds
  database?: TestDatabase
} = {}): Promise<World> {
  const world: TemplateRows = worlds[people]
  const filledBy = further ? onTop(further, world) : world
  if (database) {
    await world.fill(database)
    await further?.fill(database)
  }
  const settings = { ...options, serverSecret: worldSecret }
  const portal = await startPortal({ ...settings, ...(database ? { database } : { filledBy }) })
  return { ...portal, signIn: (name, site = 'demo') => signIn(portal, name, site) }
}

export function startWorldWithPast(moment = worldMoment): Promise<Portal> {
  const filledBy: TemplateRows = {
    name: `past_${moment.slice(0, 10).replaceAll('-', '')}`,
    fill: async (database) => {
      await database.moveTo(moment)
      await loadExampleClients(database.db, worldSecret, {}, { withPast: true })
    },
  }
  return startPortal({ keep: true, serverSecret: worldSecret, filledBy })
}

const few = () => ({ demo: inject('demoOfFew') })
const worlds = {
  all: { name: 'world', fill: (database) => fill(database) },
  few: { name: 'few', fill: (database) => fill(database, few()) },
  'of one client': { name: 'one', fill: (database) => fill(database, few(), { clients: ['demo'] }) },
} as const satisfies Record<string, TemplateRows>

async function fill(database: TestDatabase, folders?: { demo: string }, only?: { clients: ['demo'] }): Promise<void> {
  await database.moveTo(worldMoment)
  await loadExampleClients(database.db, worldSecret, folders, only)
}

function onTop({ onTopOf, ...further }: TemplateRows, world: TemplateRows): TemplateRows {
  return { ...further, onTopOf: onTopOf ? onTop(onTopOf, world) : world }
}

async function signIn(portal: Portal, name: string, site: 'demo' | 'plain'): Promise<string> {
  const email = `${name}@${site}.example`
  const answer = await portal.request({
    method: 'POST',
    url: '/api/login',
    site,
    body: { email, password: worldPassword },
  })
  const token: unknown = answer.json().access_token
  if (typeof token !== 'string') throw new Error(`${email} could not sign in: ${answer.body}`)
  return token
}
