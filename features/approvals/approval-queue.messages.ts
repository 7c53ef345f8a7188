import type { BalanceRule, TaxMethod } from '../../domain/definition/definition.ts'

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

export const queueMessages = {
  show: 'Show',
  all: 'All',
  order: 'Order',
  orders: { wait: 'Longest wait first', value: 'Smallest order first', name: 'By surname' },
  reviewTable: (benefitName: string) => `Review ${benefitName} in a table`,
  queue: 'Choices awaiting approval',
  selectAll: (count: number) => `Select all ${count}`,
  waiting: 'Waiting',
  waited: (days: number) => (days === 0 ? 'Today' : plural(days, 'day', 'days')),
  choice: (benefitName: string, summary: string) => (summary ? `${benefitName}, ${summary}` : benefitName),
  select: (employeeName: string, benefitName: string) => `Select ${employeeName}, ${benefitName}`,
  longestOf: (benefitName: string, { shown, all }: { shown: number; all: number }) =>
    `The list shows only the choices that have waited longest: ${shown} of ${all} for ${benefitName}. Review the benefit in a table to see all.`,
  longest: (shown: number, all: number) =>
    `The list shows only the choices that have waited longest: ${shown} of ${all}. Decide these first, or choose one benefit and review it in a table.`,

  shortcuts: 'Keyboard shortcuts',
  move: 'move',
  tick: 'select',

  back: (count: number) => `All ${plural(count, 'choice', 'choices')}`,
  sent: (benefitName: string, { change, on }: { change: boolean; on: string }) =>
    `${benefitName}, ${change ? 'change' : 'new choice'}, sent ${on}`,
  heading: (employeeName: string, summary: string) => (summary ? `${employeeName}: ${summary}` : employeeName),
  hours: (hours: string) => `${hours} hours a week`,
  salary: (amount: string) => `${amount} a year`,
  loading: 'Loading the details of this choice',

  pays: (firstName: string) => `${firstName} pays`,
  isPaid: (firstName: string) => `${firstName} gets`,
  aMonth: 'a month',
  takeHome: 'Take-home pay',
  less: (amount: string) => `${amount} less`,
  more: (amount: string) => `${amount} more`,
  same: 'No change',
  payNow: 'You pay now',
  forOrder: 'for the order',
  forOrders: 'for their orders',
  youPay: 'You pay',
  saveInsurance: 'You save on NI',
  payInsurance: 'You pay extra NI',
  aYear: 'a year',

  wageKept: 'Pay does not fall below the minimum wage',
  wageBelow: 'Pay would fall below the minimum wage',
  wageToRise: (firstName: string, { on, floor }: { on: string; floor: string }) =>
    `From ${on} the minimum wage is ${floor} a year, more than ${firstName}’s pay on record. You must raise the pay by then`,
  minimum: 'Minimum',
  payAfter: 'After this choice',

  startsOn: 'Starts on',
  taxed: 'Taxed',
  taxMethod: {
    'taxable-pay': 'Added to pay before tax',
    sacrifice: 'Taken before tax and National Insurance',
    'sacrifice-opra': 'Taken before National Insurance',
    'net-pay': 'Taken before tax',
    'relief-at-source': 'Taken after tax, and the provider adds tax relief',
    'net-deduction': 'Taken after tax',
    'benefit-in-kind': 'A benefit in kind that you pay',
    'employer-only': 'You pay all of it',
  } satisfies Record<TaxMethod, string>,
  inForce: 'In force until you decide',
  inForceCost: (planDetails: string, amount: string) => [planDetails, `${amount} a month`].filter(Boolean).join(', '),
  firstPay: 'First pay day',
  firstPayBy: (payOn: string, by: string) => `${payOn}, if you decide by ${by}`,
  noPay: 'No pay day is planned yet',
  leaves: (firstName: string) => `If ${firstName} leaves`,
  balance: {
    'net-pay': 'As much of the rest as possible is taken from the last pay',
    owed: 'The rest is owed to you',
    transfer: 'The agreement moves to the new employer',
    settle: 'The rest is taken from the last pay',
    drop: 'The rest is not collected',
  } satisfies Record<BalanceRule, string>,
  why: 'Why it needs approval',
  whyNew: (benefitName: string) => `${benefitName} starts only with your approval`,
  whyChange: (benefitName: string) => `Changes to ${benefitName} need your approval`,
  terms: 'Terms and conditions',
  accepted: (version: number) => `Version ${version} accepted`,
  notAccepted: (version: number) => `Version ${version} not accepted`,
  person: (name: string) => `See all benefits of ${name}`,

  several: (count: number) => plural(count, 'choice selected', 'choices selected'),
  employeesPay: 'Employees pay',
  selectedShort: (count: number) => (count === 0 ? 'None selected' : `${count} selected`),
  selected: (count: number) => (count === 0 ? 'None selected' : `${count} selected. You will be asked to confirm.`),
} as const
