import { z } from 'zod'

/** Money inside the portal, in whole pence. Calculations of prices never use floating-point numbers. */
export type Pence = bigint

/** Money in the API: pounds with at most two decimals (requirement API-23). */
export const pounds = z.number().refine(hasAtMostTwoDecimals, 'Please enter an amount in pounds and pence')

/** Converts pence to pounds as in JSON. Exact for every amount below 90 trillion pounds. */
export function poundsFromPence(pence: Pence): number {
  return Number(pence) / 100
}

/** Converts pounds as in JSON to pence. Throws a RangeError for a third decimal, so that nothing is rounded silently. */
export function penceFromPounds(amount: number): Pence {
  if (!hasAtMostTwoDecimals(amount)) throw new RangeError(`${amount} is not an amount in pounds and pence`)
  return BigInt(Math.round(amount * 100))
}

/** Adds whole pence, because sums of floating-point numbers are inexact. */
export function sumPounds(amounts: readonly number[]): number {
  return poundsFromPence(amounts.reduce((sum, amount) => sum + penceFromPounds(amount), 0n))
}

const poundsFormat = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

export function showPounds(amount: number): string {
  // Adding 0 turns -0 into 0, which would otherwise be shown as '-£0.00'.
  return poundsFormat.format(amount + 0)
}

export function showPence(pence: Pence): string {
  return showPounds(poundsFromPence(pence))
}

/** False for a third decimal, and for amounts whose pence a JSON number cannot represent exactly. */
function hasAtMostTwoDecimals(amount: number): boolean {
  return Number.isSafeInteger(Math.round(amount * 100)) && Number(amount.toFixed(2)) === amount
}
