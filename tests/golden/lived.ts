import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '../../database/bootstrap.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { partnerElsewhere } from '../../domain/selections/partner-question.rules.ts'
import { Chance } from '../../bench/generate/chance.rules.ts'
import type { PayrollRunView } from '../../features/payroll/payroll.contract.ts'
import { unpackStored, type StoredBytes } from '../../services/reports/stored-file.queries.ts'
import { passwordHashing } from '../../platform/hashing.ts'
import { runDailyJobs } from '../../platform/daily-jobs.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import { applied, standAt } from '../harness/exported.ts'
import { goodPassword, signInAs } from '../harness/people.ts'
import type { Portal } from '../harness/portal.ts'

type Wanted = readonly [code: string, values: Record<string, unknown>]

const choices: readonly [Wanted, ...Wanted[]] = [
  ['dental', { level: 'level-2', covered: 'everybody' }],
  ['dental', { level: 'level-4', covered: 'everybody' }],
  ['gym', { membership: 'single' }],
  ['cycle-to-work', { value: 1000 }],
  ['holiday-trading', { trade: 'buy', 'buy-days': 2 }],
  ['holiday-trading', { trade: 'sell', 'sell-days': 1 }],
  ['pension', { contribution: 7 }],
  ['payroll-giving', { amount: 10 }],
  ['critical-illness', { multiple: 5, smoker: 'yes', covered: 'everybody' }],
  ['season-ticket-loan', { value: 3000 }],
  ['health-cash-plan', { level: 'level-1' }],
  ['private-medical', { excess: 'excess-100', covered: 'everybody' }],
]

/** Gives everyone the same password. For test databases only. */
export async function giveEverybodyPassword({ database, serverSecret }: Portal): Promise<void> {
  const hash = await passwordHashing([serverSecret]).hash(goodPassword)
  await withConnection(database.superuser, (client) => client.query('update account set password_hash = $1', [hash]))
}

/**
 * Simulates four months of a client applied on 20 April 2026, through the portal's calls. People choose, change, opt out and
 * withdraw; employers decide; runs are locked; salaries change late and people leave. Returns how often each happened.
 */
export async function live(portal: Portal, { folder, seed }: { folder: string; seed: number }) {
  const chance = new Chance(seed, 'lived')
  const done: Record<string, number> = {}
  const note = (what: string, count = 1) => (done[what] = (done[what] ?? 0) + count)
  const people = await membersOf(portal)
  const months = ['2026-04-20', '2026-05-19', '2026-06-19', '2026-07-20']
  for (const [index, day] of months.entries()) {
    // An hour after the folder was applied on the first day, so that nothing takes effect before it.
    await standAt(portal.database, `${day}T10:00:00Z`)
    await runDailyJobs({
      db: portal.database.db,
      jobs: dailyJobs(portal.serverSecret),
      onFault: ({ error }) => raise(error),
    })
    const grace = await employer(portal)
    if (index > 0) note('locked', await grace.lockAll())
    if (index === 2) await bringNews(portal, folder)
    for (let turn = 0; turn < 9; turn += 1) {
      const email = chance.pick(people)
      const me = await employee(portal, email)
      const [code, values] = chance.pick(choices)
      note(`choice ${await me.choose(code, values)}`)
      if (chance.happens(0.4)) note(`step ${await me.step(chance)}`)
    }
    await grace.decide(chance, note)
  }
  return done
}

function raise(error: unknown): never {
  throw error
}

async function membersOf({ database }: Portal): Promise<[string, ...string[]]> {
  const { rows } = await withConnection(database.superuser, (client) =>
    client.query<{ email: string }>(
      `select email from account where user_type = 'employee' and state = 'active' and two_factor_secret is null
       order by email collate "C"`,
    ),
  )
  const [first = '', ...others] = rows.map(({ email }) => email)
  return [first, ...others.slice(0, 40)]
}

async function employee(portal: Portal, email: string) {
  // Leavers, and people who have not accepted new terms, cannot sign in; this is part of the simulation.
  const token = await signInAs(portal, { email }).then(
    (browser) => browser.token,
    () => '',
  )
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    portal.request({ method, url: `/api/v1/${path}`, token, ...(body !== undefined && { body }) })
  const read = async () => {
    const answer = await send('GET', 'benefits/user/eligible')
    return answer.statusCode === 200 ? answer.json<BenefitView[]>() : []
  }
  return {
    choose: async (code: string, asked: Record<string, unknown>) => {
      const benefit = (await read()).find((one) => one.code === code)
      if (!benefit) return 404
      const family = benefit.setupFields.flatMap(({ input }) =>
        input.kind === 'people' ? input.people.map((person) => person.value) : [],
      )
      for (const { id, version } of benefit.terms)
        await send('PATCH', `benefit/${benefit.benefitId}/terms`, { termId: id, version, accepted: true })
      const asksAboutPartner = benefit.setupFields.some(({ name }) => name === partnerElsewhere)
      const values = {
        ...Object.fromEntries(
          Object.entries(asked).map(([name, value]) => [name, value === 'everybody' ? family : value]),
        ),
        ...(asksAboutPartner && Object.values(asked).includes('everybody') && { [partnerElsewhere]: 'no' }),
      }
      const version = benefit.selection?.version
      const body = { values, ...(version !== undefined && { version }) }
      const answer = await send(benefit.selection ? 'PATCH' : 'POST', `benefit/${benefit.benefitId}/selection`, body)
      return answer.statusCode
    },
    step: async (chance: Chance) => {
      const held = (await read()).flatMap(({ selection }) => selection ?? [])
      const [first, ...others] = held
      if (!first) return 'nothing'
      const { selectionId, version } = chance.pick([first, ...others])
      const answer = chance.happens(0.5)
        ? await send('PATCH', `selection/${selectionId}`, { status: 'opted-out', version })
        : await send('POST', `selection/${selectionId}/withdraw`, { version })
      return answer.statusCode
    },
  }
}

