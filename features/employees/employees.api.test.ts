import { readdir, readlink } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { CompiledQuery, sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { readCsv } from '../../platform/csv.ts'
import { notOnCitus } from '../../tests/harness/on-citus.ts'
import { readWholeFile } from '../../tests/harness/table-files.ts'
import { startWorld, worldPassword } from '../../tests/harness/world.ts'
import { withSession, type FoundSession } from '../session/caller.queries.ts'
import { employeeColumns, type EmployeeDetail, type EmployeeRow, type TwoFactorRow } from './employees.contract.ts'

let clientId: string
let everybody: Known[]
type Known = { email: string; surname: string; first_name: string; registered: boolean; secret: boolean }

const world = await startWorld({ people: 'all' })
const grace = await world.signIn('grace.lin')
await withConnection(world.database.superuser, async (client) => {
  const clients = await client.query<{ client_id: string }>(`select client_id from client where code = 'demo'`)
  clientId = clients.rows[0]?.client_id ?? ''
  const people = await client.query<Known>(
    `select email, surname, first_name, activated_at is not null as registered, two_factor_secret is not null as secret
     from account join person_details using (client_id, person_id)
     where client_id = $1
     order by lower(replace(surname, '''', '')), lower(first_name)`,
    [clientId],
  )
  everybody = people.rows
})

type Page<Row> = {
  data: Row[]
  total: number
  last_page: number
  per_page: number
  more: boolean
  next: string | null
  previous: string | null
  filters: Record<string, string | null>
}
type EmployeePage = Page<EmployeeRow> & {
  totalEmployeesValues: { totalEmployees: number; totalRegisteredEmployees: number }
}
type TwoFactorPage = Page<TwoFactorRow> & { isEnforcementTwoFAEnabled: boolean }
type Query = Record<string, string>

const ask = (path: string, query: Query = {}, token = grace) =>
  world.request({ url: `/api/v2/client/${clientId}/${path}?${new URLSearchParams(query).toString()}`, token })

async function employees(query: Query = {}): Promise<EmployeePage> {
  const answer = await ask('employees', query)
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return answer.json<EmployeePage>()
}

async function twoFactor(query: Query = {}): Promise<TwoFactorPage> {
  return (await ask('employees/two-factor-authentication', query)).json<TwoFactorPage>()
}

const emails = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email)

async function allPages(query: Query): Promise<EmployeeRow[]> {
  const rows: EmployeeRow[] = []
  let after: Query = {}
  for (let page = 1; ; page += 1) {
    const found = await employees({ ...query, range: '50', page: String(page), ...after })
    rows.push(...found.data)
    if (found.next === null) return rows
    after = { after: found.next }
  }
}

