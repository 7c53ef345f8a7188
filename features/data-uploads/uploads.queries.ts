import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionDay, transactionTime } from '../../database/transaction-time.ts'
import { recordWork, type WorkKind } from '../../platform/due-work.queries.ts'
import type { ConcernGroup } from './upload-concerns.server.ts'
import type { UploadStatus } from './data-uploads.contract.ts'
import type { UploadFailure } from './data-uploads.messages.ts'
import { workerStatuses, uploadLimits } from './upload-states.rules.ts'

export const uploadChannel = 'upload'

export type Upload = {
  id: string
  fileName: string
  fileHash: Buffer
  status: UploadStatus
  uploadedBy: string
  uploaderId: PersonId
  uploadedAt: string
  columns: string[]
  rows: number
  counts: UploadCounts | null
  faultCount: number
  howRead: string[]
  warnings: string[]
  concerns: ConcernGroup[]
  baseVersion: string | null
  preview: string | null
  madeAnew: boolean
  hasDifference: boolean
  rechecks: number
  attempts: number
  /** Number of rows done, or of people done if `workTotal` is known. */
  workDone: number
  workTotal: number | null
  workSeconds: number | null
  failure: UploadFailure | null
  changedBy: PersonId | null
  confirmedAt: string | null
  lastFact: bigint | null
  undoneAt: string | null
  takenBack: number | null
  leftAlone: number | null
}
export type UploadCounts = Record<'new' | 'changed' | 'leaving' | 'unchanged', number>

export const uploadWork: WorkKind = {
  kind: 'upload',
  nextDue: (clientId) => sql`
    select min(case
      when status = 'uploading' then last_active_at + ${interval(uploadLimits.silentMs)}
      when attempts = 0 then last_active_at
      else last_active_at + ${interval(uploadLimits.againAfterMs)}
    end)
    from upload
    where client_id = ${clientId}
      and (status = 'uploading' or status = any(${[...workerStatuses]}::text[]))`,
}

const interval = (ms: number) => sql<string>`make_interval(secs => ${ms / 1000})`

type Opened = { fileName: string; fileHash: Buffer; uploadedBy: PersonId }

/** Returns undefined if the client has an upload in progress. Marks an interrupted reception as failed. */
export async function createUpload(
  tx: Tx,
  clientId: ClientId,
  { fileName, fileHash, uploadedBy }: Opened,
): Promise<string | undefined> {
  await lockUploadCreation(tx, clientId)
  await failStalledUploads(tx, clientId)
  const { rows } = await sql<{ id: string }>`
    insert into upload (client_id, file_name, file_hash, status, uploaded_by)
    values (${clientId}, ${fileName}, ${fileHash}, 'uploading', ${uploadedBy})
    on conflict (client_id) where status in ('uploading', 'checking', 'ready', 'committing', 'undoing') do nothing
    returning id
  `.execute(tx)
  await recordWork(tx, clientId, {
    kind: 'upload',
    dueAt: sql`${transactionTime} + ${interval(uploadLimits.silentMs)}`,
  })
  return rows[0]?.id
}

/** Serialises the creation of a client's uploads, so that each transaction sees the uploads of the others. */
export async function lockUploadCreation(tx: Tx, clientId: ClientId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload of ${clientId} begins`}, 0))`.execute(tx)
}

export async function failStalledUploads(tx: Tx, clientId: ClientId): Promise<void> {
  await sql`
    update upload
    set status = 'failed', failure = 'interrupted'
    where client_id = ${clientId}
      and status = 'uploading'
      and last_active_at < ${transactionTime} - ${interval(uploadLimits.silentMs)}
  `.execute(tx)
}

export async function recordHeartbeat(tx: Tx, clientId: ClientId, { id }: { id: string }): Promise<void> {
  await sql`
    update upload
    set last_active_at = ${transactionTime}
    where client_id = ${clientId}
      and id = ${id}
      and status = 'uploading'
  `.execute(tx)
}

export async function recordProgress(tx: Tx, clientId: ClientId, { id, done }: { id: string; done: number }) {
  await sql`
    update upload
    set last_active_at = ${transactionTime}, work_done = ${done}
    where client_id = ${clientId}
      and id = ${id}
      and status = any(${[...workerStatuses]}::text[])
  `.execute(tx)
}

