import type { ClientBase } from 'pg'

/**
 * Sets the one clock, as the owner of the schema. In `live` mode the offset does not count, and the portal sets that
 * mode whenever it is started for real: nobody can be signed in by moving a production clock.
 */
export async function setClock(
  owner: ClientBase,
  { mode, ahead = 'PT0S' }: { mode: 'live' | 'test' | 'demo'; ahead?: string },
): Promise<void> {
  await owner.query('update app.clock set mode = $1, ahead = $2::interval', [mode, ahead])
}

/** Only the mode; in test and demo mode an offset that was set before goes on. */
export async function setClockMode(owner: ClientBase, mode: 'live' | 'test' | 'demo'): Promise<void> {
  await owner.query('update app.clock set mode = $1 where mode <> $1', [mode])
}
