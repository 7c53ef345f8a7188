/**
 * Values to mark on an axis from nought to at least `highest`, in steps that people count in: 1, 2, 2.5 or 5 times a
 * power of ten. About four of them; for nothing at all, nought and one.
 */
export function niceTicks(highest: number): readonly number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5].find((each) => each * power >= rough) ?? 10)
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}
