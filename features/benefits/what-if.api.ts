import { notFound } from '../../contract/not-found.ts'
import { Refused, refuse } from '../../contract/refusals.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { type Call, type Handler, handle } from '../../platform/handle.ts'
import { effectOf } from '../take-home/effect.rules.ts'
import type { PayChange } from '../take-home/gross-to-net.rules.ts'
import type { TakeHomeView } from '../take-home/take-home.contract.ts'
import { allowedActionsMessages } from './allowed-actions.messages.ts'
import { isActive } from './eligibility.rules.ts'
import { notSelectable } from './benefits.contract.ts'
import { later } from './effective.rules.ts'
import type { OfferedBenefit } from './benefits.queries.ts'
import { requireChoice, requirePrice } from './choosing.server.ts'
import { requireMinimumWage } from './minimum-wage-guard.server.ts'
import { loadMyScheme, type MyScheme } from './my-scheme.server.ts'
import type { PartnersEngine } from './partners/asking-partners.server.ts'
import { type CostsAtHand, nobodyAsked } from './pricing/cost-engine.ts'
import { payChangesOf } from './pay-changes.rules.ts'
import { potFor } from './pots.rules.ts'
import { priceView, storedPrice } from './price-view.server.ts'
import { type Standing, standingOf } from './standing.server.ts'
import type { StoredPrice } from './stored-price.ts'
import { factsSupposing } from './supposed-facts.rules.ts'
import { payFactsIn, runningIn, supposing, takeHomeEffect } from './take-home.server.ts'
import { takeHomeView } from './take-home-view.server.ts'
import { whatIf } from './what-if.contract.ts'
import { takeHomeViewMessages as say } from './take-home-view.messages.ts'

type Supposing = Call<typeof whatIf>
type Supposed = { standing: Standing } & ({ price: StoredPrice } | { refused: Refused })

/** Prices and take-home pay as they would be; saves nothing, and asks no partner about what is only supposed. */
export const whatIfHandlers = (engine: PartnersEngine): Handler[] => [
  handle(whatIf, async ({ tx, clientId, caller, today, body }) => {
    const now = await loadMyScheme(tx, clientId, { personId: caller.personId, today })
    if (!now) throw refuse(notFound)
    if (!isActive(now.employment.status)) {
      const reason = allowedActionsMessages.left
      throw refuse(notSelectable, { body: { message: reason, error: reason, cause: 'employment', opensOn: null } })
    }
    const then: MyScheme = { ...now, facts: factsSupposing(now.facts, body.facts) }
    const asked = body.benefits.map((one) => ({ ...one, benefit: offered(then, one.benefitId) }))
    // What is held and no longer offered can be left out as well.
    if (body.without.some((id) => !then.selections.has(id) && !then.benefits.some((one) => one.id === id)))
      throw refuse(notFound)
    const leftOut = [...body.without, ...asked.map(({ benefitId }) => benefitId)]
    const without = supposing(
      then,
      leftOut.map((id) => [id, null]),
    )
    const others = runningIn(without, leftOut)

    const supposed = new Map<BenefitId, Supposed>()
    let own: PayChange[] = []
    let beside = without
    for (const { benefit, values } of asked.toSorted((a, b) => placeInPot(then, a) - placeInPot(then, b))) {
      const standing = standingOf(beside, benefit)
      const one = priceSupposing(standing, values, {
        others: [...others, ...own],
        ...(engine && { partner: nobodyAsked }),
      })
      supposed.set(benefit.id, one)
      if (!('price' in one)) continue
      own = [...own, ...changesOf(standing, one.price)]
      beside = supposing(beside, [[benefit.id, one.price]])
    }
    const changes = [...runningIn(beside, leftOut), ...own]
    const views = asked.flatMap(({ benefitId }) => supposed.get(benefitId) ?? [])
    const on = views.map(({ standing }) => standing.effectiveFrom).reduce(later, today)
    return {
      benefits: views.map((one) => supposedView(one, leftOut)),
      together: compared({
        on,
        before: { scheme: then, changes: others, when: say.withoutThem },
        after: { scheme: then, changes, when: say.withThem },
      }),
      comparedWithNow: compared({
        on,
        before: { scheme: now, changes: runningIn(now), when: say.asToday },
        after: { scheme: then, changes, when: say.asAsked },
      }),
    }
  }),
]

/** One that is not offered answers as any random id does (S-46). */
function offered({ benefits }: MyScheme, id: Supposing['body']['benefits'][number]['benefitId']): OfferedBenefit {
  const benefit = benefits.find((one) => one.id === id)
  if (!benefit) throw refuse(notFound)
  return benefit
}

/** What a pot pays for first is priced first. */
function placeInPot({ pots }: MyScheme, { benefitId }: { benefitId: BenefitId }): number {
  return potFor(pots, benefitId)?.pays.findIndex(({ id }) => id === benefitId) ?? -1
}

/** The same checks and the same price as choosing it has; beside others that are supposed at the same time. */
function priceSupposing(
  standing: Standing,
  values: Supposing['body']['benefits'][number]['values'],
  { others, partner }: { others: readonly PayChange[]; partner?: CostsAtHand },
): Supposed {
  try {
    const price = storedPrice(
      requirePrice(standing, requireChoice(standing, values), partner),
      standing.facts.payPeriods,
    )
    requireMinimumWage(standing, price, others)
    return { standing, price }
  } catch (error) {
    if (error instanceof Refused) return { standing, refused: error }
    throw error
  }
}

function supposedView(one: Supposed, leftOut: readonly BenefitId[]) {
  const { benefit, effectiveFrom: on, scheme } = one.standing
  const asked = { benefitId: benefit.id, name: benefit.definition.name }
  if ('refused' in one) {
    const { refusal, details } = one.refused
    const said = details.body?.['message']
    return {
      ...asked,
      outcome: 'refused' as const,
      code: refusal.code,
      reason: typeof said === 'string' ? said : refusal.message,
      errors: details.errors ?? {},
    }
  }
  const effect = takeHomeEffect(one.standing, one.price, leftOut)
  return {
    ...asked,
    outcome: 'priced' as const,
    price: priceView(one.price),
    takeHome: takeHomeView(effect, { facts: payFactsIn(scheme, on), on }),
  }
}

function changesOf({ benefit, effectiveFrom }: Standing, price: StoredPrice): PayChange[] {
  return payChangesOf(price, { name: benefit.definition.name, from: effectiveFrom })
}

type Pay = { scheme: MyScheme; changes: readonly PayChange[]; when: string }

function compared({ on, before, after }: { on: IsoDate; before: Pay; after: Pay }): TakeHomeView {
  const facts = payFactsIn(after.scheme, on)
  const effect = effectOf({
    tables: after.scheme.taxTables,
    on,
    before: { ...before, facts: payFactsIn(before.scheme, on) },
    after: { ...after, facts },
  })
  return takeHomeView(effect, { facts, on })
}
