import { z } from 'zod'

/** A number in a price, kept as decimal digits ('0.0825') so that no float touches it. Stored as a string. */
export const decimal = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z.string('Please enter a number').regex(/^-?\d{1,12}(\.\d{1,10})?$/, 'Please enter a number, for example 0.0825'),
)

/** A decimal of zero or more. */
export const positiveDecimal = decimal.refine((digits) => !digits.startsWith('-'), 'Please enter a number of 0 or more')
