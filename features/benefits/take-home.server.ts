import type { BenefitId } from '../../contract/ids.ts'
import { effectOf, type EffectOutcome } from '../take-home/effect.rules.ts'
import type { PayChange } from '../take-home/gross-to-net.rules.ts'
import { type PayFacts, payFactsOn } from '../take-home/pay-facts.rules.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { MyScheme } from './my-scheme.server.ts'
import { payChangesOf, payDaysOf, runningChanges } from './pay-changes.rules.ts'
import { payPeriodsOf, type Standing } from './standing.server.ts'
import type { StoredPrice } from './stored-price.ts'
import { takeHomeViewMessages as say } from './take-home-view.messages.ts'

/** What a choice at this price does to take-home pay beside everything else that runs, compared with not having it. */
export function takeHomeEffect(
  standing: Standing,
  price: StoredPrice,
  others: readonly PayChange[] = runningIn(standing.scheme, [standing.benefit.id]),
): EffectOutcome {
  const { scheme, benefit, effectiveFrom } = standing
  const { name } = benefit.definition
  const facts = payFactsIn(scheme, effectiveFrom)
  const own = payChangesOf(price, { name, from: effectiveFrom })
  return effectOf({
    tables: scheme.taxTables,
    on: effectiveFrom,
    before: { facts, changes: others, when: say.without(name) },
    after: { facts, changes: [...others, ...own], when: say.with(name) },
    payDays: payDaysOf(price),
  })
}

/** What is paid for the benefits that run now, but for some. */
export function runningIn({ selections, benefits, today }: MyScheme, leftOut: readonly BenefitId[] = []): PayChange[] {
  const names = new Map(benefits.map(({ id, definition }) => [id, definition.name]))
  return runningChanges(selections.values(), {
    nameOf: (id) => names.get(id) ?? say.formerBenefit,
    leftOut,
    today,
  })
}

/** What pay is taxed by, as it is known for a day. */
export function payFactsIn(scheme: MyScheme, on: IsoDate): PayFacts {
  const { person, facts } = scheme
  return payFactsOn({ dateOfBirth: person.dateOfBirth, facts, payPeriods: payPeriodsOf(scheme) }, on)
}
