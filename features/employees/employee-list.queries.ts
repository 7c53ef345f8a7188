import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { countedMatches, pageSize, type EmployeeColumn, type EmployeeRow } from './employees.contract.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { streamRows } from '../../platform/stream-rows.queries.ts'
import { isShortWord, likePattern, searchWords } from './search-words.rules.ts'

export type ListRequest = {
  search: string
  registered?: boolean | undefined
  twoFactor?: boolean | undefined
  left?: boolean | undefined
  column: EmployeeColumn
  descending: boolean
}

export type PagePosition = {
  perPage: number
  page: number
  after?: PersonId | undefined
  before?: PersonId | undefined
}

/** `lastLogin` has the database's JSON format. */
export type ListedEmployee = Omit<EmployeeRow, 'name' | 'hasLeft'> & { twoFactor: boolean }

export type EmployeePage = {
  data: ListedEmployee[]
  total: number
  /** True if counting stopped early, so that `total` is a lower limit. */
  more: boolean
  people: number
  registered: number
}

/** Selects one page and its totals in a single statement, which keeps them consistent. */
export function employeePageQuery(clientId: ClientId, asked: ListRequest & PagePosition): RawBuilder<EmployeePage> {
  return sql<EmployeePage>`
    ${withPage(clientId, asked)}
    select ${pageColumns}
    from counted, total
  `
}

export function twoFactorPageQuery(
  clientId: ClientId,
  asked: ListRequest & PagePosition,
): RawBuilder<EmployeePage & { isEnforced: boolean }> {
  return sql<EmployeePage & { isEnforced: boolean }>`
    ${withPage(clientId, asked)}
    select
      ${pageColumns},
      coalesce(
        client.requires_two_factor, (client.switches -> 'twoFactor' ->> 'employees')::boolean, false
      ) as "isEnforced"
    from counted, total, client
    where client.client_id = ${clientId}
  `
}

function withPage(clientId: ClientId, asked: ListRequest & PagePosition) {
  const words = searchWords(asked.search)
  return sql`with ${countMatches(clientId)}, ${words.length === 0 ? pageWithoutSearch(clientId, asked) : pageOfSearch(clientId, asked, words)}`
}

const jsonRow = sql`json_build_object(
  'employeeId', page.person_id,
  'firstName', page.first_name,
  'surname', page.surname,
  'email', page.email,
  'employeeNumber', page.employee_number,
  'registered', page.registered,
  'twoFactor', page.two_factor,
  'lastLogin', page.last_login_at,
  'lastDay', page.employed_until
)`

const pageColumns = sql`
      coalesce((select json_agg(${jsonRow}) from page), '[]') as data,
      total.people as total,
      total.more,
      counted.people,
      counted.registered`

function countMatches(clientId: ClientId) {
  return sql`counted as materialized (
      select
        coalesce(sum(people), 0)::integer as people,
        coalesce(sum(registered), 0)::integer as registered,
        coalesce(sum(two_factor), 0)::integer as two_factor
      from (
        select people, registered, two_factor from employee_count where client_id = ${clientId}
        union all
        select people, registered, two_factor from employee_delta where client_id = ${clientId}
      ) as parts
    )`
}

function pageKeys(counts: 'counted' | 'block' | 'delta', { registered, twoFactor }: ListRequest) {
  const of = (column: string) => sql.ref(`${counts}.${column}`)
  if (registered !== undefined) return registered ? of('registered') : sql`(${of('people')} - ${of('registered')})`
  if (twoFactor !== undefined) return twoFactor ? of('two_factor') : sql`(${of('people')} - ${of('two_factor')})`
  return of('people')
}

type Order = {
  /** The last key is the person, so that the order is unique. */
  keys: RawBuilder<unknown>[]
  /** `employee` has no index for sorting by last login, because each login would change the index. */
  byAccount: boolean
  descending: boolean
}

function orderOf({ column, descending }: ListRequest): Order {
  const person = sql`employee.person_id`
  const order = { byAccount: false, descending }
  switch (column) {
    case 'surname':
      return { ...order, keys: [sql`employee.name_key`, person] }
    case 'email':
      return { ...order, keys: [sql`employee.email`, person] }
    case 'employeeNumber':
      return { ...order, keys: [sql`employee.number_key`, person] }
    case 'registered':
      return { ...order, keys: [sql`employee.registered`, sql`employee.name_key`, person] }
    case 'lastLogin':
      return {
        ...order,
        byAccount: true,
        keys: [sql`coalesce(account.last_login_at, '-infinity')`, sql`account.person_id`],
      }
  }
}

