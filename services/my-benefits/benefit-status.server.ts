import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import {
  type ActionPermission,
  type ActionsRequest,
  allowedActions,
  decisionToChooseMore,
  mayChooseMore,
} from './allowed-actions.rules.ts'
import type { ActionName } from '../../domain/selections/benefits.contract.ts'
import type { EnrolmentWindow, OfferedBenefit } from './benefits.queries.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { deductionSchedule } from '../payroll/deductions.rules.ts'
import {
  effectiveDate,
  isCharged,
  isOpenPeriod,
  laterOf,
  payDaysLeft,
} from '../../domain/windows/effective-date.rules.ts'
import { possibleEndDays, possibleFirstDays, type FirstDays } from '../../domain/windows/first-day.rules.ts'
import type { DecisionStep } from '../../domain/eligibility/eligibility.rules.ts'
import { contractualPay, firstVoucherDay, isVoucherScheme, taxBandOf } from '../../domain/tax/tax-band.rules.ts'
import { otherEarningsOf } from './other-earnings.server.ts'
import { decidedCover } from './decided-cover.rules.ts'
import type { PersonScheme } from './person-scheme.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { type Membership, voucherMembership } from './voucher-membership.rules.ts'
import {
  childcareNoticeOn,
  employmentOn,
  firstDayOfEmployment,
  priceFactsOn,
  workplaceOn,
} from '../../domain/tax/person-facts.rules.ts'
import type { SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import { voucherEstimateDay } from '../../domain/tax/relevant-earnings.rules.ts'
import type { PersonFacts } from '../../domain/pricing/price-facts.ts'
import type { PriceRequest } from '../../domain/pricing/price-context.ts'
import { type PriceOutcome, priceSelection } from '../../domain/pricing/price.ts'
import { allowanceInUseOn } from './available-allowance.server.ts'
import { startingActions, continuesChoice } from '../../domain/selections/cover-periods.rules.ts'
import type { DeductedTotal } from '../../domain/pricing/deductions-to-date.rules.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { spreadOverRemainingPay } from './spread-price.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { coverInForceOn } from './cover-in-force.server.ts'
import { deductedBefore } from './deductions-before.rules.ts'
import { versionsInForce } from './versions-in-force.rules.ts'
import {
  type Opening,
  openingsNow,
  openingsOf,
  type PersonWindow,
  type SchemeWindow,
  windowsOf,
} from '../../domain/windows/windows.rules.ts'
import type { StateBeforeTransition } from '../../domain/selections/selection-steps.rules.ts'

export type BenefitStatus = {
  scheme: PersonScheme
  benefit: OfferedBenefit
  selection: SelectionWithVersions | undefined
  position: StateBeforeTransition
  /** Whether the person may join or, as a member, increase cover. `actions` also covers lowering and leaving. */
  choosing: ActionPermission
  decision: readonly DecisionStep[]
  actions: Record<ActionName, ActionPermission>
  openings: readonly Opening[]
  /** First day of a known choice, otherwise of a change to the employee's own cover. Set even if the benefit is closed. */
  effectiveFrom: IsoDate
  facts: PersonFacts
}

/** Returns the status for choices made today: for this scheme year, or for the next if only its window is open. */
export function benefitStatusOf(scheme: PersonScheme, benefit: OfferedBenefit): BenefitStatus {
  const next = nextScheme(scheme)
  const nextBenefit = next?.benefits.find(({ id, withdrawn }) => id === benefit.id && !withdrawn)
  if (!next || !nextBenefit) return benefitStatusInYear(scheme, benefit)
  const own = benefit === nextBenefit ? scheme.benefits.find(({ id }) => id === benefit.id) : benefit
  if (!own || !scheme.benefits.some(({ id }) => id === own.id)) return benefitStatusInYear(next, nextBenefit)
  const now = benefitStatusInYear(scheme, own)
  if (now.choosing.allowed || now.actions['change-cover'].allowed || now.choosing.cause === 'employment') return now
  const ahead = benefitStatusInYear(next, nextBenefit)
  const endsBefore = now.decision.at(-1)?.rule === 'counts-in-year'
  return ahead.choosing.allowed && (ahead.choosing.closesOn !== undefined || endsBefore) ? ahead : now
}

export function benefitStatusInYear(scheme: PersonScheme, benefit: OfferedBenefit): BenefitStatus {
  const { today, year, person, employment } = scheme
  const { definition } = benefit
  const selection = visibleSelection(scheme.selections.get(benefit.id))
  const position = positionOf(selection)
  const windows = personWindows(scheme)
  const joinedOn = firstDayOfEmployment(scheme.facts, today)
  const decisionDay = joinedOn === null ? today : laterOf(today, joinedOn)
  const dayAfterLeaving = firstDayAfterLeaving(scheme.facts)
  const { takesEffect } = definition
  const openings = openingsNow(openingsOf(definition, windows), takesEffect, today)
  const asksDays = { takesEffect, madeOn: today, schemeYear: year, joinedOn }
  const effectiveFrom =
    possibleEndDays({ openings, ...asksDays })[0]?.day ?? effectiveDate({ rule: takesEffect, ...asksDays })
  const request = {
    definition,
    withdrawn: benefit.withdrawn ?? false,
    selection: position,
    person: {
      employmentStatus: employment.status,
      dateOfBirth: person.dateOfBirth,
      probationEndsOn: employmentOn(scheme.facts, decisionDay).probationEndsOn,
      joinedOn,
      ...workplaceOn(scheme.facts, decisionDay),
      ...holding(scheme, benefit, { selection, startsOn: effectiveFrom }),
      noticeOn: childcareNoticeOn(scheme.facts, decisionDay),
      hasStatement: scheme.statementGroups.has(definition.groupCode),
    },
    paidForOn: orderPaidForOn(scheme, selection),
    windows,
    startsOn: effectiveFrom,
    year,
    ...(dayAfterLeaving && { lastDay: addDays(dayAfterLeaving, -1) }),
    ...excludedBy(scheme, benefit, effectiveFrom),
    today,
  }
  const decision = decisionToChooseMore(request)
  return {
    scheme,
    benefit,
    selection,
    position,
    choosing: mayChooseMore(request),
    decision,
    actions: allowedActions(request),
    openings,
    effectiveFrom,
    facts: factsFor(scheme, benefit, effectiveFrom),
  }
}

function excludedBy(
  scheme: PersonScheme,
  { id, code, definition }: OfferedBenefit,
  on: IsoDate,
): Pick<ActionsRequest, 'excludedBy'> {
  const other = scheme.benefits.find(
    (one) =>
      one.id !== id &&
      (definition.notWith.includes(one.code) || one.definition.notWith.includes(code)) &&
      isHeldOrAsked(scheme, scheme.selections.get(one.id), on),
  )
  return other ? { excludedBy: other.definition.name } : {}
}

function isHeldOrAsked(scheme: PersonScheme, selection: SelectionWithVersions | undefined, on: IsoDate): boolean {
  if (!selection) return false
  if (selection.state === 'pending' || coverInForceOn(scheme, selection, on)) return true
  return (selection.running?.effectiveFrom ?? on) > on
}

export function priceOf(benefitStatus: BenefitStatus, choice: Choice, partner?: SynchronousCostEngine): PriceOutcome {
  const decided = benefitStatus.selection?.running?.price?.decidedCover
  return priceWith(benefitStatus, {
    choice,
    ...(decided && { decidedCover: decidedCover(decided) }),
    ...(partner && { partner }),
  })
}

export function priceWith(
  { scheme, benefit, effectiveFrom, facts }: BenefitStatus,
  requested: Pick<PriceRequest, 'choice' | 'chosenFrom' | 'decidedCover' | 'partner'>,
): PriceOutcome {
  const { year, rates, today } = scheme
  return priceSelection({
    ...requested,
    definition: benefit.definition,
    rates,
    facts,
    on: effectiveFrom,
    schemeYear: year,
    payDaysLeft: payDaysLeft({ periods: scheme.periods, effectiveFrom, schemeYear: year, today }),
    ...payDaysInEmployment(scheme, effectiveFrom),
    taken: takenIn(scheme, benefit.id, effectiveFrom),
    ...allowanceInUseOn(scheme, benefit.id, effectiveFrom),
  })
}

export type StatusForChoosing = BenefitStatus & { firstDays: FirstDays | undefined }

export function statusForChoosing(
  benefitStatus: BenefitStatus,
  choice: Choice,
  requested?: IsoDate,
): StatusForChoosing {
  const { scheme, benefit, openings } = benefitStatus
  const days = possibleFirstDays({
    choice,
    openings,
    wanted: requested,
    heldOn: (day) => coverInForceOn(scheme, benefitStatus.selection, day)?.version.choice ?? null,
    changes: changesOf(benefitStatus),
    family: scheme.family,
    takesEffect: benefit.definition.takesEffect,
    madeOn: scheme.today,
    schemeYear: scheme.year,
    joinedOn: firstDayOfEmployment(scheme.facts, scheme.today),
  })
  return { ...(days ? statusOnDay(benefitStatus, days.whole) : benefitStatus), firstDays: days }
}

function changesOf({ scheme, selection }: BenefitStatus): IsoDate[] {
  const from = selection?.running?.effectiveFrom
  const segments = selection && scheme.segments.get(selection)
  return segments ? segments.map((segment) => segment.from).toSorted() : from ? [from] : []
}

export function statusOnDay(benefitStatus: BenefitStatus, day: IsoDate): BenefitStatus {
  return { ...benefitStatus, effectiveFrom: day, facts: factsFor(benefitStatus.scheme, benefitStatus.benefit, day) }
}

/** Returns the stored price. The price of a pending choice is spread over pay days as if it were decided today. */
export function currentPrice(
  { scheme, benefit }: Pick<BenefitStatus, 'scheme' | 'benefit'>,
  { price, state, effectiveFrom }: Pick<SelectionVersion, 'price' | 'state' | 'effectiveFrom'>,
): StoredPrice | null {
  const waits = state === 'draft' || state === 'pending' || state === 'pending-change'
  if (!price || !waits || effectiveFrom === null || scheme.periods.length === 0) return price
  const { year, today, periods } = scheme
  return spreadOverRemainingPay(price, {
    payDays: payDaysLeft({ periods, effectiveFrom, schemeYear: year, today }),
    taken: takenIn(scheme, benefit.id, effectiveFrom),
  })
}

function payDaysInEmployment(
  { facts, periods, today }: PersonScheme,
  effectiveFrom: IsoDate,
): Pick<PriceRequest, 'payDaysInEmployment'> {
  if (firstDayAfterLeaving(facts) === null) return {}
  const charged = periods.filter(
    (period) => isOpenPeriod(period, today) && isCharged(period, effectiveFrom, { kind: 'instalments', count: 1 }),
  )
  return { payDaysInEmployment: charged.length }
}

function takenIn(
  { paidSoFar, periods, today, year }: PersonScheme,
  benefitId: BenefitId,
  effectiveFrom: IsoDate,
): DeductedTotal[] {
  const before = paidSoFar.get(benefitId)
  return before
    ? deductedBefore(before, { effectiveFrom, periods, today, schemeYears: [year], schemeYearId: year.id })
    : []
}

function orderPaidForOn(
  { periods, paidSoFar, today, year }: PersonScheme,
  selection: SelectionWithVersions | undefined,
): IsoDate | null {
  const { effectiveFrom, price, version } = selection?.running ?? {}
  const part = price?.parts.find(({ spread }) => spread.kind === 'instalments')
  if (!selection || !part || !effectiveFrom) return null
  const { lines = [], versions = [] } = paidSoFar.get(selection.benefitId) ?? {}
  const { lines: due, unplanned } = deductionSchedule({
    versions: versionsInForce(versions),
    periods,
    today,
    schemeYears: [year],
    paidHereFrom: periods[0]?.startsOn ?? effectiveFrom,
    taken: lines,
  })
  if (unplanned.employee + unplanned.employer > 0n) return null
  // A restored selection continues the order placed before it ended.
  const placed = versions.findLast(({ action }) => startingActions.includes(action) && !continuesChoice(action))
  const since = placed?.version ?? version ?? 0
  const ofOrder = [...lines, ...due].filter((line) => line.version >= since && line.payCode === part.payCode)
  const periodsCharged = new Set(ofOrder.map(({ periodId }) => periodId))
  return periods.findLast(({ id }) => periodsCharged.has(id))?.endsOn ?? null
}

function positionOf(selection: SelectionWithVersions | undefined): StateBeforeTransition {
  return { state: selection?.state ?? 'none', running: selection !== undefined && selection.versionInForce !== null }
}

export function visibleSelection(selection: SelectionWithVersions | undefined): SelectionWithVersions | undefined {
  return selection?.state === 'none' ? undefined : selection
}

/** Returns the first day of a choice that opting out today cancels; null if some cover is in force before that day. */
export function cancelledFirstDay(
  { scheme, effectiveFrom: leftFrom }: Pick<BenefitStatus, 'scheme' | 'effectiveFrom'>,
  { benefitId, running }: Pick<SelectionWithVersions, 'benefitId' | 'running'>,
): IsoDate | null {
  const begins = running?.effectiveFrom ?? null
  if (begins === null || begins <= scheme.today || begins < leftFrom) return null
  return scheme.coveredToday.has(benefitId) ? null : begins
}

export function nextScheme(scheme: PersonScheme): PersonScheme | undefined {
  const { next } = scheme
  if (!next) return undefined
  const stored = nextOfScheme.get(scheme)
  if (stored) return stored
  const { next: _next, ...same } = scheme
  const nextYear: PersonScheme = {
    ...same,
    ...next,
    windows: next.windows.filter(({ cause }) => cause === 'annual'),
    before: scheme,
    // A fixed total of this year, such as holiday, does not carry into next year; an order does.
    paidSoFar: new Map([...scheme.paidSoFar].filter(([id]) => isInInstalments(scheme.selections.get(id)))),
  }
  nextOfScheme.set(scheme, nextYear)
  return nextYear
}

function isInInstalments(selection: SelectionWithVersions | undefined): boolean {
  return selection?.running?.price?.parts.some(({ spread }) => spread.kind === 'instalments') ?? false
}

export function chosenForNextYear({
  scheme,
  selection,
  effectiveFrom,
}: Pick<BenefitStatus, 'scheme' | 'selection' | 'effectiveFrom'>): { from: IsoDate; choice: Choice } | undefined {
  const { running } = selection ?? {}
  const next = scheme.next?.year
  const from = running?.effectiveFrom
  if (!running || !next || !from || running.schemeYearId !== next.id || effectiveFrom >= from) return undefined
  return { from, choice: running.choice }
}

export function visibleBenefits(scheme: PersonScheme): OfferedBenefit[] {
  const { benefits, next } = scheme
  const added = next?.benefits.filter(({ id, withdrawn }) => !withdrawn && !benefits.some((one) => one.id === id)) ?? []
  return [...benefits, ...added]
}

const nextOfScheme = new WeakMap<PersonScheme, PersonScheme>()
const windowsOfScheme = new WeakMap<PersonScheme, PersonWindow[]>()
const factsOfScheme = new WeakMap<PersonScheme, Map<IsoDate, PersonFacts>>()

function personWindows(scheme: PersonScheme): PersonWindow[] {
  const { windows, employment, today } = scheme
  const before = windowsOfScheme.get(scheme)
  if (before) return before
  const upcoming = (scheme.next?.windows ?? []).filter(
    ({ cause, opensOn }) => cause === 'annual' && (opensOn ?? today) > today,
  )
  const own = windowsOf([...windows, ...upcoming].map(schemeWindow), { joinedOn: employment.startedOn ?? today, today })
  windowsOfScheme.set(scheme, own)
  return own
}

function factsFor(scheme: PersonScheme, { id: benefitId, definition }: OfferedBenefit, day: IsoDate): PersonFacts {
  const facts = factsOn(scheme, day)
  if (!isVoucherScheme(definition)) return facts
  const on = voucherEstimateDay(day, memberFrom(scheme, scheme.selections.get(benefitId)))
  const estimateFacts = factsOn(scheme, on)
  const earnings = otherEarningsOf(scheme, { pay: contractualPay(estimateFacts), benefitId, on })
  return { ...facts, ...taxBandOf(estimateFacts, { earnings, on, tables: scheme.taxTables }) }
}

function holding(
  { segments }: PersonScheme,
  { definition }: OfferedBenefit,
  { selection, startsOn }: { selection: SelectionWithVersions | undefined; startsOn: IsoDate },
): Membership {
  if (!selection) return { holds: false }
  const { versionInForce, state, newest } = selection
  const holds = versionInForce !== null || state === 'opted-out' || state === 'ended'
  if (versionInForce !== null || !isVoucherScheme(definition)) return { holds }
  const segmentsOf = segments.get(selection) ?? []
  return segmentsOf.length === 0 && !holds
    ? { holds }
    : voucherMembership(segmentsOf, { startsOn, stoppedFrom: newest.effectiveFrom })
}

function memberFrom({ segments }: PersonScheme, selection: SelectionWithVersions | undefined): IsoDate | undefined {
  const stored = selection && segments.get(selection)
  return stored ? firstVoucherDay(stored) : (selection?.running?.effectiveFrom ?? undefined)
}

function factsOn(scheme: PersonScheme, day: IsoDate): PersonFacts {
  const days = factsOfScheme.get(scheme) ?? new Map<IsoDate, PersonFacts>()
  factsOfScheme.set(scheme, days)
  const before = days.get(day)
  if (before) return before
  const { person, facts: stored, family, taxTables } = scheme
  const { dateOfBirth } = person
  const facts = priceFactsOn({ dateOfBirth, facts: stored, family, ...scheme.payCycleOn(day), taxTables }, day)
  days.set(day, facts)
  return facts
}

export function schemeWindow({ cause, opensOn, closesOn, rules }: EnrolmentWindow): SchemeWindow {
  const { takesEffect = 'next-month', benefits = 'all', for: _year, ...more } = rules
  return { cause, ...(opensOn && { opensOn }), ...(closesOn && { closesOn }), takesEffect, benefits, ...more }
}
