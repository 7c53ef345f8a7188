import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, personId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import type { BalanceRule } from '../../domain/definition/definition.ts'
import { notFound } from '../../contract/not-found.ts'
import { pendingSelection } from './approvals.contract.ts'

const employer = { base: 'api', access: 'employer' } as const

const queuedSelection = pendingSelection.extend({
  benefitId,
  benefitName: z.string(),
  category: z.string(),
  groupCode: z.string(),
  firstName: z.string(),
  surname: z.string(),
  /** The choice in a few words: the total of an order, or the options. */
  summary: z.string(),
  /** Pounds a month; null without a price. */
  employeePays: pounds.nullable(),
  employerPays: pounds.nullable(),
  startsOn: isoDate.nullable(),
  /** Day on which the employee made the choice. */
  sentOn: isoDate,
  daysWaited: z.number().int().nonnegative(),
})
export type QueuedSelection = z.output<typeof queuedSelection>

/** Returns the pending selections of all benefits, the longest wait first, at most 500. */
export const listApprovalQueue = endpoint('GET', 'v2/scheme/selections/queue/', {
  ...employer,
  reply: z.array(queuedSelection),
})

// Copied from the benefit definitions, whose module is too large for the browser.
const balanceRules = ['net-pay', 'owed', 'transfer', 'settle', 'drop'] as const satisfies readonly BalanceRule[]

const details = z.array(z.object({ label: z.string(), value: z.string() }))

const decisionFacts = z.object({
  employeeId: personId,
  jobTitle: z.string().nullable(),
  costCentre: z.string().nullable(),
  location: z.string().nullable(),
  weeklyHours: z.string().nullable(),
  /** Basic salary in pounds a year. */
  salary: pounds.nullable(),
  /** How the price is taxed, in words; null without a price. */
  taxMethod: z.string().nullable(),
  /** Cover in force while a change is pending; null for a new choice. */
  inForce: z.object({ planDetails: details, employee: pounds.nullable() }).nullable(),
  /** Change compared with the cover in force, in pounds, negative for less. Null if it cannot be calculated. */
  effect: z.object({ takeHomePerMonth: pounds, employerNationalInsurancePerYear: pounds }).nullable(),
  /** Pay after sacrifice, and the minimum wage, in pounds a year. Null if no pay is given up, or if either amount is unknown. */
  minimumWage: z
    .object({
      payAfter: pounds,
      floor: pounds,
      /** Future day from which the minimum wage exceeds the known salary, with that minimum; null if there is none. */
      payToRise: z.object({ on: isoDate, floor: pounds }).nullable(),
    })
    .nullable(),
  /** Pay day and cut-off of the first pay period that a decision made today affects; null if none is planned. */
  firstPay: z.object({ payOn: isoDate, cutOffOn: isoDate }).nullable(),
  /** What happens to the balance of an order or of bought holiday when the employee leaves; null for other choices. */
  balanceAtLeaving: z.enum(balanceRules).nullable(),
  terms: z.array(z.object({ version: z.number().int(), accepted: z.boolean() })),
})
export type DecisionFacts = z.output<typeof decisionFacts>

/** Returns the facts that help to decide about one pending selection: job, effect on pay, minimum wage and terms. */
export const readDecisionFacts = endpoint('GET', 'v2/scheme/selections/{id}/decision-facts/', {
  ...employer,
  params: z.object({ id: selectionId }),
  reply: decisionFacts,
  refuses: [notFound],
})
