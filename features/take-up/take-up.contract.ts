import { z } from 'zod'
import { isoDate, isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { searchText } from '../employees/employees.contract.ts'
import { dimensions } from './age-and-service-bands.rules.ts'
import { groupKinds } from './people-groups.rules.ts'
import { takeUpMessages } from './take-up.messages.ts'

const employer = { base: 'api', access: 'employer' } as const
const ofClient = z.object({ id: z.uuid() })
const ofBenefit = ofClient.extend({ benefit: z.uuid() })

const pageSize = { usual: 10, most: 100 } as const

const category = z.string().regex(/^[a-z-]{1,20}$/)

/** Numbers of people employed today. Eligible people have the benefit, or may choose it when a window is open. */
const figures = {
  eligible: z.number().int(),
  selected: z.number().int(),
  optedOut: z.number().int(),
  /** Percentage with one decimal (EMP-36). */
  takeUp: z.number(),
}

const takeUpRow = z.object({
  benefitId,
  name: z.string(),
  category,
  categoryLabel: z.string(),
  /** False for a withdrawn benefit that still has members. */
  offered: z.boolean(),
  ...figures,
  /**
   * Take-up on the last day of the scheme year before. Null for a benefit that was not offered then, if few people had it,
   * and for a department, location or payroll.
   */
  lastYear: z.number().nullable(),
})
export type TakeUpRow = z.output<typeof takeUpRow>

export const asOf = isoMoment

const peopleGroup = z.object({
  by: z.enum(groupKinds),
  /** Name of the department or location, or id of the payroll. */
  value: z.string(),
  name: z.string(),
})

const inGroup = {
  /** Departments (cost centres), locations and payrolls that are large enough to be shown (S-53). */
  groupChoices: z.array(peopleGroup),
  /** The group whose people are counted and listed; null for all employees. */
  group: peopleGroup.nullable(),
}

/** For example `department:OPS`. Limits figures and lists to people of the group. A group that is not in `groupChoices` is ignored, and refused by downloads. */
const group = z
  .string()
  .max(250)
  .regex(/^(department|location|payroll):./)
  .optional()

const takeUp = z.object({
  asOf,
  ...inGroup,
  /** Number of employees, and of employees with any benefit. */
  employees: z.number().int(),
  holders: z.number().int(),
  data: z.array(takeUpRow),
})
export type TakeUp = z.output<typeof takeUp>

/** Lists of people: members, eligible people without the benefit, people who opted out, and everyone eligible. */
export const peopleLists = ['selected', 'not-selected', 'opted-out', 'eligible'] as const
export type PeopleList = (typeof peopleLists)[number]

const searched = {
  search: searchText,
  'filter[holding]': z.enum(peopleLists).default('selected'),
  'filter[group]': group,
}

const holderRow = z.object({
  employeeId: personId,
  name: z.string(),
  email: z.string(),
  employeeNumber: z.string().nullable(),
  holding: z.enum(['selected', 'not-selected', 'opted-out']),
  /** First day of uninterrupted membership, or the day of the opt-out. */
  from: isoDate.nullable(),
})
export type ListedPersonRow = z.output<typeof holderRow>

/** A number is null if it would reveal a group smaller than the client's smallest group (S-53). */
const insightGroup = z.object({
  band: z.string(),
  eligible: z.number().int().nullable(),
  selected: z.number().int().nullable(),
  takeUp: z.number().nullable(),
})
export type InsightGroup = z.output<typeof insightGroup>

const ofOneBenefit = z.object({
  /** Time of the benefit's figures and insights. The list of people is current. */
  asOf,
  ...inGroup,
  benefit: takeUpRow,
  data: z.array(holderRow),
  total: z.number().int(),
  per_page: z.number().int(),
  last_page: z.number().int(),
  filters: z.object({ holding: z.enum(peopleLists) }),
  /** Groups of all employees, also if figures and list are of one department, location or payroll. */
  insights: z
    .object({ smallestGroup: z.number().int(), groups: z.record(z.enum(dimensions), z.array(insightGroup)) })
    .nullable(),
})
export type BenefitTakeUp = z.output<typeof ofOneBenefit>

const page = {
  ...searched,
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  range: z.coerce.number().int().min(1).max(pageSize.most).default(pageSize.usual),
}

export const insightsOff = refusal('insights-off', 403, takeUpMessages.insightsOff)
export const groupNotShown = refusal('group-not-shown', 409, takeUpMessages.groupNotShown)

/** A64. Returns the take-up of all benefits. */
export const readTakeUp = endpoint('GET', 'client/{id}/benefit-takeup', {
  ...employer,
  params: ofClient,
  query: z.strictObject({ 'filter[group]': group }),
  reply: takeUp,
})

/** A65. Returns the take-up of one benefit, with a page of its people. */
export const readBenefitTakeUp = endpoint('GET', 'client/{id}/benefit-takeup/{benefit}', {
  ...employer,
  params: ofBenefit,
  query: z.strictObject(page),
  reply: ofOneBenefit,
  refuses: [notFound],
})

/** A62. Returns the take-up of all benefits, for employer users with insights (EMP-30, EMP-31). */
export const readBenefitInsights = endpoint('GET', 'v2/client/{id}/benefit-insights', {
  ...employer,
  params: ofClient,
  query: z.strictObject({ 'filter[group]': group }),
  reply: takeUp,
  refuses: [insightsOff],
})

/** A63. Returns the take-up of one benefit, with a page of its people, for employer users with insights. */
export const readInsightsOfBenefit = endpoint('GET', 'v2/client/{id}/benefit-insights/{benefit}', {
  ...employer,
  params: ofBenefit,
  query: z.strictObject(page),
  reply: ofOneBenefit,
  refuses: [notFound, insightsOff],
})

export const takeUpColumns = ['name', 'eligible', 'selected', 'optedOut', 'takeUp'] as const
export type TakeUpColumn = (typeof takeUpColumns)[number]
export type TakeUpSort = TakeUpColumn | `-${TakeUpColumn}`

/** Returns the take-up of all benefits as a file, with the given filter and order. */
export const downloadTakeUp = endpoint('GET', 'client/{id}/benefit-takeup/download-report', {
  ...employer,
  params: ofClient,
  query: z.strictObject({
    category: category.optional(),
    'filter[group]': group,
    sort_by: z.enum([...takeUpColumns, ...takeUpColumns.map((column) => `-${column}` as const)]).optional(),
  }),
  reply: 'file',
  refuses: [groupNotShown],
  audit: 'take-up.downloaded',
})

/** Returns the people of one benefit as a file, with the given search and filter. */
export const downloadBenefitTakeUp = endpoint('GET', 'client/{id}/benefit-takeup/{benefit}/download-report', {
  ...employer,
  params: ofBenefit,
  query: z.strictObject(searched),
  reply: 'file',
  refuses: [notFound, groupNotShown],
  audit: 'take-up.downloaded',
})
