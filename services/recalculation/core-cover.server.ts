import type { IsoDate } from '../../contract/dates.ts'
import { addDays } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import { conditionsOf, decideEligibility } from '../../domain/eligibility/eligibility.rules.ts'
import { needsEvidence } from '../my-benefits/needs-evidence.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { storedPrice } from '../my-benefits/price-view.server.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { sameDayInYear } from '../../domain/pricing/age.ts'
import { digitsFromPence } from '../../domain/pricing/money.ts'
import { priceSelection } from '../../domain/pricing/price.ts'
import { inForceAfter, transitionOf } from './selection-states.rules.ts'
import { copiedFields } from './next-version.server.ts'
import type { SelectionWithHistory } from './apply-version.rules.ts'
import type { NewVersion } from '../../domain/selections/selection.rules.ts'
import type { Openings } from '../../domain/windows/windows.rules.ts'
import { recalculationMessages as say } from './recalculation.messages.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'
import type { RecalculationInputs, RecalculationScheme } from './recalculation-inputs.server.ts'

type Employee = {
  status: string
  startedOn: IsoDate | null
  probationEndsOn: IsoDate | null
  dateOfBirth: IsoDate
  location?: string | null
  payroll?: string | null
  weeklyHours?: string | null
  /** First day on which location, payroll and hours meet the conditions; undefined if they have always met them. */
  meetsSince?: IsoDate | undefined
  endedFrom?: IsoDate | undefined
}

/** Returns the start of core cover. Undefined if it has not begun, is not offered, or began before the client joined. */
export function coreCoverStart({
  definition,
  person,
  year,
  cameOn,
  today,
}: {
  definition: BenefitDefinition
  person: Employee
  year: { from: IsoDate }
  cameOn: IsoDate
  today: IsoDate
}): IsoDate | undefined {
  const { startedOn, probationEndsOn, dateOfBirth } = person
  if (startedOn === null || !qualifies(definition, person, today)) return undefined
  const { openInProbation, ages } = definition
  const days = [
    year.from,
    startedOn,
    ...(!openInProbation && probationEndsOn ? [addDays(probationEndsOn, 1)] : []),
    ...(person.meetsSince ? [person.meetsSince] : []),
    ...(ages?.from === undefined ? [] : [sameDayInYear(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + ages.from)]),
  ]
  const first = days.reduce((last, day) => (day > last ? day : last))
  // If only the scheme's conditions changed, no fact shows the day on which cover returns, so cover begins today.
  const from = person.endedFrom !== undefined && first <= person.endedFrom ? today : first
  // A flex allowance begins no earlier than the client joined the portal, because nobody had one here before.
  const begins = definition.pot ? laterOf(from, cameOn) : from
  return begins <= today && (definition.pot || cameOn < from) ? begins : undefined
}

const noWindow: Openings = { always: null, afterEvent: false, windows: [] }

/** Checks the same conditions as for a choice, except the enrolment window: nobody chooses core cover. */
function qualifies(
  definition: BenefitDefinition,
  { status: employmentStatus, startedOn: joinedOn, ...otherFacts }: Employee,
  today: IsoDate,
): boolean {
  const conditions = conditionsOf(definition).filter(({ rule }) => rule !== 'open-now')
  const facts = { ...otherFacts, employmentStatus, holds: false, joinedOn, openings: noWindow, today }
  return decideEligibility(conditions, facts).every(({ met }) => met)
}

export function coreCoverVersion({
  definition,
  person,
  scheme: { year, rates, taxTables },
  from,
  state = 'none',
  renews,
  carried = 0n,
  reason,
}: {
  definition: BenefitDefinition
  person: RecalculationInputs
  scheme: RecalculationScheme
  from: IsoDate
  state?: SelectionState
  renews?: { running: boolean; until?: IsoDate | undefined }
  carried?: Pence
  reason?: string
}): NewVersion | undefined {
  const { coreChoice, pot: rules, name } = definition
  if (!coreChoice) return undefined
  const choice = carried > 0n ? { ...coreChoice, values: { carried: digitsFromPence(carried) } } : coreChoice
  const facts = priceFactsOn({ ...person, ...person.payCycleOn(from), taxTables }, from)
  const outcome = priceSelection({
    definition,
    rates,
    facts,
    choice,
    on: from,
    schemeYear: year,
    ...(rules && { pot: { name, rules, carried, claims: [] } }),
  })
  if (outcome.outcome === 'not-priced' || (rules && !outcome.price.pot)) return undefined
  const action = actionFor(needsEvidence(outcome.price), renews)
  const step = transitionOf({ state, running: renews?.running ?? false }, action, 'system')
  if (step.outcome === 'refused') throw new Error(`Core cover: ${step.sentence}`)
  return {
    schemeYearId: year.id,
    state: step.to,
    action,
    choice,
    peopleCovered: [],
    price: storedPrice(outcome.price, facts.payPeriods),
    effectiveFrom: from,
    effectiveTo: renews?.until ? addDays(renews.until, -1) : null,
    runs: inForceAfter(step.effect),
    actorId: null,
    reason: reason ?? (rules ? say.potOf(name) : say.core),
  }
}

function actionFor(limited: boolean, renews: { until?: IsoDate | undefined } | undefined): SelectionAction {
  if (renews?.until) return 'renew-days'
  const action = renews ? 'renew' : 'provide'
  return limited ? `${action}-for-evidence` : action
}

/** Keeps a pending application beside the core cover that starts. Also keeps a draft, unless the cover needs evidence. */
export function pendingBesideCoreCover(
  { selection: { newest, state } }: SelectionWithHistory,
  first: NewVersion,
): NewVersion[] {
  const continued = { ...copiedFields(newest), runs: 'as-before', actorId: null } as const
  if (state === 'pending')
    return [{ ...continued, state: 'pending-change', action: 'reinstate-application', reason: newest.reason }]
  return state === 'draft' && first.state === 'active' ? [{ ...continued, state, action: 'save-draft' }] : []
}
