import type { ConcernKind } from './data-uploads.contract.ts'

export const concernTitles: Readonly<Record<ConcernKind, string>> = {
  'you-lose-access': 'You would lose your access as an employer',
  'employer-loses-access': 'Employer users who would lose their access',
  'many-leavers': 'Many people leave at once',
  'new-address': 'People on record with a new email address',
  'other-person': 'Rows whose email address belongs to someone else on record',
  'same-person': 'New people with the name and date of birth of another person',
  'gap-covered': 'Leavers who return with their old start date',
  birth: 'Unlikely dates of birth',
  'age-at-start': 'Unlikely ages at the start',
  start: 'Start dates more than a year ahead',
  'last-day': 'Unlikely last days',
  probation: 'Long probation periods',
  'effective-from': 'Changes dated more than a year from today',
  'pay-change': 'Pay that changes by more than half',
  pay: 'Unlikely pay',
  hours: 'Unlikely hours',
  'ni-number': 'National Insurance numbers that HMRC does not issue',
}

export const concernAdvice: Partial<Record<ConcernKind, string>> = {
  'you-lose-access':
    'Without your access you could not undo this upload. Ask another employer user to confirm it, or remove your own line.',
  'many-leavers': 'Check the end_date column. A wrong end date ends benefits and access.',
  'new-address':
    'These rows have the employee number, the first name or surname, and the date of birth or National Insurance number of people on record. If you confirm, these people keep their benefits, family and history, are logged out, and log in with the new address. Both addresses get an email.',
  'other-person':
    'If this is a different person, enter that person’s own email address. Otherwise they get the benefits and history of the person on record.',
  'same-person': 'If the new person is already on record, use the email address or employee number on record.',
  'gap-covered':
    'Benefits are calculated as if the person had never left: cover and deductions for the time in between are restored. If the person really was away, enter their new start_date.',
}

export const concernTexts = {
  leaves: (date: string) => `last day ${date}`,
  inactive: 'status inactive',
  newAddress: (before: string, after: string) => `New address: ${before} → ${after}`,
  gapCovered: (left: string, start: string) => `left ${left}, start_date ${start}`,
  otherPerson: (name: string, born: string) => `on record: ${name}, born ${born}`,
  samePerson: (number: string | null) => (number ? `on record with employee number ${number}` : 'on record'),
  sameInFile: (line: number) => `also in line ${line}`,
  born: (date: string) => `date_of_birth ${date}`,
  ageAtStart: (age: number, start: string) => `${age} years old at start_date ${start}`,
  starts: (date: string) => `start_date ${date}`,
  lastDay: (date: string) => `end_date ${date}`,
  probation: (end: string, start: string) => `probation_end ${end}, start_date ${start}`,
  effectiveFrom: (date: string) => `effective_from ${date}`,
  payChange: (column: string, before: string, after: string) => `${column}: ${before} → ${after}`,
  pay: (column: string, amount: string) => `${column} ${amount} a year`,
  noPay: (column: string) => `${column} is zero`,
  hours: (hours: number) => `${hours} hours_per_week`,
  hoursAndShare: (hours: number, share: number) => `${hours} hours_per_week with full_time_equivalent ${share}`,
  /** The message omits the National Insurance number, which the decision does not need (S-53). */
  niNumber: 'ni_number',
}
