import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { House } from '../platform/house.ts'
import { buildApp } from './app.ts'
import { handlersOf } from './endpoints.ts'
import { clientDirectory } from './who.ts'

export type PortalOptions = House & {
  db: Kysely<Database>
  fixedSite: string
  trustedHops: number
  https: boolean
  logger: boolean | { level: string }
}

/** The whole portal over one database, without a port. */
export function buildPortal(options: PortalOptions): Promise<FastifyInstance> {
  return buildApp({
    ...options,
    handlers: handlersOf(options),
    findClient: clientDirectory(options.db),
    authenticate: () => Promise.resolve(null),
    isReady: async () => {
      try {
        await sql`select 1`.execute(options.db)
        return true
      } catch {
        return false
      }
    },
  })
}
