import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { refusal } from '../../contract/refusals.ts'
import { takeHomeView } from './take-home.contract.ts'
import { benefitRefusals } from './benefit-refusals.messages.ts'
import { selectionStates } from './selection-state.ts'
import { setupSteps } from './setup-steps.rules.ts'
import { traceStep } from './trace-step.contract.ts'

export const selectionState = z.enum(selectionStates)
export type SelectionState = z.output<typeof selectionState>

export const actionName = z.enum(['setup', 'manage', 'change-cover', 'opt-out', 'claim', 'statement'])
export type ActionName = z.output<typeof actionName>

const amounts = z.object({ perPeriod: pounds, perMonth: pounds, perYear: pounds })

/** Cost of a choice in pounds, with its derivation. A negative employee amount is added to pay (holiday sold). */
export const priceView = z.object({
  employee: amounts,
  employer: amounts,
  /** Pay periods in a year, 12 for monthly pay. */
  periodsPerYear: z.number().int(),
  order: z.object({ total: pounds, instalments: z.number().int() }).nullable(),
  /** Amount deducted in earlier pay periods, for a fixed total; below 0 if it was added to pay. */
  taken: pounds.nullable(),
  /** Text with the amounts of the pay days, '4 × £83.34, then 8 × £83.33', and earlier deductions; null if all are equal. */
  spread: z.string().nullable(),
  pot: z.string().nullable(),
  /** Sentence about the amount due on leaving, for an order or bought holiday not fully paid. */
  ifYouLeave: z.string().exactOptional(),
  /** Sum insured; null for other benefits. */
  cover: pounds.nullable(),
  /** Part of `cover` that is in force and charged: up to the free cover limit, or as the provider has accepted. */
  coverNow: pounds.nullable(),
  /** `awaited`: the rest of `cover` awaits the provider's decision. `decided`: the provider has declined the rest. */
  evidence: z.enum(['not-needed', 'awaited', 'decided']),
  taxMethod: z.string(),
  trace: z.array(traceStep),
})
export type PriceView = z.output<typeof priceView>

const setupValue = z.union([z.string().max(200), z.number(), z.boolean(), z.array(z.string().max(64)).max(20)])
export type SetupValue = z.output<typeof setupValue>

export const setupValues = z.record(z.string().max(64), setupValue)
export type SetupValues = z.output<typeof setupValues>

const setupField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().nullable(),
  required: z.boolean(),
  /** Step of the form that contains the field: `people` for people and related fields; `cost`, the last step, for amounts. */
  step: z.enum(['options', 'people', 'cost']),
  /** Show the field, and send its value, only if the field `option` has (or covers) one of the values in `is`. */
  onlyWhen: z.object({ option: z.string(), is: z.array(z.string()) }).nullable(),
  initial: setupValue.nullable(),
  input: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('options'),
      options: z.array(
        z.object({
          value: z.string(),
          label: z.string(),
          description: z.string().nullable(),
          /** Employee's monthly cost of this option alone; null if it is not known in advance. */
          perMonth: pounds.nullable(),
        }),
      ),
    }),
    z.object({
      kind: z.literal('number'),
      unit: z.enum(['pounds', 'percent', 'days', 'multiple']),
      min: z.number(),
      max: z.number(),
      step: z.number(),
    }),
    z.object({
      kind: z.literal('people'),
      people: z.array(
        z.object({ value: z.string(), label: z.string(), relationship: z.enum(['partner', 'dependant']) }),
      ),
    }),
  ]),
})
export type SetupField = z.output<typeof setupField>

const cta = z.object({ type: z.enum(['setup', 'manage', 'reapply', 'view', 'ccv']), label: z.string() })

