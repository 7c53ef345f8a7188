/** Column names and values of the file of leavers' balances. */
export const owedMessages = {
  employee: 'Employee',
  employeeNumber: 'Employee number',
  email: 'Email',
  lastDay: 'Last day',
  benefit: 'Benefit',
  rule: 'What happens',
  rules: {
    'net-pay': 'Taken from net pay, the rest is owed',
    owed: 'To be repaid',
    transfer: 'Transfers to the new employer',
    settle: 'Settled in the last pay',
    drop: 'Not asked for',
  },
  left: 'Left to pay',
  most: 'Most from the last pay',
  taken: 'Taken by payroll',
  takenOn: 'Taken on',
  owed: 'Still owed',
  tooMuch: 'That is more than is left to pay',
} as const
