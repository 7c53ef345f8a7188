import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, SelectionId } from '../../contract/ids.ts'
import type { WhatIfReply } from '../../domain/tax/what-if.contract.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import type {
  BenefitView,
  FirstDayView,
  NextYearView,
  PriceView,
  SelectionView,
  SetupField,
} from '../../domain/selections/benefits.contract.ts'
import { partnerAnswers } from '../../domain/definition/options.ts'
import { partnerElsewhereMessages } from '../../domain/selections/partner-cover-elsewhere.messages.ts'
import { partnerElsewhere } from '../../domain/selections/partner-cover-elsewhere.rules.ts'

// Sample ids; any UUID will do.
export const dentalId = '0b1e55ed-0000-4000-8000-000000000001' as BenefitId
export const cycleId = '0b1e55ed-0000-4000-8000-000000000002' as BenefitId
export const holidayId = '0b1e55ed-0000-4000-8000-000000000003' as BenefitId
const selectionId = '5e1ec710-0000-4000-8000-000000000001' as SelectionId

export const day = (text: string) => text as IsoDate

export function samplePrice(perMonth: number, more: Partial<PriceView> = {}): PriceView {
  return {
    employee: { perPeriod: perMonth, perMonth, perYear: Math.round(perMonth * 1200) / 100 },
    employer: { perPeriod: 0, perMonth: 0, perYear: 0 },
    periodsPerYear: 12,
    order: null,
    taken: null,
    spread: null,
    pot: null,
    cover: null,
    coverNow: null,
    evidence: 'not-needed',
    taxMethod: 'Taken from your pay after tax',
    trace: [
      {
        rule: 'tier',
        label: 'Premium for level 2, family',
        inputs: [
          { label: 'Level', value: 'Level 2' },
          { label: 'Cover', value: 'Family' },
        ],
        output: `£${perMonth.toFixed(2)} a month`,
        source: 'Rates of Brightwell Dental',
        effectiveDate: day('2026-04-01'),
      },
    ],
    ...more,
  }
}

export const sampleTakeHome = (perMonth: number): Extract<TakeHomeView, { outcome: 'computed' }> => ({
  outcome: 'computed',
  change: { perPeriod: perMonth, perMonth, perYear: Math.round(perMonth * 1200) / 100 },
  lines: [
    { label: 'Your salary', before: 45_000, after: 45_000 },
    { label: 'Income tax', before: -6486, after: -6286 },
    { label: 'Take-home pay', before: 35_919.6, after: 35_919.6 + Math.round(perMonth * 1200) / 100 },
  ],
  employer: { nationalInsurance: -150, class1A: 0 },
  taxYear: '2026/27',
  basis: 'Worked out for a whole year at this pay',
  trace: [
    {
      rule: 'less',
      label: 'Change in your take-home pay per year',
      inputs: [],
      output: '-£720.00',
      source: 'Tax figures of 2026/27',
      effectiveDate: day('2026-04-06'),
    },
  ],
})

export const levelField: SetupField = {
  name: 'level',
  label: 'Level of cover',
  help: null,
  required: true,
  step: 'options',
  onlyWhen: null,
  initial: null,
  input: {
    kind: 'options',
    options: [
      { value: 'level-1', label: 'Level 1', description: 'NHS charges paid back in full', perMonth: 8.5 },
      {
        value: 'level-2',
        label: 'Level 2',
        description: 'NHS charges and up to £400 of private treatment a year',
        perMonth: 14,
      },
    ],
  },
}

export const peopleField: SetupField = {
  name: 'covered',
  label: 'Who is covered',
  help: null,
  required: false,
  step: 'people',
  onlyWhen: null,
  initial: null,
  input: {
    kind: 'people',
    people: [
      { value: 'p1', label: 'Tom Hart', relationship: 'partner' },
      { value: 'p2', label: 'Rose Hart', relationship: 'dependant' },
    ],
  },
}

export const partnerField: SetupField = {
  name: partnerElsewhere,
  label: partnerElsewhereMessages.label,
  help: partnerElsewhereMessages.help,
  required: true,
  step: 'people',
  onlyWhen: { option: 'covered', is: ['p1'] },
  initial: null,
  input: {
    kind: 'options',
    options: partnerAnswers.map((value) => ({
      value,
      label: partnerElsewhereMessages.answers[value],
      description: null,
      perMonth: null,
    })),
  },
}

export const valueField: SetupField = {
  name: 'value',
  label: 'Value of bicycle and equipment',
  help: null,
  required: true,
  step: 'cost',
  onlyWhen: null,
  initial: 1000,
  input: { kind: 'number', unit: 'pounds', min: 100, max: 3000, step: 50 },
}

