/** Returns at most seven page numbers: the first, the last and those around the current one. null is a gap. */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1)
  if (pages <= 7) return all
  const from = Math.min(Math.max(page - 1, 3), pages - 4)
  const middle = page <= 4 ? [2, 3, 4, 5] : page >= pages - 3 ? all.slice(-5, -1) : [from, from + 1, from + 2]
  return [1, ...(middle[0] === 2 ? [] : [null]), ...middle, ...(middle.at(-1) === pages - 1 ? [] : [null]), pages]
}
