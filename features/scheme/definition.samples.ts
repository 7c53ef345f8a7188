import type { BenefitDefinitionInput } from '../../domain/definition/definition.ts'

/** Benefits of a typical scheme, for unit tests. Their rates are in features/selections/rates.samples.ts. */

const said = { summary: 'In one sentence.', description: 'In a few more.', provider: { name: 'Larkspur Mutual' } }

export const pension = {
  ...said,
  code: 'pension',
  name: 'Pension',
  category: 'pension',
  groupCode: 'pension',
  options: [
    {
      kind: 'range',
      code: 'percent',
      label: 'You pay',
      unit: 'percent',
      min: '3',
      max: '40',
      step: '0.5',
      default: '5',
    },
  ],
  price: [
    {
      code: 'own',
      label: 'Your contribution',
      paidBy: 'employee',
      price: { method: 'percentage', salary: 'pensionable', percent: { option: 'percent' } },
    },
    {
      code: 'match',
      label: 'Employer contribution',
      paidBy: 'employer',
      price: {
        method: 'percentage',
        salary: 'pensionable',
        match: {
          option: 'percent',
          steps: [
            { from: '3', employer: '5' },
            { from: '5', employer: '7' },
            { from: '8', employer: '10' },
          ],
        },
      },
    },
  ],
  pay: {
    employee: { taxMethod: 'sacrifice', payCode: 'PENEE' },
    employer: { taxMethod: 'employer-only', payCode: 'PENER' },
  },
  approval: 'automatic',
  openInProbation: true,
  changeIn: ['any-month'],
} satisfies BenefitDefinitionInput

export const lifeAssurance = {
  ...said,
  code: 'life-assurance',
  name: 'Life assurance',
  category: 'protection',
  groupCode: 'life-assurance',
  options: [
    {
      kind: 'range',
      code: 'multiple',
      label: 'Times your salary',
      unit: 'multiple',
      min: '4',
      max: '10',
      step: '1',
      default: '4',
      maxRise: '1',
    },
  ],
  price: [
    {
      code: 'core',
      label: 'Core cover',
      paidBy: 'employer',
      price: {
        method: 'unit-rate',
        every: 'year',
        rates: 'life-core',
        cover: { of: 'salary-multiple', salary: 'benefit', times: '4' },
      },
    },
    {
      code: 'flex',
      label: 'Extra cover',
      paidBy: 'employee',
      price: {
        method: 'age-banded',
        every: 'year',
        rates: 'life-flex',
        ageOn: 'scheme-year-start',
        cover: { of: 'salary-multiple', salary: 'benefit', times: { option: 'multiple', above: '4' } },
      },
    },
  ],
  pay: {
    employee: { taxMethod: 'sacrifice-opra', payCode: 'LIFEE' },
    employer: { taxMethod: 'employer-only', payCode: 'LIFER' },
  },
  coreChoice: { values: { multiple: '4' } },
  optOut: false,
  approval: 'automatic',
  medical: { freeCoverLimit: 250000, questions: [{ code: 'treatment', question: 'Are you waiting for treatment?' }] },
  openInProbation: true,
  changeIn: ['annual', 'life-event'],
} satisfies BenefitDefinitionInput

export const dental = {
  ...said,
  code: 'dental',
  name: 'Dental',
  category: 'health',
  groupCode: 'dental',
  terms: { id: 'dental-terms', version: 2, content: 'The terms.' },
  options: [
    {
      kind: 'levels',
      code: 'level',
      label: 'Level',
      levels: [
        { code: 'level-1', label: 'Level 1' },
        { code: 'level-2', label: 'Level 2' },
      ],
      default: 'level-1',
    },
    {
      kind: 'people',
      code: 'people',
      label: 'Who is covered',
      tiers: ['single', 'couple', 'single-parent', 'family'],
      dependantsUnder: 21,
    },
  ],
  price: [
    {
      code: 'premium',
      label: 'Premium',
      paidBy: 'employee',
      price: {
        method: 'tier',
        every: 'month',
        rates: 'dental',
        by: ['level'],
        includes: 'insurance premium tax at 12 %',
      },
    },
  ],
  pay: { employee: { taxMethod: 'net-deduction', payCode: 'DENT' } },
  approval: 'automatic',
  openInProbation: true,
  changeIn: ['annual', 'life-event'],
} satisfies BenefitDefinitionInput

