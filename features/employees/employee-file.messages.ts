export const employeeFileMessages = {
  fileColumns: ['Employee number', 'First name', 'Surname', 'Email'],
} as const
