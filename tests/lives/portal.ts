import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { ClientId } from '../../contract/ids.ts'
import { setClock } from '../../database/clock.ts'
import { inClient, openDatabase } from '../../database/database.ts'
import { openPool } from '../../database/postgres.ts'
import { processUploads } from '../../features/data-uploads/process-uploads.server.ts'
import { decideOnEvidence, pendingEvidence } from '../../features/life-events/operator-commands.server.ts'
import { mailEncryption } from '../../services/mail/mail.queries.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { schemeSecrets } from '../../features/session/scheme-secrets.server.ts'
import { runDailyJobs } from '../../platform/daily-jobs.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import { databaseLimits } from '../../server/limits.ts'
import { buildPortal } from '../../server/portal.ts'

/** Two logins to an empty database with all migrations: as the schema's owner, and as the portal. */
export type DatabaseLogins = { owner: ClientConfig; app: ClientConfig }

export type Answer<Body = unknown> = { status: number; body: Body }
export type Call = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; url: string; token?: string; body?: unknown }

/** A portal in this process on a temporary database. The simulator sets its clock. */
export type SimulatedPortal = Awaited<ReturnType<typeof openPortal>>

export async function openPortal({ owner, app: login }: DatabaseLogins, site: string) {
  const serverSecret = randomBytes(32)
  const pool = openPool(login, { size: 4, patience: databaseLimits, onError: () => undefined })
  const db = openDatabase(pool)
  const clock = new Client(owner)
  await clock.connect()
  const app = await buildPortal({
    db,
    mode: 'test',
    serverSecret: [serverSecret],
    fixedSite: site,
    trustedHops: 0,
    https: false,
    showsManual: false,
    logger: false,
  })
  let clientId: ClientId | undefined

  const headers = (token?: string) => ({
    host: `${site}.localhost`,
    ...(token !== undefined && { authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }),
  })

  return {
    serverSecret,
    async call<Body>({ method = 'GET', url, token, body }: Call): Promise<Answer<Body>> {
      const answer = await app.inject({
        method,
        url,
        headers: headers(token),
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: answer.statusCode, body: readBody(answer.body) as Body }
    },
    async download(url: string, token: string): Promise<Buffer> {
      return (await app.inject({ url, headers: headers(token) })).rawPayload
    },
    async upload(url: string, { token, name, content }: { token: string; name: string; content: string }) {
      const boundary = 'a-boundary-of-the-simulator'
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { ...headers(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.from(`${head}${content}\r\n--${boundary}--\r\n`),
      })
      return { status: answer.statusCode, body: answer.json<{ id: string }>() }
    },
    workOnUploads: () => processUploads({ db, onFault: ({ error }) => raise(error) }),
    /** Sets the clock to nine in the morning of a day. */
    moveTo: (day: string) =>
      setClock(clock, { mode: 'test', ahead: `${Date.parse(`${day}T09:00:00Z`) - Date.now()} milliseconds` }),
    runJobs: () => runDailyJobs({ db, jobs: dailyJobs([serverSecret]), onFault: ({ error }) => raise(error) }),
    async apply(folder: string) {
      const outcome = await applyScheme(db, { folder, secrets: schemeSecrets([serverSecret], 'test') })
      if ('faults' in outcome) throw new Error(outcome.faults.slice(0, 20).map(showFault).join('\n'))
      clientId = outcome.applied.clientId
      return outcome.applied
    },
    clientId: () => clientId ?? raise(new Error('No folder has been applied')),
    async rows<Row>(query: RawBuilder<Row>): Promise<Row[]> {
      if (clientId === undefined) return []
      return inClient(db, clientId, async (tx) => (await query.execute(tx)).rows)
    },
    async acceptEvidence(email: string): Promise<void> {
      const operator = 'jane.doe'
      for (const { event, seen } of await pendingEvidence(db, { email, operator }))
        await decideOnEvidence(db, { email, lifeEventId: event.id, accepted: true, operator, reason: 'Seen', seen })
    },
    openMail: (id: string, data: string) =>
      JSON.parse(mailEncryption([serverSecret]).open(data, id)) as Record<string, unknown>,
    async close() {
      await app.close()
      await clock.end()
      await db.destroy()
    },
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function raise(error: unknown): never {
  throw error
}

export { sql }