async function employer(portal: Portal) {
  const { token } = await signInAs(portal, { email: 'grace.lin@demo.example' })
  const clientId = await clientOf(portal)
  const runs = async () =>
    (await portal.request({ url: `/api/v2/client/${clientId}/payroll-runs`, token })).json<PayrollRunView[]>()
  const lock = (runId: string) =>
    portal.request({ method: 'POST', url: `/api/v2/client/${clientId}/payroll-runs/${runId}/lock`, token })
  /** Locks every run whose cut-off has passed, one after the other. */
  const lockAll = async () => {
    let locked = 0
    for (;;) {
      const due = (await runs()).find(({ state, cutOffPassed }) => state === 'open' && cutOffPassed)
      if (!due) return locked
      const answer = await lock(due.runId)
      if (answer.statusCode !== 200) throw new Error(`Locking answers ${answer.statusCode}: ${answer.body}`)
      locked += 1
    }
  }
  const decide = async (chance: Chance, note: (what: string, count?: number) => number) => {
    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query<{ id: string; version: number }>(
        // Ordered by person, because ids are random and the same seed must give the same result.
        `select selection.id, selection.version
         from selection
         join account using (client_id, person_id)
         join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
         where selection.state in ('pending', 'pending-change')
         order by email collate "C", benefit.code collate "C"`,
      ),
    )
    for (const { id, version } of rows) {
      if (chance.happens(0.3)) continue
      const approval = chance.happens(0.7)
      const answer = await portal.request({
        method: 'PATCH',
        url: '/api/v2/scheme/selections/status/',
        token,
        body: { selectionIds: [id], approval, versions: { [id]: version }, reason: 'As agreed' },
      })
      note(`${approval ? 'approved' : 'rejected'} ${answer.statusCode}`)
    }
  }
  return { runs, lock, lockAll, decide }
}

/** Locks the runs that are still open and returns the bytes of every file ever produced. */
export async function lockedFiles(portal: Portal): Promise<Record<string, string>> {
  await giveEverybodyPassword(portal)
  const grace = await employer(portal)
  await grace.lockAll()
  const { rows } = await withConnection(portal.database.superuser, (client) =>
    client.query<{ name: string } & StoredBytes>(
      `select concat_ws(' ', file_name, label) as name, bytes, encoding from report_run order by 1`,
    ),
  )
  return Object.fromEntries(
    await Promise.all(
      rows.map(async ({ name, ...kept }) => [name, (await unpackStored(kept)).toString('latin1')] as const),
    ),
  )
}

async function clientOf({ database }: Portal): Promise<string> {
  const { rows } = await withConnection(database.superuser, (client) =>
    client.query<{ id: string }>(`select client_id as id from client_address where name = 'demo'`),
  )
  return rows[0]?.id ?? ''
}

/** Uploads salaries changed two months ago, leavers, and a move to Scotland. */
async function bringNews(portal: Portal, folder: string): Promise<void> {
  const changed = `${folder}-news`
  cpSync(folder, changed, { recursive: true })
  const [head = '', ...rows] = readFileSync(join(changed, 'people.csv'), 'utf8').trim().split('\n')
  const columns = head.split(',')
  const at = (name: string) => columns.indexOf(name)
  const people = rows.map((row, index) => {
    const cells = row.split(',')
    if (cells[at('status')] !== 'active' || !/^\d{4}-/.test(cells[at('start_date')] ?? '')) return `${row},`
    let from = ''
    if (index % 3 === 0) {
      cells[at('basic_salary')] = String(Number(cells[at('basic_salary')]) + 1_200)
      from = '2026-05-01'
    } else if (index % 17 === 1) {
      cells[at('status')] = 'left'
      cells[at('end_date')] = '2026-06-12'
    } else if (index % 11 === 2) cells[at('tax_country')] = 'Scotland'
    return [...cells, from].join(',')
  })
  writeFileSync(join(changed, 'people.csv'), `${[`${head},effective_from`, ...people].join('\n')}\n`)
  try {
    await applied(portal.database, changed)
  } finally {
    rmSync(changed, { recursive: true })
  }
}
