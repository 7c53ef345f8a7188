import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employerUploads, workOnUploads } from '../../tests/harness/uploads.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { UploadChange } from './data-uploads.contract.ts'

let world: World
let uploads: Awaited<ReturnType<typeof employerUploads>>

beforeAll(async () => {
  world = await startWorld({ keep: true })
  uploads = await employerUploads(world)
})
afterAll(() => world.close())

/** Uploads a file, returns what an employer sees of it, and cancels it. */
async function seen(content: string | Buffer, name: string) {
  const answer = await uploads.upload(content, name)
  expect([answer.statusCode, answer.body]).toEqual([202, answer.body])
  await workOnUploads(world)
  const view = await uploads.view(answer.json().id)
  const changes: { data: UploadChange[] } = await uploads.get(`/api/employee-data-uploads/${view.id}/changes`)
  if (view.canBeCancelled) await uploads.change(view.id, 'cancelled')
  return {
    status: view.status,
    failure: view.failure,
    faults: view.errors.data.map(({ line, column, reason }) => `${line} ${column ?? '-'}: ${reason}`),
    howRead: view.howRead,
    warnings: view.warnings,
    changes: changes.data,
  }
}

describe('files as people and systems write them', () => {
  it.each([
    [
      '01-end-date-9999.csv',
      { status: 'ready', howRead: [expect.stringContaining('no last day: line 2')], changes: [] },
    ],
    ['02-sheetjs-export.xlsx', { status: 'ready', howRead: ['The tab “Employees” was read.'] }],
    [
      '04-payroll-id-scientific-and-twice.csv',
      {
        status: 'refused',
        faults: [/2 payroll_id: .*shortened/, /3 payroll_id: .*shortened/, /3 payroll_id: .*already.* line 2/].map(
          (fault) => expect.stringMatching(fault),
        ),
      },
    ],
    [
      '05-emails.csv',
      {
        status: 'ready',
        howRead: [
          'Invisible characters or unusual spaces in email were left out: line 2.',
          expect.stringContaining('“mailto:” or “;”: lines 3, 4'),
        ],
      },
    ],
    [
      '06-two-tabs-second-in-front.xlsx',
      { status: 'refused', faults: [expect.stringContaining('“October”, “November”')] },
    ],
    [
      '08-merged-cost-centre.xlsx',
      { status: 'refused', faults: [expect.stringMatching('2 cost_centre: The cells R2:R3 are merged')] },
    ],
    [
      '09-decimals.csv',
      {
        status: 'refused',
        faults: [expect.stringMatching('2 full_time_equivalent: .*has 9 decimals, and at most 4.*0.7143')],
      },
    ],
    [
      '10-title-above-header.xlsx',
      {
        status: 'ready',
        howRead: ['The tab “P” was read.', 'Line 2 was read as the header. The lines above it were left out.'],
      },
    ],
    ['11b-part-name-in-other-case.xlsx', { status: 'ready', howRead: ['The tab “P” was read.'] }],
    ['11c-comment-in-xml.xlsx', { status: 'ready', howRead: ['The tab “P” was read.'] }],
    [
      '12-dates-dd-mm-yyyy.csv',
      {
        status: 'refused',
        faults: [expect.stringMatching('2 start_date: .*1 October 2026 or 10 January 2026.*yyyy-mm-dd')],
      },
    ],
    [
      '13-two-people-one-ni-number.csv',
      { status: 'refused', faults: [expect.stringMatching('3 ni_number: .*already.* line 2')] },
    ],
    ['14-one-name.csv', { status: 'refused', faults: [expect.stringMatching('2 first_name: .*one name only')] }],
  ])('%s', async (name, expected) => {
    const content = await readFile(new URL(`../../tests/harness/people-files/${name}`, import.meta.url))
    expect(await seen(content, name)).toMatchObject({ failure: null, ...expected })
  })
})
