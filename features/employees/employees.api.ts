import type { QueryOf } from '../../contract/endpoint.ts'
import type { PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, handleWithQuery, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { requireTwoFactor } from '../../services/scheme/scheme.queries.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { deathCoverOf } from './death-benefits.queries.ts'
import { employeesFile } from './employee-file.server.ts'
import {
  employeePageQuery,
  twoFactorPageQuery,
  type EmployeePage,
  type ListedEmployee,
  type PagePosition,
} from './employee-list.queries.ts'
import {
  changeTwoFactorEnforcement,
  downloadEmployees,
  listEmployees,
  listTwoFactor,
  readDeathCover,
  readEmployee,
  readTwoFactorEnforcement,
  type EmployeeColumn,
} from './employees.contract.ts'
import { employeeDetailOf, employeeQuery } from './employee.queries.ts'

export const employeeHandlers: Handler[] = [
  handleWithQuery(
    listEmployees,
    (call) => {
      requireOwnClient(call)
      const { search, sort_by: sort } = call.query
      const registered = filtersOf(call.query['filter[person_activated]'])
      const left = filtersOf(call.query['filter[person_left]'])
      return employeePageQuery(call.clientId, { search, registered, left, ...sorting(sort), ...placeOf(call.query) })
    },
    (found, { query }, today) => {
      const page = requirePage(found)
      return {
        data: page.data.map((employee) => ({
          ...person(employee),
          registered: employee.registered,
          lastLogin: employee.lastLogin && new Date(employee.lastLogin).toISOString(),
          lastDay: employee.lastDay,
          hasLeft: employee.lastDay !== null && employee.lastDay < today,
        })),
        totalEmployeesValues: { totalEmployees: page.people, totalRegisteredEmployees: page.registered },
        ...paging(page, placeOf(query)),
        filters: {
          person_activated: query['filter[person_activated]'] ?? null,
          person_left: query['filter[person_left]'] ?? null,
        },
      }
    },
  ),

  handleWithQuery(
    listTwoFactor,
    (call) => {
      requireOwnClient(call)
      const { search } = call.query
      const twoFactor = filtersOf(call.query['filter[person_mfa_secret]'])
      return twoFactorPageQuery(call.clientId, { search, twoFactor, ...sorting('surname'), ...placeOf(call.query) })
    },
    (found, { query }) => {
      const page = requirePage(found)
      return {
        data: page.data.map((employee) => ({ ...person(employee), twoFactorEnabled: employee.twoFactor })),
        ...paging(page, placeOf(query)),
        filters: { person_mfa_secret: query['filter[person_mfa_secret]'] ?? null },
        isEnforcementTwoFAEnabled: page.isEnforced,
      }
    },
  ),

  handle(readTwoFactorEnforcement, async (call) => {
    requireOwnClient(call)
    const { twoFactorRequiredOf } = await readSignInRules(call.tx, call.clientId, call.today)
    return { isEnforcementTwoFAEnabled: twoFactorRequiredOf.employee }
  }),

  // People who logged in without a second factor must set one up at their next call.
  handle(changeTwoFactorEnforcement, async (call) => {
    requireOwnClient(call)
    await requireTwoFactor(call.tx, call.clientId, { ofEmployees: call.body.isEnforcementTwoFAEnabled })
    call.audit(call.body)
    return call.body
  }),

  handle(downloadEmployees, async (call) => {
    requireOwnClient(call)
    const { type, format, search, sort_by: sort } = call.query
    const asked = {
      search,
      registered: filtersOf(call.query['filter[person_activated]']),
      twoFactor: filtersOf(call.query['filter[person_mfa_secret]']),
      left: filtersOf(call.query['filter[person_left]']),
      ...sorting(sort),
    }
    const { file, people } = await employeesFile(call.tx, call.clientId, { type, asked, format, today: call.today })
    call.audit({ type: type ?? 'employees', people })
    return file
  }),

  handleWithQuery(
    readEmployee,
    (call) => {
      requireOwnClient(call)
      return employeeQuery(call.clientId, { employeeId: call.params.employeeId })
    },
    (found, _, today) => {
      if (!found) throw refuse(notFound)
      return employeeDetailOf(found, today)
    },
  ),

  handle(readDeathCover, async (call) => {
    requireOwnClient(call)
    const found = await deathCoverOf(call.tx, call.clientId, { personId: call.params.employeeId })
    if (!found) throw refuse(notFound)
    return found
  }),
]

function filtersOf(filter: '1' | '0' | undefined): boolean | undefined {
  return filter === undefined ? undefined : filter === '1'
}

function sorting(sort: SortAsked): { column: EmployeeColumn; descending: boolean } {
  const descending = sort.startsWith('-')
  // The remainder of `sort` after a minus sign is a column.
  const column = (descending ? sort.slice(1) : sort) as EmployeeColumn | 'name'
  return { column: column === 'name' ? 'surname' : column, descending }
}
type SortAsked = QueryOf<typeof listEmployees>['sort_by']

function person({ employeeId, firstName, surname, email, employeeNumber }: Pick<ListedEmployee, PersonKey>) {
  return { employeeId, name: `${firstName} ${surname}`, firstName, surname, email, employeeNumber }
}
type PersonKey = 'employeeId' | 'firstName' | 'surname' | 'email' | 'employeeNumber'

function placeOf({ range, page, after, before }: PlaceAsked): PagePosition {
  return { perPage: range, page, after, before }
}
type PlaceAsked = { range: number; page: number; after?: PersonId | undefined; before?: PersonId | undefined }

function requirePage<Page extends EmployeePage>(found: Page | undefined): Page {
  if (!found) throw new Error('The client of a list is not there')
  return found
}

function paging({ data, total, more }: Pick<EmployeePage, 'data' | 'total' | 'more'>, { page, perPage }: PagePosition) {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  return {
    last_page: lastPage,
    per_page: perPage,
    total,
    more,
    next: (page < lastPage && data.at(-1)?.employeeId) || null,
    previous: (page > 1 && data[0]?.employeeId) || null,
  }
}
