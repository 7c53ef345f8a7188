import { optOutMonth, optOutRight, optOutSentence } from '../recalculation/opt-out-right.server.ts'
import { restartSentence } from '../my-benefits/voucher-membership.rules.ts'
import { addDays, daysBetween } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import type { ActionPermission } from '../my-benefits/allowed-actions.rules.ts'
import {
  type ActionName,
  actionName,
  type BenefitView,
  type SetupField,
} from '../../domain/selections/benefits.contract.ts'
import { choosingMessages } from './choosing.messages.ts'
import { benefitViewMessages } from './benefit-view.messages.ts'
import { hasEnded } from '../../domain/selections/benefit-state.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { nextYearForecastOf } from './next-year.server.ts'
import { nextYearView } from './next-year-view.server.ts'
import { medicalQuestionsState } from './medical-questions.server.ts'
import { selectionView } from './selection-view.server.ts'
import { selectionViewMessages } from '../my-benefits/selection-view.messages.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { allowanceFor } from '../my-benefits/flex-allowances.rules.ts'
import type { FamilyRow } from '../my-benefits/benefits.queries.ts'
import { levelPrices, lowestMonthlyPrice, setupFieldsFor } from './setup-fields.server.ts'
import { priceOf, type BenefitStatus } from '../my-benefits/benefit-status.server.ts'
import { benefitTerms } from './benefit-terms.server.ts'

/** `asksPartners`: business partners give the prices, so none is known here. `comparesLevels`: adds prices of levels. */
export function benefitView(
  benefitStatus: BenefitStatus,
  { asksPartners = false, comparesLevels = false }: { asksPartners?: boolean; comparesLevels?: boolean } = {},
): BenefitView {
  const { benefit, scheme, selection } = benefitStatus
  const { definition } = benefit
  const fields = {
    definition,
    facts: benefitStatus.facts,
    on: benefitStatus.effectiveFrom,
    family: scheme.family
      .filter(isInFamily(scheme))
      .map((person) => ({ ...person, name: `${person.firstName} ${person.surname}` })),
    chosen: selection?.newest.choice,
    heldAtYearStart: scheme.heldAtYearStart.get(benefit.id),
    price: (choice: Choice) => priceOf(benefitStatus, choice),
  }
  const setupFields = setupFieldsFor(fields)
  return {
    benefitId: benefit.id,
    on: scheme.before?.today ?? scheme.today,
    code: definition.code,
    name: definition.name,
    summary: definition.summary,
    description: definition.description,
    imageUrl: definition.image ?? null,
    category: definition.category,
    groupId: definition.groupCode,
    groupCode: definition.groupCode,
    providerName: definition.provider.name,
    payment: paymentOf(definition),
    needsApproval: definition.approval !== 'automatic',
    openInProbation: definition.openInProbation,
    freeCoverLimit: definition.medical?.freeCoverLimit ?? null,
    medicalQuestions: medicalQuestionsState(benefitStatus),
    beamSupported: isPricedByPartner(definition),
    beamPartnerValueLimits: partnersLimits(definition, setupFields),
    termsAndConditionsShown: definition.terms !== undefined,
    terms: benefitTerms(benefitStatus),
    faqs: definition.faqs,
    related: relatedBenefits(benefitStatus).map((one) => one.id),
    links: linksOf(benefitStatus),
    claim: claimOf(definition),
    cta: callToAction(benefitStatus),
    availability: availabilityOf(benefitStatus),
    allowedActions: allowedActionNames(benefitStatus.actions),
    setupFields,
    leastPerMonth: leastPerMonth({ selection, asksPartner: isPricedByPartner(definition) && asksPartners }, () =>
      lowestMonthlyPrice(fields, selection ? setupFieldsFor({ ...fields, chosen: undefined }) : setupFields),
    ),
    ...(comparesLevels && levelPrices(fields)),
    pot: allowanceTextOf(benefitStatus),
    selection: selection ? selectionView(benefitStatus, selection) : null,
    ...(scheme.before && benefitStatus.choosing.allowed && { choosesFrom: benefitStatus.effectiveFrom }),
    ...(scheme.before && !scheme.before.benefits.some(({ id }) => id === benefit.id) && { isNew: true as const }),
    ...nextYearOf(benefitStatus),
  }
}

function paymentOf({ price, pay }: BenefitDefinition): BenefitView['payment'] {
  const payers = new Set(price.map(({ paidBy }) => (typeof paidBy === 'string' ? paidBy : 'both')))
  const [only] = payers
  const by = payers.size === 1 && only ? only : 'both'
  return { by, how: by !== 'employer' && pay.employee ? selectionViewMessages.taxMethod[pay.employee.taxMethod] : null }
}

