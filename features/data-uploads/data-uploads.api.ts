import type { ClientId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { writeCsv } from '../../contract/csv.ts'
import { handle, type Call, type Handler, type Tx } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import { NotReceived, type ReceivedFile } from '../../platform/receive-file.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { peopleColumns } from '../employees/people-csv.rules.ts'
import { changeLoad } from './change-load.server.ts'
import {
  changeLoad as changing,
  downloadLoadErrors,
  downloadTemplate,
  fileTooLarge,
  listLoadChanges,
  listLoadLeft,
  listLoads,
  loadDrifted,
  loadMovedOn,
  loadUnderWay,
  noFile,
  severalFiles,
  readDifference,
  readLastUpload,
  readLoad,
  uploadBytes,
  uploadData,
  uploadPage,
  wrongKind,
} from './data-uploads.contract.ts'
import { differenceOf } from './difference.queries.ts'
import { uploadLimits } from './limits.ts'
import { changesOf, leftAloneBy } from './load-people.queries.ts'
import { summaryOf, viewOf } from './load-views.server.ts'
import { findLoad, findLoads, lastUpload, loadUnderWayOf, openLoad, type Load } from './loads.queries.ts'
import { receiveLoad } from './receive-load.server.ts'
import { faultsOf } from './staged-rows.queries.ts'

export const dataUploadHandlers: Handler[] = [
  handle(downloadTemplate, async (call) => {
    requireOwnClient(call)
    const header = writeCsv([peopleColumns.map(({ name }) => name)])
    return { fileName: 'employee-data-template.csv', mediaType: 'text/csv; charset=utf-8', bytes: Buffer.from(header) }
  }),

  handle(readLastUpload, async (call) => {
    requireOwnClient(call)
    return { date: await lastUpload(call.tx, call.clientId) }
  }),

  handle(listLoads, async (call) => {
    requireOwnClient(call)
    const { loads, total } = await findLoads(call.tx, call.clientId, call.query)
    return { data: loads.map(summaryOf), ...paging(call.query, total) }
  }),

  handle(uploadData, async (call) => {
    requireOwnClient(call)
    if (Number(call.headers['content-length'] ?? 0) > (uploadData.bodyBytes ?? uploadBytes)) throw refuse(fileTooLarge)
    const file = await received(call)
    try {
      if (!/\.(csv|xlsx)$/i.test(file.declaredName)) throw refuse(wrongKind)
      return await takeIn(call, file)
    } finally {
      await file.remove()
    }
  }),

  handle(readLoad, async (call) => viewOf(call.tx, call.clientId, { load: await own(call), ...call.query })),

  handle(changing, async (call) => {
    const { params, body, caller, requestId } = call
    const outcome = await call.inTransaction((tx, { now }) =>
      changeLoad(tx, call.clientId, { id: params.id, ...body, by: caller.personId, now, requestId }),
    )
    switch (outcome.outcome) {
      case 'not-there':
        throw refuse(notFound)
      case 'under-way':
        throw refuse(loadUnderWay, { body: { id: outcome.id } })
      case 'moved-on':
        throw refuse(loadMovedOn, { body: { status: outcome.status } })
      case 'drifted':
        throw refuse(loadDrifted, { body: { status: outcome.status } })
      case 'done':
        return outcome.view
    }
  }),

  handle(downloadLoadErrors, async (call) => {
    const load = await own(call)
    const faults = await faultsOf(call.tx, call.clientId, { loadId: load.id, page: 1, range: uploadLimits.faults })
    const lines = faults.map(({ line, column, value, reason }) => [line, column, value, reason])
    return {
      fileName: `errors-${load.fileName.replace(/\.[^.]*$/, '')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      bytes: Buffer.from(writeCsv([['line', 'column', 'value', 'reason'], ...lines])),
    }
  }),

  handle(listLoadChanges, async (call) => {
    const { id: loadId } = await own(call)
    const { data, total } = await changesOf(call.tx, call.clientId, { loadId, kind: call.query.kind, ...call.query })
    return { data, ...paging(call.query, total) }
  }),

  handle(listLoadLeft, async (call) => {
    const { id: loadId } = await own(call)
    const { data, total } = await leftAloneBy(call.tx, call.clientId, { loadId, ...call.query })
    return { data, ...paging(call.query, total) }
  }),

  handle(readDifference, async (call) => {
    const { id: loadId, hasDifference, counts: compared } = await own(call)
    const { kind } = call.query
    const { data, counts } = await differenceOf(call.tx, call.clientId, { loadId, ...call.query, kind })
    const total = kind ? counts[kind] : Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { isKnown: hasDifference && compared !== null, counts, data, ...paging(call.query, total) }
  }),
]

async function own(call: { tx: Tx; clientId: ClientId; params: { id: string } }): Promise<Load> {
  const load = await findLoad(call.tx, call.clientId, { id: call.params.id })
  if (!load) throw refuse(notFound)
  return load
}

async function received(call: Pick<Call<typeof uploadData>, 'receive'>): Promise<ReceivedFile> {
  try {
    return await call.receive({ mostBytes: uploadBytes })
  } catch (error) {
    if (!(error instanceof NotReceived)) throw error
    throw refuse(refusalOf[error.why])
  }
}

const refusalOf = {
  'no-file': noFile,
  'several-files': severalFiles,
  'too-large': fileTooLarge,
  // No form with a file in it, as far as can be told.
  malformed: noFile,
} as const

async function takeIn(call: Call<typeof uploadData>, file: ReceivedFile) {
  const { clientId, caller, inTransaction, requestId } = call
  const opened = await inTransaction(async (tx, { now }) => {
    const fileName = file.declaredName
    const id = await openLoad(tx, clientId, { fileName, fileHash: file.sha256, uploadedBy: caller.personId })
    if (id === undefined) return undefined
    await appendAudit(tx, clientId, [
      {
        at: now.toISOString(),
        actor: caller.personId,
        subject: caller.personId,
        action: 'data-load.uploaded',
        details: { loadId: id, fileName, fileHash: file.sha256.toString('hex'), bytes: file.bytes },
        requestId,
      },
    ])
    return id
  })
  if (opened === undefined) return sameUpload(call, file)
  await receiveLoad({ clientId, loadId: opened, file, inTransaction: (work) => inTransaction((tx) => work(tx)) })
  return inTransaction((tx) => firstView(tx, clientId, opened))
}

/** The file that is under way comes once more: its sender may not have had the answer. While it is being undone it comes anew. */
async function sameUpload({ clientId, inTransaction }: Call<typeof uploadData>, file: ReceivedFile) {
  const underWay = await inTransaction((tx) => loadUnderWayOf(tx, clientId))
  if (underWay?.fileHash.equals(file.sha256) && underWay.status !== 'undoing')
    return inTransaction((tx) => firstView(tx, clientId, underWay.id))
  throw refuse(loadUnderWay, underWay && { body: { id: underWay.id } })
}

async function firstView(tx: Tx, clientId: ClientId, id: string) {
  const load = await findLoad(tx, clientId, { id })
  if (!load) throw new Error('An upload that was there is gone')
  return viewOf(tx, clientId, { load, page: 1, range: uploadPage.usual })
}

function paging({ range }: { range: number }, total: number) {
  return { last_page: Math.max(1, Math.ceil(total / range)), per_page: range, total }
}
