import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { clientId, personId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { uploadRefusals as say } from './data-uploads.messages.ts'

const employer = { base: 'api', access: 'employer' } as const
const ofClient = z.object({ id: clientId })
const uploadId = z.uuid()
const ofUpload = z.object({ id: uploadId })
const count = z.number().int()

/** Maximum size of a file in bytes. The form around the file may have 64 kB more (S-54). */
export const uploadBytes = 50 * 1024 * 1024
const bodyBytes = uploadBytes + 64 * 1024

export const uploadPage = { usual: 25, most: 100 } as const
const place = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  range: z.coerce.number().int().min(1).max(uploadPage.most).default(uploadPage.usual),
}
const paging = { last_page: count, per_page: count, total: count }

/**
 * `checking`: all rows are checked and the effect calculated. `refused`: faults; changes nothing. `ready`: can be
 * confirmed or cancelled. `committing`, `undoing`: in progress. `failed`: changes nothing, because of an error of the
 * portal.
 */
const uploadStatus = z.enum([
  'uploading',
  'checking',
  'refused',
  'ready',
  'committing',
  'confirmed',
  'cancelled',
  'undoing',
  'undone',
  'failed',
])
export type UploadStatus = z.output<typeof uploadStatus>

export const movingStatuses: ReadonlySet<UploadStatus> = new Set(['uploading', 'checking', 'committing', 'undoing'])

/** Line of the file (1 is the header), column, value, and the rule it breaks. */
const uploadFault = z.object({
  line: count,
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
})

/** In the order in which the preview shows them. */
export const concernKinds = [
  'you-lose-access',
  'employer-loses-access',
  'many-leavers',
  'new-address',
  'other-person',
  'same-person',
  'gap-covered',
  'birth',
  'age-at-start',
  'start',
  'last-day',
  'probation',
  'effective-from',
  'pay-change',
  'pay',
  'hours',
  'ni-number',
] as const
export type ConcernKind = (typeof concernKinds)[number]

const upload = {
  id: uploadId,
  fileName: z.string(),
  status: uploadStatus,
  uploadedAt: isoMoment,
  uploadedBy: z.string(),
  /** 0 until the rows are counted. */
  rows: count,
  /** People by effect; null until calculated. People who aren't in the file don't change. */
  counts: z.object({ new: count, changed: count, leaving: count, unchanged: count }).nullable(),
  errorCount: count,
  confirmedAt: isoMoment.nullable(),
  undoneAt: isoMoment.nullable(),
  /** Message about the error of a `failed` upload, or of the failed undo of a `confirmed` one. */
  failure: z.string().nullable(),
}
const uploadSummary = z.object(upload)
export type UploadSummary = z.output<typeof uploadSummary>

const uploadView = uploadSummary.extend({
  /** Send it with the confirmation, so that only the shown effects are confirmed. Null unless `ready`. */
  preview: z.string().nullable(),
  /** Rows done, rate and time left as one sentence. Null until the rate is known. */
  progress: z.string().nullable(),
  /** True if the preview was made again because data had changed since the previous one. */
  madeAnew: z.boolean(),
  /** How the file was read, one sentence each: tab, header line, hidden rows, order of dates, characters left out. */
  howRead: z.array(z.string()),
  /** Unlikely values of a `ready` upload, by kind. All people are counted, the first 25 listed. */
  concerns: z.array(
    z.object({
      kind: z.enum(concernKinds),
      title: z.string(),
      advice: z.string().nullable(),
      count,
      people: z.array(z.object({ line: count, name: z.string(), employeeNumber: z.string(), text: z.string() })),
    }),
  ),
  /** Sentences about unusual rows. For a confirmed upload also how its result differs from the preview. */
  warnings: z.array(z.string()),
  /** True if the client's setting `isDataLoadEligibilityImpactEnabled` is on. */
  hasDifference: z.boolean(),
  canBeConfirmed: z.boolean(),
  canBeCancelled: z.boolean(),
  canBeUndone: z.boolean(),
  /** Number of people restored (`takenBack`), and of people left as they are (`left`). */
  undone: z.object({ takenBack: count, left: count }).nullable(),
  errors: z.object({ data: z.array(uploadFault), ...paging }),
})
export type UploadView = z.output<typeof uploadView>

export const noFile = refusal('no-file', 422, say.noFile)
export const otherField = refusal('other-field', 422, say.otherField)
export const severalFiles = refusal('several-files', 422, say.severalFiles)
/** The name ends neither in .csv nor in .xlsx. A file whose contents don't match its name gets the status `refused`. */
export const wrongKind = refusal('wrong-kind', 422, say.wrongKind)
export const fileTooLarge = refusal('file-too-large', 413, say.tooLarge)
export const uploadUnderWay = refusal('upload-under-way', 409, say.underWay)
export const uploadMovedOn = refusal('upload-moved-on', 409, say.movedOn)
/** The preview isn't the current one, or its data have changed. `status` shows whether the upload is checked again. */
export const uploadDrifted = refusal('upload-drifted', 409, say.drifted)

/** A69. Returns a file with the header line of an upload. The workbook formats columns as text, dates and amounts. */
export const downloadTemplate = endpoint('GET', 'client/{id}/data-load-template', {
  ...employer,
  params: ofClient,
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: 'file',
})

