import type { ConcernKind } from './data-uploads.contract.ts'

export const concernTitles: Readonly<Record<ConcernKind, string>> = {
  'you-lose-access': 'You would lose your access as an employer',
  'employer-loses-access': 'Employer users who would lose their access',
  'many-leavers': 'Many people leave at once',
  'new-address': 'Known people with a new email address',
  'other-person': 'A known address with the name or number, and the date of birth, of another person',
  'same-person': 'New people with the name and date of birth of another person',
  'gap-covered': 'Leavers who return with their old start date',
  birth: 'Unlikely dates of birth',
  'age-at-start': 'Unlikely ages at the start',
  start: 'Starts more than a year ahead',
  'last-day': 'Unlikely last days',
  probation: 'Long probation periods',
  'effective-from': 'Changes more than a year from today',
  'pay-change': 'Pay that changes by more than half',
  pay: 'Unlikely pay',
  hours: 'Unlikely hours',
  'ni-number': 'National Insurance numbers that HMRC does not issue',
}

export const concernAdvice: Partial<Record<ConcernKind, string>> = {
  'you-lose-access':
    'After that you could not undo this upload. Ask another employer user to confirm it, or take your line out.',
  'many-leavers': 'Check the end_date column. An end date that is wrong ends benefits and access.',
  'new-address':
    'They have the employee number, the first name or surname, and the date of birth or National Insurance number of people on record. If you confirm, they keep their benefits, family and history, are logged out, and log in with the new address. Both addresses get an email.',
  'other-person':
    'If this is another person, they need an address of their own: otherwise they get the benefits and history of the first.',
  'same-person': 'If they are on record already, use the address or employee number on record.',
  'gap-covered':
    'Benefits are calculated as if they had never left: cover and deductions of the time between come back. If they were away, write their new start_date.',
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
