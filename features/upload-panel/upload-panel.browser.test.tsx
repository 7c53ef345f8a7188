import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import {
  changeUpload,
  downloadUploadErrors,
  downloadTemplate,
  listUploadChanges,
  listUploadLeft,
  listUploads,
  uploadDrifted,
  uploadUnderWay,
  readDifference,
  readLastUpload,
  readUpload,
  uploadData,
  uploadBytes,
  type UploadSummary,
  type UploadView,
} from '../data-uploads/data-uploads.contract.ts'
import { uploadFailures, uploadRefusals } from '../data-uploads/data-uploads.messages.ts'
import { refusedUpload, sampleChanges, sampleDifference, sampleUpload, sampleSummary } from './upload.samples.ts'
import { UploadPanel } from './UploadPanel.tsx'

afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }))
})

const one = { last_page: 1, per_page: 25 }
const listOf = (...data: UploadSummary[]) => ({ data, ...one, total: data.length })

function serverWith(upload: UploadView | null, earlier: UploadSummary[] = []) {
  const at = { now: upload }
  const answers = new Answers()
    .to(readLastUpload, { date: '2026-10-05T10:00:00.000Z' })
    .to(listUploads, () => listOf(...(at.now ? [at.now] : []), ...earlier))
    .to(readUpload, () => at.now ?? sampleUpload)
    .to(listUploadChanges, { data: sampleChanges, ...one, total: 2 })
    .to(readDifference, {
      isKnown: true,
      counts: { gains: 1, loses: 0, repriced: 1, begins: 0, ends: 0 },
      data: sampleDifference,
      ...one,
      total: 2,
    })
  return { answers, at }
}

function showPanel(answers: Answers, { onClose = () => undefined }: { onClose?: () => void } = {}) {
  const screen = <UploadPanel params={{}} onClose={onClose} />
  return showScreen({ at: '/app/dashboard?panel=upload-data', screen, answers, retry: false })
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const people = new File(['Email,Salary\n'], 'people.csv', { type: 'text/csv' })
const choose = (file = people) => page.getByRole('button', { name: 'File Choose a file' }).upload(file)

test('shows the date of the last upload, and sends a chosen file with its progress [UPLOAD-01] [PANEL-05]', async () => {
  const { answers, at } = serverWith(null)
  let finish: () => void = () => undefined
  answers.to(uploadData, ({ body }) => {
    const { onSent } = body as { onSent: (share: number) => void }
    onSent(0.4)
    return new Promise((resolve) => {
      finish = () => {
        at.now = { ...sampleUpload, status: 'checking', counts: null, preview: null, canBeConfirmed: false }
        resolve(at.now)
      }
    })
  })
  await showPanel(answers)
  await expect.element(page.getByText('Data was last uploaded on 5 October 2026.')).toBeVisible()
  await expect.element(page.getByText('Nothing has been uploaded yet.')).toBeVisible()
  await expectAccessible()

  await button('Upload').click()
  await expect.element(page.getByText('Please choose a file to upload')).toBeVisible()
  await choose()
  await button('Upload').click()
  await expect.element(page.getByRole('progressbar', { name: 'Sending people.csv' })).toHaveAttribute('value', '0.4')
  await expectAccessible()
  // The reply with the list decides whether the form stays. It arrives after the reply with the upload itself.
  let list: () => void = () => undefined
  answers.to(listUploads, () => new Promise((resolve) => (list = () => resolve(listOf(at.now ?? sampleUpload)))))
  finish()
  await expect.element(page.getByText(/^Your file is being checked/)).toBeVisible()
  list()
  await expect.element(page.getByRole('button', { name: 'Upload', exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: sampleUpload.fileName })).toHaveFocus()

  at.now = sampleUpload
  await expect.element(page.getByText(/^Your file is ready\./)).toBeVisible()
})

test('refuses a file that is too large before sending it', async () => {
  const { answers } = serverWith(null)
  await showPanel(answers)
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([new Uint8Array(uploadBytes + 1)], 'people.csv'))
  const place = page.getByText('or drop it here').element()
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  await button('Upload').click()
  await expect.element(page.getByText(uploadRefusals.tooLarge)).toBeVisible()
  expect(answers.bodiesTo(uploadData)).toEqual([])
})

