import type { BalanceRule } from '../../domain/definition/definition.ts'

type Payments = { after: number; of: number; amount: string }

const after = ({ after: done, of }: Payments) => `After ${done} of ${of} payments`
const days = (count: string) => (count === '1' ? 'your day' : `all ${count} days`)

export const ifYouLeaveMessages = {
  order: {
    'net-pay': (paid: Payments) =>
      `If you leave before the last payment, as much as possible of the remaining payments is taken from your last pay. You owe your employer the rest. ${after(paid)} ${paid.amount} would remain.`,
    owed: (paid: Payments) =>
      `If you leave before the last payment, you owe your employer the rest. ${after(paid)} that would be ${paid.amount}.`,
    transfer: (paid: Payments) =>
      `If you leave before the last payment, your agreement moves to your new employer, and you owe your current employer nothing. ${after(paid)} ${paid.amount} would be left to pay there.`,
    settle: (paid: Payments) =>
      `If you leave before the last payment, all of the rest is taken from your last pay. ${after(paid)} that would be ${paid.amount}.`,
    drop: (paid: Payments) =>
      `If you leave before the last payment, your payments end with your last pay and your employer pays the rest. ${after(paid)} that would be ${paid.amount}.`,
  } satisfies Record<BalanceRule, (paid: Payments) => string>,
  holiday: {
    start:
      'If you leave before the scheme year ends, you pay for the days you have taken, or for your share of the year if your employer does not know how many.',
    over: 'If you have paid more than that, the difference is paid back with your last pay.',
    'net-pay':
      'If you have paid less, as much of the difference as possible is taken from your last pay, and you owe your employer the rest.',
    owed: 'If you have paid less, you owe your employer the difference.',
    transfer: 'If you have paid less, you pay the difference to your new employer.',
    settle: 'If you have paid less, the difference is taken from your last pay.',
    drop: 'If you leave before the scheme year ends, you make the last payment from your last pay. You get nothing back.',
    example: (paid: Payments, bought: string) =>
      `${after(paid)}, with ${days(bought)} taken, you would have paid ${paid.amount} too little.`,
  } satisfies Record<BalanceRule, string> & Record<string, unknown>,
  today: {
    'net-pay': (left: string) =>
      `If you left today, ${left} would be left to pay. As much of it as possible would be taken from your last pay, and you would owe your employer the rest.`,
    owed: (left: string) => `If you left today, you would owe your employer ${left}.`,
    transfer: (left: string) =>
      `If you left today, ${left} would be left to pay. Your agreement would move to your new employer, and you would owe your current employer nothing.`,
    settle: (left: string) => `If you left today, ${left} more would be taken from your last pay.`,
    drop: (left: string) =>
      `If you left today, your payments would end. Your employer would pay the remaining ${left}.`,
  } satisfies Record<BalanceRule, (left: string) => string>,
  addedToday: (amount: string) => `If you left today, ${amount} more would be added to your last pay.`,
  backToday: (amount: string) => `If you left today, ${amount} would be paid back with your last pay.`,
} as const
