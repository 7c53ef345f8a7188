import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { carys, joiner } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, peopleFile, workOnUploads } from '../../tests/harness/uploads.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { UploadChange } from './data-uploads.contract.ts'

const world = await startWorld()
const uploads: Awaited<ReturnType<typeof employerUploads>> = await employerUploads(world)

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

const threeJoiners = [
  { employeeNumber: '00421', name: 'Zoë O’Brien-Núñez', kind: 'new' },
  { employeeNumber: '00422', name: 'Łukasz Kowalski', kind: 'new' },
  { employeeNumber: '00423', name: 'May Null', kind: 'new' },
]

describe('files as people and other systems write them', () => {
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
    // The following files were written by the programs after which they are named.
    [
      'xlsxwriter-formulas.xlsx',
      {
        status: 'refused',
        faults: [2, 3, 4].map((line) => expect.stringMatching(`${line} surname: .*without a result`)),
      },
    ],
    [
      'libreoffice-euros.xlsx',
      {
        status: 'refused',
        faults: [2, 3, 4].map((line) => expect.stringMatching(`${line} basic_salary: .*another currency`)),
      },
    ],
    [
      'openpyxl-shortened.xlsx',
      { status: 'refused', faults: [2, 3, 4].map((line) => expect.stringMatching(`${line} payroll_id: .*shortened`)) },
    ],
    ['libreoffice-zeros.xlsx', { status: 'ready', changes: threeJoiners }],
    ['gnumeric.xlsx', { status: 'ready', changes: threeJoiners }],
  ])('%s', async (name, expected) => {
    const content = await readFile(new URL(`../../tests/harness/people-files/${name}`, import.meta.url))
    expect(await seen(content, name)).toMatchObject({ failure: null, ...expected })
  })

  it('saved by Excel with British settings are stored with the days that Excel shows', async () => {
    const dated = (cells: Record<string, string>) => ({ ...joiner, ...cells })
    const { status, howRead, changes } = await seen(
      peopleFile([
        dated({ date_of_birth: '03/04/1990', start_date: '02/11/2026', effective_from: '01/12/2026' }),
        dated({ email: 'b@demo.example', employee_number: 'T2', date_of_birth: '25/12/1991' }),
        { ...carys, start_date: '18/09/2017', date_of_birth: '25/01/1991', basic_salary: '£ 40000.0' },
      ]),
      'people.csv',
    )
    expect({ status, howRead }).toEqual({
      status: 'ready',
      howRead: ['Dates were read with the day first: 25/12/1991 as 25 December 1991 (lines 2, 3, 4).'],
    })
    expect(changes).toHaveLength(3)
    expect(changes[2]?.fields.map(({ column }) => column)).toEqual([
      'basic_salary',
      'benefit_salary',
      'pensionable_salary',
    ])
  })

  it('are refused for identifiers of other people, and for identifiers whose leading zeros were lost', async () => {
    const numbered = { ...joiner, employee_number: '00815', payroll_id: '00042' }
    await uploads.confirmed(peopleFile([numbered]))
    const zeros = await seen(peopleFile([{ ...numbered, employee_number: '815', payroll_id: '42' }]), 'people.csv')
    expect(zeros).toMatchObject({
      status: 'refused',
      faults: [/^2 employee_number: .*has lost the zeros of 00815/, /^2 payroll_id: .*has lost the zeros of 00042/].map(
        (fault) => expect.stringMatching(fault),
      ),
    })
    const other = { ...joiner, employee_number: 'T7', email: 't7@demo.example' }
    const taken = await seen(peopleFile([{ ...other, payroll_id: '00042' }]), 'people.csv')
    expect(taken).toMatchObject({
      status: 'refused',
      faults: ['2 payroll_id: The payroll id 00042 already belongs to another person of this payroll'],
    })
    const free = [
      { ...other, payroll_id: '00042', payroll: 'four-weekly' },
      { ...numbered, payroll_id: '00043' },
    ]
    expect(await seen(peopleFile(free), 'people.csv')).toMatchObject({ status: 'ready', warnings: [] })
    const freedByMove = [
      { ...other, payroll_id: '00042' },
      { ...numbered, payroll: 'four-weekly' },
    ]
    expect(await seen(peopleFile(freedByMove), 'people.csv')).toMatchObject({ status: 'ready' })
    const twice = [
      { ...other, payroll_id: '77' },
      { ...other, employee_number: 'T8', email: 't8@demo.example', payroll_id: '77' },
    ]
    expect(await seen(peopleFile(twice), 'people.csv')).toMatchObject({
      status: 'refused',
      faults: ['3 payroll_id: The payroll id 77 is already in line 2'],
    })
  })

  it.each([
    ['start_date', '2098-12-31'],
    ['childcare_account_notice', '2026-10-31'],
    ['probation_end', '2098-12-31'],
    ['effective_from', '2098-12-31'],
  ])('can be previewed if %s is %s, even if that ends eligibility', async (column, day) => {
    const { status, failure } = await seen(peopleFile([{ ...carys, [column]: day }]), 'people.csv')
    expect([status, failure]).toEqual(['ready', null])
  })

  it('lead to a warning if a National Insurance number belongs to another person', async () => {
    const insured = { ...joiner, employee_number: 'T9', email: 't9@demo.example', ni_number: 'qq 35 39 04 a' }
    expect(await seen(peopleFile([insured]), 'people.csv')).toMatchObject({
      status: 'ready',
      warnings: [expect.stringMatching(/^A National Insurance number of this file belongs to another person.*line 2/)],
    })
    const moved = [insured, { ...carys, ni_number: 'QQ353905A' }]
    expect(await seen(peopleFile(moved), 'people.csv')).toMatchObject({ status: 'ready', warnings: [] })
  })
})
