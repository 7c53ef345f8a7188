const fields: Readonly<Record<string, string>> = {
  openInProbation: 'open in probation',
  changeIn: 'windows for changes',
  takesEffect: 'takes effect',
  optOut: 'windows for opting out',
  groupCode: 'group',
  coreChoice: 'core cover for all employees',
  freeCoverLimit: 'free cover limit',
  payDay: 'pay day',
  cutOff: 'cut-off',
  schemeNumber: 'scheme number',
  termsRevision: 'revision of the terms',
}

export const planMessages = {
  yes: 'yes',
  no: 'no',
  none: 'none',
  nothing: '–',
  /** Turns 'openInProbation' into 'open in probation'. */
  field: (name: string) =>
    fields[name] ?? name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`),
  fact: (name: string) => name.replaceAll('-', ' '),

  title: (client: string, code: string, today: string) =>
    `Plan for ${client} (${code}): what applying the folder on ${today} would do`,
  newClient: 'The folder creates this client.',
  told: (on: string) => `All results are for ${on} and include changes that take effect by then.`,
  untouched: 'Nothing has been changed.',
  unfinished: (on: string) => `The folder applied on ${on} has not reached all people yet. Apply it again to finish.`,
  nothingChanges: (client: string) => `Applying the folder would change nothing for ${client}.`,
  past: (today: string) => `A plan is for today (${today}) or a later day: choose another day with --on.`,

  scheme: 'WHAT CHANGES IN THE SCHEME',
  noScheme: 'Nothing.',
  parts: {
    client: 'Client',
    addresses: 'Address',
    'scheme year': 'Scheme year',
    benefits: 'Benefit',
    windows: 'Window',
    rates: 'Rates',
    payrolls: 'Payroll',
    content: 'Content',
    pictures: 'Picture',
    files: 'File',
  },
  change: { added: 'added', removed: 'taken out', changed: 'changed' },
  thing: (name: string, code: string) => (name === code ? name : `${name} (${code})`),
  moved: (before: string, after: string) => `${before} → ${after}`,
  fieldMoved: (field: string, moved: string) => `${field}: ${moved}`,
  more: (count: number) => `and ${count} more`,

  people: 'PEOPLE',
  peopleCounts: (counts: { new: number; changed: number; leaving: number }) =>
    `${counts.new} new, ${counts.changed} changed, ${counts.leaving} leaving.`,
  personChange: { new: 'new', changed: 'changed', leaving: 'leaving' },
  factMoved: (fact: string, moved: string, from: string) => `${fact} ${moved} from ${from}`,

  benefits: 'ELIGIBILITY',
  benefitsColumns: ['Benefit', 'Gain it', 'Lose it', 'May choose now', 'May no longer choose'],
  gain: (name: string, reason: string) => `gain ${name}: ${reason}`,
  lose: (name: string, reason: string) => `lose ${name}: ${reason}`,
  noBenefits: 'Nobody gains or loses a benefit, and no window opens or closes.',

  selections: 'COST OF SELECTIONS',
  noSelections: 'No price of an existing selection changes.',
  continued: (count: number) =>
    count === 1 ? 'One selection gets a new version.' : `${count} selections get new versions.`,
  kinds: { repriced: 'repriced', begun: 'begun', ended: 'ended' },
  costColumns: ['Benefit', 'What', 'Number', '', 'Employee', 'Employer'],
  all: 'All benefits',
  aMonth: 'a month',
  aYear: 'a year',
  biggest: 'The biggest changes, per year:',
  biggestColumns: ['Benefit', 'Employee', 'Employer'],
  who: 'Who',

  pay: 'DEDUCTIONS IN THE NEXT OPEN PERIODS',
  payColumns: ['Payroll', 'Period', 'Pay day', 'Employee', 'Employer'],
  later: (count: number) => (count === 1 ? '1 later period' : `${count} later periods`),
  noPay: 'No period is open.',
  samePay: 'The same as now, in every period that is open.',

  providers: 'WHAT PROVIDERS RECEIVE PER YEAR',
  providerColumns: ['Provider', 'From employees', 'From the employer'],
  sameProviders: 'The same as now.',

  renewal: (day: string) => `WHAT CONTINUES ON ${day}`,
  noRenewal: 'Nobody has a benefit.',
  renewalColumns: ['', 'As now', 'New price', 'Chosen', 'Must answer', 'Ends', 'No price'],
  attention: 'WHAT NEEDS ATTENTION',
  noAttention: 'Nothing.',
  kindsOfAttention: {
    'ends-with-year': 'Ends with the scheme year',
    'needs-consent': 'Needs the member’s agreement',
    'held-of-withdrawn': 'Benefit is no longer offered',
    'no-longer-entitled': 'Member could no longer choose it',
    'outside-limits': 'Choice is outside the limits',
    'no-price': 'Choice has no price',
    'price-kept': 'Choice keeps an earlier price',
    'below-minimum-wage': 'Pay below the minimum wage',
    pending: 'Waiting for a decision',
  },
  person: (name: string, number: string | null, email: string) =>
    [name, number, email].filter((one) => one !== null && one !== '').join(', '),
} as const
