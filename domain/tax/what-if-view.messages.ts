export const whatIfViewMessages = {
  newChild: 'Your new child',
  withNewChild: 'With your new child covered too',
  salary: 'Please enter an amount from £0 to £10,000,000',
  hours: 'Please enter hours from 1 to 80, such as 37.5',
  age: 'Please enter an age from 16 to 80',
} as const