/** DATA-19, with further fields for the portal's screens. */
export const selectionView = z.object({
  selectionId,
  benefitId,
  temporarySelection: z.boolean(),
  /** Step of the setup at which an unfinished choice was left. */
  draftStep: z.enum(setupSteps).exactOptional(),
  status: selectionState,
  statusLabel: z.string(),
  /** Version of the selection. Send it with the next change; an outdated one is refused with 409. */
  version: z.number().int(),
  values: setupValues,
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  peopleCovered: z.array(z.object({ name: z.string(), relationship: z.string() })),
  costsSummaryForMonthlyCostSection: z.object({ employee: pounds, employer: pounds, total: pounds }).nullable(),
  price: priceView.nullable(),
  /** Version in force while a change is pending; null otherwise. */
  running: z
    .object({
      planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
      price: priceView.nullable(),
    })
    .nullable(),
  /** The version in force until a later choice takes effect or the cover ends, and its last day. */
  today: z
    .object({
      planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
      price: priceView.nullable(),
      until: isoDate,
    })
    .exactOptional(),
  /** Day from which the version in force is charged; absent after that day, or without a version in force. */
  runsFrom: isoDate.exactOptional(),
  cta: cta.nullable(),
  effectiveFrom: isoDate.nullable(),
  endDate: isoDate.nullable(),
  /** Last day of cover after an opt-out today; null if opting out is not allowed, or cover would then never begin. */
  endsIfOptedOut: isoDate.nullable(),
  /** If an opt-out today would prevent future cover from beginning: the day on which it would have begun. */
  neverBeginsIfOptedOut: isoDate.nullable(),
  /** Last day and reason if cover will end because of a condition (shown from 60 days before) or with the scheme year. */
  coverEnds: z.object({ lastDay: isoDate, reason: z.string(), text: z.string() }).exactOptional(),
  atLeaving: z.object({ lastDay: isoDate, text: z.string() }).exactOptional(),
  /** Why the person cannot opt out of current cover today, with the next possible day; absent if they can. */
  whyNoOptOut: z.string().exactOptional(),
  reachesPay: z.string().nullable(),
  decisionReason: z.string().nullable(),
  editFields: z.array(z.string()),
  fieldStatus: z.record(z.string(), z.string()),
})
export type SelectionView = z.output<typeof selectionView>

/** Whether the benefit can be chosen or changed today. `reason` says why not, or names the life event that opened it. */
const availability = z.object({
  available: z.boolean(),
  reason: z.string().nullable(),
  cause: z.enum(['probation', 'window', 'eligibility', 'employment']).nullable(),
  opensOn: isoDate.nullable(),
  closesOn: isoDate.nullable(),
  /** Days until `closesOn` by the server's calendar, 0 on the last day. */
  daysLeft: z.number().int().nonnegative().nullable(),
})

/** State of a benefit on the first day of the next scheme year, predicted from today's data. */
const nextYearView = z.object({
  from: isoDate,
  /** `asked`: without the employee's agreement, cover ends or only its employer-paid part continues. */
  outcome: z.enum(['chosen', 'continues', 'asked', 'ends', 'not-priced', 'unchanged']),
  reason: z.string().nullable(),
  /** The new cost compared with today, or the date and reason of the end. */
  text: z.string(),
  same: z.boolean(),
  /** Last day of the part that ends: all cover, or the part the employee pays for. */
  lastDay: isoDate.nullable(),
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The employee's monthly deduction now and in the new scheme year; null if unknown or if nothing continues. */
  perMonthNow: pounds.nullable(),
  perMonthThen: pounds.nullable(),
  /** Last day on which the choice for the new scheme year can be changed; null if no window is open. */
  chooseUntil: isoDate.nullable(),
})
export type NextYearView = z.output<typeof nextYearView>

