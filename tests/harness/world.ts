import { loadExampleWorld } from '../../server/example-world.ts'
import type { Filling, TestDatabase } from './databases.ts'
import { startPortal, type Portal, type PortalSettings } from './portal.ts'

/** The day on which the example world of the tests is loaded and lives: inside the 2026/27 scheme year, a Monday. */
export const worldMoment = '2026-11-16T09:00:00Z'

export const worldPassword = 'Quartz&94Wren-Loft'
const worldSecret = Buffer.from('the server secret of the example world in tests')

export type World = Portal & {
  /** The access token of one of the named people, such as 'amelia.hart' (of `demo` unless told). */
  signIn: (name: string, site?: 'demo' | 'plain') => Promise<string>
}

/**
 * The portal with the example clients, on the same day at every run. What all tests of a file begin with is a `further`
 * filling, made once for all of them.
 */
export async function startWorld({ further, ...options }: PortalSettings & { further?: Filling } = {}): Promise<World> {
  const filledBy = further ? { ...further, onTopOf: exampleWorld } : exampleWorld
  const portal = await startPortal({ ...options, serverSecret: worldSecret, filledBy })
  return { ...portal, signIn: (name, site = 'demo') => signIn(portal, name, site) }
}

const exampleWorld: Filling = { name: 'world', fill }

async function fill(database: TestDatabase): Promise<void> {
  await database.moveTo(worldMoment)
  await loadExampleWorld(database.db, worldSecret)
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