export async function recordUndone(
  tx: Tx,
  clientId: ClientId,
  { id, takenBack, leftAlone }: { id: string; takenBack: number; leftAlone: number },
): Promise<void> {
  await sql`
    update upload
    set undone_people = coalesce(undone_people, 0) + ${takenBack}, kept_people = coalesce(kept_people, 0) + ${leftAlone}, attempts = 1
    where client_id = ${clientId}
      and id = ${id}
  `.execute(tx)
}

export async function recordWorkTotal(tx: Tx, clientId: ClientId, { id, people }: { id: string; people: number }) {
  await sql`
    update upload
    set last_active_at = ${transactionTime}, work_began_at = ${transactionTime}, work_done = 0, work_total = ${people}
    where client_id = ${clientId}
      and id = ${id}
  `.execute(tx)
}

export async function uploadUnderWayOf(
  tx: Tx,
  clientId: ClientId,
): Promise<{ id: string; fileHash: Buffer; status: UploadStatus } | undefined> {
  return tx
    .selectFrom('upload')
    .select(['id', 'file_hash as fileHash', 'status'])
    .where('client_id', '=', clientId)
    .where('status', 'in', ['uploading', 'checking', 'ready', 'committing', 'undoing'])
    .executeTakeFirst()
}

export async function findUpload(
  tx: Tx,
  clientId: ClientId,
  { id, forChange = false }: { id: string; forChange?: boolean },
): Promise<Upload | undefined> {
  const { rows } = await sql<UploadRow>`
    ${selectUploads(clientId)}
      and upload.id = ${id}
    ${forChange ? sql`for no key update of upload` : sql``}
  `.execute(tx)
  return rows[0] && uploadOf(rows[0])
}

export async function findUploads(
  tx: Tx,
  clientId: ClientId,
  { page, range }: { page: number; range: number },
): Promise<{ uploads: Upload[]; total: number }> {
  const { rows } = await sql<UploadRow>`
    ${selectUploads(clientId)}
    order by uploaded_at desc, upload.id
    limit ${range}
    offset ${(page - 1) * range}
  `.execute(tx)
  const { total } = await tx
    .selectFrom('upload')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { uploads: rows.map(uploadOf), total }
}

