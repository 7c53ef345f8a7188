import type { BalanceRule } from '../../domain/definition/definition.ts'

type Payments = { after: number; of: number; amount: string }

const after = ({ after: done, of }: Payments) => `After ${done} of ${of} payments`
const days = (count: string) => (count === '1' ? 'your day' : `all ${count} days`)

export const ifYouLeaveMessages = {
  order: {
    'net-pay': (paid: Payments) =>
      `If you leave before the last payment, the rest is taken from your last pay as far as it allows, and you owe your employer what is left. ${after(paid)} the rest would be ${paid.amount}.`,
    owed: (paid: Payments) =>
      `If you leave before the last payment, you owe your employer the rest. ${after(paid)} that would be ${paid.amount}.`,
    transfer: (paid: Payments) =>
      `If you leave before the last payment, your agreement moves to your new employer, and you owe this one nothing. ${after(paid)} ${paid.amount} would be left to pay there.`,
    settle: (paid: Payments) =>
      `If you leave before the last payment, all of the rest is taken from your last pay. ${after(paid)} that would be ${paid.amount}.`,
    drop: (paid: Payments) =>
      `If you leave before the last payment, your payments end with your last pay. ${after(paid)} your employer would bear ${paid.amount}.`,
  } satisfies Record<BalanceRule, (paid: Payments) => string>,
  holiday: {
    start:
      'If you leave before the scheme year ends, you pay for the days you have taken, or for your share of the year if your employer does not know how many.',
    over: 'Anything you have paid above that comes back with your last pay.',
    'net-pay':
      'The missing amount is taken from your last pay as far as it allows, and you owe your employer the rest.',
    owed: 'You owe your employer the missing amount.',
    transfer: 'Anything still to pay moves to your new employer.',
    settle: 'The missing amount is taken from your last pay.',
    drop: 'If you leave before the scheme year ends, your last pay has the last payment. You get nothing back.',
    example: (paid: Payments, bought: string) =>
      `${after(paid)}, with ${days(bought)} taken, ${paid.amount} would be missing.`,
  } satisfies Record<BalanceRule, string> & Record<string, unknown>,
  today: {
    'net-pay': (left: string) =>
      `If you left today, ${left} would be left to pay. It would be taken from your last pay as far as it allows, and you would owe your employer the rest.`,
    owed: (left: string) => `If you left today, you would owe your employer ${left}.`,
    transfer: (left: string) =>
      `If you left today, ${left} would be left to pay. Your agreement would move to your new employer, and you would owe this one nothing.`,
    settle: (left: string) => `If you left today, ${left} more would be taken from your last pay.`,
    drop: (left: string) => `If you left today, your payments would end. Your employer would bear ${left}.`,
  } satisfies Record<BalanceRule, (left: string) => string>,
  addedToday: (amount: string) => `If you left today, ${amount} more would be added to your last pay.`,
  backToday: (amount: string) => `If you left today, ${amount} would come back with your last pay.`,
} as const
