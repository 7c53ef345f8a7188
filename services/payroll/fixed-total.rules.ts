import type { StoredPricePart } from '../../domain/selections/stored-price.ts'

/** Returns true if part of the price is a fixed total, as for holiday and orders, instead of a recurring charge. */
export function hasFixedTotal({ parts }: { parts: readonly Pick<StoredPricePart, 'spread'>[] }): boolean {
  return parts.some(({ spread }) => spread.kind !== 'recurring')
}
