import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { refusal } from '../../contract/refusals.ts'
import { takeHomeView } from '../take-home/take-home.contract.ts'
import { benefitRefusals } from './choosing/benefit-refusals.messages.ts'
import { selectionStates } from './selections/selection-state.ts'
import { traceStep } from './pay/trace-step.contract.ts'

export const selectionState = z.enum(selectionStates)
export type SelectionState = z.output<typeof selectionState>

export const actionName = z.enum(['setup', 'manage', 'change-cover', 'opt-out', 'claim', 'statement'])
export type ActionName = z.output<typeof actionName>

const amounts = z.object({ perPeriod: pounds, perMonth: pounds, perYear: pounds })

/** What a choice costs, in pounds, with its derivation. Negative for the employee means pay goes up (holiday sold). */
export const priceView = z.object({
  employee: amounts,
  employer: amounts,
  /** Pay periods in a year, 12 for monthly pay. */
  periodsPerYear: z.number().int(),
  /** For an order: what is bought and over how many instalments. */
  order: z.object({ total: pounds, instalments: z.number().int(), lastInstalment: pounds }).nullable(),
  /** What earlier pays have taken of it, so that the pays to come take the rest; below 0 where they added to pay. */
  taken: pounds.nullable(),
  /** How many pays take it, and after what others had, in words; null for what is charged on and on. */
  spread: z.string().nullable(),
  /** What a flex pot pays of it, in words. */
  pot: z.string().nullable(),
  /** Sentence about the amount due on leaving, for an order or bought holiday not fully paid. */
  ifYouLeave: z.string().exactOptional(),
  /** Sum insured, where there is one. */
  cover: pounds.nullable(),
  /** What of it runs and is charged: no more than needs no medical evidence, or than the provider has accepted. */
  coverNow: pounds.nullable(),
  /** Whether the rest waits for medical evidence, or the provider has decided against it. */
  evidence: z.enum(['not-needed', 'awaited', 'decided']),
  /** How the cost reaches pay, in words: 'Taken from your pay before tax'. */
  taxMethod: z.string(),
  trace: z.array(traceStep),
})
export type PriceView = z.output<typeof priceView>

const setupValue = z.union([z.string().max(200), z.number(), z.boolean(), z.array(z.string().max(64)).max(20)])
export type SetupValue = z.output<typeof setupValue>

/** What a person enters to choose a benefit: field name to value. Which fields there are, the benefit says (`setupFields`). */
export const setupValues = z.record(z.string().max(64), setupValue)
export type SetupValues = z.output<typeof setupValues>

const setupField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().nullable(),
  required: z.boolean(),
  /** The step that asks it: what is about people with them, amounts last, when all else about the price is known. */
  step: z.enum(['options', 'people', 'cost']),
  /** Asked only while the field `option` has, or covers, one of `is`; its value is left out of what is sent otherwise. */
  onlyWhen: z.object({ option: z.string(), is: z.array(z.string()) }).nullable(),
  /** What stands in the field before anybody chose. */
  initial: setupValue.nullable(),
  input: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('options'),
      options: z.array(
        z.object({
          value: z.string(),
          label: z.string(),
          description: z.string().nullable(),
          /** What this option alone would cost the employee a month, where that can be said beforehand. */
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
      /** Family members who may be covered. */
      people: z.array(
        z.object({ value: z.string(), label: z.string(), relationship: z.enum(['partner', 'dependant']) }),
      ),
    }),
  ]),
})
export type SetupField = z.output<typeof setupField>

const cta = z.object({ type: z.enum(['setup', 'manage', 'reapply', 'view', 'ccv']), label: z.string() })

