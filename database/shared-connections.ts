import type { Pool, PoolClient } from 'pg'

/** Of the pool's connections so many are shared, a third; those who need one for themselves keep the others. */
const sharedPart = 3
/** With so many under way on each of them the next takes its turn in the pool. */
const mostAtOnce = 16

type Lent = { client: Promise<PoolClient>; users: number; isBroken: boolean }

/**
 * Lends connections to whoever sends whole transactions and waits for nothing in between: a few of them carry what many
 * ask. PostgreSQL finds the next one in its socket when it has answered the one before, so that neither side waits for
 * the other and fewer processes take turns. What fails, fails for one alone; a connection that breaks, for all on it.
 */
export function sharedConnections(pool: Pool) {
  const most = Math.max(1, Math.floor((pool.options.max ?? 1) / sharedPart))
  const shared = new Set<Lent>()

  const lend = (): Lent => {
    const [least] = [...shared].toSorted((a, b) => a.users - b.users)
    if (least && shared.size >= most && least.users < mostAtOnce) return least
    const lent: Lent = { client: pool.connect(), users: 0, isBroken: false }
    if (shared.size < most) shared.add(lent)
    return lent
  }

  return async <T>(ask: (client: PoolClient) => Promise<T>, breaks: (error: unknown) => boolean): Promise<T> => {
    const lent = lend()
    lent.users += 1
    try {
      return await ask(await lent.client)
    } catch (error) {
      lent.isBroken ||= breaks(error)
      // Who comes from now on finds another one.
      if (lent.isBroken) shared.delete(lent)
      throw error
    } finally {
      lent.users -= 1
      if (lent.users === 0) {
        shared.delete(lent)
        // Without a connection there is none to give back.
        await lent.client.then((client) => client.release(lent.isBroken)).catch(() => undefined)
      }
    }
  }
}
