import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { chosenFrom } from '../../services/recalculation/choice-origin.rules.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import { decidedCover as decidedCoverIn } from '../../services/my-benefits/decided-cover.rules.ts'
import type { DecidedCover, CoverDecision } from '../../domain/pricing/price-context.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { inForceAfter, transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import type { NewVersion, SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { priceWith, type BenefitStatus, statusOnDay } from '../../services/my-benefits/benefit-status.server.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

export type VersionAfterMedicalDecision = {
  next: NewVersion
  from: IsoDate
  result: 'accepted' | 'accepted-in-part' | 'declined'
}

type Deciding = {
  selection: SelectionWithVersions
  versions: readonly SelectionVersion[]
  accepts: 'all' | 'nothing' | Pence
  today: IsoDate
}

export function versionAfterMedicalDecision(
  benefitStatus: BenefitStatus,
  { selection, versions, accepts, today }: Deciding,
): VersionAfterMedicalDecision {
  const { schemeYearId, choice, peopleCovered, effectiveFrom } = selection.newest
  const begins = chosenFrom(versions, { version: selection.newest, from: effectiveFrom ?? today })
  const from = laterDay(begins, today)
  const highest = statusOnDay(benefitStatus, laterDay(from, effectiveFrom ?? from))
  const decidedBefore = decidedCoverOf(selection)
  const runsNow = priced(highest, { choice, begins, decidedCover: decidedBefore })
  const decidedCover = decisionOn(runsNow, { accepts, decidedBefore })
  const result = resultOf(priced(highest, { choice, begins, decidedCover }), runsNow)
  const price = priced(statusOnDay(benefitStatus, from), { choice, begins, decidedCover })
  const action: SelectionAction = result === 'declined' ? 'decline-evidence' : 'accept-evidence'
  const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, 'system')
  if (step.outcome === 'refused') throw new Error(`Deciding about ${selection.id}: ${step.sentence}`)
  return {
    from,
    result,
    next: {
      schemeYearId,
      choice,
      peopleCovered,
      price: storedPrice(price, benefitStatus.facts.payPeriods),
      effectiveFrom: from,
      state: step.to,
      action,
      runs: inForceAfter(step.effect),
      actorId: null,
    },
  }
}

function decidedCoverOf({ running }: SelectionWithVersions): DecidedCover {
  const decided = running?.price?.decidedCover
  return decided ? decidedCoverIn(decided) : {}
}

function decisionOn(
  { cover, partnerCover }: Price,
  { accepts, decidedBefore }: Pick<Deciding, 'accepts'> & { decidedBefore: DecidedCover },
): DecidedCover {
  return {
    ...(cover && { employee: decisionOnLife(cover.selected, accepts, decidedBefore.employee) }),
    ...(partnerCover && { partner: decisionOnLife(partnerCover.selected, accepts, decidedBefore.partner) }),
  }
}

function decisionOnLife(asked: Pence, accepts: Deciding['accepts'], before: CoverDecision | undefined): CoverDecision {
  const upTo = accepts === 'all' ? asked : accepts === 'nothing' ? 0n : accepts
  const accepted = upTo < asked ? upTo : asked
  return { asked, accepted: before && before.accepted > accepted ? before.accepted : accepted }
}

function priced(
  benefitStatus: BenefitStatus,
  { choice, begins, decidedCover }: { choice: SelectionVersion['choice']; begins: IsoDate; decidedCover: DecidedCover },
): Price {
  const outcome = priceWith(benefitStatus, { choice, chosenFrom: begins, decidedCover })
  if (outcome.outcome === 'priced') return outcome.price
  throw new Error(`What runs has no price any more: ${outcome.sentence}`)
}

function resultOf(decided: Price, before: Price): VersionAfterMedicalDecision['result'] {
  const lives = [
    { is: decided.cover, was: before.cover },
    { is: decided.partnerCover, was: before.partnerCover },
  ]
  if (lives.every(({ is }) => is === undefined || is.effective === is.selected)) return 'accepted'
  return lives.some(({ is, was }) => is && was && is.effective > was.effective) ? 'accepted-in-part' : 'declined'
}

function laterDay(one: IsoDate, other: IsoDate): IsoDate {
  return one < other ? other : one
}
