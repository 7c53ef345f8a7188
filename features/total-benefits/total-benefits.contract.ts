import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { traceStep } from '../benefits/pay/trace-step.contract.ts'
import { takeHomeView } from '../take-home/take-home.contract.ts'

/** TOTAL-05, TOTAL-06: what amounts are told for. Of a month the first, which is the largest, as everywhere in the portal. */
export const overviewModes = ['year', 'month'] as const
export type OverviewMode = (typeof overviewModes)[number]

const inEachMode = z.object({ year: pounds, month: pounds })

const contributions = {
  /** What the person pays; below 0 where it is added to their pay (days sold). */
  employeeContribution: inEachMode,
  employerContribution: inEachMode,
  total: inEachMode,
}

const mine = { base: 'v1', access: 'user' } as const

const totalBenefitsCard = z.object({
  ...contributions,
  /** Null while nobody has told it, and for people who are not employed. */
  salary: inEachMode.nullable(),
  /** Salary, what is added to it, and what the employer pays for benefits; null without a salary. */
  packageValue: inEachMode.nullable(),
  /** What is left of flex pots and paid for days sold: part of the package, and no cost. */
  addedToPay: inEachMode,
  /** Income tax and National Insurance that benefits take off; below 0 where they cost more. Null where it cannot be told. */
  saved: inEachMode.nullable(),
  /** How many run. */
  benefits: z.number().int(),
  /** A year's pay without any benefit and with all that run. */
  takeHome: takeHomeView,
  /** How the figures came about. */
  trace: z.object({ year: z.array(traceStep), month: z.array(traceStep), saved: z.array(traceStep) }),
})
export type TotalBenefitsCard = z.output<typeof totalBenefitsCard>

/** A48: the summary, for Home and above the rows of the pages. */
export const readTotalBenefitsCard = endpoint('GET', 'user/selections/mtb/card', { ...mine, reply: totalBenefitsCard })

const totalBenefitsRow = z.object({
  benefitId,
  /** False for what is left of a flex pot, which has no screen of its own to lead to. */
  hasScreen: z.boolean(),
  name: z.string(),
  category: z.string(),
  categoryLabel: z.string(),
  groupId: z.string(),
  /** From when what is told here counts. */
  effectiveFrom: isoDate.nullable(),
  planDetails: z.array(z.object({ label: z.string(), value: z.string() })),
  peopleCovered: z.array(z.object({ name: z.string(), relationship: z.string() })),
  taxMethod: z.string(),
  hasStatement: z.boolean(),
  ...contributions,
  trace: z.array(traceStep),
})
export type TotalBenefitsRow = z.output<typeof totalBenefitsRow>

/** A49: everything that runs, for both pages. */
export const readTotalBenefits = endpoint('GET', 'user/selections/mtb/page', {
  ...mine,
  reply: z.array(totalBenefitsRow),
})

/** A package as it is shown: what runs, and what it comes to. */
export type TotalBenefits = { rows: TotalBenefitsRow[]; card: TotalBenefitsCard }

/** A92, ours: the same figures as a tagged PDF. */
export const downloadTotalRewardStatement = endpoint('GET', 'user/selections/mtb/statement', {
  ...mine,
  reply: 'file',
  audit: 'total-reward-statement.downloaded',
})

/** DATA-22: what was deducted and paid in, by month. */
const statementRow = z.object({
  month: z.number().int().min(1).max(12),
  year: z.number().int(),
  employeeContribution: pounds,
  employerContribution: pounds,
})
export type StatementRow = z.output<typeof statementRow>

/** A42: the statement of a benefit's group, newest month first. */
export const listContributions = endpoint('GET', 'benefit-group/{id}/contributions', {
  ...mine,
  params: z.object({ id: z.string().max(64) }),
  reply: z.array(statementRow),
})