describe('list of employees', () => {
  it('shows the first ten by surname, with exact totals [PROD-02] [EMP-08] [EMP-11] [EMP-12] [EMP-13] [DATA-23] [CONST-13] [CONST-14]', async () => {
    const { data, ...page } = await employees()
    expect(data.map(({ surname, firstName }) => `${surname} ${firstName}`)).toEqual(
      everybody.slice(0, 10).map(({ surname, first_name }) => `${surname} ${first_name}`),
    )
    expect(page).toEqual({
      totalEmployeesValues: {
        totalEmployees: everybody.length,
        totalRegisteredEmployees: everybody.filter(({ registered }) => registered).length,
      },
      last_page: Math.ceil(everybody.length / 10),
      per_page: 10,
      total: everybody.length,
      more: false,
      next: data[9]?.employeeId,
      previous: null,
      filters: { person_activated: null, person_left: null },
    })
  })

  it.each([
    ['101 letters', 'x'.repeat(101)],
    ['repeated words', 'Hart '.repeat(30)],
    ['8,000 letters', 'y'.repeat(8_000)],
    ['spaces around a name', `${' '.repeat(200)}Hart`],
  ])('finds nobody if the search text is %s, except for a name', async (what, search) => {
    const found = await employees({ search })
    expect(found.total > 0).toBe(what === 'spaces around a name')
    expect((await twoFactor({ search })).total).toBe(found.total)
    expect((await ask('employees/download-report', { search })).statusCode).toBe(200)
  })

  it('has pages of the requested size, from 1 to 100 employees [EMP-13] [S-51]', async () => {
    for (const range of [1, 3, 100]) {
      const { data, ...page } = await employees({ range: String(range) })
      expect(emails({ data })).toEqual(everybody.slice(0, range).map(({ email }) => email))
      expect(page).toMatchObject({
        per_page: range,
        last_page: Math.ceil(everybody.length / range),
        total: everybody.length,
      })
    }
    const second = await employees({ range: '3', page: '2' })
    expect(emails(second)).toEqual(everybody.slice(3, 6).map(({ email }) => email))
  })

  it('accepts `name` as sort column for surname', async () => {
    for (const [word, same] of [
      ['name', 'surname'],
      ['-name', '-surname'],
    ] as const) {
      expect(await employees({ sort_by: word })).toEqual(await employees({ sort_by: same }))
    }
  })

  it('has exactly the columns that the screen shows', async () => {
    const { data } = await employees({ search: 'grace.lin@demo.example' })
    expect(data).toEqual([
      {
        employeeId: expect.any(String),
        name: 'Grace Lin',
        firstName: 'Grace',
        surname: 'Lin',
        email: 'grace.lin@demo.example',
        employeeNumber: expect.stringMatching(/^NR\d+$/),
        registered: true,
        lastLogin: expect.stringMatching(/^2026-11-16T\d\d:\d\d:\d\d\.\d{3}Z$/),
        lastDay: null,
        hasLeft: false,
      },
    ])
  })

  it('marks leavers with their last day, and filters by leavers with both kinds of paging', async () => {
    const lastDays = new Map(
      (
        await world.database.rows<{ email: string; last: string }>(
          `select distinct on (email) email, value as last
           from employment_fact join account using (client_id, person_id)
           where client_id = $1 and fact = 'end-date'
           order by email, effective_from desc, recorded_at desc, sequence desc`,
          [clientId],
        )
      ).map(({ email, last }) => [email, last]),
    )
    const hasLeft = ({ email }: { email: string }) => (lastDays.get(email) ?? '9999') < '2026-11-16'
    const left = everybody.filter(hasLeft)
    expect(left.length).toBeGreaterThan(2)
    for (const [wanted, fitting] of [
      ['1', left],
      ['0', everybody.filter((person) => !hasLeft(person))],
    ] as const) {
      const filter = { 'filter[person_left]': wanted }
      const rows = await allPages(filter)
      expect(rows.map(({ email, lastDay, hasLeft: left }) => [email, lastDay, left])).toEqual(
        fitting.map(({ email }) => [email, lastDays.get(email) ?? null, wanted === '1']),
      )
      expect(await employees({ ...filter, page: '2', range: '2' })).toMatchObject({
        data: rows.slice(2, 4),
        total: fitting.length,
        filters: { person_activated: null, person_left: wanted },
      })
      const search = fitting[0]?.surname.toLowerCase() ?? ''
      expect(emails(await employees({ ...filter, search }))).toContain(fitting[0]?.email)
      const registered = fitting.filter((person) => person.registered).length
      expect((await employees({ ...filter, 'filter[person_activated]': '1' })).total).toBe(registered)
    }
  })

  it.each(['1', '0'])('filters by registration: %s [EMP-08] [EMP-13]', async (wanted) => {
    const fitting = everybody.filter(({ registered }) => registered === (wanted === '1'))
    const { total, filters, totalEmployeesValues } = await employees({ 'filter[person_activated]': wanted })
    const rows = await allPages({ 'filter[person_activated]': wanted })
    expect(emails({ data: rows })).toEqual(fitting.map(({ email }) => email))
    expect([total, filters]).toEqual([fitting.length, { person_activated: wanted, person_left: null }])
    expect(totalEmployeesValues.totalEmployees).toBe(everybody.length)
  })

  it.each([
    ['part of a name', 'ART', ({ surname, first_name }: Known) => /art/i.test(`${first_name} ${surname}`)],
    ['both names in any order', 'hart, amelia', ({ email }: Known) => email.startsWith('amelia.hart')],
    ['an email address', 'ben.osei@', ({ email }: Known) => email.startsWith('ben.osei')],
    [
      'two letters that begin a word',
      'ha',
      ({ surname, first_name }: Known) => /(^| )ha/i.test(`${first_name} ${surname}`),
    ],
    ['an apostrophe left out', 'oneill', ({ surname }: Known) => surname.replace("'", '') === 'ONeill'],
    ['an employee number', 'nr1001', ({ email }: Known) => email.startsWith('amelia.hart')],
    ['the wildcard %, taken literally', '%', () => false],
    ['the wildcard _, taken literally', '_melia', () => false],
  ])('searches by %s [EMP-08]', async (_, search, fits) => {
    const fitting = everybody.filter(fits).map(({ email }) => email)
    const { total } = await employees({ search })
    expect([total, (await allPages({ search })).map(({ email }) => email)]).toEqual([fitting.length, fitting])
  })

  it.each(employeeColumns)('sorts by %s in both directions, with both kinds of paging', async (column) => {
    const up = await allPages({ sort_by: column })
    const down = await allPages({ sort_by: `-${column}` })
    expect(up).toHaveLength(everybody.length)
    expect(emails({ data: down.toReversed() })).toEqual(emails({ data: up }))
    const values = up.map((row) => ({ ...row, surname: row.surname.toLowerCase().replaceAll("'", '') })[column] ?? '')
    expect(values.map(Number).some(Number.isNaN) ? values : values.map(Number)).toEqual(
      (values.map(Number).some(Number.isNaN) ? values : values.map(Number)).toSorted((a, b) =>
        a < b ? -1 : a > b ? 1 : 0,
      ),
    )

    for (const extra of [{}, { 'filter[person_activated]': '1' }, { search: 'a' }]) {
      for (const sort_by of [column, `-${column}`]) {
        const [first, second] = [
          await employees({ sort_by, ...extra }),
          await employees({ sort_by, ...extra, page: '2' }),
        ]
        const after = await employees({ sort_by, ...extra, page: '2', after: first.next ?? '' })
        const before = await employees({ sort_by, ...extra, page: '1', before: second.previous ?? '' })
        expect([emails(after), emails(before)]).toEqual([emails(second), emails(first)])
      }
    }
  })

  it('is empty after the last page [S-51]', async () => {
    for (const extra of [{}, { sort_by: '-surname' }, { sort_by: 'email' }, { search: 'amelia' }, { search: 'a' }]) {
      const far = await employees({ page: '1000000000', ...extra })
      expect([far.data, far.next]).toEqual([[], null])
      expect(far.total).toBeGreaterThan(0)
    }
  })

  it.each([
    { sort_by: 'password_hash' },
    { sort_by: 'surname; drop table account' },
    { range: '101' },
    { range: '0' },
    { page: '0' },
    { page: 'one' },
    { 'filter[person_activated]': 'yes' },
    { 'filter[user_type]': 'employer' },
    { after: 'somebody' },
  ] as Query[])('refuses unknown parameters: %o [S-51]', async (query) => {
    const answer = await ask('employees', query)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'malformed'])
  })
})

