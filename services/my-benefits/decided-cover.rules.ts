import type { CoverSoFar, DecidedCover, CoverDecision } from '../../domain/pricing/price-context.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { StoredDecision, StoredPrice } from '../../domain/selections/stored-price.ts'

export function storedDecisions({ employee, partner }: DecidedCover): NonNullable<StoredPrice['decidedCover']> {
  return { ...(employee && { employee: stored(employee) }), ...(partner && { partner: stored(partner) }) }
}

export function decidedCover({ employee, partner }: NonNullable<StoredPrice['decidedCover']>): DecidedCover {
  return { ...(employee && { employee: inPence(employee) }), ...(partner && { partner: inPence(partner) }) }
}

function stored({ asked: requested, accepted }: CoverDecision): StoredDecision {
  return { asked: String(requested), accepted: String(accepted) }
}

function inPence({ asked: requested, accepted }: StoredDecision): CoverDecision {
  return { asked: BigInt(requested), accepted: BigInt(accepted) }
}

export function allAccepted({ cover, partnerCover }: Pick<Price, 'cover' | 'partnerCover'>): DecidedCover {
  const whole = ({ selected }: CoverSoFar): CoverDecision => ({ asked: selected, accepted: selected })
  return { ...(cover && { employee: whole(cover) }), ...(partnerCover && { partner: whole(partnerCover) }) }
}
