export const dobMessages = {
  label: 'Date of birth',
  hint: 'For example, 17 5 1990',
  optional: '(optional)',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  required: 'Date of birth is required',
  invalid: 'This date of birth is not valid',
  mismatch: 'This date does not match our records',
} as const
