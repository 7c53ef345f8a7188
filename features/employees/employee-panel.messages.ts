/** Sentences of the panel of one employee. */
export const employeePanelMessages = {
  employee: 'Employee',
  loadingOne: 'Loading the employee',
  gone: 'This employee is no longer there',
  details: 'Details',
  dateOfBirth: 'Date of birth',
  employmentStatus: 'Employment status',
  statuses: { active: 'Active', inactive: 'Inactive', left: 'Left' },
  startDate: 'Start date',
  lastDay: 'Last day',
  unknown: 'Not known',
  selections: 'Selections',
  noSelections: 'Nothing has been chosen yet',
  benefit: 'Benefit',
  status: 'Status',
  from: 'From',
} as const
