import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { dimensions } from '../take-up/bands.rules.ts'
import { asOf, insightsOff } from '../take-up/take-up.contract.ts'

const employeeGroup = z.object({
  band: z.string(),
  /** Null where fewer people than the client's smallest group could be told from it (S-53). */
  employees: z.number().int().nullable(),
})
export type EmployeeGroup = z.output<typeof employeeGroup>

/** A60: people who are employed by age, sex and length of service, each in its order. */
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
