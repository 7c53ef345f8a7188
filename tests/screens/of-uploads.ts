import { expect, type Page } from '@playwright/test'
import {
  uploadDrifted,
  uploadUnderWay,
  type DifferenceRow,
  type UploadChange,
  type UploadSummary,
  type UploadView,
} from '../../features/data-uploads/data-uploads.contract.ts'
import { uploadFailures } from '../../features/data-uploads/data-uploads.messages.ts'
import {
  refusedUpload,
  sampleChanges,
  sampleDifference,
  sampleUpload,
} from '../../features/data-uploads/data-uploads.samples.ts'
import { answerOtherwise, type Said } from './calls.ts'
import { refused, said, waits, type Answer, type State } from './state.ts'

/** The upload panel in every state of an upload, with the longest file names, people's names and figures. */

const longName = 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley'
const longFile = 'northgate-rail_people_and_salaries_of_all_depots_november-2026_final-corrected.xlsx'
const longBenefit = 'Group income protection and rehabilitation insurance for train crew'
const idOf = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}`

const upload: UploadView = {
  ...sampleUpload,
  id: idOf(400),
  fileName: longFile,
  uploadedBy: longName,
  rows: 12_345,
  counts: { new: 1234, changed: 10_000, leaving: 111, unchanged: 1000 },
}
const ended = { canBeConfirmed: false, canBeCancelled: false, preview: null }
const confirmed: UploadView = {
  ...upload,
  ...ended,
  status: 'confirmed',
  confirmedAt: upload.uploadedAt,
  canBeUndone: true,
}
const failed: UploadView = {
  ...upload,
  ...ended,
  status: 'failed',
  counts: null,
  rows: 0,
  failure: uploadFailures.interrupted,
}
const problems: UploadView = {
  ...refusedUpload,
  id: upload.id,
  fileName: longFile,
  errorCount: 12_345,
  errors: {
    ...refusedUpload.errors,
    data: [
      ...refusedUpload.errors.data,
      {
        line: 123_456,
        column: 'pensionable_salary',
        value: 'forty-five thousand pounds a year and whatever the committee decides in April, before tax and levies',
        reason: 'pensionable_salary "forty-five thousand pounds" must be an amount in pounds and pence',
      },
      {
        line: 123_457,
        column: 'email',
        value: null,
        reason: `The email address ${'x'.repeat(60)}@demo.example already stands in line 2`,
      },
    ],
    last_page: 400,
    total: 10_000,
  },
}
const summaries = (newest: UploadSummary): UploadSummary[] => [
  newest,
  ...(['confirmed', 'undone', 'cancelled', 'refused'] as const).map((status, each) => ({
    ...sampleUpload,
    id: idOf(410 + each),
    fileName: each === 0 ? longFile : `people-${each}.csv`,
    uploadedBy: each === 1 ? longName : 'Grace Lin',
    status,
    rows: each === 0 ? 250_000 : each,
    failure: each === 0 ? uploadFailures.notUndone : null,
  })),
]
const pages = { last_page: 40, per_page: 25, total: 1000 }
const changes: UploadChange[] = [
  ...sampleChanges,
  {
    line: 4,
    kind: 'leaving',
    employeeId: null,
    name: longName,
    employeeNumber: '000123-LONG-NUMBER',
    // The API's dates are validated texts; these literals skip the check.
    fields: [
      { column: 'status', before: 'active', after: 'left', from: '2026-12-01' as never },
      { column: 'end_date', before: null, after: '2026-11-30', from: '2026-11-23' as never },
      { column: 'job_title', before: 'Signalling engineer', after: null, from: '2026-11-23' as never },
      { column: 'ni_number', before: null, after: null, from: null },
    ],
  },
]
const difference: DifferenceRow[] = [
  ...sampleDifference,
  {
    ...sampleDifference.find(({ kind }) => kind === 'repriced'),
    kind: 'ends',
    employeeId: null,
    name: longName,
    employeeNumber: '000123-LONG-NUMBER',
    benefitName: longBenefit,
    reason: null,
    before: { employee: { month: 1234.56, year: 14_814.72 }, employer: { month: 12_345.67, year: 148_148.04 } },
    after: null,
  },
  {
    kind: 'loses',
    employeeId: null,
    name: 'Bo Li',
    employeeNumber: null,
    benefitName: longBenefit,
    reason: 'has not been employed for six months, and from 1 December 2026 on works less than sixteen hours a week',
    before: null,
    after: null,
  },
]

const ofClient = '/api/client/{id}/data-loads'
const ofUpload = '/api/employee-data-uploads/{id}'
const path = '/app/dashboard?panel=upload-data'
const panel = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => panel(page).getByRole('button', { name })

/** Responses about one upload, the latest of several. */
const about = (now: UploadView, others: Record<string, Answer> = {}): Record<string, Answer> => ({
  '/api/client/{id}/date-last-upload': said({ date: '2026-10-05T10:00:00.000Z' }),
  [ofClient]: said({ data: summaries(now), last_page: 3, per_page: 5, total: 12 }),
  [ofUpload]: said(now),
  [`${ofUpload}/changes`]: said({ data: changes, ...pages }),
  [`${ofUpload}/left`]: said({
    data: [
      { line: 3, employeeId: idOf(3), name: longName, employeeNumber: '000123-LONG-NUMBER' },
      { line: 4, employeeId: idOf(4), name: 'Bo Li', employeeNumber: 'NR1' },
    ],
    ...pages,
  }),
  [`${ofUpload}/eligibility-difference`]: said({
    isKnown: true,
    counts: { gains: 400, loses: 300, repriced: 12_345, begins: 0, ends: 100 },
    data: difference,
    ...pages,
  }),
  ...others,
})
const reads = (text: string | RegExp) => (page: Page) => expect(panel(page).getByText(text).first()).toBeVisible()
const noFile = { name: 'people-november.csv', mimeType: 'text/csv', buffer: Buffer.from('email\r\n') }

/** Writes to this address are never answered. */
const hangs = (page: Page, address: RegExp) =>
  answerOtherwise(page, ({ path, method }) => (method !== 'GET' && address.test(path) ? 'nothing' : undefined))
/** Answers writes to this address with this response; reads are unchanged. */
const answers = (page: Page, address: RegExp, said: Said) =>
  answerOtherwise(page, ({ path, method }) => (method !== 'GET' && address.test(path) ? said : undefined))

const choose = async (page: Page) => {
  await panel(page).locator('input[type=file]').setInputFiles(noFile)
  await button(page, /^Upload$/).click()
}
const seePeople = async (page: Page) => {
  await panel(page).getByText('See the people').click()
  await panel(page).getByText('See the people').scrollIntoViewIfNeeded()
}
/** The alert about a missing list is below the upload's own text. */
const seesAlert = async (page: Page) => {
  await expect(panel(page).getByRole('alert')).toBeVisible()
  await panel(page).getByRole('alert').scrollIntoViewIfNeeded()
}
const failing = refused(500, 'unexpected', 'Something failed')
const denied = refused(403, 'denied', 'Access Denied')

export const ofUploads: readonly State[] = [
  {
    name: 'panel-upload-no-file',
    path,
    says: about(failed, { [ofClient]: said({ data: [], last_page: 1, per_page: 5, total: 0 }) }),
    go: async (page) => {
      await button(page, /^Upload$/).click()
      await reads('Please choose a file to upload')(page)
    },
  },
  {
    name: 'panel-upload-sending',
    staysBusy: true,
    path,
    says: about(confirmed),
    go: async (page) => {
      hangs(page, /data-loads/)
      await choose(page)
      await reads(/leave the portal open/)(page)
    },
  },
  {
    name: 'panel-upload-under-way',
    path,
    says: about(confirmed),
    go: async (page) => {
      answers(page, /data-loads/, refused(409, uploadUnderWay.code, uploadUnderWay.message))
      await choose(page)
      await reads(uploadUnderWay.message)(page)
    },
  },
  {
    name: 'panel-upload-receiving',
    path,
    says: about({ ...upload, ...ended, status: 'uploading', counts: null, rows: 0 }),
    go: reads(/is being received/),
  },
  {
    name: 'panel-upload-checking',
    path,
    says: about({
      ...upload,
      ...ended,
      status: 'checking',
      counts: null,
      canBeCancelled: true,
      progress: '12,000 of 100,000 rows, 2,400 a second, about 37 seconds left',
    }),
    go: reads(/37 seconds left/),
  },
  { name: 'panel-upload-refused', path, says: about(problems), go: reads(/things have to be put right/) },
  { name: 'panel-upload-ready', path, says: about(upload), go: reads('Effect on benefits') },
  {
    name: 'panel-upload-ready-again',
    path,
    says: about({ ...upload, madeAnew: true }),
    go: reads('Something has changed since the last preview, so it was made again.'),
  },
  {
    name: 'panel-upload-ready-effect',
    path,
    says: about(upload),
    go: async (page) => {
      await reads('Bo Li')(page)
      await panel(page).getByLabel('Show').first().focus()
    },
  },
  {
    name: 'panel-upload-ready-people',
    path,
    says: about({ ...upload, hasDifference: false }),
    go: async (page) => {
      await seePeople(page)
      await panel(page).getByLabel('Show').first().focus()
    },
  },
  {
    name: 'panel-upload-ready-pages',
    path,
    says: about({ ...upload, hasDifference: false }),
    go: async (page) => {
      await seePeople(page)
      await button(page, 'Next').focus()
    },
  },
  {
    name: 'panel-upload-ready-nobody',
    path,
    says: about(
      { ...upload, counts: { new: 0, changed: 0, leaving: 0, unchanged: 12_345 } },
      {
        [`${ofUpload}/changes`]: said({ data: [], last_page: 1, per_page: 25, total: 0 }),
        [`${ofUpload}/eligibility-difference`]: said({
          isKnown: true,
          counts: { gains: 0, loses: 0, repriced: 0, begins: 0, ends: 0 },
          data: [],
          last_page: 1,
          per_page: 25,
          total: 0,
        }),
      },
    ),
    go: async (page) => {
      await seePeople(page)
      await reads('The upload changes nobody.')(page)
    },
  },
  {
    name: 'panel-upload-lists-loading',
    staysBusy: true,
    path,
    says: about(upload),
    go: async (page) => {
      waits(page, /eligibility-difference|changes/)
      await page.reload()
      await seePeople(page)
    },
  },
  ...(['failed', 'refused'] as const).flatMap((face): State[] => {
    const answer = face === 'failed' ? failing : denied
    return [
      {
        name: `panel-upload-effect-${face}`,
        path,
        says: about(upload, { [`${ofUpload}/eligibility-difference`]: answer }),
        go: seesAlert,
      },
      {
        name: `panel-upload-people-${face}`,
        path,
        says: about({ ...upload, hasDifference: false }, { [`${ofUpload}/changes`]: answer }),
        go: async (page) => {
          await seePeople(page)
          await seesAlert(page)
        },
      },
    ]
  }),
  {
    name: 'panel-upload-load-failed',
    path,
    says: about(upload, { [ofUpload]: failing }),
    go: reads('There was an error requesting this upload.'),
  },
  {
    name: 'panel-upload-drifted',
    path,
    says: about(upload),
    go: async (page) => {
      answers(page, /employee-data-uploads/, refused(409, uploadDrifted.code, uploadDrifted.message))
      await button(page, 'Confirm').click()
      await reads(uploadDrifted.message)(page)
    },
  },
  {
    name: 'panel-upload-confirming',
    staysBusy: true,
    path,
    says: about(upload),
    go: async (page) => {
      hangs(page, /employee-data-uploads/)
      await button(page, 'Confirm').click()
      await reads('Confirming…')(page)
    },
  },
  {
    name: 'panel-upload-committing',
    path,
    says: about({ ...upload, ...ended, status: 'committing' }),
    go: reads(/is being carried out/),
  },
  {
    name: 'panel-upload-confirmed',
    path,
    says: about(confirmed),
    go: async (page) => {
      await button(page, /^Undo northgate/)
        .first()
        .scrollIntoViewIfNeeded()
      await button(page, /^See northgate/)
        .first()
        .click()
      await reads('Your file has been uploaded successfully')(page)
      await panel(page).getByRole('status').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'panel-upload-earlier',
    path,
    says: about(confirmed),
    go: async (page) => {
      await reads('Could not be undone')(page)
      await button(page, 'Show more').focus()
    },
  },
  {
    name: 'panel-upload-ask-undo',
    path,
    says: about(confirmed),
    go: async (page) => {
      await button(page, /^Undo northgate/)
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'panel-upload-undo-refused',
    path,
    says: about(confirmed),
    go: async (page) => {
      answers(page, /employee-data-uploads/, refused(409, uploadUnderWay.code, uploadUnderWay.message))
      await button(page, /^Undo northgate/)
        .first()
        .click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('alertdialog').getByText(uploadUnderWay.message)).toBeVisible()
    },
  },
  {
    name: 'panel-upload-undoing',
    path,
    says: about({ ...confirmed, status: 'undoing', canBeUndone: false }),
    go: reads(/is being undone/),
  },
  {
    name: 'panel-upload-undone',
    path,
    says: about({ ...confirmed, status: 'undone', canBeUndone: false, undone: { takenBack: 12_344, left: 1000 } }),
    go: async (page) => {
      await button(page, /^See northgate/)
        .first()
        .click()
      await reads(/people are as before the upload/)(page)
      await panel(page).getByRole('status').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'panel-upload-undo-given-up',
    path,
    says: about({ ...confirmed, failure: uploadFailures.notUndone }),
    go: reads(uploadFailures.notUndone),
  },
  {
    name: 'panel-upload-cancelled',
    path,
    says: about({ ...upload, ...ended, status: 'cancelled' }),
    go: async (page) => {
      await button(page, /^See northgate/)
        .first()
        .click()
      await reads('This upload was cancelled. Nothing was changed.')(page)
      await panel(page).getByRole('status').first().scrollIntoViewIfNeeded()
    },
  },
  { name: 'panel-upload-failed', path, says: about(failed), go: reads(uploadFailures.interrupted) },
]
