import { z } from 'zod'

export const decimal = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string('Please enter a number').regex(/^-?\d{1,12}(\.\d{1,10})?$/, 'Please enter a number, for example 0.0825'),
)

export const positiveDecimal = decimal.refine((digits) => !digits.startsWith('-'), 'Please enter a number of 0 or more')

export function isNumber(text: string): boolean {
  return /^\d{1,12}(\.\d{1,10})?$/.test(text)
}
