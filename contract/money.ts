import { z } from 'zod'

/** Money inside the portal: whole pence. No float ever takes part in a calculation that ends in a price. */
export type Pence = bigint

/** Money on the wire: pounds with at most two decimals (requirement API-23). */
export const pounds = z.number().refine(hasAtMostTwoDecimals, 'Please enter an amount in pounds and pence')

/** Pounds as they stand in JSON, from pence. Exact for every amount below 90 trillion pounds. */
export function poundsFromPence(pence: Pence): number {
  return Number(pence) / 100
}

/** Pence from pounds as they stand in JSON. Throws a RangeError for a third decimal, so that nothing is rounded silently. */
export function penceFromPounds(amount: number): Pence {
  if (!hasAtMostTwoDecimals(amount)) throw new RangeError(`${amount} is not an amount in pounds and pence`)
  return BigInt(Math.round(amount * 100))
}

const poundsFormat = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** '£1,234.50' from pounds. */
export function showPounds(amount: number): string {
  // Nothing received is -0 in JavaScript, which would be written '-£0.00': added to 0, it has no sign.
  return poundsFormat.format(amount + 0)
}

/** '£1,234.50' from pence. */
export function showPence(pence: Pence): string {
  return showPounds(poundsFromPence(pence))
}

/** Beyond whole pence that a JSON number holds exactly, no amount is believed. */
function hasAtMostTwoDecimals(amount: number): boolean {
  return Number.isSafeInteger(Math.round(amount * 100)) && Number(amount.toFixed(2)) === amount
}
