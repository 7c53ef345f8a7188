import { handleWithQuery, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { dimensions, type Dimension } from '../take-up/age-and-service-bands.rules.ts'
import {
  employeesIn,
  requireInsights,
  takeUpIn,
  requireCounts,
  type TakeUpCounts,
} from '../take-up/take-up-figures.rules.ts'
import { takeUpCountsQuery } from '../take-up/take-up.queries.ts'
import { readEmployeeInsights, type EmployeeGroup } from './insights.contract.ts'

export const insightsHandlers: Handler[] = [
  handleWithQuery(
    readEmployeeInsights,
    (call, callerId) => {
      requireOwnClient(call)
      return takeUpCountsQuery({ groups: true }, { clientId: call.clientId, callerId })
    },
    (found) => {
      const counted = requireCounts(found)
      requireInsights(counted)
      const [age, sex, service] = dimensions.map((dimension) => employeesBy(dimension, counted))
      return {
        asOf: counted.asOf,
        employees: takeUpIn(counted).employees,
        smallestGroup: counted.smallestGroup,
        groups: { age: age ?? [], sex: sex ?? [], service: service ?? [] },
      }
    },
  ),
]

function employeesBy(dimension: Dimension, counted: TakeUpCounts): EmployeeGroup[] {
  return employeesIn(counted, dimension).map(({ band, eligible }) => ({ band, employees: eligible }))
}
