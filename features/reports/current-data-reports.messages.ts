export const belowWageMessages = {
  title: 'Pay below the minimum wage',
  lead: 'The next pay of these employees is below the minimum wage for their age and hours once they have given up pay for benefits. Raise their pay, or agree with them which benefits to reduce, before you lock the run.',
  loading: 'Loading pay below the minimum wage',
  none: 'Nobody’s next pay is below the minimum wage',
  noneText:
    'Employees appear here if they give up so much pay that the rest is below the minimum wage, such as after a birthday or in April.',
  employee: 'Employee',
  number: 'Employee number',
  payOn: 'Pay day',
  pay: 'Basic pay',
  givenUp: 'Given up',
  minimumWage: 'Minimum wage',
} as const

export const unpaidOrderMessages = {
  title: 'Orders of people on no payroll',
  lead: 'These people still owe part of an order or of bought holiday, but they are on no payroll. Agree with each person how the rest is paid, or put the person on a payroll: its next run continues the deductions.',
  loading: 'Loading orders of people on no payroll',
  none: 'No orders of people on no payroll',
  noneText: 'Orders appear here while an employee still owes part of one and is on no payroll.',
  employee: 'Employee',
  number: 'Employee number',
  benefit: 'Benefit',
  employeeOwes: 'Employee still owes',
  employerOwes: 'Employer still owes',
} as const

export const joiningUnknownMessages = {
  title: 'Childcare vouchers without a joining day',
  lead: 'The day on which these members joined the voucher scheme is unknown, so the limit for their tax band applies. Those who joined before 6 April 2011 may have the highest limit, whatever they earn. Upload their joining day with the employee data.',
  loading: 'Loading members without a joining day',
  none: 'Every voucher member has a joining day',
  noneText: 'Members appear here while their joining day is missing.',
  employee: 'Employee',
  number: 'Employee number',
  benefit: 'Benefit',
} as const
