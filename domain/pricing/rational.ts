/** An exact fraction; the denominator is above 0. */
export type Rational = { readonly numerator: bigint; readonly denominator: bigint }

/** The same rates and limits recur in every price. Without this cache, parsing took a tenth of the pricing time. */
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
  return { numerator: BigInt(`${sign}${whole}${fraction}`), denominator: 10n ** BigInt(fraction.length) }
}

export function fromInteger(number: bigint | number): Rational {
  return { numerator: BigInt(number), denominator: 1n }
}

export function add(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator })
}

export function multiply(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

export function divide(a: Rational, b: Rational): Rational {
  if (b.numerator === 0n) throw new RangeError('Division by zero')
  const sign = b.numerator < 0n ? -1n : 1n
  return { numerator: a.numerator * b.denominator * sign, denominator: a.denominator * b.numerator * sign }
}

export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function isMultipleOf(a: Rational, b: Rational): boolean {
  const { numerator: over, denominator: under } = divide(a, b)
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

/** Up to ten decimals; further ones are cut off, not rounded. Only for numbers that are not negative. */
export function toDecimal({ numerator: over, denominator: under }: Rational): string {
  const text = `${over / under}.${String(((over % under) * 10n ** 10n) / under).padStart(10, '0')}`
  return text.replace(/\.?0{1,10}$/, '')
}
