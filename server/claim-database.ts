import type { Client } from 'pg'
import { setClock, setClockMode } from '../database/clock.ts'
import { StartError } from '../database/start-error.ts'
import type { Config } from './config.ts'

const clockModes = { production: 'live', demo: 'demo', test: 'test' } as const

/** Refuses to run production on a demo's database and the other way round: passwords of the examples are public. */
export async function claimDatabase(owner: Client, { mode, clock }: Pick<Config, 'mode' | 'clock'>): Promise<void> {
  const { rows } = await owner.query<{ kept: string; used: boolean }>(
    'select mode as kept, exists (select from client_address) as used from app.clock',
  )
  const [found] = rows
  const isLive = found?.kept === clockModes.production
  if (found?.used && isLive && mode !== 'production') throw new StartError(belongsToProduction)
  if (found?.used && !isLive && mode === 'production') throw new StartError(belongsToDemo)

  if (!clock) {
    // Written only if different: on Citus a write needs every node, and a node may be down.
    if (found?.kept !== clockModes[mode]) await setClockMode(owner, clockModes[mode])
    return
  }
  await setClock(owner, { mode: clockModes[mode], ahead: `${clock.getTime() - Date.now()} milliseconds` })
}

const ownDatabase = 'a database of its own with DATA_DIR or DATABASE_URL.'
const belongsToProduction = `This database belongs to a production: set MODE=production, or give the demo ${ownDatabase}`
const belongsToDemo = `This database belongs to a demo, whose passwords are public: give production ${ownDatabase}`
