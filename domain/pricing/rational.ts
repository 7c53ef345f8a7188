/** An exact fraction; the denominator is above 0. Nothing is rounded until a result becomes pence. */
export type Rational = { readonly over: bigint; readonly under: bigint }

/** Parsed decimals. Rates, limits and steps recur in every price; parsing them anew took a tenth of the pricing time. */
const cache = new Map<string, Rational>()
const maxCached = 5_000

/** Parses decimal digits ('0.0825', '-3'). Throws a RangeError for anything else. */
export function fromDecimal(digits: string): Rational {
  const before = cache.get(digits)
  if (before) return before
  const number = readDecimal(digits)
  if (cache.size >= maxCached) cache.clear()
  cache.set(digits, number)
  return number
}

function readDecimal(digits: string): Rational {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(digits)
  if (!parts) throw new RangeError(`'${digits}' is not a decimal number`)
  const [, sign = '', whole = '', fraction = ''] = parts
  return { over: BigInt(`${sign}${whole}${fraction}`), under: 10n ** BigInt(fraction.length) }
}

export function whole(number: bigint | number): Rational {
  return { over: BigInt(number), under: 1n }
}

export function add(a: Rational, b: Rational): Rational {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { over: -b.over, under: b.under })
}

export function multiply(a: Rational, b: Rational): Rational {
  return { over: a.over * b.over, under: a.under * b.under }
}

/** Throws a RangeError for a division by zero. */
export function divide(a: Rational, b: Rational): Rational {
  if (b.over === 0n) throw new RangeError('Division by zero')
  const sign = b.over < 0n ? -1n : 1n
  return { over: a.over * b.under * sign, under: a.under * b.over * sign }
}

export function compare(a: Rational, b: Rational): number {
  const difference = a.over * b.under - b.over * a.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function isMultipleOf(a: Rational, b: Rational): boolean {
  const { over, under } = divide(a, b)
  return over % under === 0n
}

export function smaller(a: Rational, b: Rational): Rational {
  return compare(a, b) <= 0 ? a : b
}

export function larger(a: Rational, b: Rational): Rational {
  return compare(a, b) >= 0 ? a : b
}

export function compareDecimals(a: string, b: string): number {
  return compare(fromDecimal(a), fromDecimal(b))
}

/** Formats a non-negative number with up to ten decimals, without trailing zeros. Further decimals are cut off. */
export function toDecimal({ over, under }: Rational): string {
  const text = `${over / under}.${String(((over % under) * 10n ** 10n) / under).padStart(10, '0')}`
  return text.replace(/\.?0{1,10}$/, '')
}
