import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { DeductionLine } from '../../services/payroll/deductions.rules.ts'
import { checkChoice } from '../../domain/selections/choice.rules.ts'
import { confirmedVersion, draftVersion } from '../../services/benefits/choosing.server.ts'
import { isOpenPeriod, laterOf, payDaysLeft } from '../../domain/windows/effective-date.rules.ts'
import { leavingRule } from '../../services/payroll/leaving-rule.rules.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { nextVersion } from '../../services/recalculation/next-version.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { dayFactOn, priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import { priceSelection } from '../../domain/pricing/price.ts'
import { approvalAction } from '../../services/recalculation/approval-actions.rules.ts'
import { transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import type {
  CoveredPerson,
  NewVersion,
  SelectionVersion,
  SelectionWithVersions,
} from '../../domain/selections/selection.rules.ts'
import { paySchedule } from '../../services/my-benefits/selection-pay.rules.ts'
import { spreadOverRemainingPay } from '../../services/my-benefits/spread-price.server.ts'
import { priceOf, benefitStatusOf, statusForChoosing } from '../../services/my-benefits/benefit-status.server.ts'
import type { SchemeYear } from '../../services/my-benefits/benefits.queries.ts'
import type { SelectionWithHistory } from '../../services/recalculation/apply-version.rules.ts'
import { allAccepted } from '../../services/my-benefits/decided-cover.rules.ts'
import { deductedBefore } from '../../services/my-benefits/deductions-before.rules.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

export type SelectionEvent = { on: IsoDate; at: string; actorId: PersonId | null } &
  /** `isAccepted`: the insurer has already accepted cover above the free cover limit. */
  (
    | { does: typeof importedAction; choice: Choice; isAccepted?: boolean }
    | { does: 'choose' | 'save-draft'; choice: Choice }
    | { does: 'approve' | 'reject'; reason: string | null }
    | { does: 'withdraw' | 'opt-out' }
    | { does: 'end'; from: IsoDate }
    /** New versions that the portal makes, such as a renewal. None if nothing changes. */
    | { does: 'recalculate'; steps: (history: SelectionWithHistory | undefined) => readonly NewVersion[] }
  )

export type SimulatedSelection = {
  selection: SelectionWithVersions
  versions: SelectionVersion[]
  deductions: DeductionLine[]
}

/** Undefined if an event is not allowed on its day. */
export function simulateSelection({
  id,
  benefitId,
  events,
  schemeOn,
  schemeYears,
}: {
  id: SelectionId
  benefitId: BenefitId
  events: readonly SelectionEvent[]
  schemeOn: (today: IsoDate) => PersonScheme
  /** Every scheme year that the events reach; by default, only the year of each event. */
  schemeYears?: readonly SchemeYear[]
}): SimulatedSelection | undefined {
  let simulated: SimulatedSelection | undefined
  for (const event of events) {
    const scheme = withSelection(schemeOn(event.on), simulated)
    const step = { id, benefitId, event, schemeYears: schemeYears ?? [scheme.year] }
    if (event.does === 'recalculate') {
      for (const next of event.steps(simulated)) simulated = moved(scheme, { ...step, next, before: simulated })
      continue
    }
    const next = versionAfter(scheme, { benefitId, event, held: simulated?.selection })
    if (!next) return undefined
    simulated = moved(scheme, { ...step, next, before: simulated })
  }
  return simulated
}

function withSelection(scheme: PersonScheme, simulated: SimulatedSelection | undefined): PersonScheme {
  if (!simulated) return scheme
  const { selection, versions, deductions } = simulated
  const atStart = versions.findLast(
    ({ state, effectiveFrom }) =>
      (state === 'active' || state === 'pended') && effectiveFrom !== null && effectiveFrom <= scheme.year.from,
  )
  return {
    ...scheme,
    selections: new Map([[selection.benefitId, selection]]),
    paidSoFar: new Map([
      [selection.benefitId, { versions: versions.map(asPaid), lines: closedOf(scheme, deductions) }],
    ]),
    heldAtYearStart: new Map(atStart && [[selection.benefitId, atStart.choice]]),
  }
}

function closedOf({ periods, today }: PersonScheme, lines: readonly DeductionLine[]): DeductionLine[] {
  const open = new Set(periods.filter((period) => isOpenPeriod(period, today)).map(({ id }) => id))
  return lines.filter(({ periodId }) => !open.has(periodId))
}

function asPaid(version: SelectionVersion) {
  return { ...version, parts: version.price?.parts ?? [] }
}

function versionAfter(
  scheme: PersonScheme,
  {
    benefitId,
    event,
    held,
  }: {
    benefitId: BenefitId
    event: Exclude<SelectionEvent, { does: 'recalculate' }>
    held: SelectionWithVersions | undefined
  },
): NewVersion | undefined {
  switch (event.does) {
    case 'take-over':
      return held ? undefined : takeOver(scheme, { benefitId, ...event })
    case 'choose':
    case 'save-draft':
      return chosen(scheme, { benefitId, draft: event.does === 'save-draft', ...event })
    case 'approve':
    case 'reject': {
      const action = event.does === 'approve' ? approvalAction(held?.newest.price ?? null) : event.does
      const next = held && stepped(held, action, 'employer', event)
      return next && asPaidFrom(scheme, { benefitId, next })
    }
    case 'withdraw':
      return held && stepped(held, event.does, 'employee', { ...event, reason: null })
    case 'opt-out': {
      const benefit = scheme.benefits.find(({ id }) => id === benefitId)
      const benefitStatus = benefit && benefitStatusOf(scheme, benefit)
      if (!held || !benefitStatus?.actions['opt-out'].allowed) return undefined
      const next = stepped(held, event.does, 'employee', { ...event, reason: null })
      const { effectiveFrom } = benefitStatus
      return next && { ...next, price: null, effectiveFrom, effectiveTo: addDays(effectiveFrom, -1) }
    }
    case 'end': {
      const next = held && stepped(held, event.does, 'system', { ...event, reason: null })
      return next && { ...next, price: null, effectiveFrom: event.from, effectiveTo: addDays(event.from, -1) }
    }
  }
}

function takeOver(
  scheme: PersonScheme,
  { benefitId, choice, isAccepted = false }: { benefitId: BenefitId; choice: Choice; isAccepted?: boolean },
): NewVersion | undefined {
  const benefit = scheme.benefits.find(({ id }) => id === benefitId)
  const startedOn = dayFactOn(scheme.facts, 'start-date', scheme.today)
  if (!benefit || startedOn === null || startedOn > scheme.today) return undefined
  const { payPeriods, periodStart } = benefitStatusOf(scheme, benefit).facts
  const { person, facts, family, rates, year, taxTables } = scheme
  const { dateOfBirth } = person
  const from = laterOf(year.from, startedOn)
  const asOfStart = priceFactsOn({ dateOfBirth, facts, family, payPeriods, periodStart, taxTables }, from)
  const { definition } = benefit
  if (Object.keys(checkChoice({ definition, choice, facts: asOfStart, on: from })).length > 0) return undefined
  const request = { definition, rates, facts: asOfStart, choice, on: from, schemeYear: year }
  const asked = priceSelection(request)
  if (asked.outcome === 'not-priced') return undefined
  const priced = isAccepted ? priceSelection({ ...request, decidedCover: allAccepted(asked.price) }) : asked
  if (priced.outcome === 'not-priced') return undefined
  return {
    schemeYearId: year.id,
    state: 'active',
    action: importedAction,
    choice,
    peopleCovered: coveredBy(scheme, choice),
    price: storedPrice(priced.price, payPeriods),
    effectiveFrom: from,
    runs: 'this',
    actorId: null,
  }
}

function coveredBy({ family }: PersonScheme, { people }: Choice): CoveredPerson[] {
  return family
    .filter(({ id }) => people.includes(id))
    .map(({ id, firstName, surname, relationship }) => ({ id, name: `${firstName} ${surname}`, relationship }))
}

function chosen(
  scheme: PersonScheme,
  {
    benefitId,
    choice,
    actorId,
    draft,
  }: { benefitId: BenefitId; choice: Choice; actorId: PersonId | null; draft: boolean },
): NewVersion | undefined {
  const benefit = scheme.benefits.find(({ id }) => id === benefitId)
  if (!benefit || actorId === null) return undefined
  const benefitStatus = statusForChoosing(benefitStatusOf(scheme, benefit), choice)
  if (!benefitStatus.actions.setup.allowed && !benefitStatus.actions['change-cover'].allowed) return undefined
  if (draft) return draftVersion(benefitStatus, { choice, actorId })
  const { facts, effectiveFrom } = benefitStatus
  const held = scheme.heldAtYearStart.get(benefitId)
  const { definition } = benefit
  const faults = checkChoice({ definition, choice, facts, on: effectiveFrom, ...(held && { heldAtYearStart: held }) })
  if (Object.keys(faults).length > 0) return undefined
  const outcome = priceOf(benefitStatus, choice)
  return outcome.outcome === 'priced'
    ? confirmedVersion(benefitStatus, { choice, price: outcome.price, actorId })
    : undefined
}

function stepped(
  selection: SelectionWithVersions,
  action: SelectionAction,
  who: 'employee' | 'employer' | 'system',
  { actorId, reason }: { actorId: PersonId | null; reason: string | null },
): NewVersion | undefined {
  const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, who)
  return step.outcome === 'moved' ? nextVersion({ selection, action, step, actorId, reason }) : undefined
}

/** Spreads the rest of the year's instalments over the pay days that are left at approval. */
function asPaidFrom(
  { periods, year, today, paidSoFar }: PersonScheme,
  { benefitId, next }: { benefitId: BenefitId; next: NewVersion },
): NewVersion {
  const { price, effectiveFrom } = next
  if (next.runs !== 'this' || !price || !effectiveFrom || periods.length === 0) return next
  const payDays = payDaysLeft({ periods, effectiveFrom, schemeYear: year, today })
  const before = paidSoFar.get(benefitId)
  const taken = before
    ? deductedBefore(before, { effectiveFrom, periods, today, schemeYears: [year], schemeYearId: year.id })
    : []
  return { ...next, price: spreadOverRemainingPay(price, { payDays, taken }) }
}

function moved(
  { today, periods, person, benefits }: PersonScheme,
  {
    id,
    benefitId,
    event,
    next,
    before,
    schemeYears,
  }: {
    id: SelectionId
    benefitId: BenefitId
    event: SelectionEvent
    next: NewVersion
    before: SimulatedSelection | undefined
    schemeYears: readonly SchemeYear[]
  },
): SimulatedSelection {
  const { runs, ...kept } = next
  const number = (before?.selection.version ?? 0) + 1
  const newest: SelectionVersion = {
    ...kept,
    version: number,
    effectiveTo: next.effectiveTo ?? null,
    reason: next.reason ?? null,
    replaces: before ? before.selection.version : null,
    recordedAt: event.at,
  }
  const running = { this: newest, 'as-before': before?.selection.running ?? null, nothing: null }[runs]
  const versions = [...(before?.versions ?? []), newest]
  const selection: SelectionWithVersions = {
    id,
    personId: person.personId,
    benefitId,
    state: next.state,
    version: number,
    versionInForce: running?.version ?? null,
    newest,
    running,
  }
  const unchanged = running === (before?.selection.running ?? null)
  const stored = before?.deductions ?? []
  if (unchanged || periods.length === 0) return { selection, versions, deductions: stored }
  const definition = benefits.find((one) => one.id === benefitId)?.definition
  const { open, lines } = paySchedule({
    versions: versions.map(asPaid),
    periods,
    today,
    schemeYears,
    deducted: stored,
    ...(definition && { leaving: leavingRule(definition) }),
  })
  return { selection, versions, deductions: [...stored.filter(({ periodId }) => !open.has(periodId)), ...lines] }
}