/** DATA-20, DATA-21: a benefit with the person's selection. */
export const benefitView = z.object({
  benefitId,
  /** The amounts are those of the cover in force on this day. Later changes contain the days on which they start. */
  on: isoDate,
  code: z.string(),
  name: z.string(),
  summary: z.string(),
  /** Sanitised HTML. */
  description: z.string(),
  imageUrl: z.string().nullable(),
  category: z.string(),
  groupId: z.string(),
  groupCode: z.string().nullable(),
  providerName: z.string().nullable(),
  needsApproval: z.boolean(),
  /** Who pays for the benefit, and how the employee's part is deducted from pay; null if the employee pays nothing. */
  payment: z.object({ by: z.enum(['employee', 'employer', 'both']), how: z.string().nullable() }),
  openInProbation: z.boolean(),
  freeCoverLimit: pounds.nullable(),
  /** Medical questions for cover above `freeCoverLimit`: `none`, still `open`, or `answered` by the person. */
  medicalQuestions: z.enum(['none', 'open', 'answered']),
  beamSupported: z.boolean(),
  /** Limits of the value for a business partner's price; null if none prices the benefit (DATA-17, BENEFIT-55). */
  beamPartnerValueLimits: z.object({ min: z.number(), max: z.number(), step: z.number() }).nullable(),
  termsAndConditionsShown: z.boolean(),
  terms: z.array(z.object({ id: z.string(), version: z.number().int(), accepted: z.boolean() })),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  related: z.array(benefitId),
  links: z.array(z.object({ type: z.string(), label: z.string(), url: z.string().nullable() })),
  claim: z
    .object({
      html: z.string().nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      link: z.string().nullable(),
    })
    .nullable(),
  cta: cta.nullable(),
  availability,
  allowedActions: z.array(actionName),
  setupFields: z.array(setupField),
  /** Sentence about the flex allowance that can pay for the benefit, and the amount left. */
  pot: z.string().nullable(),
  /** Lowest monthly cost for the employee; null if a business partner prices the benefit, or the selection has a price. */
  leastPerMonth: z.number().nullable(),
  selection: selectionView.nullable(),
  /** First day of a choice made now for the next scheme year; absent if a choice is for the current one. */
  choosesFrom: isoDate.exactOptional(),
  /** Monthly prices of the levels of the field `field`, in their order, by people covered. Only `with-selection` returns them. */
  levelPrices: z
    .object({
      field: z.string(),
      rows: z.array(z.object({ people: z.array(z.string()), perMonth: z.array(pounds.nullable()) })),
    })
    .exactOptional(),
  /** Present if only the next scheme year has the benefit. */
  isNew: z.literal(true).exactOptional(),
  /** Absent without a selection, and if the next scheme year is unknown. */
  nextYear: nextYearView.exactOptional(),
})
export type BenefitView = z.output<typeof benefitView>

export const notSelectable = refusal('not-selectable', 403, benefitRefusals.notSelectable)
export const invalidChoice = refusal('invalid-choice', 422, benefitRefusals.invalidChoice)
export const changedMeanwhile = refusal('changed-meanwhile', 409, benefitRefusals.changedMeanwhile)
export const notInThisState = refusal('not-in-this-state', 409, benefitRefusals.notInThisState)
export const termsNotAccepted = refusal('benefit-terms-required', 403, benefitRefusals.termsNotAccepted)
export const questionsNotAnswered = refusal('medical-questions-required', 403, benefitRefusals.questionsNotAnswered)
export const priceChanged = refusal('price-changed', 409, benefitRefusals.priceChanged)
export const notPriced = refusal('not-priced', 422, benefitRefusals.notPriced)
/** The body has the minimum wage a year (`floor`), the resulting pay, and the calculation of both (`trace`). */
export const belowMinimumWage = refusal('below-minimum-wage', 422, benefitRefusals.belowMinimumWage)
/** Salary or hours are unknown; the employer has to add them. */
export const minimumWageUnknown = refusal('minimum-wage-unknown', 422, benefitRefusals.minimumWageUnknown)

const byBenefit = z.object({ id: benefitId })
const bySelection = z.object({ id: selectionId })
const mine = { base: 'v1', access: 'user' } as const

