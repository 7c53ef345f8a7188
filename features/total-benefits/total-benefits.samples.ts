import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { TotalBenefits, TotalBenefitsCard, TotalBenefitsRow } from './total-benefits.contract.ts'

const inModes = (year: number, month: number) => ({ year, month })
const pennies = (amount: number) => Math.round(amount * 100) / 100

export const contributions = (employee: number, employer: number) => ({
  employeeContribution: inModes(pennies(employee * 12), employee),
  employerContribution: inModes(pennies(employer * 12), employer),
  total: inModes(pennies((employee + employer) * 12), pennies(employee + employer)),
})

const step = (label: string, output: string) => ({
  rule: 'given',
  label,
  inputs: [],
  output,
  source: 'The benefits you have',
  // The text is a valid date.
  effectiveDate: '2026-11-01' as IsoDate,
})

export function sampleRow(name: string, more: Partial<TotalBenefitsRow> = {}): TotalBenefitsRow {
  return {
    // A random id for the sample.
    benefitId: crypto.randomUUID() as BenefitId,
    hasScreen: true,
    name,
    category: 'health',
    categoryLabel: 'Health',
    groupId: 'dental',
    effectiveFrom: '2026-11-01' as IsoDate,
    planDetails: [{ label: 'Level', value: 'Level 2' }],
    peopleCovered: [{ name: 'Tom Hart', relationship: 'Partner' }],
    taxMethod: 'Taken from your pay after tax',
    hasStatement: true,
    ...contributions(39.88, 0),
    trace: [step(`Price of ${name}`, '£478.56')],
    ...more,
  }
}

export const samplePension = sampleRow('Workplace pension', {
  category: 'pension',
  categoryLabel: 'Pension',
  groupId: 'pension',
  ...contributions(225, 225),
})

export const sampleCard: TotalBenefitsCard = {
  on: '2026-11-16' as IsoDate,
  planned: [],
  ...contributions(264.88, 225),
  salary: inModes(45_000, 3750),
  addedToPay: inModes(0, 0),
  packageValue: inModes(47_700, 3975),
  saved: inModes(756, 63),
  benefits: 2,
  takeHome: {
    outcome: 'computed',
    change: { perPeriod: -100, perMonth: -100, perYear: -1200 },
    lines: [],
    employer: { nationalInsurance: 0, class1A: 0 },
    taxYear: '2026/27',
    basis: 'Worked out for a whole year at this pay.',
    trace: [],
  },
  trace: {
    year: [step('Your whole package per year', '£47,700.00')],
    month: [step('Your whole package per month', '£3,975.00')],
    saved: [step('Tax and National Insurance saved per year', '£756.00')],
  },
}

export function sampleTotal({
  card,
  rows,
}: { card?: Partial<TotalBenefitsCard>; rows?: TotalBenefitsRow[] } = {}): TotalBenefits {
  return { rows: rows ?? [samplePension, sampleRow('Dental insurance')], card: { ...sampleCard, ...card } }
}

export const noBenefits = (): TotalBenefits =>
  sampleTotal({
    rows: [],
    card: {
      ...contributions(0, 0),
      packageValue: inModes(45_000, 3750),
      saved: inModes(0, 0),
      benefits: 0,
      trace: { year: [], month: [], saved: [] },
    },
  })