export async function lastUploadTime(tx: Tx, clientId: ClientId): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(uploaded_at) as at
    from upload
    where client_id = ${clientId}
      and status = 'confirmed'
  `.execute(tx)
  return rows[0]?.at ?? null
}

type UploadRow = Omit<Upload, 'counts'> & Record<'new' | 'changed' | 'leaving' | 'unchanged', number | null>

function selectUploads(clientId: ClientId) {
  return sql`
    select
      upload.id,
      file_name as "fileName",
      file_hash as "fileHash",
      status,
      coalesce(details.first_name || ' ' || details.surname, '') as "uploadedBy",
      uploaded_by as "uploaderId",
      uploaded_at as "uploadedAt",
      columns,
      rows,
      new_people as new,
      changed_people as changed,
      leaving_people as leaving,
      unchanged_people as unchanged,
      fault_count as "faultCount",
      how_read as "howRead",
      warnings,
      concerns,
      base_version as "baseVersion",
      preview,
      preview_repeated as "madeAnew",
      has_difference as "hasDifference",
      rechecks,
      attempts,
      work_done as "workDone",
      work_total as "workTotal",
      extract(epoch from last_active_at - work_began_at)::float8 as "workSeconds",
      failure,
      changed_by as "changedBy",
      confirmed_at as "confirmedAt",
      last_fact_sequence as "lastFact",
      undone_at as "undoneAt",
      undone_people as "takenBack",
      kept_people as "leftAlone"
    from upload
    left join person_details as details
      on details.client_id = ${clientId} and details.person_id = upload.uploaded_by
    where upload.client_id = ${clientId}
  `
}

function uploadOf({ new: newPeople, changed, leaving, unchanged, ...upload }: UploadRow): Upload {
  const known = newPeople !== null && changed !== null && leaving !== null && unchanged !== null
  return { ...upload, counts: known ? { new: newPeople, changed, leaving, unchanged } : null }
}

export type StatusChange = {
  status: UploadStatus
  columns?: readonly string[]
  rows?: number
  counts?: UploadCounts
  faultCount?: number
  howRead?: readonly string[]
  warnings?: readonly string[]
  concerns?: readonly ConcernGroup[]
  baseVersion?: string | null
  preview?: string | null
  checkedAt?: string
  madeAnew?: boolean
  hasDifference?: boolean
  rechecks?: number
  failure?: UploadFailure
  changedBy?: PersonId
  confirmed?: { lastFact: bigint }
  undone?: true
}

/** Returns false if the status is no longer `from`. Otherwise resets attempts and failure, and notifies the workers. */
export async function changeUploadStatus(
  tx: Tx,
  clientId: ClientId,
  { id, from, change }: { id: string; from: UploadStatus; change: StatusChange },
): Promise<boolean> {
  const { counts, confirmed, undone } = change
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({
      status: change.status,
      attempts: 0,
      rechecks: change.rechecks ?? 0,
      failure: change.failure ?? null,
      last_active_at: transactionTime,
      ...(change.columns && { columns: JSON.stringify(change.columns) }),
      ...(change.rows !== undefined && { rows: change.rows }),
      ...(counts && {
        new_people: counts.new,
        changed_people: counts.changed,
        leaving_people: counts.leaving,
        unchanged_people: counts.unchanged,
      }),
      ...(change.faultCount !== undefined && { fault_count: change.faultCount }),
      ...(change.howRead && { how_read: JSON.stringify(change.howRead) }),
      ...(change.warnings && { warnings: JSON.stringify(change.warnings) }),
      // Concerns name people, so only a preview keeps them.
      concerns: JSON.stringify(change.concerns ?? []),
      ...(change.baseVersion !== undefined && { base_version: change.baseVersion }),
      ...(change.preview !== undefined && { preview: change.preview }),
      ...(change.checkedAt && { checked_at: change.checkedAt }),
      ...(change.madeAnew !== undefined && { preview_repeated: change.madeAnew }),
      ...(change.hasDifference !== undefined && { has_difference: change.hasDifference }),
      ...(change.changedBy && { changed_by: change.changedBy }),
      ...(confirmed && { confirmed_at: transactionTime, last_fact_sequence: confirmed.lastFact }),
      ...(undone && { undone_at: transactionTime }),
    })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (workerStatuses.some((status) => status === change.status))
    await recordWork(tx, clientId, { kind: 'upload', wake: uploadChannel })
  return true
}

/** Starts due work and counts the attempt. Undefined if there is none or another process has begun it. */
export async function startUploadWork(
  tx: Tx,
  clientId: ClientId,
): Promise<{ id: string; status: (typeof workerStatuses)[number]; attempts: number } | undefined> {
  const { rows } = await sql<{ id: string; status: (typeof workerStatuses)[number]; attempts: number }>`
    update upload
    set attempts = attempts + 1, last_active_at = ${transactionTime}, work_began_at = ${transactionTime}, work_done = 0, work_total = null
    where client_id = ${clientId}
      and status = any(${[...workerStatuses]}::text[])
      and (attempts = 0 or last_active_at < ${transactionTime} - ${interval(uploadLimits.againAfterMs)})
    returning id, status, attempts
  `.execute(tx)
  return rows[0]
}

export async function tryLockUploadWork(tx: Tx, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${workOf(clientId)}) as held
  `.execute(tx)
  return rows[0]?.held === true
}

/** Waits for the lock of `tryLockUploadWork`, which other processes hold only briefly. */
export async function lockUploadWork(tx: Tx, clientId: ClientId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${workOf(clientId)})`.execute(tx)
}

const workOf = (clientId: ClientId) => sql`hashtextextended(${`upload ${clientId}`}, 0)`

/** Returns a version that changes with the day, the scheme, and the facts, accounts and details of all people. */
export async function readDataVersion(tx: Tx, clientId: ClientId): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(
      ' ',
      ${transactionDay},
      (select scheme_revision from client where client_id = ${clientId}),
      (select switches from client where client_id = ${clientId}),
      (select max(sequence) from employment_fact where client_id = ${clientId}),
      (
        select sum(hashtextextended(
          concat_ws('|', account.person_id, account.email, account.user_type, title, first_name, surname, date_of_birth, sex, national_insurance_number),
          0
        )::numeric)
        from account
        left join person_details
          on person_details.client_id = ${clientId} and person_details.person_id = account.person_id
        where account.client_id = ${clientId}
      )
    ) as version
  `.execute(tx)
  return rows[0]?.version ?? ''
}

export async function lastFactSequence(tx: Tx, clientId: ClientId): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(sequence), 0)::bigint as last
    from employment_fact
    where client_id = ${clientId}
  `.execute(tx)
  return rows[0]?.last ?? 0n
}

export async function readUploadSwitches(tx: Tx, clientId: ClientId): Promise<{ eligibilityImpact: boolean }> {
  const { switches } = await tx
    .selectFrom('client')
    .select('switches')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { eligibilityImpact: switches['eligibilityImpact'] === true }
}
