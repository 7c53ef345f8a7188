import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { priceByFacts } from '../../services/recalculation/recalculate.server.ts'
import { type SelectionWithHistory, applyVersion } from '../../services/recalculation/apply-version.rules.ts'
import type { RecalculatedAllowance } from '../../services/recalculation/recalculate-allowance.rules.ts'
import { limitedToPeople, restatingStep } from '../../services/recalculation/repricing.server.ts'
import { coversDays, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import type { NewVersion } from '../../domain/selections/selection.rules.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { renewedValues } from '../../domain/selections/renewal.rules.ts'
import { pricingFactsOn, type NewYearInputs } from '../../services/recalculation/new-scheme-year.server.ts'
import { voucherEstimateMessages as say } from './voucher-estimate-mail.messages.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'
import type {
  RecalculationInputs,
  RecalculationScheme,
} from '../../services/recalculation/recalculation-inputs.server.ts'

/** Returns 1 April: April's pay includes the vouchers of the tax year that begins on the 6th. */
export function voucherYearStart(taxYear: IsoDate): IsoDate {
  return isoDate.parse(`${taxYear.slice(0, 4)}-04-01`)
}

export function voucherEstimateSteps(
  held: SelectionWithHistory,
  {
    taxYear,
    definition,
    person,
    scheme,
    pricedOn,
    pot,
  }: {
    taxYear: IsoDate
    definition: BenefitDefinition
    person: RecalculationInputs
    scheme: RecalculationScheme
    pricedOn: NewYearInputs['pricedOn']
    pot: RecalculatedAllowance | undefined
  },
): NewVersion[] {
  const { year, today } = scheme
  const from = laterOf(year.from, voucherYearStart(taxYear))
  const steps: NewVersion[] = []
  let current = held
  for (const segment of coverPeriodsOf(held.versions)) {
    const { version, until } = segment
    if (!coversDays(segment) || version.schemeYearId !== year.id || (until && until <= from)) continue
    const day = laterOf(segment.from, from)
    const facts = pricingFactsOn({ person, scheme, pricedOn }, held, day)
    const { values, capped } = renewedValues(version.choice.values, { before: definition, after: definition, facts })
    if (capped.length === 0) continue
    const choice = { ...version.choice, values }
    const priced = priceByFacts(
      { choice, price: version.price },
      { definition, person, scheme, day, chosenFrom: day, pot: pot?.on(day) },
    )
    if (!priced) continue
    const action: SelectionAction = until ? 'reprice-days' : 'reprice'
    const { state, versionInForce } = current.selection
    const step = transitionOf({ state, running: versionInForce !== null }, action, 'system')
    if (step.outcome === 'refused') throw new Error(`Lowering ${held.selection.id}: ${step.sentence}`)
    const next: NewVersion = {
      ...limitedToPeople({ choice, peopleCovered: version.peopleCovered }, priced.people),
      schemeYearId: priced.schemeYearId,
      price: priced.price,
      effectiveFrom: day,
      effectiveTo: until ? addDays(until, -1) : null,
      state: step.to,
      action,
      runs: inForceAfter(step.effect),
      actorId: null,
      reason: capped.map((one) => say.lowered(one, facts.taxBandBecause)).join('; '),
    }
    steps.push(next)
    current = applyVersion(current, next, today)
  }
  const { state, newest } = held.selection
  if (steps.length > 0 && (state === 'draft' || state === 'pending-change' || steps.at(-1)?.runs === 'as-before'))
    steps.push(restatingStep(newest, current))
  return steps
}
