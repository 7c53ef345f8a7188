import type { StoredPricePart } from '../selections/stored-price.ts'

/** Whether something of a price is agreed once, as holiday and orders are, instead of being charged on and on. */
export function hasFixedTotal({ parts }: { parts: readonly Pick<StoredPricePart, 'spread'>[] }): boolean {
  return parts.some(({ spread }) => spread.kind !== 'recurring')
}
