import { buffer } from 'node:stream/consumers'
import type { ClientId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { writeCsv } from '../../contract/csv.ts'
import { handle, type Call, type Handler, type Tx } from '../../platform/handle.ts'
import { writeXlsx, xlsxMediaType, type XlsxKind } from '../../platform/write-xlsx.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { FileNotReceived, type ReceivedFile } from '../../platform/receive-file.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { dateColumns, peopleColumns } from '../../services/people/people-csv.rules.ts'
import { previewedChange } from './compare-upload.server.ts'
import { changeUpload } from './upload-status.server.ts'
import {
  changeUpload as changing,
  downloadUploadErrors,
  downloadTemplate,
  fileTooLarge,
  listUploadChanges,
  listUploadLeft,
  listUploads,
  uploadDrifted,
  uploadMovedOn,
  uploadUnderWay,
  noFile,
  otherField,
  severalFiles,
  readDifference,
  readLastUpload,
  readUpload,
  uploadBytes,
  uploadData,
  uploadPage,
  wrongKind,
} from './data-uploads.contract.ts'
import { pageOfBenefitEffects } from './benefit-effects.queries.ts'
import { uploadLimits } from './upload-states.rules.ts'
import { changesOfUpload, unchangedByUndo } from './upload-people.queries.ts'
import { uploadSummaryOf, uploadViewOf } from './upload-views.server.ts'
import {
  findUpload,
  findUploads,
  lastUploadTime,
  uploadUnderWayOf,
  createUpload,
  type Upload,
} from './uploads.queries.ts'
import { receiveUpload } from './receive-upload.server.ts'
import { faultsOfUpload } from './staged-rows.queries.ts'

export const dataUploadHandlers: Handler[] = [
  handle(downloadTemplate, async (call) => {
    requireOwnClient(call)
    return templateFile(call.query.format)
  }),

  handle(readLastUpload, async (call) => {
    requireOwnClient(call)
    return { date: await lastUploadTime(call.tx, call.clientId) }
  }),

  handle(listUploads, async (call) => {
    requireOwnClient(call)
    const { uploads, total } = await findUploads(call.tx, call.clientId, call.query)
    return { data: uploads.map(uploadSummaryOf), ...paging(call.query, total) }
  }),

  handle(uploadData, async (call) => {
    requireOwnClient(call)
    if (Number(call.headers['content-length'] ?? 0) > (uploadData.bodyBytes ?? uploadBytes)) throw refuse(fileTooLarge)
    const file = await received(call)
    try {
      if (!/\.(csv|xlsx)$/i.test(file.declaredName)) throw refuse(wrongKind)
      return await receiveFile(call, file)
    } finally {
      await file.remove()
    }
  }),

  handle(readUpload, async (call) =>
    uploadViewOf(call.tx, call.clientId, { upload: await requireUpload(call), ...call.query }),
  ),

  handle(changing, async (call) => {
    const { params, body, caller, requestId } = call
    const outcome = await call.inTransaction((tx, { now }) =>
      changeUpload(tx, call.clientId, { id: params.id, ...body, by: caller.personId, now, requestId }),
    )
    switch (outcome.outcome) {
      case 'not-there':
        throw refuse(notFound)
      case 'under-way':
        throw refuse(uploadUnderWay, { body: { id: outcome.id } })
      case 'moved-on':
        throw refuse(uploadMovedOn, { body: { status: outcome.status } })
      case 'drifted':
        throw refuse(uploadDrifted, { body: { status: outcome.status } })
      case 'done':
        return outcome.view
    }
  }),

  handle(downloadUploadErrors, async (call) => {
    const upload = await requireUpload(call)
    const faults = await faultsOfUpload(call.tx, call.clientId, {
      uploadId: upload.id,
      page: 1,
      range: uploadLimits.faults,
    })
    const lines = faults.map(({ line, column, value, reason }) => [line, column, value, reason])
    return {
      fileName: `errors-${upload.fileName.replace(/\.[^.]*$/, '')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      bytes: Buffer.from(writeCsv([['line', 'column', 'value', 'reason'], ...lines])),
    }
  }),

  handle(listUploadChanges, async (call) => {
    const { id: uploadId } = await requireUpload(call)
    const { data, total } = await changesOfUpload(call.tx, call.clientId, {
      uploadId,
      ...call.query,
      kind: call.query.kind,
    })
    return { data: data.map(previewedChange), ...paging(call.query, total) }
  }),

  handle(listUploadLeft, async (call) => {
    const { id: uploadId } = await requireUpload(call)
    const { data, total } = await unchangedByUndo(call.tx, call.clientId, { uploadId, ...call.query })
    return { data, ...paging(call.query, total) }
  }),

  handle(readDifference, async (call) => {
    const { id: uploadId, hasDifference, counts: compared } = await requireUpload(call)
    const { kind } = call.query
    const { data, counts } = await pageOfBenefitEffects(call.tx, call.clientId, { uploadId, ...call.query, kind })
    const total = kind ? counts[kind] : Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { isKnown: hasDifference && compared !== null, counts, data, ...paging(call.query, total) }
  }),
]

/** Days, money and identifiers have cell types, so that spreadsheets do not change them. */
async function templateFile(format: 'csv' | 'xlsx') {
  const name = 'employee-data-template'
  const headings = peopleColumns.map((column) => column.name)
  if (format === 'csv')
    return {
      fileName: `${name}.csv`,
      mediaType: 'text/csv; charset=utf-8',
      bytes: Buffer.from(writeCsv([headings])),
    }
  const columns = peopleColumns.map((column) => ({ heading: column.name, kind: templateKind(column.name) }))
  return {
    fileName: `${name}.xlsx`,
    mediaType: xlsxMediaType,
    bytes: await buffer(writeXlsx({ name: 'Employees', columns, rows: [] })),
  }
}

function templateKind(column: string): XlsxKind {
  if (dateColumns.has(column)) return 'date'
  if (/_(?:salary|earnings)$/.test(column)) return 'amount'
  return /^(?:hours_|full_time_|bought_)/.test(column) ? 'text' : 'identifier'
}

async function requireUpload(call: { tx: Tx; clientId: ClientId; params: { id: string } }): Promise<Upload> {
  const upload = await findUpload(call.tx, call.clientId, { id: call.params.id })
  if (!upload) throw refuse(notFound)
  return upload
}

async function received(call: Pick<Call<typeof uploadData>, 'receive'>): Promise<ReceivedFile> {
  try {
    return await call.receive({ mostBytes: uploadBytes })
  } catch (error) {
    if (!(error instanceof FileNotReceived)) throw error
    throw refuse(refusalOf[error.why])
  }
}

const refusalOf = {
  'no-file': noFile,
  'other-field': otherField,
  'several-files': severalFiles,
  'too-large': fileTooLarge,
  malformed: noFile,
} as const

async function receiveFile(call: Call<typeof uploadData>, file: ReceivedFile) {
  const { clientId, caller, inTransaction, requestId } = call
  const opened = await inTransaction(async (tx, { now }) => {
    const fileName = file.declaredName
    const id = await createUpload(tx, clientId, { fileName, fileHash: file.sha256, uploadedBy: caller.personId })
    if (id === undefined) return undefined
    await appendAudit(tx, clientId, [
      {
        at: now.toISOString(),
        actor: caller.personId,
        subject: caller.personId,
        action: 'data-load.uploaded',
        details: { uploadId: id, fileName, fileHash: file.sha256.toString('hex'), bytes: file.bytes },
        requestId,
      },
    ])
    return id
  })
  if (opened === undefined) return sameUpload(call, file)
  await receiveUpload({ clientId, uploadId: opened, file, inTransaction: (work) => inTransaction((tx) => work(tx)) })
  return inTransaction((tx) => viewById(tx, clientId, opened))
}

/** Returns the upload in progress if it has the same file, for example after a lost reply. Refuses other files. */
async function sameUpload({ clientId, inTransaction }: Call<typeof uploadData>, file: ReceivedFile) {
  const underWay = await inTransaction((tx) => uploadUnderWayOf(tx, clientId))
  if (underWay?.fileHash.equals(file.sha256) && underWay.status !== 'undoing')
    return inTransaction((tx) => viewById(tx, clientId, underWay.id))
  throw refuse(uploadUnderWay, underWay && { body: { id: underWay.id } })
}

async function viewById(tx: Tx, clientId: ClientId, id: string) {
  const upload = await findUpload(tx, clientId, { id })
  if (!upload) throw new Error('The upload no longer exists')
  return uploadViewOf(tx, clientId, { upload, page: 1, range: uploadPage.usual })
}

function paging({ range }: { range: number }, total: number) {
  return { last_page: Math.max(1, Math.ceil(total / range)), per_page: range, total }
}