/** DATA-19 and what our screens need beside it. */
export const selectionView = z.object({
  selectionId,
  benefitId,
  /** True while unfinished or unconfirmed. */
  temporarySelection: z.boolean(),
  status: selectionState,
  statusLabel: z.string(),
  /** Send it back with the next change: a stale one is refused with 409. */
  version: z.number().int(),
  values: setupValues,
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  peopleCovered: z.array(z.object({ name: z.string(), relationship: z.string() })),
  costsSummaryForMonthlyCostSection: z.object({ employee: pounds, employer: pounds, total: pounds }).nullable(),
  price: priceView.nullable(),
  /** While a change waits: what runs and is charged meanwhile. */
  running: z
    .object({
      planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
      price: priceView.nullable(),
    })
    .nullable(),
  /** The version in force until a later choice takes effect, and its last day. */
  today: z
    .object({
      planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
      price: priceView.nullable(),
      until: isoDate,
    })
    .exactOptional(),
  /** From when what runs is paid; left out once that day has come, and where nothing runs. */
  runsFrom: isoDate.exactOptional(),
  cta: cta.nullable(),
  effectiveFrom: isoDate.nullable(),
  endDate: isoDate.nullable(),
  /** The last day of cover if the person opted out today; null while they may not, and for cover that would never begin. */
  endsIfOptedOut: isoDate.nullable(),
  /** The day on which cover would have begun that never does if the person opted out today. */
  neverBeginsIfOptedOut: isoDate.nullable(),
  /** The last day of what a condition or the scheme year ends, and why: of a condition from 60 days before, and once it has ended. */
  coverEnds: z.object({ lastDay: isoDate, reason: z.string(), text: z.string() }).exactOptional(),
  /** Sentence about the balance, once the last day of employment is known. */
  atLeaving: z.object({ lastDay: isoDate, text: z.string() }).exactOptional(),
  /** Why cover that runs cannot be left now, with the next day on which it can; left out while it can. */
  whyNoOptOut: z.string().exactOptional(),
  /** 'This change reaches your pay in December 2026' */
  reachesPay: z.string().nullable(),
  decisionReason: z.string().nullable(),
  editFields: z.array(z.string()),
  fieldStatus: z.record(z.string(), z.string()),
})
export type SelectionView = z.output<typeof selectionView>

/** What may be done now, and why not, in words; where it is open for something that happened to this person, why. */
export const availability = z.object({
  available: z.boolean(),
  reason: z.string().nullable(),
  /** What kind of reason: it decides what the screen says around it. */
  cause: z.enum(['probation', 'window', 'eligibility', 'employment']).nullable(),
  opensOn: isoDate.nullable(),
  closesOn: isoDate.nullable(),
  /** Days until then by the server's calendar, 0 on the last day. */
  daysLeft: z.number().int().nonnegative().nullable(),
})

/** State of a benefit on the first day of the next scheme year, predicted from today's data. */
export const nextYearView = z.object({
  from: isoDate,
  /** `asked`: without the employee's agreement it ends, or only the employer-paid part continues. */
  outcome: z.enum(['chosen', 'continues', 'asked', 'ends', 'not-priced', 'unchanged']),
  /** Why agreement is needed, or why it ends; null if it continues. */
  reason: z.string().nullable(),
  /** The new cost compared with today, or the date and reason of the end. */
  text: z.string(),
  /** Whether it continues as it is, so that there is nothing to say of it. */
  same: z.boolean(),
  /** Last day of the part that ends: all cover, or the part the employee pays for. */
  lastDay: isoDate.nullable(),
  /** Cover that continues; empty if none does. */
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The employee's deduction per month before and from that day; null if unknown or if nothing continues. */
  perMonthNow: pounds.nullable(),
  perMonthThen: pounds.nullable(),
  /** The last day on which it can be changed for that year, while that is open. */
  chooseUntil: isoDate.nullable(),
})
export type NextYearView = z.output<typeof nextYearView>

