/** Sentences of the employer's list of assessments for automatic enrolment. */
export const pensionAssessmentsMessages = {
  lead: 'Who was assessed for automatic enrolment, how and why. This list has the newest hundred; the files have all of them, with the days of the letters.',
  loading: 'Loading assessments',
  none: 'Nobody has been assessed',
  noneText: 'Assessments appear here once a pension of your scheme enrols automatically.',
  employee: 'Employee',
  days: 'Days',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  age: 'Age',
  earnings: 'Pay in the period',
  unknown: 'Not known',
  category: 'Category',
  outcome: 'Outcome',
  reason: 'Reason',
  download: { csv: 'Download all as CSV', xlsx: 'Download all as a workbook' },
  downloading: 'Downloading',
  downloadFailed: 'The file could not be downloaded',
} as const
