import type { Pence } from '../../../contract/money.ts'
import type { PenceDigits } from '../selections/stored-price.ts'

/** Pence of sum insured, as a price is worked out with or keeps them. */
type Amount = Pence | PenceDigits
type Cover = { selected: Amount; effective: Amount }
type Decision = { asked: Amount }

/** Of a price that is worked out, or kept: the cover of each life, and up to how much its provider has decided about it. */
type Covers = {
  cover?: Cover | null
  partnerCover?: Cover
  decidedCover?: { employee?: Decision; partner?: Decision }
}

/** Cover above the free cover limit waits for medical evidence, on whichever life, unless it was decided about as much. */
export function needsEvidence({ cover, partnerCover, decidedCover }: Covers): boolean {
  return isOpen(cover, decidedCover?.employee) || isOpen(partnerCover, decidedCover?.partner)
}

function isOpen(cover: Cover | null | undefined, decided: Decision | undefined): boolean {
  if (!cover) return false
  const selected = BigInt(cover.selected)
  return BigInt(cover.effective) < selected && BigInt(decided?.asked ?? 0n) < selected
}
