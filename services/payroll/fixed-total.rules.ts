import type { StoredPricePart } from '../../domain/selections/stored-price.ts'

export function hasFixedTotal({ parts }: { parts: readonly Pick<StoredPricePart, 'spread'>[] }): boolean {
  return parts.some(({ spread }) => spread.kind !== 'recurring')
}
