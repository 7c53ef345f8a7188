import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { BenefitDefinition } from './definition.ts'
import { hasFixedTotal } from './fixed-total.rules.ts'
import { decidedCover } from './medical/decided-cover.rules.ts'
import type { MyScheme } from './my-scheme.server.ts'
import { payPeriodsAYear, priceFactsOn } from './person-facts.rules.ts'
import { carriedIn, countedBefore, potFor, withoutPot } from './pots.rules.ts'
import type { PotClaim, PotInUse } from './pricing/pot.ts'
import { priceSelection } from './pricing/price.ts'
import type { SelectionVersion, SelectionWithVersions } from './selection.rules.ts'
import type { StoredPrice } from './stored-price.ts'

/** The pot that would pay for a choice from a day, and what else of it is used then. */
export function potIn(scheme: MyScheme, benefitId: BenefitId, day: IsoDate): { pot?: PotInUse } {
  const { pots, selections, supposed } = scheme
  const pot = potFor(pots, benefitId)
  const own = pot && runningOn(selections.get(pot.id), day)
  if (!pot?.definition.pot || !own) return {}
  const claims = countedBefore(pot, benefitId).flatMap(({ id, definition }): PotClaim[] => {
    const other = supposed?.get(id)
    const running = other === undefined ? runningOn(selections.get(id), day) : undefined
    const amount = other ? claimOf(other) : running && claimOn(scheme, { definition, running, day })
    const since = running?.effectiveFrom ?? day
    return amount === undefined ? [] : [{ label: definition.name, amount, from: since < day ? since : day }]
  })
  return { pot: { name: pot.definition.name, rules: pot.definition.pot, carried: carriedIn(own.choice), claims } }
}

/**
 * What runs on a day. What is priced anew from a later one, as a rise of pay that is known already, ran before it; and what
 * ends with an employment runs until then.
 */
export function runningOn(selection: SelectionWithVersions | undefined, day: IsoDate): SelectionVersion | undefined {
  if (!selection) return undefined
  const { running, newest, state } = selection
  const { effectiveFrom, action } = running ?? newest
  if (effectiveFrom === null) return undefined
  if (running) return effectiveFrom <= day || action.startsWith('reprice') ? running : undefined
  return state === 'ended' && day < effectiveFrom ? newest : undefined
}

/** What it takes of a pot on the day: as it was agreed, or as it costs then where that says something of a later one alone. */
function claimOn(
  scheme: MyScheme,
  { definition, running, day }: { definition: BenefitDefinition; running: SelectionVersion; day: IsoDate },
): Pence | undefined {
  const { choice, price, effectiveFrom } = running
  if (effectiveFrom === null || effectiveFrom <= day) return price ? claimOf(price) : undefined
  const { person, family, payroll, rates, taxTables, year } = scheme
  const payPeriods = payPeriodsAYear[payroll?.frequency ?? 'monthly']
  const facts = priceFactsOn({ ...person, facts: scheme.facts, family, payPeriods, taxTables }, day)
  const decided = price?.decidedCover && { decidedCover: decidedCover(price.decidedCover) }
  const then = priceSelection({ definition, rates, facts, choice, on: day, schemeYear: year, ...decided })
  return then.outcome === 'priced' ? then.price.employeeYearly : undefined
}

function claimOf(price: StoredPrice): Pence | undefined {
  return hasFixedTotal(price) ? undefined : withoutPot(price)
}