function pageWithoutSearch(clientId: ClientId, asked: ListRequest & PagePosition) {
  const order = orderOf(asked)
  const from = order.byAccount ? sql`account join employee using (client_id, person_id)` : sql`employee`
  const ofClient = order.byAccount ? sql`account.client_id = ${clientId} and` : sql``
  const rows = { from, where: sql`${ofClient} ${matchesFilters(clientId, asked)}` }
  // The stored counts do not distinguish leavers.
  const total =
    asked.left === undefined
      ? sql`total as (select ${pageKeys('counted', asked)} as people, false as more from counted)`
      : sql`total as (
          select count(*)::integer as people, false as more
          from employee
          where ${matchesFilters(clientId, asked)}
        )`

  const somebody = asked.after ?? asked.before
  const descending = asked.after === undefined && asked.before !== undefined ? !order.descending : order.descending
  const ahead = descending ? sql`<` : sql`>`
  if (somebody !== undefined) {
    const start = sql`start as materialized (
      select ${namedKeys(order.keys)}
      from ${from}
      where ${ofClient} employee.client_id = ${clientId}
        and employee.person_id = ${somebody}
    )`
    return sql`${total}, ${start}, ${readRows(rows, order, { descending, ahead, limit: asked.perPage })}, ${pageOf(order, descending)}`
  }
  if (asked.page === 1)
    return sql`${total}, ${readRows(rows, order, { descending, limit: asked.perPage })}, ${pageOf(order, descending)}`
  const onwards = sql`${ahead}=`
  const isByBlocks = asked.column === 'surname' && asked.left === undefined
  const start = isByBlocks ? startByBlocks(clientId, asked) : startByOffset(rows, order, asked)
  return sql`${total}, ${start}, ${readRows(rows, order, { descending, ahead: onwards, limit: asked.perPage })}, ${pageOf(order, descending)}`
}

type Rows = { from: RawBuilder<unknown>; where: RawBuilder<unknown> }

function startByOffset({ from, where }: Rows, order: Order, asked: ListRequest & PagePosition) {
  return sql`start as materialized (
      select ${namedKeys(order.keys)}
      from ${from}
      where ${where}
      order by ${orderBy(order.keys, order.descending)}
      limit 1
      offset ${rowsBefore(asked)}
    )`
}

/** The limit is greater than the length of any list. */
function rowsBefore({ page, perPage }: PagePosition): number {
  return Math.min((page - 1) * perPage, 2_000_000_000)
}

/** Finds the start of a page by name: skips whole blocks by their stored counts, then rows within a block. */
function startByBlocks(clientId: ClientId, asked: ListRequest & PagePosition) {
  const skipped = rowsBefore(asked)
  const position = asked.descending ? sql`people - 1 - ${skipped}::integer` : sql`${skipped}::integer`
  return sql`wanted as materialized (select ${position} as position from total),
    marked as (
      -- Before the first recount a client has no blocks, and all people are in the deltas.
      select '' as name_key, '00000000-0000-0000-0000-000000000000'::uuid as person_id, true as begins, 0 as fitting
      where not exists (select from employee_block where client_id = ${clientId})
      union all
      select block.name_key, block.person_id, true, ${pageKeys('block', asked)}
      from employee_block as block
      where block.client_id = ${clientId}
      union all
      select delta.name_key, delta.person_id, false, ${pageKeys('delta', asked)}
      from employee_delta as delta
      where delta.client_id = ${clientId}
    ),
    summed as (
      select
        name_key,
        person_id,
        begins,
        sum(fitting) over (order by name_key, person_id, begins desc rows unbounded preceding) - fitting as before
      from marked
    ),
    block as materialized (
      select name_key, person_id, before
      from summed
      where begins
        and before <= (select position from wanted)
      order by before desc, name_key desc, person_id desc
      limit 1
    ),
    start as materialized (
      select employee.name_key as k0, employee.person_id as k1
      from employee
      where ${matchesFilters(clientId, asked)}
        and (employee.name_key, employee.person_id) >= ((select name_key from block), (select person_id from block))
      order by employee.name_key, employee.person_id
      limit 1
      offset (select position from wanted) - (select before from block)
    )`
}

type ReadOptions = { descending: boolean; ahead?: RawBuilder<unknown>; limit: number }

function readRows({ from, where }: Rows, { keys }: Order, { descending, ahead, limit }: ReadOptions) {
  const begun = sql.join(keys.map((_, index) => sql`(select ${sql.ref(`k${index}`)} from start)`))
  return sql`taken as (
      select ${shownColumns}, ${namedKeys(keys)}
      from ${from}
      where ${where}
        ${ahead ? sql`and (${sql.join(keys)}) ${ahead} (${begun})` : sql``}
      order by ${orderBy(keys, descending)}
      limit ${limit === pageSize.usual ? sql.lit(limit) : limit}
    )`
}

