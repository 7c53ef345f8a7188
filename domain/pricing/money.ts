import type { Pence } from '../../contract/money.ts'
import { type Rational, fromDecimal, multiply, fromInteger } from './rational.ts'

const HUNDRED = fromInteger(100)

/** Rounds half up to the penny, as the whole portal does: £1.005 is £1.01. Throws a RangeError below 0. */
export function roundHalfUp(pounds: Rational): Pence {
  const { numerator: over, denominator: under } = multiply(pounds, HUNDRED)
  if (over < 0n) throw new RangeError('Only amounts of 0 or more can be rounded')
  return (2n * over + under) / (2n * under)
}

/** Splits by largest remainder, larger parts first: £1,000 over 12 is 4 × £83.34, then 8 × £83.33. */
export function splitEvenly(amount: Pence, parts: number): Pence[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError(`An amount cannot be split into ${parts} parts`)
  if (amount < 0n) return splitEvenly(-amount, parts).map((part) => -part)
  const share = amount / BigInt(parts)
  const larger = Number(amount % BigInt(parts))
  return Array.from({ length: parts }, (_, index) => (index < larger ? share + 1n : share))
}

/** Returns amount × parts / of, half up to the penny (away from 0 if negative): 10 of 31 days of £38.64 are £12.46. */
export function shareOf(amount: Pence, { parts, of }: { parts: number; of: number }): Pence {
  if (amount < 0n) return -shareOf(-amount, { parts, of })
  return (2n * amount * BigInt(parts) + BigInt(of)) / (2n * BigInt(of))
}

/** Formats pence as pounds for derivations and files: 86538 is '865.38'. */
export function digitsFromPence(pence: Pence): string {
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0')
  return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses pounds with at most two decimals as pence. Throws a RangeError if rounding would be needed. */
export function penceFromDigits(digits: string): Pence {
  const { numerator: over, denominator: under } = multiply(fromDecimal(digits), HUNDRED)
  if (over % under !== 0n) throw new RangeError(`'${digits}' is not an amount in pounds and pence`)
  return over / under
}
