import type { Pence } from '../../contract/money.ts'
import type { PenceDigits } from '../../domain/selections/stored-price.ts'

/** Sum insured in pence, calculated or stored. */
type Amount = Pence | PenceDigits
type Cover = { selected: Amount; effective: Amount }
type Decision = { asked: Amount }

/** Cover of each life in a calculated or stored price, with the amount that the provider has decided on. */
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
