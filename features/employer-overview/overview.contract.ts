import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'
import { employerCall } from '../../contract/employer-call.ts'

const spendOfMonth = z.object({
  /** First day of the month of the pay day. */
  month: isoDate,
  payrollId: z.uuid(),
  category: z.string(),
  categoryLabel: z.string(),
  /** The employer's contributions in the locked payroll runs. */
  amount: pounds,
})
export type SpendOfMonth = z.output<typeof spendOfMonth>

/** Ways to divide the spend: by benefit, provider, payer, department (cost centre) or location. */
export const spendDimensions = ['benefit', 'provider', 'payer', 'department', 'location'] as const
export type SpendDimension = (typeof spendDimensions)[number]

const spendPart = z.object({
  by: z.enum(spendDimensions),
  /** Payer: `employer`, `before-tax`, `after-tax`. '': no department or location. Null: groups too small to show. */
  name: z.string().nullable(),
  /** One amount for each month; null for a group too small to show. Employer's payments only, except by payer. */
  amounts: z.array(pounds.nullable()),
})
export type SpendPart = z.output<typeof spendPart>

const periodInCalendar = z.object({ label: z.string(), cutOffOn: isoDate, payOn: isoDate, locked: z.boolean() })

const overview = z.object({
  today: isoDate,
  /** Day since which the oldest selection that the caller may decide has been pending; null if there is none. */
  waitingSince: isoDate.nullable(),
  payrolls: z.array(
    z.object({
      payrollId: z.uuid(),
      name: z.string(),
      /** Pay periods whose cut-off or pay day is within the next five weeks. */
      periods: z.array(periodInCalendar),
    }),
  ),
  /** Employees by progress in the open annual window; null if none is open. */
  enrolment: z
    .object({
      opensOn: isoDate,
      closesOn: isoDate,
      finished: z.number().int(),
      /** Null if so few people have started that it would reveal them. `notStarted` then includes them. */
      started: z.number().int().nullable(),
      notStarted: z.number().int(),
      /**
       * Employees as many days after the annual window of an earlier scheme year opened, and those who had confirmed a choice
       * by then. Null without such a window, or if few had confirmed.
       */
      before: z.object({ finished: z.number().int(), people: z.number().int() }).nullable(),
    })
    .nullable(),
  /** Spend of the last eleven months, oldest first, and of this month once all its runs are locked. */
  spend: z.array(spendOfMonth),
  /** Parts of the spend of locked runs in the newest month and the twelve before, the largest first. */
  spendParts: z.object({ months: z.array(isoDate), parts: z.array(spendPart) }),
})
export type DashboardOverview = z.output<typeof overview>

/** Returns the employer's spend by month, the payroll calendar and the age of the oldest open decision. */
export const readDashboardOverview = endpoint('GET', 'v2/client/{id}/dashboard/overview/', {
  ...employerCall,
  reply: overview,
})