/** A36. Returns all benefits for the person, each with the selection, allowed actions and availability. */
export const listBenefits = endpoint('GET', '/benefits/user/eligible', { ...mine, reply: z.array(benefitView) })
/** Returns one benefit. */
export const readBenefit = endpoint('GET', '/benefit/{id}', { ...mine, params: byBenefit, reply: benefitView })
/** Returns one benefit with the person's selection and allowed actions. */
export const readBenefitWithSelection = endpoint('GET', 'benefit/{id}/with-selection', {
  ...mine,
  params: byBenefit,
  reply: benefitView,
})
/** Returns only the allowed actions of a benefit, which are also part of the benefit. */
export const readAllowedActions = endpoint('GET', 'benefits/{id}/allowed-actions', {
  ...mine,
  params: byBenefit,
  reply: z.array(actionName),
})
/** Returns the categories by which the list of benefits can be filtered. */
export const listBenefitFilters = endpoint('GET', '/benefits/filters', {
  ...mine,
  reply: z.array(z.object({ id: z.string(), label: z.string() })),
})
/** Returns the frequently asked questions of a benefit. */
export const listBenefitFaqs = endpoint('GET', 'benefit/{id}/related_FAQ', {
  ...mine,
  params: byBenefit,
  reply: z.array(z.object({ question: z.string(), answer: z.string() })),
})
/** Returns the benefits related to a benefit. */
export const listRelatedBenefits = endpoint('GET', 'benefit/{id}/related_benefits', {
  ...mine,
  params: byBenefit,
  reply: z.array(
    z.object({
      benefitId,
      name: z.string(),
      summary: z.string(),
      imageUrl: z.string().nullable(),
      category: z.string(),
      groupCode: z.string().nullable(),
    }),
  ),
})

/** Returns the person's selection of a benefit. */
export const readBenefitSelection = endpoint('GET', 'benefit/{id}/selection', {
  ...mine,
  params: byBenefit,
  reply: selectionView,
})

const setupBody = z.strictObject({
  values: setupValues,
  /** True saves a draft: nothing is confirmed, submitted for approval or charged. */
  draft: z.boolean().optional(),
  /** Step of the setup at which a draft is left, to resume there. */
  step: z.enum(setupSteps).optional(),
  version: z.number().int().optional(),
  /** Employee's cost per pay period that the person saw, in pounds. If the price has changed, the call is refused with 409. */
  expectedPerPeriod: pounds.optional(),
  /** One of the first days that a quote offers; by default the earliest. */
  effectiveFrom: isoDate.optional(),
})
export const confirmationRefusals = [
  notSelectable,
  invalidChoice,
  changedMeanwhile,
  notInThisState,
  termsNotAccepted,
  questionsNotAnswered,
  priceChanged,
  notPriced,
  belowMinimumWage,
  minimumWageUnknown,
] as const
const choosing = {
  ...mine,
  params: byBenefit,
  body: setupBody,
  reply: selectionView,
  refuses: confirmationRefusals,
} as const
/** Chooses a benefit: saves a draft, or confirms the choice. */
export const createSelection = endpoint('POST', 'benefit/{id}/selection', {
  inView: 'operator',
  ...choosing,
  status: 201,
  audit: 'selection.created',
})
/** Changes the choice of a benefit: saves a draft, or confirms the change. */
export const changeSelection = endpoint('PATCH', 'benefit/{id}/selection', {
  ...choosing,
  audit: 'selection.changed',
  inView: 'operator',
})

/** Returns one of the person's selections. */
export const readSelection = endpoint('GET', 'selection/{id}', { ...mine, params: bySelection, reply: selectionView })
/** Ends a selection at the person's request. `endsIfOptedOut` of the selection gives the last day of cover. */
export const optOut = endpoint('PATCH', 'selection/{id}', {
  inView: 'operator',
  ...mine,
  params: bySelection,
  body: z.strictObject({
    status: z.literal('opted-out'),
    version: z.number().int().optional(),
  }),
  reply: selectionView,
  refuses: [notSelectable, changedMeanwhile, notInThisState],
  audit: 'selection.opted-out',
})
/** Deletes a draft and restores the selection before it. Returns the restored selection, or null if there was none. */
export const resetSelection = endpoint('DELETE', 'selection/{id}', {
  inView: 'operator',
  ...mine,
  params: bySelection,
  reply: selectionView.nullable(),
  refuses: [notSelectable, changedMeanwhile, notInThisState],
  audit: 'selection.reset',
})
/** Withdraws a choice that awaits a decision. */
export const withdrawSelection = endpoint('POST', 'selection/{id}/withdraw', {
  inView: 'operator',
  ...mine,
  params: bySelection,
  body: z.strictObject({ version: z.number().int().optional() }),
  reply: selectionView,
  refuses: [notSelectable, changedMeanwhile, notInThisState],
  audit: 'selection.withdrawn',
})
/** Returns the history of a selection. */
export const readSelectionHistory = endpoint('GET', 'selection/{id}/history', {
  ...mine,
  params: bySelection,
  reply: z.array(
    z.object({
      version: z.number().int(),
      at: isoMoment,
      /** The step as a sentence, such as 'You applied for this' or 'Approved by your employer'. */
      what: z.string(),
      statusLabel: z.string(),
      planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
      employeePerMonth: pounds.nullable(),
    }),
  ),
})

