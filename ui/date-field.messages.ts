export const notADate = 'not a date'

export const dateFieldMessages = {
  notADate: 'Please enter a complete, valid date, for example 17/05/2026',
} as const