describe('two-factor list', () => {
  it('shows who has two-factor authentication, but never the secret [EMP-22] [EMP-23] [DATA-24] [CONST-13]', async () => {
    const { data, ...page } = await twoFactor()
    expect(data).toHaveLength(10)
    expect(page).toMatchObject({
      per_page: 10,
      total: everybody.length,
      filters: { person_mfa_secret: null },
      isEnforcementTwoFAEnabled: false,
    })
    const second = await twoFactor({ page: '2' })
    expect([...emails({ data }), ...emails(second)]).toEqual(everybody.slice(0, 20).map(({ email }) => email))
    expect(Object.keys(data[0] ?? {}).toSorted()).toEqual(
      ['email', 'employeeId', 'employeeNumber', 'firstName', 'name', 'surname', 'twoFactorEnabled'].toSorted(),
    )
  })

  it('lets the employer require two-factor authentication for employees, even if the scheme folder says otherwise [EMP-26] [S-24]', async () => {
    const url = `/api/v2/client/${clientId}/employees/two-factor-authentication/enforcement-setting`
    const change = (isEnforcementTwoFAEnabled: boolean, token = grace) =>
      world.request({ method: 'PATCH', url, token, body: { isEnforcementTwoFAEnabled } })
    const read = async () => (await world.request({ url, token: grace })).json<object>()
    const amelia = await world.signIn('amelia.hart')
    const asAmelia = async () => (await world.request({ url: '/api/v1/user', token: amelia })).json<{ code?: string }>()

    expect(await read()).toEqual({ isEnforcementTwoFAEnabled: false })
    expect((await change(true, amelia)).statusCode).toBe(403)
    expect((await asAmelia()).code).toBeUndefined()
    try {
      expect((await change(true)).json()).toEqual({ isEnforcementTwoFAEnabled: true })
      expect(await read()).toEqual({ isEnforcementTwoFAEnabled: true })
      expect((await twoFactor()).isEnforcementTwoFAEnabled).toBe(true)
      expect((await asAmelia()).code).toBe('mfa_required')
      const body = { email: 'amelia.hart@demo.example', password: worldPassword }
      const login = await world.request({ method: 'POST', url: '/api/login', body })
      expect(login.json()).toMatchObject({ is_should_setup_2fa: true, access_token: null })
    } finally {
      await change(false)
    }
    expect((await asAmelia()).code).toBeUndefined()
  })

  it('can be filtered by two-factor authentication, and can be searched [EMP-22]', async () => {
    const having = everybody.filter(({ secret }) => secret)
    expect(having.length).toBeGreaterThan(0)
    const on = await twoFactor({ 'filter[person_mfa_secret]': '1', range: '100' })
    expect([on.total, emails(on), on.filters]).toEqual([
      having.length,
      having.map(({ email }) => email),
      { person_mfa_secret: '1' },
    ])
    const off = await twoFactor({ 'filter[person_mfa_secret]': '0' })
    expect(off.total).toBe(everybody.length - having.length)
    const carys = await twoFactor({ search: 'carys evans' })
    expect(carys.data.map(({ name, twoFactorEnabled }) => [name, twoFactorEnabled])).toEqual([['Carys Evans', true]])
  })
})

