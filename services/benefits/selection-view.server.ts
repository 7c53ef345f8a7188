import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import type { SchemeYearId } from '../../contract/ids.ts'
import { poundsFromPence, showPence, showPounds } from '../../contract/money.ts'
import { setupValuesOf } from './choice-values.rules.ts'
import type { SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { chargedFrom, firstPeriodReached, firstPayText } from '../../domain/windows/effective-date.rules.ts'
import { type PlanDetail, planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import { partPeriodRule } from '../payroll/part-period.rules.ts'
import { findEligibilityLoss } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { conditionReason } from '../recalculation/eligibility-loss.server.ts'
import { noticeDays } from '../mail/cover-ending.rules.ts'
import { optOutRight } from '../recalculation/opt-out-right.server.ts'
import { optOutsWithinMonth } from '../../domain/eligibility/membership.rules.ts'
import { atLeaving } from './leaving-balance.server.ts'
import { leavingExample, balanceIfLeftToday } from './leaving-example.server.ts'
import {
  partnerAnswerOf,
  partnerDetails,
  partnerElsewhere,
} from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import { poundsOf, isLimited, priceView } from '../my-benefits/price-view.server.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { inForceToday, priceInNextYear } from './next-year.server.ts'
import { renewedValues } from '../../domain/selections/renewal.rules.ts'
import { increasePlanDetail } from './next-increase.server.ts'
import { statusLabel } from '../recalculation/selection-states.rules.ts'
import { selectionViewMessages as say } from '../my-benefits/selection-view.messages.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { cancelledFirstDay, currentPrice, type BenefitStatus } from '../my-benefits/benefit-status.server.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

export function selectionView(benefitStatus: BenefitStatus, selection: SelectionWithVersions): SelectionView {
  const { running, state } = selection
  const newest = { ...selection.newest, price: currentPrice(benefitStatus, selection.newest) }
  return {
    selectionId: selection.id,
    benefitId: selection.benefitId,
    temporarySelection: state === 'draft',
    ...(state === 'draft' && newest.draftStep && { draftStep: newest.draftStep }),
    status: state,
    statusLabel: statusLabel(state, { effectiveFrom: newest.effectiveFrom, today: benefitStatus.scheme.today }),
    version: selection.version,
    values: valuesIn(benefitStatus, newest),
    planDetails: [...planDetails(benefitStatus, newest), ...nextIncrease(benefitStatus, selection)],
    peopleCovered: newest.peopleCovered.map(({ name, relationship }) => ({
      name,
      relationship: say.relationship[relationship],
    })),
    costsSummaryForMonthlyCostSection: monthlyCosts(newest),
    price: priceWithOwed(benefitStatus, newest, isWaiting(selection) ? 'waits' : 'runs'),
    running:
      running && isWaiting(selection)
        ? { planDetails: planDetails(benefitStatus, running), price: priceWithOwed(benefitStatus, running, 'runs') }
        : null,
    ...today(benefitStatus, selection),
    ...ifLater(futureStart(running, benefitStatus.scheme)),
    cta: callToAction(benefitStatus, selection),
    ...datesOf(benefitStatus, newest),
    ...ifOptedOut(benefitStatus, selection),
    ...ifCoverEnds(benefitStatus, selection),
    ...atLeaving(benefitStatus, selection),
    decisionReason: newest.actorId === null || optOutsWithinMonth.has(newest.action) ? null : newest.reason,
    ...fieldStates(benefitStatus),
  }
}

function priceWithOwed(
  benefitStatus: BenefitStatus,
  version: Pick<SelectionVersion, 'choice' | 'price' | 'effectiveFrom'>,
  variant: 'runs' | 'waits',
): SelectionView['price'] {
  const { choice, price } = version
  if (!price) return null
  return {
    ...priceView(price),
    ...(variant === 'runs'
      ? balanceIfLeftToday(benefitStatus, version)
      : leavingExample(benefitStatus, { choice, price })),
  }
}

function today(benefitStatus: BenefitStatus, selection: SelectionWithVersions): Pick<SelectionView, 'today'> {
  const inForce = inForceToday(benefitStatus.scheme, selection)
  if (!inForce) return {}
  const { version, until } = inForce
  return {
    today: {
      planDetails: planDetails(benefitStatus, version),
      price: version.price && priceView(version.price),
      until,
    },
  }
}

export function futureStart(running: SelectionVersion | null, { today }: BenefitStatus['scheme']): IsoDate | null {
  const from = running?.effectiveFrom ?? null
  return from !== null && from > today ? from : null
}

function ifLater(runsFrom: IsoDate | null): Pick<SelectionView, 'runsFrom'> {
  return runsFrom === null ? {} : { runsFrom }
}

function nextIncrease(benefitStatus: BenefitStatus, { running, state }: SelectionWithVersions): PlanDetail[] {
  if (!running?.effectiveFrom || (state !== 'active' && state !== 'pended')) return []
  return increasePlanDetail(benefitStatus, { choice: running.choice, from: running.effectiveFrom })
}

/** Cover that was opted out of before it began has no dates, because it was never in force. */
function datesOf(
  benefitStatus: BenefitStatus,
  newest: SelectionVersion,
): Pick<SelectionView, 'effectiveFrom' | 'endDate' | 'reachesPay'> {
  if (optOutsWithinMonth.has(newest.action) || (newest.action === leaving && newest.effectiveTo === null))
    return { effectiveFrom: null, endDate: null, reachesPay: null }
  const { effectiveFrom, effectiveTo: endDate } = newest
  return { effectiveFrom, endDate, reachesPay: payReached(benefitStatus, newest) }
}

const leaving: SelectionAction = 'opt-out'

function ifOptedOut(
  benefitStatus: BenefitStatus,
  selection: SelectionWithVersions,
): Pick<SelectionView, 'endsIfOptedOut' | 'neverBeginsIfOptedOut' | 'whyNoOptOut'> {
  const leaving = benefitStatus.actions['opt-out']
  if (!leaving.allowed) {
    const isAboutState = leaving.cause === 'selection' || leaving.cause === 'employment'
    const whyNoOptOut = selection.running && !isAboutState ? { whyNoOptOut: leaving.reason } : {}
    return { endsIfOptedOut: null, neverBeginsIfOptedOut: null, ...whyNoOptOut }
  }
  if (optOutRight(benefitStatus)?.noticeFrom === null) return { endsIfOptedOut: null, neverBeginsIfOptedOut: null }
  const never = cancelledFirstDay(benefitStatus, selection)
  if (never) return { endsIfOptedOut: null, neverBeginsIfOptedOut: never }
  return { endsIfOptedOut: addDays(benefitStatus.effectiveFrom, -1), neverBeginsIfOptedOut: null }
}

function ifCoverEnds(
  { benefit, scheme: { today, person, facts } }: BenefitStatus,
  { running, newest: { action, effectiveTo, reason: whyEnded } }: SelectionWithVersions,
): Pick<SelectionView, 'coverEnds'> {
  const isEndByPortal = action === 'expire' || action === 'end-with-year'
  if (isEndByPortal && effectiveTo !== null && effectiveTo < today && whyEnded !== null)
    return {
      coverEnds: {
        lastDay: effectiveTo,
        reason: whyEnded,
        text: say.coverEnded(showDate(effectiveTo), whyEnded),
      },
    }
  if (!running) return {}
  const member = { dateOfBirth: person.dateOfBirth, facts }
  const lost = findEligibilityLoss(benefit.definition, member, {
    since: addDays(today, 1),
    to: addDays(today, noticeDays[0]),
    today,
  })
  if (!lost || (running.effectiveFrom !== null && lost.from <= running.effectiveFrom)) return {}
  const lastDay = addDays(lost.from, -1)
  const reason = conditionReason(lost.condition)
  return { coverEnds: { lastDay, reason, text: say.coverEnds(showDate(lastDay), reason) } }
}

function isWaiting({ state }: SelectionWithVersions): boolean {
  return state === 'draft' || state === 'pending' || state === 'pending-change'
}

/** If cover is limited to the free cover limit, shows the chosen cover and the cover in force (BENEFIT-32). */
export function planDetails(
  benefitStatus: Pick<BenefitStatus, 'benefit' | 'scheme'>,
  {
    choice,
    price,
    schemeYearId,
  }: Pick<SelectionVersion, 'choice' | 'price'> & Partial<Pick<SelectionVersion, 'schemeYearId'>>,
): PlanDetail[] {
  const details = [
    ...planDetailsOf(definitionIn(benefitStatus, schemeYearId ?? benefitStatus.scheme.year.id), choice),
    ...partnerDetails(choice, benefitStatus.scheme.family),
  ]
  if (!price?.cover) return details
  const cover = { label: say.cover, value: showPounds(poundsOf(price.cover.selected)) }
  return isLimited(price)
    ? [...details, cover, { label: say.coverNow, value: showPounds(poundsOf(price.cover.effective)) }]
    : [...details, cover]
}

function definitionIn(
  { benefit, scheme }: Pick<BenefitStatus, 'benefit' | 'scheme'>,
  year: SchemeYearId,
): BenefitDefinition {
  const { before, next } = scheme
  const other = [before, next].find((one) => one?.year.id === year)
  return (
    (scheme.year.id !== year && other?.benefits.find(({ id }) => id === benefit.id)?.definition) || benefit.definition
  )
}

function valuesIn(benefitStatus: BenefitStatus, version: SelectionVersion): SetupValues {
  const answer = partnerAnswerOf(version.choice, benefitStatus.scheme.family)
  return {
    ...setupValuesOf(benefitStatus.benefit.definition, valuesFor(benefitStatus, version)),
    ...(answer && { [partnerElsewhere]: answer }),
  }
}

function valuesFor(benefitStatus: BenefitStatus, { choice, schemeYearId }: SelectionVersion): Choice {
  const { benefit, facts } = benefitStatus
  const before = definitionIn(benefitStatus, schemeYearId)
  if (before === benefit.definition) return choice
  return { ...choice, values: renewedValues(choice.values, { before, after: benefit.definition, facts }).values }
}

function monthlyCosts({ price }: SelectionVersion): SelectionView['costsSummaryForMonthlyCostSection'] {
  if (!price) return null
  const [employee, employer] = [BigInt(price.employeeMonthly), BigInt(price.employerMonthly)]
  return {
    employee: poundsFromPence(employee),
    employer: poundsFromPence(employer),
    total: poundsFromPence(employee + employer),
  }
}

function callToAction({ actions }: BenefitStatus, { state }: SelectionWithVersions): SelectionView['cta'] {
  switch (state) {
    case 'draft':
      return actions.setup.allowed || actions['change-cover'].allowed
        ? { type: 'setup', label: say.cta.continue }
        : { type: 'view', label: say.cta.view }
    case 'active':
    case 'pended':
    case 'pending':
    case 'pending-change':
      return actions.manage.allowed ? { type: 'manage', label: say.cta.manage } : { type: 'view', label: say.cta.view }
    case 'none':
    case 'rejected':
    case 'opted-out':
    case 'withdrawn':
    case 'ended':
      return actions.setup.allowed ? { type: 'reapply', label: say.cta.reapply } : { type: 'view', label: say.cta.view }
  }
}

function payReached(
  benefitStatus: BenefitStatus,
  { effectiveFrom, choice, price, state, replaces }: SelectionVersion,
): string | null {
  const { scheme, benefit } = benefitStatus
  if (effectiveFrom === null || effectiveFrom < scheme.today || state === 'draft') return null
  return firstPayAffected(benefitStatus, {
    effectiveFrom,
    choice,
    price,
    chargesFirstPart: replaces === null && chargesFirstPart(benefit),
    awaitsApproval: state === 'pending' || state === 'pending-change',
  })
}

export function chargesFirstPart({ definition }: BenefitStatus['benefit']): boolean {
  return partPeriodRule(definition) !== 'from-next-period'
}

export function firstPayAffected(
  benefitStatus: Pick<BenefitStatus, 'scheme' | 'benefit' | 'selection'>,
  {
    effectiveFrom,
    choice,
    price,
    chargesFirstPart,
    awaitsApproval,
  }: Pick<SelectionVersion, 'choice' | 'price'> & {
    effectiveFrom: NonNullable<SelectionVersion['effectiveFrom']>
    chargesFirstPart: boolean
    awaitsApproval: boolean
  },
): string {
  const { periods, today, year } = benefitStatus.scheme
  const spread = price?.parts[0]?.spread ?? { kind: 'recurring' }
  const period = firstPeriodReached({ periods, effectiveFrom, spread, today, chargesFirstPart })
  const isOfYear =
    period === undefined ||
    effectiveFrom > year.to ||
    chargedFrom(period, { effectiveFrom, chargesFirstPart }) <= year.to
  if (isOfYear || spread.kind !== 'recurring' || !price) return firstPayText(period, { awaitsApproval })
  const then = priceInNextYear(benefitStatus, { effectiveFrom, choice, price })
  if (then === 'ends') return firstPayText(undefined)
  const pay = firstPayText(period, { awaitsApproval })
  const from = showDate(addDays(year.to, 1))
  if (then === 'unknown') return say.nextYear.unknown(pay, from)
  const [before = '0', after = '0'] = [price, then].map(({ employeePerPeriod }) => employeePerPeriod[0])
  return before === after
    ? pay
    : say.nextYear.price(pay, { from, amount: showPence(BigInt(after)), monthly: then.payPeriods === 12 })
}

function fieldStates({ benefit, actions, position }: BenefitStatus): Pick<SelectionView, 'editFields' | 'fieldStatus'> {
  const fields = benefit.definition.options.map((option) => option.code)
  const editable = actions['change-cover'].allowed || actions.setup.allowed
  const waiting = position.state === 'pending' || position.state === 'pending-change'
  const status = editable ? (waiting ? say.field.waiting : say.field.editable) : say.field.fixed
  return { editFields: editable ? fields : [], fieldStatus: Object.fromEntries(fields.map((field) => [field, status])) }
}