const allowedDay = z.object({ day: isoDate, why: z.string() })

/** First day of a choice, with the reason and other possible days. */
const firstDay = z.object({
  day: isoDate,
  why: z.string(),
  others: z.array(allowedDay),
  /** Amount deducted with the next salary payment for past pay periods; null if there is none. */
  arrears: pounds.nullable(),
  /** Parts of the choice that take effect before the whole choice, each with the people that a life event added. */
  earlier: z.array(z.object({ day: isoDate, people: z.array(z.string()), why: z.string() })),
})
export type FirstDayView = z.output<typeof firstDay>

export const quoteRefusals = [notSelectable, invalidChoice, notPriced, belowMinimumWage, minimumWageUnknown] as const
/** Price and effects of a choice. `askPartnerCosts` returns the same, with `costs` instead of `price`. */
export const quoteReply = z.object({
  price: priceView,
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  effectiveFrom: isoDate,
  firstDay,
  reachesPay: z.string(),
  takeHome: takeHomeView,
  /** True if cover exceeds the free cover limit, so that the medical questions must be answered before confirming. */
  medicalQuestions: z.boolean(),
  /** Employee's monthly cost if the provider accepts the rest of the cover; null if no evidence is awaited. */
  monthlyIfAccepted: pounds.nullable(),
  /** Sentence about the yearly increase and the cost of the next one; absent if there is none. */
  rise: z.string().exactOptional(),
  /** Why the employer could not approve this and another pending choice together. */
  warning: z.string().exactOptional(),
})
/** Returns the price of a choice with its derivation, first day, first pay day and effect on take-home pay. Saves nothing. */
export const quoteBenefit = endpoint('POST', 'benefit/{id}/quote', {
  inView: 'allowed',
  ...mine,
  params: byBenefit,
  body: z.strictObject({
    values: setupValues,
    /** One of the first days that an earlier quote offered; by default the earliest. */
    effectiveFrom: isoDate.optional(),
    /** False omits the calculation of take-home pay, which is three quarters of the reply; useful while a slider moves. */
    takeHomeSteps: z.boolean().optional(),
  }),
  reply: quoteReply,
  refuses: quoteRefusals,
})

const benefitTermsReply = z.record(
  z.string(),
  z.object({ content: z.string(), version: z.number().int(), accepted: z.boolean() }),
)

const lastYear = z.object({
  until: isoDate,
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Amounts a month. */
  employee: pounds,
  employer: pounds,
})
export type LastYear = z.output<typeof lastYear>

/** Returns what the person had at the end of the previous scheme year; null if it was nothing. */
export const readLastYear = endpoint('GET', 'benefit/{id}/last-year', {
  ...mine,
  params: byBenefit,
  reply: z.object({ lastYear: lastYear.nullable() }),
})

/** Returns the terms of a benefit by id, with the version and whether the person has accepted it. */
export const readBenefitTerms = endpoint('GET', 'benefit/{id}/terms', {
  ...mine,
  params: byBenefit,
  reply: z.object({ terms: benefitTermsReply }),
})
/** A50. Accepts a version of a benefit's terms. */
export const acceptBenefitTerms = endpoint('PATCH', 'benefit/{id}/terms', {
  inView: 'never',
  ...mine,
  params: byBenefit,
  body: z.strictObject({ termId: z.string().max(64), version: z.number().int(), accepted: z.literal(true) }),
  reply: z.object({ status: z.literal('ok'), terms: benefitTermsReply }),
  refuses: [notSelectable, changedMeanwhile],
  audit: 'benefit-terms.accepted',
})
