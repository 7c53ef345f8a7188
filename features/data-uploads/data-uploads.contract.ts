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

/** The most bytes of a file, and of the form around it (S-54). */
export const uploadBytes = 50 * 1024 * 1024
const bodyBytes = uploadBytes + 64 * 1024

/** Lines per page of a list. */
export const uploadPage = { usual: 25, most: 100 } as const
const place = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  range: z.coerce.number().int().min(1).max(uploadPage.most).default(uploadPage.usual),
}
const paging = { last_page: count, per_page: count, total: count }

/**
 * Where an upload stands:
 * `uploading` its rows are being taken in, `checking` every row is checked and its effect worked out, `refused` there are
 * faults and nothing of it counts, `ready` it can be looked at, confirmed or cancelled, `committing` and `undoing` it is
 * under way and will end by itself, `confirmed`, `cancelled`, `undone`, and `failed`: nothing of it counts, for a reason
 * of ours.
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

/** Statuses of work in progress, which the browser polls. */
export const movingStatuses: ReadonlySet<UploadStatus> = new Set(['uploading', 'checking', 'committing', 'undoing'])

/** One thing wrong: the line of the file (1 is the header's), the column by its name, what stands there, the rule it breaks. */
const uploadFault = z.object({
  line: count,
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
})

const upload = {
  id: uploadId,
  fileName: z.string(),
  status: uploadStatus,
  uploadedAt: isoMoment,
  /** Who uploaded it: an employer user of the client, by name. */
  uploadedBy: z.string(),
  /** Rows of people in the file; 0 until they are known. */
  rows: count,
  /** What it would do, or has done, to how many people; null until it was worked out. Whoever is not in the file stays as they are. */
  counts: z.object({ new: count, changed: count, leaving: count, unchanged: count }).nullable(),
  /** Everything wrong with it, also what is beyond the faults that are listed. */
  errorCount: count,
  confirmedAt: isoMoment.nullable(),
  undoneAt: isoMoment.nullable(),
  /** A sentence for `failed`; and for `confirmed` where it could not be undone, until that is asked for again. */
  failure: z.string().nullable(),
}
const uploadSummary = z.object(upload)
export type UploadSummary = z.output<typeof uploadSummary>

const uploadView = uploadSummary.extend({
  /**
   * What was looked at: sent back with the confirmation, so that nobody confirms what they have not seen. Another one after
   * every check; null unless the upload is `ready`.
   */
  preview: z.string().nullable(),
  /** While it is checked or carried out: rows done, rate and time left, as a sentence. Null until the rate is known. */
  progress: z.string().nullable(),
  /** It was checked once more, since something it stands on had changed since the preview before. */
  madeAnew: z.boolean(),
  /** Sentences about unusual rows, which the employer may confirm; once confirmed, how the result differs from the preview. */
  warnings: z.array(z.string()),
  /** Whether the client's uploads come with their effect on benefits (`isDataLoadEligibilityImpactEnabled`). */
  hasDifference: z.boolean(),
  canBeConfirmed: z.boolean(),
  canBeCancelled: z.boolean(),
  canBeUndone: z.boolean(),
  /** Of an undone upload: people taken back, and those left as they are because they were changed since. */
  undone: z.object({ takenBack: count, left: count }).nullable(),
  errors: z.object({ data: z.array(uploadFault), ...paging }),
})
export type UploadView = z.output<typeof uploadView>

export const noFile = refusal('no-file', 422, say.noFile)
export const severalFiles = refusal('several-files', 422, say.severalFiles)
/** The name's ending says it is neither CSV nor XLSX; a file that is not what its name says comes back as `refused`. */
export const wrongKind = refusal('wrong-kind', 422, say.wrongKind)
export const fileTooLarge = refusal('file-too-large', 413, say.tooLarge)
/** Names the one that is under way as `id`. */
export const uploadUnderWay = refusal('upload-under-way', 409, say.underWay)
/** Names where it stands by now as `status`. */
export const uploadMovedOn = refusal('upload-moved-on', 409, say.movedOn)
/** Another preview stands there than was looked at, or what it stands on has changed: `status` says whether it is being checked anew. */
export const uploadDrifted = refusal('upload-drifted', 409, say.drifted)

/** A69. The header line of an upload, as CSV. */
export const downloadTemplate = endpoint('GET', 'client/{id}/data-load-template', {
  ...employer,
  params: ofClient,
  reply: 'file',
})

/** A70. When data was last uploaded that counts; null when never. */
export const readLastUpload = endpoint('GET', 'client/{id}/date-last-upload', {
  ...employer,
  params: ofClient,
  reply: z.object({ date: isoMoment.nullable() }),
})