function leastPerMonth(
  { selection, asksPartner }: { selection: BenefitStatus['selection']; asksPartner: boolean },
  lowest: () => number | null,
): number | null {
  if (asksPartner) return null
  // The price of a rejected, withdrawn or ended choice no longer applies.
  const over = selection && hasEnded({ status: selection.state })
  return selection?.newest.price && !over ? null : lowest()
}

function nextYearOf(benefitStatus: BenefitStatus): Pick<BenefitView, 'nextYear'> {
  const outlook = nextYearForecastOf(benefitStatus.scheme, benefitStatus.benefit.id)
  return outlook ? { nextYear: nextYearView(benefitStatus, outlook) } : {}
}

export function allowedActionNames(actions: Record<ActionName, ActionPermission>): ActionName[] {
  return actionName.options.filter((name) => actions[name].allowed)
}

export function isPricedByPartner({ price }: Pick<BenefitDefinition, 'price'>): boolean {
  return price.some((component) => component.price.method === 'quoted')
}

function partnersLimits(
  { price }: BenefitDefinition,
  fields: readonly SetupField[],
): BenefitView['beamPartnerValueLimits'] {
  const options = price.flatMap((component) => (component.price.method === 'quoted' ? [component.price.option] : []))
  const input = fields.find(({ name }) => options.includes(name))?.input
  if (input?.kind !== 'number') return null
  const { min, max, step } = input
  return { min, max, step }
}

export function relatedBenefits({ benefit, scheme }: Pick<BenefitStatus, 'benefit' | 'scheme'>) {
  return benefit.definition.related.flatMap((code) => scheme.benefits.find((one) => one.code === code) ?? [])
}

/** Includes a link of the type `opt-out` if the person may opt out (BENEFIT-35). */
function linksOf(benefitStatus: BenefitStatus): BenefitView['links'] {
  const { benefit, actions } = benefitStatus
  const right = optOutRight(benefitStatus)
  const notice = right?.noticeFrom
  const restarts = restartSentence(benefit.definition, addDays(benefitStatus.effectiveFrom, -1))
  const links = [
    ...benefit.definition.links.map(({ label, href }) => ({ type: 'external', label, url: href })),
    ...(notice ? [{ type: 'external', label: benefitViewMessages.optOutNotice, url: notice }] : []),
  ]
  return actions['opt-out'].allowed
    ? [
        ...links,
        { type: 'opt-out', label: benefitViewMessages.optOutLink, url: null },
        ...(right ? [{ type: optOutMonth, label: optOutSentence(right), url: null }] : []),
        ...(restarts === undefined ? [] : [{ type: optOutMonth, label: restarts, url: null }]),
      ]
    : links
}

function claimOf({ provider }: BenefitDefinition): BenefitView['claim'] {
  const { claim } = provider
  return claim
    ? { html: claim.html ?? null, phone: claim.phone ?? null, email: claim.email ?? null, link: claim.link ?? null }
    : null
}

function allowanceTextOf({ scheme, benefit }: BenefitStatus): string | null {
  const allowance = allowanceFor(scheme.pots, benefit.id)
  const share = allowance && scheme.selections.get(allowance.id)?.running?.price?.pot
  if (!allowance?.definition.pot || !share) return null
  const [left, whole] = [share.left, share.whole].map((pence) => showPence(BigInt(pence)))
  return benefitViewMessages.pot[allowance.definition.pot.excess](share.name, left ?? '', whole ?? '')
}

function callToAction({ selection, actions }: BenefitStatus): BenefitView['cta'] {
  if (selection) return null
  return actions.setup.allowed ? { type: 'setup', label: selectionViewMessages.cta.setup } : null
}

/** Returns whether the benefit can be chosen or changed now; if not, why and from when (BENEFIT-07). */
function availabilityOf({ choosing, scheme, actions }: BenefitStatus): BenefitView['availability'] {
  if (choosing.allowed) {
    const closesOn = choosing.closesOn ?? null
    const daysLeft = closesOn && daysBetween(scheme.today, closesOn)
    const reason = choosing.reason ?? null
    return { available: true, reason, cause: null, opensOn: null, closesOn, daysLeft }
  }
  // A refusal because of the selection's state does not make the benefit unavailable.
  const cause = choosing.cause === 'selection' ? null : choosing.cause
  return {
    available: false,
    reason: actions['change-cover'].allowed ? choosingMessages.onlyLower(choosing.reason) : choosing.reason,
    cause,
    opensOn: choosing.opensOn ?? null,
    closesOn: null,
    daysLeft: null,
  }
}

function isInFamily({ today }: BenefitStatus['scheme']) {
  return ({ ended }: FamilyRow) => !ended || ended.on > today
}
