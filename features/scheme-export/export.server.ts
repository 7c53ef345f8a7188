import type { Kysely } from 'kysely'
import { inClient, inSnapshot, inNoClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { actorOfOperator } from '../audit/operator.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { countPeople } from '../scheme-history/read-history.server.ts'
import { readScheme } from '../scheme/read-scheme.server.ts'
import { clientsByAddress } from '../../services/scheme/scheme.queries.ts'
import { unfinishedSince } from '../scheme/unfinished-application.queries.ts'
import { raiseTimeLimits } from '../../platform/time-limits.queries.ts'
import { schemeYearsOf } from './client-rows.queries.ts'
import { exportFiles } from './export-files.server.ts'
import { isFreePath, writeNewFolder } from './new-folder.server.ts'

export type ExportRequest = {
  client: string
  to: string
  operator: string
}

export type ExportResult =
  | { step: 'exported'; name: string; files: number; people: number }
  | { step: 'no-client' }
  | { step: 'folder-taken' }
  /** The folder was applied by a version of the portal that did not store its files. */
  | { step: 'not-kept' }
  /** Some people have old prices until the folder is completely applied. */
  | { step: 'unfinished' }
  | { step: 'faulty'; faults: SchemeFault[] }

/** Exports a client as a folder without secrets, from one snapshot, after adding an audit event. */
export async function exportClient(
  db: Kysely<Database>,
  { client, to, operator }: ExportRequest,
): Promise<ExportResult> {
  if (!(await isFreePath(to))) return { step: 'folder-taken' }
  const clientId = (await inNoClient(db, (tx) => clientsByAddress(tx, { names: [client] }))).get(client)
  if (clientId === undefined) return { step: 'no-client' }

  const written = await inSnapshot(db, clientId, async (tx, { today }) => {
    const years = await schemeYearsOf(tx, clientId)
    if (years.length === 0 || years.some(({ isKept }) => !isKept)) return { step: 'not-kept' } as const
    if (await unfinishedSince(tx, clientId)) return { step: 'unfinished' } as const
    await raiseTimeLimits(tx)
    return { step: 'written', folder: await writeNewFolder(to, exportFiles(tx, clientId, years)), today } as const
  })
  if (written.step !== 'written') return written

  const { folder, today } = written
  try {
    // Check now, because later the original data may be gone.
    const again = await readScheme(folder.path, today)
    if ('faults' in again) return { step: 'faulty', faults: again.faults }
    const { scheme } = again
    const counted = { people: scheme.history ? countPeople(scheme.history) : 0, files: folder.files }
    await inClient(db, clientId, (tx, clock) =>
      appendAudit(tx, clientId, [
        {
          at: clock.now,
          actor: actorOfOperator(operator),
          subject: null,
          action: 'scheme.exported',
          details: { hash: scheme.hash, ...counted },
        },
      ]),
    )
    return (await folder.place())
      ? { step: 'exported', name: scheme.client.value.name, ...counted }
      : { step: 'folder-taken' }
  } finally {
    await folder.discard()
  }
}
