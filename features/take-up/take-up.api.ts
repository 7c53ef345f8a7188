import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, handleWithQuery, type Handler, type Tx } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import {
  insightsIn,
  requireInsights,
  takeUpIn,
  takeUpRowIn,
  requireCounts,
  type ShownCounts,
} from './take-up-figures.rules.ts'
import { everyListedPerson, pageOfPeople, type ListedPerson } from './people-of-benefit.queries.ts'
import { peopleFile, takeUpFile } from './take-up-file.server.ts'
import {
  downloadBenefitTakeUp,
  downloadTakeUp,
  groupNotShown,
  readBenefitInsights,
  readBenefitTakeUp,
  readInsightsOfBenefit,
  readTakeUp,
  type ListedPersonRow,
  type PeopleList,
  type TakeUpRow,
} from './take-up.contract.ts'
import { takeUpCountsQuery } from './take-up.queries.ts'
import { filterAndSort } from './take-up.rules.ts'

export const takeUpHandlers: Handler[] = [
  handleWithQuery(
    readTakeUp,
    (call, callerId) => {
      requireOwnClient(call)
      return takeUpCountsQuery({ groups: false, ...askedOf(call) }, { clientId: call.clientId, callerId })
    },
    (counted, call) => takeUpIn(requireCounts(counted, askedOf(call).group)),
  ),

  handleWithQuery(
    readBenefitInsights,
    (call, callerId) => {
      requireOwnClient(call)
      return takeUpCountsQuery({ groups: false, ...askedOf(call) }, { clientId: call.clientId, callerId })
    },
    (found, call) => {
      const counted = requireCounts(found, askedOf(call).group)
      requireInsights(counted)
      return takeUpIn(counted)
    },
  ),

  handle(readBenefitTakeUp, async (call) => {
    requireOwnClient(call)
    const counted = await countsOf(call, { groups: false })
    return { ...(await peopleOf(call, counted)), insights: null }
  }),

  handle(readInsightsOfBenefit, async (call) => {
    requireOwnClient(call)
    const counted = await countsOf(call, { groups: true })
    requireInsights(counted)
    const people = await peopleOf(call, counted)
    return { ...people, insights: insightsIn(counted, people.benefit.benefitId) }
  }),

  handle(downloadTakeUp, async (call) => {
    requireOwnClient(call)
    const { category = null, sort_by: sort = null } = call.query
    const { data, asOf, group } = takeUpIn(await countsForFile(call))
    const rows = filterAndSort(data, { category, sort })
    call.audit({ benefits: rows.length, ...(group && { group: group.name }) })
    return takeUpFile(rows, { asOf, group })
  }),

  handle(downloadBenefitTakeUp, async (call) => {
    requireOwnClient(call)
    const { search, 'filter[holding]': holding } = call.query
    const counted = await countsForFile(call)
    const { benefitId, name } = requireBenefit(counted, call.params.benefit)
    const { group } = counted
    const holders = everyListedPerson(call.tx, call.clientId, { benefitId, holding, search, group, today: call.today })
    const { file, people } = await peopleFile({ benefit: name, group }, holders, call.today)
    call.audit({ benefitId, holding, people, ...(group && { group: group.name }) })
    return file
  }),
]

type Filtered = { query: { 'filter[group]'?: string | undefined } }
const askedOf = ({ query }: Filtered) => ({ group: query['filter[group]'] })

type CountCall = Filtered & { tx: Tx; clientId: ClientId; caller: { personId: PersonId } }

async function countsOf(call: CountCall, wanted: { groups: boolean }): Promise<ShownCounts> {
  const { tx, clientId, caller } = call
  const asked = askedOf(call)
  const callerId = sql<PersonId>`${caller.personId}::uuid`
  const { rows } = await takeUpCountsQuery({ ...wanted, ...asked }, { clientId, callerId }).execute(tx)
  return requireCounts(rows[0], asked.group)
}

/** Refuses a group that is not shown. A file of all employees might be taken for a file of the group. */
async function countsForFile(call: CountCall): Promise<ShownCounts> {
  const counted = await countsOf(call, { groups: false })
  if (askedOf(call).group && !counted.group) throw refuse(groupNotShown)
  return counted
}

type PeopleAsked = {
  tx: Tx
  clientId: ClientId
  today: IsoDate
  params: { benefit: string }
  query: { search: string; 'filter[holding]': PeopleList; page: number; range: number }
}

async function peopleOf(
  { tx, clientId, today, params, query }: PeopleAsked,
  counted: ShownCounts,
): Promise<Omit<ReplyOf<typeof readBenefitTakeUp>, 'insights'>> {
  const benefit = requireBenefit(counted, params.benefit)
  const { search, 'filter[holding]': holding, page, range: perPage } = query
  const { asOf, group, groupChoices } = counted
  const asked = { benefitId: benefit.benefitId, holding, search, group, page, perPage, today }
  const { data, found } = await pageOfPeople(tx, clientId, asked)
  const total = found ?? totalOf(peopleIn(benefit, holding), { page, perPage, listed: data.length })
  return {
    asOf,
    groupChoices,
    group,
    benefit,
    data: data.map(rowOf),
    total,
    per_page: perPage,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    filters: { holding },
  }
}

/** Returns the stored count, or the true one if the rows of the page show that the count is outdated. */
function totalOf(
  counted: number,
  { page, perPage, listed }: { page: number; perPage: number; listed: number },
): number {
  if (listed === 0 && page > 1) return counted
  const seen = (page - 1) * perPage + listed
  return listed < perPage ? seen : Math.max(counted, seen)
}

function requireBenefit(counted: ShownCounts, benefitId: string): TakeUpRow {
  const benefit = takeUpRowIn(counted, benefitId)
  if (!benefit) throw refuse(notFound)
  return benefit
}

function peopleIn({ eligible, selected, optedOut }: TakeUpRow, holding: PeopleList): number {
  switch (holding) {
    case 'selected':
      return selected
    case 'opted-out':
      return optedOut
    case 'eligible':
      return eligible
    case 'not-selected':
      return eligible - selected
  }
}

function rowOf({ firstName, surname, ...person }: ListedPerson): ListedPersonRow {
  return { ...person, name: `${firstName} ${surname}` }
}
