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
  type TakeUpCounts,
} from './take-up-figures.rules.ts'
import { everyListedPerson, pageOfPeople, type ListedPerson } from './people-of-benefit.queries.ts'
import { peopleFile, takeUpFile } from './take-up-file.server.ts'
import {
  downloadBenefitTakeUp,
  downloadTakeUp,
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
      return takeUpCountsQuery({ groups: false }, { clientId: call.clientId, callerId })
    },
    (counted) => takeUpIn(requireCounts(counted)),
  ),

  handleWithQuery(
    readBenefitInsights,
    (call, callerId) => {
      requireOwnClient(call)
      return takeUpCountsQuery({ groups: false }, { clientId: call.clientId, callerId })
    },
    (counted) => {
      requireInsights(requireCounts(counted))
      return takeUpIn(requireCounts(counted))
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
    const { data, asOf } = takeUpIn(await countsOf(call, { groups: false }))
    const rows = filterAndSort(data, { category, sort })
    call.audit({ benefits: rows.length })
    return takeUpFile(rows, asOf)
  }),

  handle(downloadBenefitTakeUp, async (call) => {
    requireOwnClient(call)
    const { search, 'filter[holding]': holding } = call.query
    const counted = await countsOf(call, { groups: false })
    const { benefitId, name } = requireBenefit(counted, call.params.benefit)
    const holders = everyListedPerson(call.tx, call.clientId, { benefitId, holding, search, today: call.today })
    const { file, people } = await peopleFile(name, holders, call.today)
    call.audit({ benefitId, holding, people })
    return file
  }),
]

type CountCall = { tx: Tx; clientId: ClientId; caller: { personId: PersonId } }

async function countsOf({ tx, clientId, caller }: CountCall, wanted: { groups: boolean }): Promise<TakeUpCounts> {
  const { rows } = await takeUpCountsQuery(wanted, { clientId, callerId: sql`${caller.personId}::uuid` }).execute(tx)
  return requireCounts(rows[0])
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
  counted: TakeUpCounts,
): Promise<Omit<ReplyOf<typeof readBenefitTakeUp>, 'insights'>> {
  const benefit = requireBenefit(counted, params.benefit)
  const { search, 'filter[holding]': holding, page, range: perPage } = query
  const asked = { benefitId: benefit.benefitId, holding, search, page, perPage, today }
  const { data, found } = await pageOfPeople(tx, clientId, asked)
  const total = found ?? totalOf(peopleIn(benefit, holding), { page, perPage, listed: data.length })
  return {
    asOf: counted.asOf,
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

function requireBenefit(counted: TakeUpCounts, benefitId: string): TakeUpRow {
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
