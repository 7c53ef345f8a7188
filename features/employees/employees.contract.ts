import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, clientId, personId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'

const employer = { base: 'api', access: 'employer' } as const
const ofClient = z.object({ id: z.uuid() })

/** Default (CONST-13) and maximum (S-51) number of rows on a page. */
export const pageSize = { usual: 10, most: 100 } as const

/** Searches for one or two letters match many people, so counting stops at this number. */
export const countedMatches = 1_000

export const employeeColumns = ['surname', 'email', 'employeeNumber', 'registered', 'lastLogin'] as const
export type EmployeeColumn = (typeof employeeColumns)[number]
export type EmployeeSort = EmployeeColumn | `-${EmployeeColumn}`
const sortable = [...employeeColumns, 'name'] as const
const employeeSort = z.enum([...sortable, ...sortable.map((column) => `-${column}` as const)])

/** Allows any email address. A text over 100 characters is compared as a whole, and usually finds nothing. */
export const searchText = z.string().max(16_000).default('')
const yesNo = z.enum(['1', '0'])
const place = {
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  /** To open a neighbouring page, send `next` as `after`, or `previous` as `before`, from the reply for the page shown. */
  after: personId.optional(),
  before: personId.optional(),
  range: z.coerce.number().int().min(1).max(pageSize.most).default(pageSize.usual),
}

const page = {
  last_page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  /** True if there are more results than `total`, which happens only for searches of one or two letters. */
  more: z.boolean(),
  /** Values of `after` and `before` for the neighbouring pages; null if there is none. */
  next: personId.nullable(),
  previous: personId.nullable(),
}

const person = {
  employeeId: personId,
  name: z.string(),
  firstName: z.string(),
  surname: z.string(),
  email: z.string(),
  employeeNumber: z.string().nullable(),
}

const employeeRow = z.object({
  ...person,
  registered: z.boolean(),
  lastLogin: isoMoment.nullable(),
  /** Last day of employment, past or planned; null if none is known. */
  lastDay: isoDate.nullable(),
  hasLeft: z.boolean(),
})
export type EmployeeRow = z.output<typeof employeeRow>

/** DATA-23. Returns a page of the client's employees. */
export const listEmployees = endpoint('GET', 'v2/client/{id}/employees', {
  ...employer,
  params: ofClient,
  query: z.strictObject({
    search: searchText,
    'filter[person_activated]': yesNo.optional(),
    /** 1: people whose last day is over. 0: all other people. */
    'filter[person_left]': yesNo.optional(),
    sort_by: employeeSort.default('surname'),
    ...place,
  }),
  reply: z.object({
    data: z.array(employeeRow),
    totalEmployeesValues: z.object({ totalEmployees: z.number().int(), totalRegisteredEmployees: z.number().int() }),
    ...page,
    filters: z.object({ person_activated: yesNo.nullable(), person_left: yesNo.nullable() }),
  }),
})

const twoFactorRow = z.object({ ...person, twoFactorEnabled: z.boolean() })
export type TwoFactorRow = z.output<typeof twoFactorRow>

/** DATA-24. Returns a page of employees with the state of their two-factor authentication. */
export const listTwoFactor = endpoint('GET', 'v2/client/{id}/employees/two-factor-authentication', {
  ...employer,
  params: ofClient,
  query: z.strictObject({ search: searchText, 'filter[person_mfa_secret]': yesNo.optional(), ...place }),
  reply: z.object({
    data: z.array(twoFactorRow),
    ...page,
    filters: z.object({ person_mfa_secret: yesNo.nullable() }),
    isEnforcementTwoFAEnabled: z.boolean(),
  }),
})

const enforcement = { ...employer, params: ofClient, reply: z.object({ isEnforcementTwoFAEnabled: z.boolean() }) }

/** A58. Returns whether employees must use two-factor authentication. */
export const readTwoFactorEnforcement = endpoint(
  'GET',
  'v2/client/{id}/employees/two-factor-authentication/enforcement-setting',
  enforcement,
)
/** A58. Sets whether employees must use two-factor authentication. */
export const changeTwoFactorEnforcement = endpoint(
  'PATCH',
  'v2/client/{id}/employees/two-factor-authentication/enforcement-setting',
  {
    inView: 'never',
    ...enforcement,
    body: z.strictObject({ isEnforcementTwoFAEnabled: z.boolean() }),
    audit: 'two-factor.enforcement-changed',
  },
)

/** A56. Returns all pages of the list of employees as a file; for `employeeTwoFA`, of the two-factor list. */
export const downloadEmployees = endpoint('GET', 'v2/client/{id}/employees/download-report', {
  ...employer,
  params: ofClient,
  query: z.strictObject({
    type: z.enum(['employeeTwoFA']).optional(),
    format: z.enum(['csv', 'xlsx']).default('csv'),
    search: searchText,
    'filter[person_activated]': yesNo.optional(),
    'filter[person_mfa_secret]': yesNo.optional(),
    'filter[person_left]': yesNo.optional(),
    sort_by: employeeSort.default('surname'),
    ...place,
  }),
  reply: 'file',
  audit: 'employees.downloaded',
})

const employeeDetail = employeeRow.extend({
  dateOfBirth: isoDate,
  jobTitle: z.string().nullable(),
  costCentre: z.string().nullable(),
  location: z.string().nullable(),
  employmentStatus: z.enum(['active', 'inactive', 'left']),
  startDate: isoDate.nullable(),
  leaving: z.object({ text: z.string(), died: z.boolean() }).nullable(),
  /** Why an employer cannot view the portal as this person: another administrator, or an account without access. */
  notViewable: z.enum(['employer', 'disabled', 'no-access']).nullable(),
  selections: z.array(
    z.object({
      selectionId,
      benefitId,
      benefitName: z.string(),
      /** State of the selection, with the same values as in the employee's own benefits. */
      status: z.string(),
      statusLabel: z.string(),
      effectiveFrom: isoDate.nullable(),
      /** Choice of the first option in words; empty for a benefit without options. */
      level: z.string(),
      /** Pounds a month of the cover in force today, otherwise of the version chosen last; null without a price. */
      employeePays: pounds.nullable(),
      employerPays: pounds.nullable(),
      /** True if the benefit is in force today, so that its costs belong to the total. */
      inForce: z.boolean(),
    }),
  ),
  /** Newest choice made by the employee; null if there is none. */
  lastChoice: z.object({ benefitName: z.string(), at: isoMoment }).nullable(),
})
export type EmployeeDetail = z.output<typeof employeeDetail>

const deathCover = z.object({
  diedOn: isoDate,
  lead: z.string(),
  benefits: z.array(
    z.object({
      selectionId,
      benefitName: z.string(),
      coverInWords: z.string(),
      provider: z.string(),
      claim: z.string(),
    }),
  ),
})
export type DeathCover = z.output<typeof deathCover>

/** Returns the benefits that pay out on an employee's death. Refused unless the employee has died. */
export const readDeathCover = endpoint('GET', 'client/{id}/employees/{employeeId}/death-cover', {
  ...employer,
  params: z.object({ id: clientId, employeeId: personId }),
  reply: deathCover,
  refuses: [notFound],
})

/** Returns one employee with their benefits. */
export const readEmployee = endpoint('GET', 'client/{id}/employees/{employeeId}', {
  ...employer,
  params: z.object({ id: clientId, employeeId: personId }),
  reply: employeeDetail,
})
