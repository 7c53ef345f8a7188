/** Sentences of the employer's list of people, by their keys in the message catalogue (Annex D). */
export const employeeMessages = {
  none: 'No employees found',

  name: 'Name',
  email: 'Email',
  employeeNumber: 'Employee number',
  registered: 'Registered',
  lastLogin: 'Last login',
  twoFactor: 'Two-factor authentication',
  yes: 'Yes',
  no: 'No',
  fileColumns: ['Employee number', 'First name', 'Surname', 'Email'],
} as const
