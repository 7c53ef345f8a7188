/** A fraction in lowest terms, as numerator and denominator. The denominator is above 0. */
export type Fraction = readonly [top: bigint, bottom: bigint]

function lowest(top: bigint, bottom: bigint): Fraction {
  let [a, b] = [top < 0n ? -top : top, bottom]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? [0n, 1n] : [top / a, bottom / a]
}

export function fraction(digits: string | number): Fraction {
  const [whole = '0', part = ''] = String(digits).split('.')
  return lowest(BigInt(whole + part), 10n ** BigInt(part.length))
}

export function times(...factors: readonly Fraction[]): Fraction {
  return factors.reduce<Fraction>(([a, b], [c, d]) => lowest(a * c, b * d), [1n, 1n])
}

export function divide([a, b]: Fraction, [c, d]: Fraction): Fraction {
  if (c <= 0n) throw new Error('Only numbers above 0 divide here')
  return lowest(a * d, b * c)
}

export function minus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return lowest(a * d - c * b, b * d)
}

export function plus([a, b]: Fraction, [c, d]: Fraction): Fraction {
  return lowest(a * d + c * b, b * d)
}

/** Rounds a fraction of at least 0 down to a whole number. */
export function roundedDown([top, bottom]: Fraction): Fraction {
  return [top / bottom, 1n]
}

export function isBelow(a: Fraction, b: Fraction): boolean {
  return minus(a, b)[0] < 0n
}

export function isWhole([, bottom]: Fraction): boolean {
  return bottom === 1n
}

export function smaller(a: Fraction, b: Fraction): Fraction {
  return isBelow(b, a) ? b : a
}

/** Rounds pounds to the nearest penny, half up. */
export function toPence(pounds: Fraction): bigint {
  const [top, bottom] = times(pounds, fraction(1000))
  // The division cuts off everything below a tenth of a penny. Five tenths or more round up.
  return (top / bottom + 5n) / 10n
}

export function pounds(pence: bigint): Fraction {
  return lowest(pence, 100n)
}

/** Splits a total into parts that differ by at most a penny, the larger ones first. */
export function splitPence(pence: bigint, count: number): bigint[] {
  if (pence < 0n) return splitPence(-pence, count).map((part) => -part)
  const shared: bigint[] = []
  let left = pence
  for (let still = BigInt(count); still > 0n; still -= 1n) {
    const part = (left + still - 1n) / still
    shared.push(part)
    left -= part
  }
  return shared
}

export function decimalText([top, bottom]: Fraction): string {
  const cut = String(top / bottom)
  if (bottom === 1n) return cut
  return `${cut}.${String(((top % bottom) * 10n ** 6n) / bottom).padStart(6, '0')}`.replace(/0+$/, '')
}
