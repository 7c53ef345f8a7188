import type { DifferenceRow, UploadChange, UploadSummary, UploadView } from '../data-uploads/data-uploads.contract.ts'

export const sampleSummary: UploadSummary = {
  id: '0a5bdc6e-6a83-4b8e-9c53-000000000301',
  fileName: 'people-november.xlsx',
  status: 'ready',
  uploadedAt: '2026-11-23T09:00:00.000Z',
  uploadedBy: 'Grace Lin',
  rows: 243,
  counts: { new: 3, changed: 12, leaving: 1, unchanged: 227 },
  errorCount: 0,
  confirmedAt: null,
  undoneAt: null,
  failure: null,
}

export const sampleUpload: UploadView = {
  ...sampleSummary,
  preview: 'preview-1',
  progress: null,
  madeAnew: false,
  howRead: ['The tab “November” was read.'],
  concerns: [
    {
      kind: 'pay-change',
      title: 'Pay that changes by more than half',
      advice: null,
      count: 27,
      people: [
        { line: 3, name: 'Amelia Hart', employeeNumber: 'NR1001', text: 'basic_salary: £45,000.00 → £475,000.00' },
      ],
    },
  ],
  warnings: [],
  hasDifference: true,
  canBeConfirmed: true,
  canBeCancelled: true,
  canBeUndone: false,
  undone: null,
  errors: { data: [], last_page: 1, per_page: 25, total: 0 },
}

export const refusedUpload: UploadView = {
  ...sampleUpload,
  status: 'refused',
  preview: null,
  counts: null,
  canBeConfirmed: false,
  canBeCancelled: false,
  errorCount: 3,
  errors: {
    data: [
      { line: 17, column: 'Date of birth', value: '31/02/1990', reason: 'Please write a date as yyyy-mm-dd' },
      { line: 17, column: 'Salary', value: null, reason: 'This column must be filled in' },
      { line: 204, column: null, value: null, reason: 'The row has 12 cells, the header 20.' },
    ],
    last_page: 1,
    per_page: 25,
    total: 3,
  },
}

const cost = (employee: number, employer: number) => ({
  employee: { month: employee, year: employee * 12 },
  employer: { month: employer, year: employer * 12 },
})

export const sampleChanges: UploadChange[] = [
  {
    line: 2,
    kind: 'new',
    employeeId: null,
    name: 'Nadia Rahman',
    employeeNumber: 'NR2001',
    fields: [
      { column: 'email', before: null, after: 'nadia.rahman@demo.example', from: null },
      { column: 'basic_salary', before: null, after: '31000.00', from: null },
    ],
    benefits: [],
  },
  {
    line: 3,
    kind: 'changed',
    employeeId: null,
    name: 'Amelia Hart',
    employeeNumber: 'NR1001',
    // The API's day type is a checked string; the sample skips the check.
    fields: [{ column: 'salary', before: '45000', after: '47500', from: '2026-12-01' as never }],
    benefits: [
      { kind: 'gains', benefitName: 'Dental insurance', reason: null, before: null, after: null },
      { kind: 'gains', benefitName: 'Gym', reason: null, before: null, after: null },
      {
        kind: 'repriced',
        benefitName: 'Life assurance',
        reason: null,
        before: cost(12.5, 30),
        after: cost(13.19, 31.67),
      },
    ],
  },
]

const whom = { employeeId: null, reason: null, before: null, after: null }

export const sampleDifference: DifferenceRow[] = [
  {
    ...whom,
    kind: 'gains',
    name: 'Nadia Rahman',
    employeeNumber: 'NR2001',
    benefitName: 'Dental insurance',
    reason: 'They have passed their probation',
  },
  {
    ...whom,
    kind: 'repriced',
    name: 'Amelia Hart',
    employeeNumber: 'NR1001',
    benefitName: 'Life assurance',
    before: cost(12.5, 30),
    after: cost(13.19, 31.67),
  },
]
