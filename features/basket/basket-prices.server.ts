import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { Refused } from '../../contract/refusals.ts'
import {
  confirmedVersion,
  requireComplete,
  requireMinimumContribution,
  requireNoIncrease,
  requireMayChoose,
  requirePartnerAnswer,
  requirePrice,
  requireTerms,
} from '../../services/benefits/choosing.server.ts'
import { selectionAfterVersion } from '../../services/recalculation/apply-version.rules.ts'
import { needsEvidence } from '../../services/my-benefits/needs-evidence.rules.ts'
import { requireMedicalAnswers } from '../../services/benefits/medical-questions.server.ts'
import { requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { paymentPosition } from '../../services/my-benefits/flex-allowances.rules.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import type { SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import {
  visibleBenefits,
  type BenefitStatus,
  benefitStatusOf,
  statusForChoosing,
} from '../../services/my-benefits/benefit-status.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { payChangesIn } from '../../services/benefits/take-home.server.ts'

export type Draft = BenefitStatus & { selection: SelectionWithVersions }

export type PricedDraft = { draft: Draft; price: StoredPrice | null } & (
  | { outcome: 'ready'; price: StoredPrice; next: NewVersion; needsEvidence: boolean }
  | { outcome: 'refused'; refused: Refused }
)
export type PricedBasket = {
  items: PricedDraft[]
  approved: PersonScheme
}

export function draftsOf(scheme: PersonScheme): Draft[] {
  return visibleBenefits(scheme).flatMap((benefit) => {
    const selection = scheme.selections.get(benefit.id)
    return selection?.state === 'draft' ? [draftOf(scheme, benefit, selection)] : []
  })
}

function draftOf(scheme: PersonScheme, benefit: Draft['benefit'], selection: SelectionWithVersions): Draft {
  const { choice, effectiveFrom } = selection.newest
  const benefitStatus = statusForChoosing(benefitStatusOf(scheme, benefit), choice, effectiveFrom ?? undefined)
  return { ...benefitStatus, selection }
}

type PricingState = { drafts: readonly Draft[]; actorId: PersonId; partner: SynchronousCostEngine | undefined }

export function priceBasket(scheme: PersonScheme, { drafts, ...asked }: PricingState): PricedBasket {
  const { items, approved } = priceInOrder(scheme, { drafts, ...asked })
  const refused = new Map(
    items.flatMap((one) => {
      const why = belowMinimumWage(one, approved)
      return why ? [[one.draft.benefit.id, why] as const] : []
    }),
  )
  if (refused.size === 0) return { items, approved }
  const rest = priceBasket(scheme, { ...asked, drafts: drafts.filter(({ benefit }) => !refused.has(benefit.id)) })
  const others = new Map(rest.items.map((one) => [one.draft.benefit.id, one]))
  return {
    items: items.flatMap(({ draft: { benefit } }) => refused.get(benefit.id) ?? others.get(benefit.id) ?? []),
    approved: rest.approved,
  }
}

function priceInOrder(scheme: PersonScheme, { drafts, actorId, partner }: PricingState): PricedBasket {
  const items: PricedDraft[] = []
  let confirmed = scheme
  let approved = scheme
  for (const { benefit, selection } of inOrder(scheme, drafts)) {
    const one = priceDraft(draftOf(confirmed, benefit, selection), { actorId, partner })
    items.push(one)
    if (one.outcome === 'refused') continue
    confirmed = withVersion(confirmed, selection, one.next)
    approved = withVersion(approved, selection, { ...one.next, runs: 'this' })
  }
  // Without `supposed`, other selections that share a flex allowance with a draft are repriced.
  return { items, approved: { ...approved, supposed: new Map() } }
}

/** Sorts by first day, then in the order in which the flex allowance pays. */
function inOrder({ pots }: PersonScheme, drafts: readonly Draft[]): Draft[] {
  const place = ({ benefit }: Draft) => paymentPosition(pots, benefit.id)
  return drafts.toSorted((a, b) => byDay(a.effectiveFrom, b.effectiveFrom) || place(a) - place(b))
}

function byDay(a: IsoDate, b: IsoDate): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function priceDraft(
  draft: Draft,
  { actorId, partner }: { actorId: PersonId; partner: SynchronousCostEngine | undefined },
): PricedDraft {
  const { choice } = draft.selection.newest
  let price: Price | undefined
  try {
    requireMayChoose(draft)
    requireComplete(draft, choice)
    requirePartnerAnswer(draft, choice)
    price = requirePrice(draft, choice, partner)
    requireMedicalAnswers(draft, price)
    requireTerms(draft)
    const next = confirmedVersion(draft, { choice, price, actorId })
    const stored = storedPrice(price, draft.facts.payPeriods)
    requireNoIncrease(draft, { choice, price: stored })
    requireMinimumContribution(draft, { choice, price: stored })
    return { draft, outcome: 'ready', price: stored, next, needsEvidence: needsEvidence(price) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const known = price ? storedPrice(price, draft.facts.payPeriods) : null
    return { draft, outcome: 'refused', price: known, refused: error }
  }
}

function belowMinimumWage(one: PricedDraft, together: PersonScheme): PricedDraft | undefined {
  if (one.outcome === 'refused') return undefined
  const { draft, price } = one
  try {
    requireMinimumWage(draft, price, (day) => payChangesIn(together, [draft.benefit.id], day))
    return undefined
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { draft, outcome: 'refused', price, refused: error }
  }
}

function withVersion(scheme: PersonScheme, selection: SelectionWithVersions, next: NewVersion): PersonScheme {
  const moved = selectionAfterVersion(selection, next, selection.newest.recordedAt)
  return { ...scheme, selections: new Map(scheme.selections).set(selection.benefitId, moved) }
}
