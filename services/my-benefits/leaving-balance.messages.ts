export const atLeavingMessages = {
  left: (amount: string) => `${amount} is left to pay after your usual payments.`,
  taken: (amount: string, owed: string) =>
    `Up to ${amount} of the balance is taken from your last pay, and you owe your employer ${owed}.`,
  takenWhole: 'Your last pay covers the balance, and after that you owe nothing.',
  notTaken: 'Your last pay cannot cover any of the balance, so you owe it to your employer.',
  owed: 'You owe the balance to your employer.',
  recorded: (amount: string, owed: string) =>
    `Your last pay covered ${amount} of the balance, and you owe your employer ${owed}.`,
  recordedWhole: 'Your last pay covered the balance. You do not owe anything.',
  transfer: 'Your agreement moves to your new employer, and you owe your current employer nothing.',
  drop: 'You won’t pay anything more for this benefit after your last pay.',
  due: (amount: string) => `Your employer owes you ${amount}.`,
  paidBack: (amount: string, owed: string) => `Your employer has paid you back ${amount}, and owes you ${owed}.`,
  paidBackWhole: (amount: string) => `Your employer has paid you back ${amount}.`,
  keeping: 'This portal cannot sell you what you ordered. If you want to keep it, please ask your employer.',
} as const
