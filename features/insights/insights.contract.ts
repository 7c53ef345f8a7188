import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { dimensions } from '../take-up/age-and-service-bands.rules.ts'
import { asOf, insightsOff } from '../take-up/take-up.contract.ts'

const employeeGroup = z.object({
  band: z.string(),
  /** Null if it would reveal a group smaller than the client's smallest group (S-53). */
  employees: z.number().int().nullable(),
})
export type EmployeeGroup = z.output<typeof employeeGroup>

/** A60. Returns the numbers of current employees by age, sex and length of service. */
export const readEmployeeInsights = endpoint('GET', 'v2/client/{id}/employee-insights', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: z.uuid() }),
  reply: z.object({
    asOf,
    employees: z.number().int(),
    smallestGroup: z.number().int(),
    groups: z.record(z.enum(dimensions), z.array(employeeGroup)),
  }),
  refuses: [insightsOff],
})
