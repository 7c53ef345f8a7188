import type { ReplyOf } from '../../contract/endpoint.ts'
import type { listEmployees } from './employees.contract.ts'

export const sampleEmployees: ReplyOf<typeof listEmployees> = {
  data: [],
  totalEmployeesValues: { totalEmployees: 240, totalRegisteredEmployees: 97 },
  last_page: 24,
  per_page: 10,
  total: 240,
  more: false,
  next: null,
  previous: null,
  filters: { person_activated: null, person_left: null },
}