export const holidayTrading = {
  ...said,
  code: 'holiday-trading',
  name: 'Holiday trading',
  category: 'time-off',
  groupCode: 'holiday-trading',
  options: [
    {
      kind: 'levels',
      code: 'trade',
      label: 'Buy or sell',
      levels: [
        { code: 'buy', label: 'Buy' },
        { code: 'sell', label: 'Sell' },
      ],
    },
    {
      kind: 'range',
      code: 'buy-days',
      label: 'Days to buy',
      unit: 'days',
      min: '1',
      max: '5',
      step: '1',
      onlyWhen: { option: 'trade', is: 'buy' },
    },
    {
      kind: 'range',
      code: 'sell-days',
      label: 'Days to sell',
      unit: 'days',
      min: '1',
      max: '3',
      step: '1',
      onlyWhen: { option: 'trade', is: 'sell' },
    },
  ],
  price: [
    {
      code: 'days',
      label: 'Value of the days',
      paidBy: 'employee',
      price: {
        method: 'days',
        salary: 'basic',
        trade: 'trade',
        buyDays: 'buy-days',
        sellDays: 'sell-days',
        entitlementDays: '33',
        statutoryDays: '28',
      },
    },
  ],
  pay: {
    employee: { taxMethod: 'sacrifice', payCode: 'HOLBUY' },
    sold: { taxMethod: 'taxable-pay', payCode: 'HOLSELL' },
  },
  approval: 'required',
  openInProbation: false,
  requires: ['minimum-wage'],
  changeIn: ['annual'],
} satisfies BenefitDefinitionInput

export const privateMedical = {
  ...said,
  code: 'private-medical',
  name: 'Private medical',
  category: 'health',
  groupCode: 'private-medical',
  options: [
    {
      kind: 'levels',
      code: 'excess',
      label: 'Excess',
      levels: [
        { code: 'excess-0', label: '£0' },
        { code: 'excess-250', label: '£250' },
      ],
    },
    { kind: 'people', code: 'people', label: 'Who is covered', tiers: ['single', 'family'], dependantsUnder: 21 },
  ],
  price: [
    {
      code: 'premium',
      label: 'Premium',
      paidBy: { employerUpTo: { tier: 'single' } },
      price: {
        method: 'tier',
        every: 'year',
        rates: 'private-medical',
        by: ['excess'],
        includes: 'insurance premium tax at 12 %',
      },
    },
  ],
  pay: {
    employee: { taxMethod: 'net-deduction', payCode: 'PMIEE' },
    employer: { taxMethod: 'benefit-in-kind', payCode: 'PMIER' },
  },
  approval: 'automatic',
  openInProbation: false,
  changeIn: ['annual', 'life-event'],
} satisfies BenefitDefinitionInput

export const criticalIllness = {
  ...said,
  code: 'critical-illness',
  name: 'Critical illness',
  category: 'protection',
  groupCode: 'critical-illness',
  options: [
    { kind: 'range', code: 'multiple', label: 'Times your salary', unit: 'multiple', min: '1', max: '5', step: '1' },
    {
      kind: 'levels',
      code: 'smoker',
      label: 'Do you smoke?',
      levels: [
        { code: 'no', label: 'No' },
        { code: 'yes', label: 'Yes' },
      ],
    },
    { kind: 'people', code: 'people', label: 'Who is covered', tiers: ['single', 'couple'] },
    {
      kind: 'levels',
      code: 'partner-smoker',
      label: 'Does your partner smoke?',
      levels: [
        { code: 'no', label: 'No' },
        { code: 'yes', label: 'Yes' },
      ],
      onlyWhen: { option: 'people', is: 'partner' },
    },
  ],
  price: [
    {
      code: 'own',
      label: 'Your cover',
      paidBy: 'employee',
      price: {
        method: 'age-banded',
        every: 'month',
        rates: 'critical-illness',
        smoker: { option: 'smoker', column: 'smoker' },
        ageOn: 'effective-date',
        cover: { of: 'salary-multiple', salary: 'benefit', times: { option: 'multiple' }, max: 500000 },
      },
    },
    {
      code: 'partner',
      label: "Your partner's cover",
      paidBy: 'employee',
      price: {
        method: 'age-banded',
        every: 'month',
        rates: 'critical-illness',
        smoker: { option: 'partner-smoker', column: 'smoker' },
        ageOn: 'effective-date',
        life: 'partner',
        cover: { of: 'salary-multiple', salary: 'benefit', times: '1', max: 100000 },
      },
    },
  ],
  pay: { employee: { taxMethod: 'net-deduction', payCode: 'CI' } },
  approval: 'automatic',
  medical: {
    freeCoverLimit: 1000000,
    questions: [{ code: 'diagnosis', question: 'Have you been told that you have a serious illness?' }],
  },
  openInProbation: true,
  changeIn: ['annual', 'life-event'],
} satisfies BenefitDefinitionInput

