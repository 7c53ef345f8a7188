/** A fraction in lowest terms, kept as numerator and denominator; the denominator is above 0. */
export type Exact = readonly [top: bigint, bottom: bigint]

function lowest(top: bigint, bottom: bigint): Exact {
  let [a, b] = [top < 0n ? -top : top, bottom]
  while (b > 0n) [a, b] = [b, a % b]
  return a === 0n ? [0n, 1n] : [top / a, bottom / a]
}

/** '12.5' as 25/2. */
export function exact(digits: string | number): Exact {
  const [whole = '0', part = ''] = String(digits).split('.')
  return lowest(BigInt(whole + part), 10n ** BigInt(part.length))
}

export function times(...factors: readonly Exact[]): Exact {
  return factors.reduce<Exact>(([a, b], [c, d]) => lowest(a * c, b * d), [1n, 1n])
}

export function over([a, b]: Exact, [c, d]: Exact): Exact {
  if (c <= 0n) throw new Error('Only numbers above 0 divide here')
  return lowest(a * d, b * c)
}

export function minus([a, b]: Exact, [c, d]: Exact): Exact {
  return lowest(a * d - c * b, b * d)
}

export function plus([a, b]: Exact, [c, d]: Exact): Exact {
  return lowest(a * d + c * b, b * d)
}

/** As many whole ones as it holds, of a number that is not below 0. */
export function wholes([top, bottom]: Exact): Exact {
  return [top / bottom, 1n]
}

export function isBelow(a: Exact, b: Exact): boolean {
  return minus(a, b)[0] < 0n
}

export function isWhole([, bottom]: Exact): boolean {
  return bottom === 1n
}

export function lower(a: Exact, b: Exact): Exact {
  return isBelow(b, a) ? b : a
}

/** Pounds to the nearest penny, a half upwards (domain 2). */
export function toPence(pounds: Exact): bigint {
  const [top, bottom] = times(pounds, exact(1000))
  // Tenths of a penny and what is below them, cut off: from five tenths on the penny is full.
  return (top / bottom + 5n) / 10n
}

export function pounds(pence: bigint): Exact {
  return lowest(pence, 100n)
}

/** Parts that make up the whole, none a penny larger than another; the larger ones first (domain 2). */
export function parts(pence: bigint, count: number): bigint[] {
  if (pence < 0n) return parts(-pence, count).map((part) => -part)
  const shared: bigint[] = []
  let left = pence
  for (let still = BigInt(count); still > 0n; still -= 1n) {
    // What is left, shared by those who are left, rounded up.
    const part = (left + still - 1n) / still
    shared.push(part)
    left -= part
  }
  return shared
}

/** '5' and '2.5', as people write a number. */
export function written([top, bottom]: Exact): string {
  const cut = String(top / bottom)
  if (bottom === 1n) return cut
  return `${cut}.${String(((top % bottom) * 10n ** 6n) / bottom).padStart(6, '0')}`.replace(/0+$/, '')
}
