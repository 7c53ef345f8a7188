import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import { requireTwoFactor } from '../scheme/scheme.queries.ts'
import { readSignInRules } from '../session/client.queries.ts'
import { employeesFile } from './employee-file.server.ts'
import { employeePage, type EmployeePage, type ListedEmployee, type Place } from './employee-list.queries.ts'
import {
  changeTwoFactorEnforcement,
  downloadEmployees,
  listEmployees,
  listTwoFactor,
  readEmployee,
  readTwoFactorEnforcement,
  type EmployeeColumn,
  type EmployeeSort,
} from './employees.contract.ts'
import { findEmployee } from './employee.queries.ts'

export const employeeHandlers: Handler[] = [
  handle(listEmployees, async (call) => {
    requireOwnClient(call)
    const { search, sort_by: sort, range: perPage, page, after, before } = call.query
    const activated = call.query['filter[person_activated]']
    const place = { perPage, page, after, before }
    const found = await employeePage(call.tx, call.clientId, {
      search,
      registered: said(activated),
      ...sorting(sort),
      ...place,
    })
    return {
      data: found.data.map(({ registered, lastLogin, ...employee }) => ({
        ...person(employee),
        registered,
        lastLogin,
      })),
      totalEmployeesValues: {
        totalEmployees: found.everybody.people,
        totalRegisteredEmployees: found.everybody.registered,
      },
      ...paging(found, place),
      filters: { person_activated: activated ?? null },
    }
  }),

  handle(listTwoFactor, async (call) => {
    requireOwnClient(call)
    const { search, range: perPage, page, after, before } = call.query
    const secret = call.query['filter[person_mfa_secret]']
    const place = { perPage, page, after, before }
    const found = await employeePage(call.tx, call.clientId, {
      search,
      twoFactor: said(secret),
      ...sorting('surname'),
      ...place,
    })
    return {
      data: found.data.map(({ twoFactor, ...employee }) => ({ ...person(employee), twoFactorEnabled: twoFactor })),
      ...paging(found, place),
      filters: { person_mfa_secret: secret ?? null },
      isEnforcementTwoFAEnabled: found.enforcesTwoFactor,
    }
  }),

  handle(readTwoFactorEnforcement, async (call) => {
    requireOwnClient(call)
    const { twoFactorRequiredOf } = await readSignInRules(call.tx, call.clientId, call.today)
    return { isEnforcementTwoFAEnabled: twoFactorRequiredOf.employee }
  }),

  // Who is signed in without it is asked for it at their next call.
  handle(changeTwoFactorEnforcement, async (call) => {
    requireOwnClient(call)
    await requireTwoFactor(call.tx, call.clientId, { ofEmployees: call.body.isEnforcementTwoFAEnabled })
    call.audit(call.body)
    return call.body
  }),

  handle(downloadEmployees, async (call) => {
    requireOwnClient(call)
    const { type, search, sort_by: sort } = call.query
    const asked = {
      search,
      registered: said(call.query['filter[person_activated]']),
      twoFactor: said(call.query['filter[person_mfa_secret]']),
      ...sorting(sort),
    }
    const { file, people } = await employeesFile(call.tx, call.clientId, { type, asked, today: call.today })
    call.audit({ type: type ?? 'employees', people })
    return file
  }),

  handle(readEmployee, async (call) => {
    requireOwnClient(call)
    const { employeeId } = call.params
    const found = await findEmployee(call.tx, call.clientId, { employeeId, today: call.today })
    if (!found) throw refuse(notFound)
    return found
  }),
]

function said(filter: '1' | '0' | undefined): boolean | undefined {
  return filter === undefined ? undefined : filter === '1'
}

function sorting(sort: EmployeeSort): { column: EmployeeColumn; descending: boolean } {
  const descending = sort.startsWith('-')
  // Without its sign a sort is a column.
  return { column: (descending ? sort.slice(1) : sort) as EmployeeColumn, descending }
}

function person({ employeeId, firstName, surname, email, employeeNumber }: Pick<ListedEmployee, PersonKey>) {
  return { employeeId, name: `${firstName} ${surname}`, firstName, surname, email, employeeNumber }
}
type PersonKey = 'employeeId' | 'firstName' | 'surname' | 'email' | 'employeeNumber'

function paging({ data, total, more }: EmployeePage, { page, perPage }: Place) {
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