test("shows the server's refusal, and allows another attempt [PANEL-05]", async () => {
  const { answers } = serverWith(null)
  answers.refuse(uploadData, uploadUnderWay)
  await showPanel(answers)
  await choose()
  await button('Upload').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(uploadUnderWay.message)
  await expect.element(page.getByText(/^people\.csv, /)).toBeVisible()
  await expect.element(button('Upload')).toBeEnabled()

  answers.to(uploadData, () => {
    throw new CallFailed(500)
  })
  await button('Upload').click()
  const generic = 'It looks like something has gone wrong, please try again later'
  await expect.element(page.getByRole('alert').getByText(generic)).toBeVisible()
})

test('downloads the template, and shows if the download fails [UPLOAD-08] [PANEL-05]', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none')
  const { answers } = serverWith(null)
  answers.to(downloadTemplate, { fileName: 'template.csv', mediaType: 'text/csv', bytes: new Uint8Array() })
  await showPanel(answers)
  await button('Download template').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  answers.drop(downloadTemplate)
  await button('Download template').click()
  await expect
    .element(page.getByText('There was an error requesting the upload template, please try again later'))
    .toBeVisible()
})

test('lists the errors by line and column, offers them as a file, and accepts the corrected file [UPLOAD-09] [PANEL-05]', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none')
  const { answers } = serverWith(refusedUpload)
  answers.to(downloadUploadErrors, { fileName: 'faults.csv', mediaType: 'text/csv', bytes: new Uint8Array() })
  await showPanel(answers)
  const table = page.getByRole('table', { name: 'Errors in the file' })
  await expect
    .element(table.getByRole('row').nth(1))
    .toHaveTextContent('Row17ColumnDate of birthValue31/02/1990What is wrongPlease write a date as yyyy-mm-dd')
  await expect
    .element(table.getByRole('row').nth(3))
    .toHaveTextContent('Row204Column(whole row or file)Value(empty)What is wrongThe row has 12 cells, the header 20.')
  await expect.element(page.getByText('Please correct 3 problems in the file.')).toBeVisible()
  await expectAccessible()
  await button('Download the list').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  await expect.element(button('Upload')).toBeVisible()
})

test('shows the effect of an upload, with numbers, people and benefits [UPLOAD-02] [PANEL-05]', async () => {
  const { answers } = serverWith(sampleUpload)
  await showPanel(answers)
  await expect.element(page.getByText('Effect of this upload')).toBeVisible()
  const figures = page.getByRole('definition').elements()
  expect(figures.map(({ previousElementSibling: term, textContent }) => [term?.textContent, textContent])).toEqual([
    ['New', '3'],
    ['Changed', '12'],
    ['Leaving', '1'],
    ['Unchanged', '227'],
  ])
  await expect.element(page.getByText('The tab “November” was read.')).toBeVisible()
  await expect.element(page.getByText('Pay that changes by more than half (27)')).toBeVisible()
  await expect
    .element(page.getByText('Line 3: Amelia Hart NR1001 – basic_salary: £45,000.00 → £475,000.00'))
    .toBeVisible()
  await expect.element(page.getByText('and 26 more')).toBeVisible()
  const people = page.getByRole('table', { name: 'People in this upload' })
  await expect.element(people.getByText('email: nadia.rahman@demo.example')).toBeVisible()
  await expect.element(people.getByText(/^salary: 45000 → 47500/)).toBeVisible()
  await expect.element(people.getByText('May choose it: Dental insurance, Gym')).toBeVisible()
  await expect
    .element(people.getByText('Costs change: Life assurance (Employee £12.50 → £13.19; Employer £30.00 → £31.67)'))
    .toBeVisible()
  await expectAccessible()
  await page.getByText('Effect on benefits').click()
  const effect = page.getByRole('table', { name: 'Effect on benefits' })
  await expect
    .element(effect.getByRole('row').nth(1))
    .toHaveTextContent(
      'PersonNadia Rahman NR2001BenefitDental insuranceWhat happensMay choose itThey have passed their probationCost per month–',
    )
  await expect
    .element(effect.getByRole('row').nth(2))
    .toHaveTextContent(
      'PersonAmelia Hart NR1001BenefitLife assuranceWhat happensCosts changeCost per monthEmployee £12.50 → £13.19Employer £30.00 → £31.67',
    )
  await page.getByLabelText('Show').last().selectOptions('Costs change (1)')
  await expect.poll(() => answers.sent.at(-1)?.address).toContain('kind=repriced')
  await expectAccessible()
})

