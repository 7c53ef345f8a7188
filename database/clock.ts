import type { ClientBase } from 'pg'

/** Sets the clock, as owner of the schema. `live` mode, which production always uses, ignores the offset. */
export async function setClock(
  owner: ClientBase,
  { mode, ahead = 'PT0S' }: { mode: 'live' | 'test' | 'demo'; ahead?: string },
): Promise<void> {
  await owner.query('update app.clock set mode = $1, ahead = $2::interval', [mode, ahead])
}

export async function setClockMode(owner: ClientBase, mode: 'live' | 'test' | 'demo'): Promise<void> {
  await owner.query('update app.clock set mode = $1', [mode])
}
