export const notADate = 'not a date'

export const dateFieldMessages = {
  notADate: 'Please enter a whole date that exists, for example 17/05/2026',
} as const