export const tradeFields: SetupField[] = [
  {
    name: 'trade',
    label: 'Do you want to buy or to sell?',
    help: null,
    required: true,
    step: 'options',
    onlyWhen: null,
    initial: 'buy',
    input: {
      kind: 'options',
      options: [
        { value: 'buy', label: 'Buy days', description: null, perMonth: null },
        { value: 'sell', label: 'Sell days', description: null, perMonth: null },
      ],
    },
  },
  {
    name: 'buy-days',
    label: 'Days to buy',
    help: null,
    required: true,
    step: 'options',
    onlyWhen: { option: 'trade', is: ['buy'] },
    initial: 1,
    input: { kind: 'number', unit: 'days', min: 1, max: 5, step: 1 },
  },
  {
    name: 'sell-days',
    label: 'Days to sell',
    help: null,
    required: true,
    step: 'options',
    onlyWhen: { option: 'trade', is: ['sell'] },
    initial: 1,
    input: { kind: 'number', unit: 'days', min: 1, max: 3, step: 1 },
  },
]

export function sampleBenefit(more: Partial<BenefitView> = {}): BenefitView {
  return {
    benefitId: dentalId,
    on: day('2026-11-16'),
    code: 'dental',
    name: 'Dental insurance',
    summary: 'Help with the cost of check-ups, treatment and emergencies.',
    description: '<p>Four levels, from NHS charges to full private treatment.</p>',
    imageUrl: null,
    category: 'health',
    groupId: 'dental',
    groupCode: 'dental',
    providerName: 'Brightwell Dental',
    needsApproval: false,
    payment: { by: 'employee', how: 'Taken from your pay after tax' },
    openInProbation: true,
    freeCoverLimit: null,
    medicalQuestions: 'none',
    beamSupported: false,
    beamPartnerValueLimits: null,
    termsAndConditionsShown: true,
    terms: [{ id: 'dental-terms', version: 1, accepted: false }],
    faqs: [],
    related: [],
    links: [],
    claim: null,
    cta: { type: 'setup', label: 'Choose' },
    availability: {
      available: true,
      reason: null,
      cause: null,
      opensOn: null,
      closesOn: day('2026-12-31'),
      daysLeft: 40,
    },
    allowedActions: ['setup'],
    setupFields: [levelField, peopleField],
    pot: null,
    leastPerMonth: 8.5,
    selection: null,
    ...more,
  }
}

export function sampleSelection(more: Partial<SelectionView> = {}): SelectionView {
  const price = samplePrice(24.6)
  return {
    selectionId,
    benefitId: dentalId,
    temporarySelection: false,
    status: 'active',
    statusLabel: 'Active',
    version: 1,
    values: { level: 'level-2', covered: ['p1', 'p2'] },
    planDetails: [{ label: 'Level of cover', value: 'Level 2' }],
    peopleCovered: [
      { name: 'Tom Hart', relationship: 'Partner' },
      { name: 'Rose Hart', relationship: 'Dependant' },
    ],
    costsSummaryForMonthlyCostSection: { employee: 24.6, employer: 0, total: 24.6 },
    price,
    running: null,
    cta: { type: 'manage', label: 'Manage' },
    effectiveFrom: day('2026-12-01'),
    endDate: null,
    endsIfOptedOut: day('2026-11-30'),
    neverBeginsIfOptedOut: null,
    reachesPay: 'This change reaches your pay in December 2026',
    decisionReason: null,
    editFields: [],
    fieldStatus: {},
    ...more,
  }
}

export function sampleBenefitInForce(more: Partial<BenefitView> = {}): BenefitView {
  return sampleBenefit({
    selection: sampleSelection(),
    cta: null,
    terms: [{ id: 'dental-terms', version: 1, accepted: true }],
    allowedActions: ['manage', 'change-cover', 'opt-out', 'claim'],
    links: [{ type: 'opt-out', label: 'Opt out', url: null }],
    claim: {
      html: '<p>Send a photo of the receipt.</p>',
      phone: '0808 157 0140',
      email: null,
      link: 'https://brightwell-dental.example/claim',
    },
    ...more,
  })
}

export function sampleWhatIf(more: Partial<WhatIfReply> = {}): WhatIfReply {
  const pay = { perMonth: 2993.3, perYear: 35_919.6 }
  return {
    today: day('2026-11-16'),
    on: day('2026-11-16'),
    known: { salary: 45_000, weeklyHours: 37.5, age: 38, taxCountry: 'rUK' },
    benefits: [],
    held: [],
    opens: [],
    closes: [],
    together: sampleTakeHome(0),
    comparedWithNow: sampleTakeHome(0),
    takeHome: { now: pay, supposed: pay, change: { perMonth: 0, perYear: 0 } },
    ...more,
  }
}

export const sampleFirstDay: FirstDayView = {
  day: day('2026-12-01'),
  why: 'From 1 December 2026, the first day of next month',
  others: [],
  arrears: null,
  earlier: [],
}

export function sampleNextYear(more: Partial<NextYearView> = {}): NextYearView {
  return {
    from: day('2027-04-06'),
    outcome: 'continues',
    reason: null,
    lastDay: null,
    planDetails: [],
    perMonthNow: 8.5,
    perMonthThen: 8.5,
    chooseUntil: null,
    text: '£8.50 a month, no change.',
    same: true,
    ...more,
  }
}