test('shows no effect on benefits if the client has not switched this on [UPLOAD-02]', async () => {
  const { answers } = serverWith({ ...sampleUpload, hasDifference: false })
  await showPanel(answers)
  await expect.element(button('Confirm')).toBeVisible()
  await expect.element(page.getByText('Effect on benefits')).not.toBeInTheDocument()
  expect(answers.sent.some(({ endpoint }) => endpoint.path.includes('difference'))).toBe(false)
})

test('confirms the preview that is shown, by keyboard, and says when the upload is done [UPLOAD-07] [PANEL-05]', async () => {
  const { answers, at } = serverWith(sampleUpload)
  answers.to(
    changeUpload,
    () => (at.now = { ...sampleUpload, status: 'committing', preview: null, canBeConfirmed: false }),
  )
  await showPanel(answers)
  const confirm = button('Confirm')
  await expect.element(confirm).toBeVisible()
  confirm.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Your upload is being applied/)).toBeVisible()
  expect(answers.bodiesTo(changeUpload)).toEqual([{ status: 'confirmed', preview: 'preview-1' }])
  await expect.element(page.getByRole('heading', { name: sampleUpload.fileName })).toHaveFocus()

  at.now = { ...at.now, status: 'confirmed', confirmedAt: '2026-11-23T09:05:00.000Z' } as UploadView
  await expect.element(page.getByRole('status').getByText('Your file has been uploaded successfully')).toBeVisible()
  await expect.element(button('Upload')).toBeVisible()
  await expectAccessible()
})

test('finds out whether the upload was confirmed although the reply was lost', async () => {
  const { answers, at } = serverWith(sampleUpload)
  answers.drop(changeUpload)
  await showPanel(answers)
  await button('Confirm').click()
  await expect.element(page.getByText(/We do not know whether your decision about this upload was saved/)).toBeVisible()
  await expectAccessible()
  await button('Check what was saved').click()
  await expect.element(page.getByText(/^Your decision about this upload was not saved/)).toBeVisible()
  await button('Confirm').click()
  at.now = { ...sampleUpload, status: 'committing', preview: null, canBeConfirmed: false, canBeCancelled: false }
  await button('Check what was saved').click()
  await expect.element(page.getByText(/^Your upload is being applied/)).toBeVisible()
  await expect.element(button('Check what was saved')).not.toBeInTheDocument()
})

test('says what has changed since the preview', async () => {
  const { answers, at } = serverWith(sampleUpload)
  answers.refuse(changeUpload, uploadDrifted)
  await showPanel(answers)
  at.now = { ...sampleUpload, preview: 'preview-2', madeAnew: true }
  await button('Confirm').click()
  await expect.element(page.getByText(uploadDrifted.message)).toBeVisible()
  await expect.element(page.getByText(/so this is a new preview/)).toBeVisible()
})

test('shows warnings before the confirmation', async () => {
  const warning = 'National Insurance letters that do not fit the age: line 2: letter A at the age of 71.'
  await showPanel(serverWith({ ...sampleUpload, warnings: [warning] }).answers)
  await expect.element(page.getByText(warning)).toBeVisible()
  await expect.element(button('Confirm')).toBeVisible()
  await expectAccessible()
})

test('says that nothing was uploaded yet if no upload is in force', async () => {
  const never = page.getByText('No data has been uploaded yet.')
  const { answers, at } = serverWith(null)
  answers.to(readLastUpload, { date: null })
  answers.to(uploadData, () => (at.now = refusedUpload))
  await showPanel(answers)
  await expect.element(never).toBeVisible()
  await choose()
  await button('Upload').click()
  await expect.element(page.getByText('Please correct 3 problems in the file.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Upload another file' })).toBeVisible()
  await expect.element(never).not.toBeInTheDocument()
})

test('shows the same status of an upload in the list and above it', async () => {
  const checking = { ...sampleUpload, status: 'checking', counts: null, preview: null, canBeConfirmed: false } as const
  const { answers } = serverWith(checking)
  const asked = [listOf({ ...sampleSummary, status: 'uploading', rows: 0 })]
  answers.to(listUploads, () => asked.shift() ?? listOf(checking))
  await showPanel(answers)
  await expect.element(page.getByText(/^Your file is being checked/)).toBeVisible()
  const row = page.getByRole('table', { name: 'Earlier uploads' }).getByRole('row').nth(1)
  await expect.element(row.getByText('Being checked')).toBeVisible()
  await expect.element(row.getByRole('cell', { name: '243' })).toBeVisible()
})