/** A71. Uploads, the newest first. */
export const listUploads = endpoint('GET', 'client/{id}/data-loads', {
  ...employer,
  params: ofClient,
  query: z.strictObject(place),
  reply: z.object({ data: z.array(uploadSummary), ...paging }),
})

/**
 * A71. The one call that is no JSON: `multipart/form-data` with one file in it: the part that has a file name, whatever
 * it is called (UPLOAD-05).
 * Whoever sends the same file again while it is under way, and not being undone, is answered the same upload.
 */
export const uploadData = endpoint('POST', 'client/{id}/data-loads', {
  inView: 'never',
  ...employer,
  params: ofClient,
  takes: 'file',
  bodyBytes,
  ownTransactions: true,
  reply: uploadView,
  status: 202,
  refuses: [notFound, noFile, severalFiles, wrongKind, fileTooLarge, uploadUnderWay],
  audit: 'data-load.uploaded',
})

/** A72. `page` and `range` are of its errors. */
export const readUpload = endpoint('GET', 'employee-data-uploads/{id}', {
  ...employer,
  params: ofUpload,
  query: z.strictObject(place),
  reply: uploadView,
})

/** A72. Sent once more where it stands already, nothing happens and the answer is the same. */
export const changeUpload = endpoint('PATCH', 'employee-data-uploads/{id}', {
  inView: 'never',
  ...employer,
  params: ofUpload,
  body: z.strictObject({
    status: z.enum(['confirmed', 'cancelled', 'undone']),
    /** Of what was looked at, for `confirmed`. Our screen always sends it; without it whatever is ready by now is confirmed. */
    preview: z.string().max(100).optional(),
  }),
  ownTransactions: true,
  reply: uploadView,
  refuses: [notFound, uploadMovedOn, uploadDrifted, uploadUnderWay],
  audit: 'data-load.changed',
})

/** A94. Every listed fault as CSV: line, column, value, reason. */
export const downloadUploadErrors = endpoint('GET', 'employee-data-uploads/{id}/errors', {
  ...employer,
  params: ofUpload,
  reply: 'file',
})

/** A94. The preview: people whom the upload concerns, by line. Amounts as the file writes them, days as yyyy-mm-dd. */
const uploadChange = z.object({
  line: count,
  kind: z.enum(['new', 'changed', 'leaving']),
  /** Null for who is new. */
  employeeId: personId.nullable(),
  name: z.string(),
  employeeNumber: z.string(),
  /** Columns of the template with what is known and what will count, and from which day; of who is new none. */
  fields: z.array(
    z.object({
      column: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      from: isoDate.nullable(),
    }),
  ),
})
export type UploadChange = z.output<typeof uploadChange>

export const listUploadChanges = endpoint('GET', 'employee-data-uploads/{id}/changes', {
  ...employer,
  params: ofUpload,
  query: z.strictObject({ kind: z.enum(['new', 'changed', 'leaving']).optional(), ...place }),
  reply: z.object({ data: z.array(uploadChange), ...paging }),
})

/** Of an undone upload: people who were changed since and stay as they are. */
const uploadLeft = z.object({ line: count, employeeId: personId, name: z.string(), employeeNumber: z.string() })
export type UploadLeft = z.output<typeof uploadLeft>
export const listUploadLeft = endpoint('GET', 'employee-data-uploads/{id}/left', {
  ...employer,
  params: ofUpload,
  query: z.strictObject(place),
  reply: z.object({ data: z.array(uploadLeft), ...paging }),
})

/** Pounds a month and a year. */
const amounts = z.object({ month: pounds, year: pounds })
const cost = z.object({ employee: amounts, employer: amounts })
const differenceKind = z.enum(['gains', 'loses', 'repriced', 'begins', 'ends'])

/**
 * What becomes of somebody's benefit: they `gains` or `loses` it, as far as choosing it goes, for the `reason`; or what they
 * hold is `repriced`, `begins` or `ends`, with its cost `before` and `after`. Joiners are only counted (`counts.new`).
 */
const differenceRow = z.object({
  kind: differenceKind,
  /** Never null. */
  employeeId: personId.nullable(),
  name: z.string(),
  employeeNumber: z.string().nullable(),
  benefitName: z.string(),
  reason: z.string().nullable(),
  before: cost.nullable(),
  after: cost.nullable(),
})
export type DifferenceRow = z.output<typeof differenceRow>

/** A73. Of a client without the flag, and until the upload was checked, it is empty (`isKnown` false). */
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