describe('report', () => {
  async function file(query: Query) {
    const answer = await ask('employees/download-report', query)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="employees[\w-]*2026-11-16\.csv"/)
    return readCsv(answer.body).rows.map(({ cells }) => cells)
  }

  it('contains all people that match, in the order of the list [EMP-19]', async () => {
    const rows = await file({ 'filter[person_activated]': '1', sort_by: '-email' })
    const fitting = everybody.filter(({ registered }) => registered).map(({ email }) => email)
    expect(rows.map(({ Email }) => Email)).toEqual(fitting.toSorted().toReversed())
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'Employee number',
      'First name',
      'Surname',
      'Email',
      'Registered',
      'Last login',
      'Last day',
    ])
  })

  it('accepts the parameters of the list, but contains the people of all its pages', async () => {
    const rows = await file({ search: 'a', sort_by: 'email', page: '2', range: '1' })
    expect(rows.map(({ Email }) => Email)).toEqual(
      (await allPages({ search: 'a', sort_by: 'email' })).map(({ email }) => email),
    )
    expect(rows.length).toBeGreaterThan(1)
    expect((await ask('employees/download-report', { range: '101' })).statusCode).toBe(422)
  })

  it('about two-factor authentication shows which people use it [EMP-24]', async () => {
    const rows = await file({ type: 'employeeTwoFA', 'filter[person_mfa_secret]': '1' })
    expect(rows.map((row) => row['Two-factor authentication'])).toEqual(
      everybody.filter(({ secret }) => secret).map(() => 'Yes'),
    )
  })

  it.each([{}, { type: 'employeeTwoFA' }])(
    '%j is available as a workbook with the same contents [EMP-25]',
    async (type) => {
      const query = { ...type, search: 'amelia', sort_by: 'email' }
      const [headings, ...people] = await file(query).then((rows) => [
        Object.keys(rows[0] ?? {}),
        ...rows.map((row) => Object.values(row)),
      ])
      const answer = await ask('employees/download-report', { ...query, format: 'xlsx' })
      expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="employees[\w-]*2026-11-16\.xlsx"/)
      const { columns, rows, faults } = await readWholeFile('employees.xlsx', answer.rawPayload)
      expect({ columns, faults }).toEqual({ columns: headings, faults: [] })
      const shown = people.map((cells) => cells.map((cell) => cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$2-$1')))
      expect(rows.map(([, ...cells]) => cells)).toEqual(shown)
      expect(people.length).toBeGreaterThan(0)
      const lastLogin = 'type' in type ? '16/11/2026 09:00:00' : people[0]?.[5]
      expect(lastLogin).toMatch(/^16\/11\/2026 09:\d\d:\d\d$/)
    },
  )

  it('is audited with its parameters and the number of people', async () => {
    await file({ search: 'amelia hart' })
    const { rows } = await withConnection(world.database.superuser, (client) =>
      client.query<{ details: object }>(
        `select entry::jsonb -> 'details' as details from audit_event where action = 'employees.downloaded' order by sequence desc limit 1`,
      ),
    )
    expect(rows[0]?.details).toEqual({ type: 'employees', people: 1 })
  })

  it('is not produced if its audit event cannot be saved', async () => {
    await world.database.rows('revoke insert on audit_event from portal_app')
    const failed = await ask('employees/download-report', {})
    await world.database.rows('grant insert on audit_event to portal_app')
    expect(failed.statusCode).toBe(500)
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
    )
    expect(open.filter((path) => path.includes('portal-download-'))).toEqual([])
    expect((await ask('employees/download-report', {})).statusCode).toBe(200)
  })
})