/** A70. Returns the time of the last upload that is in force; null if there is none. */
export const readLastUpload = endpoint('GET', 'client/{id}/date-last-upload', {
  ...employer,
  params: ofClient,
  reply: z.object({ date: isoMoment.nullable() }),
})

/** A71. Returns the client's uploads, the newest first. */
export const listUploads = endpoint('GET', 'client/{id}/data-loads', {
  ...employer,
  params: ofClient,
  query: z.strictObject(place),
  reply: z.object({ data: z.array(uploadSummary), ...paging }),
})

/** A71. Uploads `multipart/form-data` with a `file` (UPLOAD-05). Returns the same upload for a file in progress. */
export const uploadData = endpoint('POST', 'client/{id}/data-loads', {
  inView: 'never',
  ...employer,
  params: ofClient,
  takes: 'file',
  bodyBytes,
  ownTransactions: true,
  reply: uploadView,
  status: 202,
  refuses: [notFound, noFile, otherField, severalFiles, wrongKind, fileTooLarge, uploadUnderWay],
  audit: 'data-load.uploaded',
})

/** A72. Returns an upload. `page` and `range` apply to its list of faults. */
export const readUpload = endpoint('GET', 'employee-data-uploads/{id}', {
  ...employer,
  params: ofUpload,
  query: z.strictObject(place),
  reply: uploadView,
})

/** A72. Confirms, cancels or undoes an upload. If it already has that status, nothing changes and the reply is the same. */
export const changeUpload = endpoint('PATCH', 'employee-data-uploads/{id}', {
  inView: 'never',
  ...employer,
  params: ofUpload,
  body: z.strictObject({
    status: z.enum(['confirmed', 'cancelled', 'undone']),
    /** `preview` of the upload as shown. Without it, the current preview is confirmed. */
    preview: z.string().max(100).optional(),
  }),
  ownTransactions: true,
  reply: uploadView,
  refuses: [notFound, uploadMovedOn, uploadDrifted, uploadUnderWay],
  audit: 'data-load.changed',
})

/** A94. Returns the listed faults as CSV: line, column, value, reason. */
export const downloadUploadErrors = endpoint('GET', 'employee-data-uploads/{id}/errors', {
  ...employer,
  params: ofUpload,
  reply: 'file',
})

/** Pounds a month and a year. */
const amounts = z.object({ month: pounds, year: pounds })
const cost = z.object({ employee: amounts, employer: amounts })
const differenceKind = z.enum(['gains', 'loses', 'repriced', 'begins', 'ends'])

/** The person `gains` or `loses` the right to choose; or cover is `repriced`, `begins` or `ends`, with its cost. */
const effect = {
  kind: differenceKind,
  benefitName: z.string(),
  reason: z.string().nullable(),
  before: cost.nullable(),
  after: cost.nullable(),
}

/** A94. A person that an upload adds or changes. Amounts are written as in the file. */
const uploadChange = z.object({
  line: count,
  kind: z.enum(['new', 'changed', 'leaving']),
  employeeId: personId.nullable(),
  name: z.string(),
  employeeNumber: z.string(),
  /** Changed columns with both values, and the first day of the new value. `before` is null for a joiner. */
  fields: z.array(
    z.object({
      column: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      from: isoDate.nullable(),
    }),
  ),
  benefits: z.array(z.object(effect)),
})
export type UploadChange = z.output<typeof uploadChange>

/** A94. Returns the preview of an upload: the people that it adds or changes, by line of the file. */
export const listUploadChanges = endpoint('GET', 'employee-data-uploads/{id}/changes', {
  ...employer,
  params: ofUpload,
  query: z.strictObject({ kind: z.enum(['new', 'changed', 'leaving']).optional(), ...place }),
  reply: z.object({ data: z.array(uploadChange), ...paging }),
})

/** A person that the undo left unchanged. */
const uploadLeft = z.object({ line: count, employeeId: personId, name: z.string(), employeeNumber: z.string() })
export type UnchangedPerson = z.output<typeof uploadLeft>
/** Returns the people that the undo of an upload left unchanged, because their data changed after the upload. */
export const listUploadLeft = endpoint('GET', 'employee-data-uploads/{id}/left', {
  ...employer,
  params: ofUpload,
  query: z.strictObject(place),
  reply: z.object({ data: z.array(uploadLeft), ...paging }),
})

/** Effect on one benefit of a known person. Joiners are only counted (`counts.new`). */
const differenceRow = z.object({
  ...effect,
  /** Never null, because joiners are not listed. */
  employeeId: personId.nullable(),
  name: z.string(),
  employeeNumber: z.string().nullable(),
})
export type DifferenceRow = z.output<typeof differenceRow>

/** A73. Returns the effect on benefits. If not checked or switched off by the client: empty, `isKnown` false. */
export const readDifference = endpoint('GET', 'employee-data-uploads/{id}/eligibility-difference', {
  ...employer,
  params: ofUpload,
  query: z.strictObject({ kind: differenceKind.optional(), ...place }),
  reply: z.object({
    isKnown: z.boolean(),
    counts: z.record(differenceKind, count),
    data: z.array(differenceRow),
    ...paging,
  }),
})