export const cycleToWork = {
  ...said,
  code: 'cycle-to-work',
  name: 'Cycle to work',
  category: 'travel',
  groupCode: 'cycle-to-work',
  options: [
    {
      kind: 'range',
      code: 'value',
      label: 'Price of the bicycle',
      unit: 'pounds',
      min: '100',
      max: '3000',
      step: '50',
    },
  ],
  price: [
    {
      code: 'order',
      label: 'Bicycle',
      paidBy: 'employee',
      price: { method: 'order', option: 'value', spread: { instalments: 12 } },
    },
  ],
  pay: { employee: { taxMethod: 'sacrifice', payCode: 'CYCLE' } },
  approval: 'required',
  openInProbation: false,
  requires: ['minimum-wage'],
  changeIn: ['any-time'],
  takesEffect: 'same-day',
} satisfies BenefitDefinitionInput

export const childcareVouchers = {
  ...said,
  code: 'childcare-vouchers',
  name: 'Childcare vouchers',
  category: 'family',
  groupCode: 'ccv',
  options: [
    {
      kind: 'range',
      code: 'monthly',
      label: 'Vouchers a month',
      unit: 'pounds',
      min: '1',
      max: '243',
      step: '1',
      maxByTaxBand: { basic: '243', higher: '124', additional: '110' },
    },
  ],
  price: [
    {
      code: 'vouchers',
      label: 'Vouchers',
      paidBy: 'employee',
      price: { method: 'order', option: 'monthly', spread: 'each-month' },
    },
  ],
  pay: { employee: { taxMethod: 'sacrifice', payCode: 'CCV' } },
  approval: 'required',
  openInProbation: true,
  requires: ['existing-holding'],
  changeIn: ['any-month'],
} satisfies BenefitDefinitionInput

export const cashPlan = {
  ...said,
  code: 'cash-plan',
  name: 'Health cash plan',
  category: 'health',
  groupCode: 'cash-plan',
  options: [
    {
      kind: 'levels',
      code: 'level',
      label: 'Level',
      levels: [
        { code: 'level-1', label: 'Level 1' },
        { code: 'level-2', label: 'Level 2' },
      ],
    },
  ],
  price: [
    {
      code: 'premium',
      label: 'Premium',
      paidBy: { employerAmount: 78 },
      price: { method: 'flat', every: 'month', amount: { rates: 'cash-plan', by: ['level'] } },
    },
  ],
  pay: {
    employee: { taxMethod: 'net-deduction', payCode: 'HCPEE' },
    employer: { taxMethod: 'benefit-in-kind', payCode: 'HCPER' },
  },
  approval: 'automatic',
  openInProbation: true,
  changeIn: ['annual'],
} satisfies BenefitDefinitionInput

export const payrollGiving = {
  ...said,
  code: 'payroll-giving',
  name: 'Payroll giving',
  category: 'giving',
  groupCode: 'payroll-giving',
  options: [
    { kind: 'range', code: 'amount', label: 'You give a month', unit: 'pounds', min: '1', max: '5000', step: '0.01' },
  ],
  price: [
    {
      code: 'gift',
      label: 'Gift',
      paidBy: 'employee',
      price: { method: 'flat', every: 'month', amount: { option: 'amount' } },
    },
  ],
  pay: { employee: { taxMethod: 'net-pay', payCode: 'GIVE' } },
  approval: 'automatic',
  openInProbation: true,
  changeIn: ['any-month'],
} satisfies BenefitDefinitionInput

export const travelInsurance = {
  ...said,
  code: 'travel-insurance',
  name: 'Travel insurance',
  category: 'travel',
  groupCode: 'travel-insurance',
  options: [{ kind: 'range', code: 'value', label: 'Cover', unit: 'pounds', min: '0', max: '999999.9', step: '0.1' }],
  price: [
    {
      code: 'premium',
      label: 'Premium',
      paidBy: 'employee',
      price: { method: 'quoted', partner: 'wayfarer', option: 'value' },
    },
  ],
  pay: { employee: { taxMethod: 'net-deduction', payCode: 'TRAVEL' } },
  approval: 'automatic',
  openInProbation: true,
  changeIn: ['annual'],
} satisfies BenefitDefinitionInput
