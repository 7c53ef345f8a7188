import type { Pence } from '../../contract/money.ts'
import type { PenceDigits } from '../../domain/selections/stored-price.ts'

type Amount = Pence | PenceDigits
type Cover = { selected: Amount; effective: Amount }
type Decision = { asked: Amount }

type Covers = {
  cover?: Cover | null
  partnerCover?: Cover
  decidedCover?: { employee?: Decision; partner?: Decision }
}

/** Cover above the free cover limit needs evidence, unless the provider has decided about this amount. */
export function needsEvidence({ cover, partnerCover, decidedCover }: Covers): boolean {
  return isOpen(cover, decidedCover?.employee) || isOpen(partnerCover, decidedCover?.partner)
}

function isOpen(cover: Cover | null | undefined, decided: Decision | undefined): boolean {
  if (!cover) return false
  const selected = BigInt(cover.selected)
  return BigInt(cover.effective) < selected && BigInt(decided?.asked ?? 0n) < selected
}