function pageOfSearch(clientId: ClientId, asked: ListRequest & PagePosition, words: readonly string[]) {
  const matches = sql.join(
    words.map((word) => sql`employee.search like ${likePattern(word)}`),
    sql` and `,
  )
  const order = orderOf(asked)
  const keys = order.byAccount
    ? [sql`coalesce(employee.last_login_at, '-infinity')`, sql`employee.person_id`]
    : order.keys
  const where = sql`${matchesFilters(clientId, asked)} and ${matches}`
  const skipped = rowsBefore(asked)
  const names = sql.join(keys.map((_, index) => sql.ref(`k${index}`)))
  const sorted = orderBy(
    keys.map((_, index) => sql.ref(`k${index}`)),
    order.descending,
  )

  // Up to 1,000 matches are sorted. If there are more, people are read in list order until the page is full.
  const bounded = words.every(isShortWord)
  const few = sql`
      select ${names}
      from found
      ${bounded ? sql`where (select not more from total)` : sql``}
      order by ${sorted}
      limit ${asked.perPage}
      offset ${skipped}`
  const many = sql`
      select ${namedKeys(keys)}
      from employee
      where (select more from total)
        and ${where}
      order by ${orderBy(keys, order.descending)}
      limit ${asked.perPage}
      offset ${skipped}`
  const last = sql.ref(`k${keys.length - 1}`)
  return sql`found as materialized (
      select ${namedKeys(keys)}
      from employee
      where ${where}
      ${bounded ? sql`limit ${countedMatches + 1}` : sql``}
    ),
    total as materialized (
      select
        ${bounded ? sql`least(count(*), ${countedMatches}::integer)` : sql`count(*)`}::integer as people,
        ${bounded ? sql`count(*) > ${countedMatches}::integer` : sql`false`} as more
      from found
    ),
    chosen as materialized (${bounded ? sql`(${few}) union all (${many})` : few}),
    page as (
      select ${shownColumns}
      from chosen
      join employee on employee.client_id = ${clientId} and employee.person_id = chosen.${last}
      order by ${sorted}
    )`
}

function matchesFilters(clientId: ClientId, { registered, twoFactor, left }: ListRequest) {
  return sql`employee.client_id = ${clientId}
        ${registered === undefined ? sql`` : sql`and employee.registered = ${registered}`}
        ${twoFactor === undefined ? sql`` : sql`and employee.two_factor = ${twoFactor}`}
        ${left === undefined ? sql`` : left ? sql`and ${hasLeft}` : sql`and (${hasLeft}) is not true`}`
}

const hasLeft = sql`employee.employed_until < ${transactionDay}`

const shownColumns = sql`employee.person_id, employee.first_name, employee.surname, employee.email, employee.employee_number,
        employee.registered, employee.two_factor, employee.last_login_at, employee.employed_until`

function pageOf({ keys, descending }: Order, readDescending: boolean) {
  const names = keys.map((_, index) => sql.ref(`k${index}`))
  return sql`page as (
      select *
      from taken
      ${readDescending === descending ? sql`` : sql`order by ${orderBy(names, descending)}`}
    )`
}

function namedKeys(keys: readonly RawBuilder<unknown>[]) {
  return sql.join(keys.map((key, index) => sql`${key} as ${sql.ref(`k${index}`)}`))
}

function orderBy(keys: readonly RawBuilder<unknown>[], descending: boolean) {
  return sql.join(keys.map((key) => (descending ? sql`${key} desc` : key)))
}

export function everyEmployee(tx: Tx, clientId: ClientId, asked: ListRequest): AsyncGenerator<ListedEmployee[]> {
  const matches = searchWords(asked.search).map((word) => sql`and employee.search like ${likePattern(word)}`)
  const { keys, descending, byAccount } = orderOf(asked)
  // Selects columns, because JSON takes twice the processor time.
  return streamRows(
    tx,
    sql<ListedEmployee>`
      select
        employee.person_id as "employeeId",
        employee.first_name as "firstName",
        employee.surname,
        employee.email,
        employee.employee_number as "employeeNumber",
        employee.registered,
        employee.two_factor as "twoFactor",
        employee.last_login_at as "lastLogin",
        employee.employed_until as "lastDay"
      from ${byAccount ? sql`account join employee using (client_id, person_id)` : sql`employee`}
      where ${matchesFilters(clientId, asked)}
        ${sql.join(matches, sql` `)}
      order by ${orderBy(keys, descending)}`,
  )
}
