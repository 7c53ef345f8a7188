import type { ActionName } from '../../domain/selections/benefits.contract.ts'
import type { WindowCause } from '../../domain/definition/definition.ts'
import type { DecisionStep } from '../../domain/eligibility/eligibility.rules.ts'

export const explainMessages = {
  title: (benefit: string, code: string, who: string) => `${benefit} (${code}) for ${who}`,
  under: (client: string, on: string, from: string, to: string) =>
    `at ${client}, on ${on}; scheme year ${from} to ${to}`,
  yes: 'yes',
  no: 'no',
  nothing: '–',
  since: (date: string) => `since ${date}`,
  from: (date: string) => `from ${date}`,

  person: 'THE PERSON ON THAT DAY',
  born: 'Date of birth',
  age: (date: string, years: number) => `${date}, ${years} years old`,
  member: (name: string, born: string) => `${name}, born ${born}`,
  /** In the order of the explanation. Facts that affect no price, window or pay are left out. */
  facts: {
    status: 'Employment',
    'start-date': 'Joined on',
    'end-date': 'Last day',
    'probation-end': 'Probation ends on',
    'basic-salary': 'Basic salary per year',
    'benefit-salary': 'Benefit salary per year',
    'pensionable-salary': 'Pensionable salary per year',
    'hours-per-week': 'Hours per week',
    'full-time-equivalent': 'Full-time equivalent',
    payroll: 'Payroll',
    location: 'Location',
    'tax-country': 'Taxed in',
    'ni-category': 'National Insurance category',
    'student-loans': 'Student loans',
    'apprentice-since': 'Apprentice since',
    'leaving-reason': 'Reason for leaving',
    'bought-days-taken': 'Bought holiday taken',
    'pension-opt-out-notice': 'Pension opt-out notice',
    'other-relevant-earnings': 'Other contractual pay per year',
    'voucher-member-since': 'Childcare vouchers since',
    'childcare-account-notice': 'Notice of a childcare account',
    'money-purchase-allowance-since': 'Money purchase annual allowance since',
  } as Readonly<Record<string, string>>,

  choosing: (on: string) => `CAN THEY CHOOSE IT ON ${on}?`,
  mayUntil: (date: string) => `Yes, until ${date}.`,
  mayAlways: 'Yes.',
  mayNot: (reason: string) => `No: ${reason}.`,
  counts: (date: string) => `A choice made on that day starts on ${date}.`,
  countsIfOpen: (date: string) =>
    `If the benefit were open for choices, a choice made on that day would start on ${date}.`,
  rules: {
    employed: 'Employed',
    'year-published': 'Benefits of the year published',
    'still-offered': 'Still offered',
    'holds-already': 'Has it already',
    'no-childcare-account': 'No childcare account',
    'age-from': 'Old enough',
    'age-to': 'Young enough',
    'past-probation': 'Past probation',
    'in-location': 'Works in a location of the benefit',
    'on-payroll': 'On a payroll of the benefit',
    'hours-from': 'Works enough hours',
    'open-now': 'Open for choices',
    'counts-in-year': 'Starts in this scheme year',
    'starts-in-employment': 'Starts before employment ends',
  } satisfies Record<DecisionStep['rule'], string>,
  employment: (status: string | null) =>
    status === null
      ? 'the employment status is not known, so the person counts as active'
      : `the employment status is ${status}`,
  yearPublished: (ends: string) => `the newest scheme year ends on ${ends}`,
  withdrawn: 'the benefit was withdrawn from the scheme; people who have it may opt out',
  holds: (holds: boolean) => (holds ? 'they have it or had it' : 'they have never had it'),
  memberUntil: (month: string) =>
    `they have stopped taking vouchers and remain members for 52 tax weeks, until the ${month} pay (HMRC manual EIM16230)`,
  childcareNotice: (date: string | null) =>
    date === null ? 'no notice of a childcare account is known' : `they gave notice of a childcare account on ${date}`,
  ageFrom: (years: number, age: number) => `from the age of ${years}; they are ${age}`,
  ageTo: (years: number, age: number) => `until the age of ${years}; they are ${age}`,
  probation: (ends: string | null) => (ends === null ? 'no probation is known' : `probation ends on ${ends}`),
  location: (locations: string, location: string | null) => `offered in ${locations}; they work in ${location ?? '–'}`,
  payroll: (payrolls: string, payroll: string | null) => `offered on ${payrolls}; they are on ${payroll ?? '–'}`,
  hours: (hours: string, weekly: string | null) => `from ${hours} hours a week; they work ${weekly ?? '–'}`,
  countsInYear: (countsFrom: string, ends: string) => `a choice starts on ${countsFrom}; the year ends on ${ends}`,
  startsInEmployment: (startsOn: string, lastDay: string) =>
    `a choice starts on ${startsOn}; employment ends on ${lastDay}`,
  always: 'the benefit may be chosen at any time',
  window: (cause: string, opens: string, closes: string) => `${cause} ${opens} to ${closes}`,
  noWindow: 'no window is planned',
  causes: {
    annual: 'annual window',
    joiner: 'window after joining',
    anniversary: 'window after an anniversary of joining',
    'life-event': 'window after a life event',
    granted: 'window granted to them',
    'any-month': 'any month',
    'any-time': 'any time',
  } satisfies Record<WindowCause, string>,
  actions: 'Possible actions:',
  action: {
    setup: 'choose',
    manage: 'manage',
    'change-cover': 'change cover',
    'opt-out': 'opt out',
    claim: 'claim',
    statement: 'read statements',
  } satisfies Record<ActionName, string>,

  knownThen: 'At the end of that day, the records showed different facts:',
  nobodyThen: 'At the end of that day, none of these facts had been recorded.',
  notKnown: 'not known',

  enrolment: 'AUTOMATIC ENROLMENT',

  selection: 'CURRENT SELECTIONS',
  selectionOn: (on: string) => `SELECTIONS AS OF ${on}`,
  neverChosen: 'They have never chosen it.',
  notChosenBy: 'They had not chosen it by then.',
  state: (status: string, running: number | null) =>
    running === null ? `${status}; no version is in force.` : `${status}; version ${running} is in force.`,
  stateAhead: (status: string, version: number | null) =>
    `${status} now; ${versionThat(version, 'applies')} on that day.`,
  stateThen: (status: string, version: number | null) =>
    `${status} at the end of that day. According to today’s records, ${versionThat(version, 'applies')} on that day.`,
  nothingThen: (version: number | null) =>
    `No selection was recorded by the end of that day. According to today’s records, ${versionThat(version, 'applies')} on that day.`,
  knownVersions: (known: number, applied: number | null) =>
    `${known === 1 ? 'Version 1 was recorded' : `Versions 1 to ${known} were recorded`} by the end of that day. According to those records, ${versionThat(applied, 'applied')}.`,
  asKnownThen: (version: number) => `Version ${version}, which applied according to the records of that day:`,
  versions: ['Version', 'Recorded', 'From', 'Until', 'State', 'What happened', 'Employee', 'Employer'],
  covered: (names: string) => `Covered with them: ${names}`,
  aMonth: 'Amounts are for the first month.',

  agreed: (version: number) => `THE PRICE AGREED IN VERSION ${version}, STEP BY STEP`,
  agreedThen: (version: number) =>
    `THE PRICE OF VERSION ${version}, ACCORDING TO THE RECORDS OF THAT DAY, STEP BY STEP`,
  same: (version: number) =>
    `A choice made on that day has the price agreed in version ${version}, shown step by step above.`,
  anew: (on: string) => `THE PRICE OF THE SAME CHOICE IF MADE ON ${on}`,
  example: (on: string) => `AN EXAMPLE: THE PRICE OF THE SMALLEST CHOICE IF MADE ON ${on}`,
  byTariff:
    'This price comes from the scheme’s tariff. If the portal uses a cost engine, the engine sets the price when they choose.',
  noPrice: (reason: string) => `There is no price: ${reason}.`,
  below: (reason: string) => `This choice could not be confirmed: ${reason}.`,
  sides: ['', 'First pay day', 'First month', 'Per year'],
  employee: 'Employee',
  employer: 'Employer',
  figure: (label: string, value: string) => `${label} ${value}`,
  steps: ['Step', 'What', 'Result', 'Source', 'Since'],

  deductions: 'DEDUCTIONS BY PAY PERIOD',
  deductionsNow: 'DEDUCTIONS BY PAY PERIOD, AS THEY ARE NOW',
  thatDay: 'that day',
  noDeductions: 'There are no deductions.',
  periods: ['Period', 'Pay day', 'Pay code', 'Version', 'Employee', 'Employer', ''],
  locked: 'locked',
  adjustment: (period: string) => `for ${period}`,
  earlierPeriod: 'an earlier period',
  total: 'Total',

  takeHome: 'EFFECT ON TAKE-HOME PAY',
  notComputed: (reason: string) => `The effect cannot be calculated: ${reason}.`,
  lines: ['', 'Without it', 'With it', 'Change'],
  change: (period: string, month: string, year: string) =>
    `Change in take-home pay: ${period} on the first pay day, ${month} in the first month, ${year} a year.`,
  employerSide: (ni: string, class1A: string) =>
    `Change for the employer in a year: National Insurance ${ni}, Class 1A ${class1A}.`,

  nobody: (email: string, client: string | undefined) =>
    `No account has the email address ${email}${client === undefined ? '' : ` at ${client}`}: give the email address that the person logs in with.`,
  several: (clients: string, email: string) => `${email} has accounts at ${clients}: name one of them with --client.`,
  noScheme: (client: string, email: string, on: string) =>
    `${client} has no scheme year on ${on}, or ${email} has no personal details: name another day with --on.`,
  noBenefit: (client: string, code: string, codes: string) =>
    `${client} offers no benefit ${code}: name one of ${codes}.`,
} as const

function versionThat(version: number | null, word: string): string {
  return version === null ? `no version ${word}` : `version ${version} ${word}`
}