/** DATA-20, DATA-21. */
export const benefitView = z.object({
  benefitId,
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
  openInProbation: z.boolean(),
  freeCoverLimit: pounds.nullable(),
  /** Whether there are medical questions for cover above the limit, and the person has answered those that are asked now. */
  medicalQuestions: z.enum(['none', 'open', 'answered']),
  beamSupported: z.boolean(),
  /** Between which values a partner prices it; null for what no partner does (DATA-17, BENEFIT-55). */
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
  /** The flex pot that may pay for it, and what of it is left, in words. */
  pot: z.string().nullable(),
  /** The least it costs a month, where its options say so; null while a choice has a price of its own. */
  leastPerMonth: z.number().nullable(),
  selection: selectionView.nullable(),
  /** From when a choice counts that is made for the next scheme year; left out where it is for this one. */
  choosesFrom: isoDate.exactOptional(),
  /** The year of today does not have it, the next one does. */
  isNew: z.literal(true).exactOptional(),
  /** Absent if nothing is held or the next scheme year is unknown. */
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
/** The body says the figure (`floor`, a year) and what pay would be, and how both were worked out (`trace`). */
export const belowMinimumWage = refusal('below-minimum-wage', 422, benefitRefusals.belowMinimumWage)
/** Salary or hours are not known; somebody has to add them. */
export const minimumWageUnknown = refusal('minimum-wage-unknown', 422, benefitRefusals.minimumWageUnknown)

const byBenefit = z.object({ id: benefitId })
const bySelection = z.object({ id: selectionId })
const mine = { base: 'v1', access: 'user' } as const

/** A36, A37, A39, A40 and A34 read; nothing is written. */
export const listBenefits = endpoint('GET', '/benefits/user/eligible', { ...mine, reply: z.array(benefitView) })
export const readBenefit = endpoint('GET', '/benefit/{id}', { ...mine, params: byBenefit, reply: benefitView })
export const readBenefitWithSelection = endpoint('GET', 'benefit/{id}/with-selection', {
  ...mine,
  params: byBenefit,
  reply: benefitView,
})
export const readAllowedActions = endpoint('GET', 'benefits/{id}/allowed-actions', {
  ...mine,
  params: byBenefit,
  reply: z.array(actionName),
})
export const listBenefitFilters = endpoint('GET', '/benefits/filters', {
  ...mine,
  reply: z.array(z.object({ id: z.string(), label: z.string() })),
})
export const listBenefitFaqs = endpoint('GET', 'benefit/{id}/related_FAQ', {
  ...mine,
  params: byBenefit,
  reply: z.array(z.object({ question: z.string(), answer: z.string() })),
})
export const listRelatedBenefits = endpoint('GET', 'benefit/{id}/related_benefits', {
  ...mine,
  params: byBenefit,
  reply: z.array(z.object({ benefitId, name: z.string(), summary: z.string(), imageUrl: z.string().nullable() })),
})

export const readBenefitSelection = endpoint('GET', 'benefit/{id}/selection', {
  ...mine,
  params: byBenefit,
  reply: selectionView,
})

/** What is sent to create or change a selection. */
const setupBody = z.strictObject({
  values: setupValues,
  /** True keeps an unfinished selection; nothing is confirmed, asked for or charged. */
  draft: z.boolean().optional(),
  /** The version the person saw; left out when there was none. */
  version: z.number().int().optional(),
  /** The employee's cost per pay period that the person saw, in pounds; a price that moved since is refused with 409. */
  expectedPerPeriod: pounds.optional(),
  /** One of the first days that a quote offers; the earliest when left out. */
  effectiveFrom: isoDate.optional(),
})
export const confirming = [
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
  refuses: confirming,
} as const
export const createSelection = endpoint('POST', 'benefit/{id}/selection', {
  inView: 'operator',
  ...choosing,
  status: 201,
  audit: 'selection.created',
})
export const changeSelection = endpoint('PATCH', 'benefit/{id}/selection', {
  ...choosing,
  audit: 'selection.changed',
  inView: 'operator',
})

export const readSelection = endpoint('GET', 'selection/{id}', { ...mine, params: bySelection, reply: selectionView })
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
/** Drops an unfinished selection and restores the one before; answers what stands now, or null when nothing does. */
export const resetSelection = endpoint('DELETE', 'selection/{id}', {
  inView: 'operator',
  ...mine,
  params: bySelection,
  reply: selectionView.nullable(),
  refuses: [notSelectable, changedMeanwhile, notInThisState],
  audit: 'selection.reset',
})
export const withdrawSelection = endpoint('POST', 'selection/{id}/withdraw', {
  inView: 'operator',
  ...mine,
  params: bySelection,
  body: z.strictObject({ version: z.number().int().optional() }),
  reply: selectionView,
  refuses: [notSelectable, changedMeanwhile, notInThisState],
  audit: 'selection.withdrawn',
})
export const readSelectionHistory = endpoint('GET', 'selection/{id}/history', {
  ...mine,
  params: bySelection,
  reply: z.array(
    z.object({
      version: z.number().int(),
      at: isoMoment,
      /** The step in plain words: 'You applied for this', 'Approved by your employer'. */
      what: z.string(),
      statusLabel: z.string(),
      planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
      employeePerMonth: pounds.nullable(),
    }),
  ),
})

/** A day from which a choice may count, and why it may, in words. */
const allowedDay = z.object({ day: isoDate, why: z.string() })

/** From which day a choice counts, why, and which other days may be taken (lifecycle 3). */
export const firstDay = z.object({
  day: isoDate,
  why: z.string(),
  others: z.array(allowedDay),
  /** Deduction in the next pay for past pay periods; null if there are none. */
  arrears: pounds.nullable(),
  /** Parts that take effect before the whole choice, with the people a life event added. */
  earlier: z.array(z.object({ day: isoDate, people: z.array(z.string()), why: z.string() })),
})
export type FirstDayView = z.output<typeof firstDay>

/** Why there may be no price to show. */
export const quoting = [notSelectable, invalidChoice, notPriced, belowMinimumWage, minimumWageUnknown] as const
/** What a choice would cost; a partner's product answers it under names of its own. */
export const quoteReply = z.object({
  price: priceView,
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  effectiveFrom: isoDate,
  firstDay,
  reachesPay: z.string(),
  takeHome: takeHomeView,
  /** Cover above what needs no medical evidence: the questions have to be answered before it can be confirmed. */
  medicalQuestions: z.boolean(),
  /** What the employee pays a month once medical evidence for the rest is accepted; null where none is awaited. */
  monthlyIfAccepted: pounds.nullable(),
  /** What of it goes up by itself each year and what the next step costs, in words; left out where nothing does. */
  rise: z.string().exactOptional(),
})
/** Price, derivation, the pay it reaches and what is left of it, for setup values; saves nothing. */
export const quoteBenefit = endpoint('POST', 'benefit/{id}/quote', {
  inView: 'allowed',
  ...mine,
  params: byBenefit,
  body: z.strictObject({
    values: setupValues,
    /** One of the first days that an earlier quote offered; the earliest when left out. */
    effectiveFrom: isoDate.optional(),
    /** False leaves out how take-home pay was worked out, three quarters of the answer: while a slider moves nobody reads it. */
    takeHomeSteps: z.boolean().optional(),
  }),
  reply: quoteReply,
  refuses: quoting,
})

export const readBenefitTerms = endpoint('GET', 'benefit/{id}/terms', {
  ...mine,
  params: byBenefit,
  reply: z.object({
    terms: z.record(z.string(), z.object({ content: z.string(), version: z.number().int(), accepted: z.boolean() })),
  }),
})
export const acceptBenefitTerms = endpoint('PATCH', 'benefit/{id}/terms', {
  inView: 'never',
  ...mine,
  params: byBenefit,
  body: z.strictObject({ termId: z.string().max(64), version: z.number().int(), accepted: z.literal(true) }),
  reply: z.object({ status: z.literal('ok') }),
  refuses: [notSelectable, changedMeanwhile],
  audit: 'benefit-terms.accepted',
})