test('cancels, and accepts another file', async () => {
  const { answers, at } = serverWith(sampleUpload)
  answers.to(changeUpload, () => (at.now = { ...sampleUpload, status: 'cancelled', canBeConfirmed: false }))
  await showPanel(answers)
  await button('Cancel').click()
  await expect.element(page.getByText('This upload was cancelled. Nothing was changed.')).toBeVisible()
  await expect.element(button('Upload')).toBeVisible()
})

test('asks before an undo, and then lists the people who were changed after the upload', async () => {
  const confirmed = { ...sampleUpload, status: 'confirmed', canBeConfirmed: false, canBeUndone: true } as const
  const { answers, at } = serverWith(confirmed)
  answers
    .to(changeUpload, () => (at.now = { ...confirmed, status: 'undoing' }))
    .to(listUploadLeft, {
      data: [{ line: 3, employeeId: 'e' as never, name: 'Amelia Hart', employeeNumber: 'NR1001' }],
      ...one,
      total: 1,
    })
  await showPanel(answers)
  await button('Undo people-november.xlsx of 23 November 2026, 09:00').click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/People stay as they are if they have changed since, or if/)).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/^The upload is being undone/)).toBeVisible()
  expect(answers.bodiesTo(changeUpload)).toEqual([{ status: 'undone' }])

  at.now = { ...confirmed, status: 'undone', undone: { takenBack: 15, left: 1 } }
  await expect.element(page.getByText('15 people again have the details from before the upload.')).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Amelia Hart' })).toBeVisible()
  await expectAccessible()
})

test('says that an undo failed and the upload still applies, and can undo it again', async () => {
  const kept = { ...sampleUpload, status: 'confirmed', canBeConfirmed: false, canBeCancelled: false } as const
  const { answers, at } = serverWith({ ...kept, canBeUndone: true, failure: uploadFailures.notUndone })
  answers.to(changeUpload, () => (at.now = { ...kept, status: 'undoing' }))
  await showPanel(answers)
  await expect.element(page.getByRole('alert').getByText(uploadFailures.notUndone)).toBeVisible()
  await expect.element(page.getByText('Your file has been uploaded successfully')).not.toBeInTheDocument()
  await expect.element(page.getByRole('cell').getByText('Could not be undone')).toBeVisible()
  await expectAccessible()
  await button('Try to undo it again').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText(/^The upload is being undone/)).toBeVisible()
  expect(answers.bodiesTo(changeUpload)).toEqual([{ status: 'undone' }])
  at.now = { ...kept, status: 'undone', undone: { takenBack: 16, left: 0 } }
  await expect.element(page.getByText('16 people again have the details from before the upload.')).toBeVisible()
  await expect.element(page.getByText(uploadFailures.notUndone)).not.toBeInTheDocument()
})

test('says if a file changes no person; for a changed National Insurance number, shows only that it is different', async () => {
  const { answers, at } = serverWith({ ...sampleUpload, counts: { new: 0, changed: 0, leaving: 0, unchanged: 243 } })
  const screen = await showPanel(answers)
  await expect.element(page.getByText(/it matches our records/)).toBeVisible()
  const fields = [{ column: 'ni_number', before: null, after: null, from: null }]
  answers.to(listUploadChanges, { data: sampleChanges.map((one) => ({ ...one, fields })), ...one, total: 2 })
  await screen.unmount()
  at.now = sampleUpload
  await showPanel(answers)
  await expect.element(page.getByText('ni_number: changed').first()).toBeVisible()
})

test('shows a failure to load, with a retry', async () => {
  const { answers } = serverWith(null)
  answers.drop(listUploads).drop(readLastUpload)
  await showPanel(answers)
  await expect.element(page.getByText('There was an error requesting earlier uploads.')).toBeVisible()
  await expect.element(page.getByText('There was an error requesting the date of the last upload.')).toBeVisible()
  await expectAccessible()
  answers.to(listUploads, listOf({ ...sampleSummary, status: 'failed' }))
  answers.to(readUpload, { ...sampleUpload, status: 'failed', failure: 'It was interrupted', canBeConfirmed: false })
  await button('Retry').click()
  await expect.element(page.getByText('It was interrupted')).toBeVisible()
})