describe('one employee', () => {
  const read = async (search: string) => {
    const [row] = (await employees({ search })).data
    const answer = await world.request({ url: `/api/client/${clientId}/employees/${row?.employeeId}`, token: grace })
    return answer.json<EmployeeDetail>()
  }

  it('has the data of the list, and also the date of birth, employment and selections', async () => {
    const amelia = await read('amelia hart')
    expect(amelia).toMatchObject({
      name: 'Amelia Hart',
      employeeNumber: 'NR1001',
      dateOfBirth: '1988-06-12',
      employmentStatus: 'active',
      startDate: '2019-03-04',
      jobTitle: 'Timetable planner',
      costCentre: 'OPS',
      location: 'York',
      lastChoice: null,
    })
    expect(amelia.selections.length).toBeGreaterThanOrEqual(8)
    expect(amelia.selections.find(({ status }) => status === 'active')).toEqual({
      selectionId: expect.any(String),
      benefitId: expect.any(String),
      benefitName: expect.any(String),
      status: 'active',
      statusLabel: 'Active',
      effectiveFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      level: expect.any(String),
      employeePays: expect.any(Number),
      employerPays: expect.any(Number),
      inForce: true,
    })
  })

  it('shows each benefit with its level, and what employee and employer pay a month', async () => {
    const { selections } = await read('amelia hart')
    expect(
      selections
        .map(({ benefitName, level, employeePays, employerPays }) => [benefitName, level, employeePays, employerPays])
        .slice(0, 4),
    ).toEqual([
      ['Workplace pension', 'Your contribution: 6%', 225, 225],
      ['Life assurance', '5 × salary', 2.93, 14.25],
      ['Income protection', '60% of salary', 2.29, 11.44],
      // The other option of this benefit is about smoking.
      ['Critical illness cover', '2 × salary', 11.25, 0],
    ])
    expect(selections.every(({ inForce }) => inForce)).toBe(true)
  })

  it('is shown as having left', async () => {
    const left = await read('elif kaya')
    expect(left.employmentStatus).toBe('left')
  })
})

describe('people without access to the list', () => {
  notOnCitus('it reads plans')(
    'cause no employee data to be read if the session, the latest terms or the role is missing',
    async () => {
      const read = (access: string) =>
        inClient(world.database.db, clientId as ClientId, async (tx) => {
          const session = sql<FoundSession>`select ${access}::text as access`.compile(tx)
          const everybody = sql`select count(*) from employee where client_id = ${clientId}`.compile(tx)
          const statement = withSession(session, everybody, 'employer')
          const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(
            CompiledQuery.raw(`explain (analyze, costs off, timing off, summary off) ${statement.sql}`, [
              ...statement.parameters,
            ]),
          )
          return rows.some((line) => /employee.*never executed/.test(line['QUERY PLAN']))
        })
      expect([await read(''), await read('nothing'), await read('user'), await read('employer')]).toEqual([
        true,
        true,
        true,
        false,
      ])
    },
  )
})
