import type { StoredPrice } from '../selections/stored-price.ts'

/** Whether something of a price is agreed once, as holiday and orders are, instead of being charged on and on. */
export function hasFixedTotal({ parts }: Pick<StoredPrice, 'parts'>): boolean {
  return parts.some(({ spread }) => spread.kind !== 'recurring')
}
