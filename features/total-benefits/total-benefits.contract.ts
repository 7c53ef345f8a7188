import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { traceStep } from '../../domain/selections/trace-step.contract.ts'
import { takeHomeView } from '../../domain/selections/take-home.contract.ts'

/** Amounts are for a year or for its first month, which is the largest (TOTAL-05, TOTAL-06). */
export const overviewModes = ['year', 'month'] as const
export type OverviewMode = (typeof overviewModes)[number]

const inEachMode = z.object({ year: pounds, month: pounds })

const contributions = {
  /** Negative if added to pay (days sold). */
  employeeContribution: inEachMode,
  employerContribution: inEachMode,
  total: inEachMode,
}

const mine = { base: 'v1', access: 'user' } as const

const totalBenefitsCard = z.object({
  /** The day to which all amounts refer. */
  on: isoDate,
  /** Later prices and ends of cover, by day. An end has no amounts. */
  planned: z.array(
    z.object({
      from: isoDate,
      name: z.string(),
      employeeContribution: inEachMode.nullable(),
      employerContribution: inEachMode.nullable(),
    }),
  ),
  ...contributions,
  /** Null if unknown, and for people who aren't employed. */
  salary: inEachMode.nullable(),
  /** Salary, additions to pay, and the employer's cost of benefits; null without a salary. */
  packageValue: inEachMode.nullable(),
  /** Cash from flex allowances and for days sold. It is part of the package, not a cost. */
  addedToPay: inEachMode,
  /** Income tax and National Insurance saved by benefits; null if it can't be calculated. */
  saved: inEachMode.nullable(),
  benefits: z.number().int(),
  /** Take-home pay of a year without any benefits and with all benefits in force. */
  takeHome: takeHomeView,
  trace: z.object({ year: z.array(traceStep), month: z.array(traceStep), saved: z.array(traceStep) }),
})
export type TotalBenefitsCard = z.output<typeof totalBenefitsCard>

/** A48. Returns the totals of all benefits in force, as shown on Home and on the page of total benefits. */
export const readTotalBenefitsCard = endpoint('GET', 'user/selections/mtb/card', { ...mine, reply: totalBenefitsCard })

const totalBenefitsRow = z.object({
  benefitId,
  /** False for cash from a flex allowance. */
  hasScreen: z.boolean(),
  name: z.string(),
  category: z.string(),
  categoryLabel: z.string(),
  groupId: z.string(),
  effectiveFrom: isoDate.nullable(),
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  peopleCovered: z.array(z.object({ name: z.string(), relationship: z.string() })),
  taxMethod: z.string(),
  hasStatement: z.boolean(),
  ...contributions,
  trace: z.array(traceStep),
})
export type TotalBenefitsRow = z.output<typeof totalBenefitsRow>

/** A49. Returns all benefits in force. */
export const readTotalBenefits = endpoint('GET', 'user/selections/mtb/page', {
  ...mine,
  reply: z.array(totalBenefitsRow),
})

export type TotalBenefits = { rows: TotalBenefitsRow[]; card: TotalBenefitsCard }

/** A92. Returns the total reward statement, a tagged PDF with the same figures. */
export const downloadTotalRewardStatement = endpoint('GET', 'user/selections/mtb/statement', {
  ...mine,
  reply: 'file',
  audit: 'total-reward-statement.downloaded',
})

const statementRow = z.object({
  month: z.number().int().min(1).max(12),
  year: z.number().int(),
  employeeContribution: pounds,
  employerContribution: pounds,
})
export type StatementRow = z.output<typeof statementRow>

/** A42. Returns the monthly contributions of a group of benefits, the newest month first. */
export const listContributions = endpoint('GET', 'benefit-group/{id}/contributions', {
  ...mine,
  params: z.object({ id: z.string().max(64) }),
  reply: z.array(statementRow),
})
