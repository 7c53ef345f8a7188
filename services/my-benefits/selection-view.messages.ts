import type { TaxMethod } from '../../domain/definition/definition.ts'

export const selectionViewMessages = {
  coverEnds: (lastDay: string, why: string) => `Ends on ${lastDay}. ${why}.`,
  coverEnded: (lastDay: string, why: string) => `Ended on ${lastDay}. ${why}.`,
  pot: {
    pays: (pot: string, amount: string, left: string | null) =>
      `Your ${pot} pays ${amount} of it a year${left === null ? '' : ` and then has ${left} left`}`,
    spent: (pot: string) => `All of your ${pot} is spent on other benefits`,
  },
  spread: {
    times: (count: number, amount: string) => `${count} × ${amount}`,
    separator: ', then ',
    taken: (spread: string, amount: string, pays: number) => `${spread}, after ${amount} on ${payDays(pays)}`,
    paid: (spread: string, amount: string, pays: number) => `${spread}, after ${amount} was added on ${payDays(pays)}`,
  },
  nextYear: {
    price: (pay: string, { from, amount, monthly }: { from: string; amount: string; monthly: boolean }) =>
      `${pay}, in the scheme year from ${from}. You then pay ${amount} ${monthly ? 'a month' : 'each pay day'}`,
    unknown: (pay: string, from: string) => `${pay}, in the scheme year from ${from}. Its price is not known yet`,
  },
  relationship: { partner: 'Partner', dependant: 'Dependant' },
  cover: 'Amount of cover',
  coverNow: 'Cover in force now',
  taxMethod: {
    'taxable-pay': 'Added to your pay before tax',
    sacrifice: 'Taken from your pay before tax and National Insurance',
    'sacrifice-opra': 'Taken from your pay before National Insurance',
    'net-pay': 'Taken from your pay before tax',
    'relief-at-source': 'Taken from your pay after tax, and your pension provider adds tax relief',
    'net-deduction': 'Taken from your pay after tax',
    'benefit-in-kind': 'Paid by your employer and taxed as a benefit in kind',
    'employer-only': 'Paid by your employer',
  } satisfies Record<TaxMethod, string>,
  reliefAtSource: ({
    each,
    fromPay,
    relief,
    percent,
  }: {
    each: string
    fromPay: string
    relief: string
    percent: string
  }) =>
    `${fromPay} ${each} is taken from your pay after tax, and your pension provider adds ${relief} of tax relief (${percent}%)`,
  each: { month: 'a month', payDay: 'each pay day' },
  years: (count: string) => (count === '1' ? '1 year' : `${count} years`),
  cta: { setup: 'Choose', continue: 'Continue', manage: 'Manage', reapply: 'Apply again', view: 'View' },
  field: {
    editable: 'You can change this',
    waiting: 'Your change awaits approval',
    fixed: 'This cannot be changed now',
  },
  enrolled: 'You were enrolled automatically, as the law requires',
  happened: {
    'save-draft': 'You began a choice',
    submit: 'You made this choice',
    'submit-for-approval': 'You applied for this',
    'submit-for-evidence': 'You made this choice, and part of it waits for medical evidence',
    approve: 'Approved by your employer',
    'approve-for-evidence': 'Approved by your employer, and part of it waits for medical evidence',
    reject: 'Not approved by your employer',
    withdraw: 'You withdrew your application',
    'opt-out': 'You opted out',
    'opt-out-within-month': 'You opted out within the opt-out month. It is as if you had never been a member',
    'opt-out-by-notice': 'Your employer recorded your opt-out notice. It is as if you had never been a member',
    reapply: 'You began to apply again',
    reset: 'You discarded an unfinished choice',
    'accept-evidence': 'The provider accepted your medical evidence',
    'decline-evidence': 'The provider declined the cover above the limit',
    end: 'Ended with your employment',
    expire: 'Ended, because you no longer meet its conditions',
    lapse: 'Withdrawn, because your employment ends',
    reinstate: 'Restored, because your details were corrected',
    'reinstate-for-evidence': 'Restored, because your details were corrected',
    'reinstate-application': 'Your application is waiting for your employer’s decision',
    'opt-out-again': 'You had opted out',
    provide: 'Provided to all employees by your employer',
    'provide-for-evidence': 'Provided to all employees by your employer, and part of it waits for medical evidence',
    reprice: 'Price updated, because your employment details changed',
    'reprice-for-evidence': 'Price updated, and the cover above the limit waits for medical evidence',
    'reprice-days': 'Price updated for some days, because your employment details changed',
    'reprice-application': 'The price of your application was updated, because your employment details changed',
    rise: 'Increased automatically, as every year',
    'rise-for-evidence':
      'Increased automatically, as every year, and the cover above the limit waits for medical evidence',
    'rise-days': 'Increased automatically for some days, as every year',
    renew: 'Continues in the new scheme year',
    'renew-for-evidence': 'Continues in the new scheme year, and the cover above the limit waits for medical evidence',
    'renew-days': 'Continued in the new scheme year for some days',
    'end-with-year': 'Ended with the scheme year',
    'move-start': 'Starts on another day, because your first day of employment has moved',
    'take-over': 'You had this when your employer moved to this portal',
  },
} as const

function payDays(count: number): string {
  return count === 1 ? '1 pay day' : `${count} pay days`
}
