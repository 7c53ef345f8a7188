import fc from 'fast-check'

/** Surrogates, which are not characters by themselves. */
const halves = { first: 0xd800, count: 0x800 }

/**
 * Every Unicode character, for `fc.string({ unit: anySign })`. Same texts as the library's 'binary' unit, whose table of all
 * characters takes most of a second to build and 145 MB in every worker.
 */
export const anySign: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - halves.count }).map(
  (place) => String.fromCodePoint(place < halves.first ? place : place + halves.count),
  (sign) => {
    const points = typeof sign === 'string' ? Array.from(sign, (one) => one.codePointAt(0) ?? 0) : []
    const [point = 0] = points
    const isHalf = point >= halves.first && point < halves.first + halves.count
    if (points.length !== 1 || isHalf) throw new Error('This is not one sign')
    return point < halves.first ? point : point - halves.count
  },
)
