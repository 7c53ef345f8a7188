import { sql } from 'kysely'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { schemeSecrets } from '../session/scheme-secrets.server.ts'
import { applyScheme, type ApplyResult, withFolder } from './apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'

const demo = join(import.meta.dirname, '../../examples/demo')
const database = await createTestDatabase()
afterAll(() => database.close())

async function apply(folder: string): Promise<ApplyResult> {
  const outcome = await applyScheme(database.db, { folder, secrets })
  if ('faults' in outcome) throw new Error(outcome.faults.map(showFault).join('\n'))
  return outcome.applied
}

function dump(): Promise<Record<string, unknown>> {
  return withConnection(database.superuser, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const found: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: unknown }>(
        `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`,
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}

async function spoiled(changes: Record<string, (text: string) => string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scheme-'))
  await cp(demo, folder, { recursive: true })
  for (const [file, change] of Object.entries(changes)) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '')
    const next = change(text)
    if (next === text) throw new Error(`${file} was not changed`)
    await writeFile(join(folder, file), next)
  }
  return folder
}

describe('applying a scheme folder', () => {
  it('creates the client once: applying it again changes nothing and keeps the data of people', async () => {
    const first = await apply(demo)
    expect(first.changes).toMatchObject({ client: 1, addresses: 1, benefits: 15, people: 240 })
    expect(first.activationIds).toEqual({ 'farah.ali@demo.example': 'farah-ali-activation' })

    await inClient(database.db, first.clientId, async (tx) => {
      await tx
        .updateTable('account')
        .set({ password_hash: 'her own', first_login: false })
        .where('client_id', '=', first.clientId)
        .where('email', '=', 'ben.osei@demo.example')
        .execute()
    })
    const before = await dump()
    const second = await apply(demo)
    expect(Object.values(second.changes).every((count) => count === 0)).toBe(true)
    expect(second.clientId).toBe(first.clientId)
    expect(await dump()).toEqual(before)
  })

  it('has longer time limits than requests have, for slow machines', async () => {
    const patience = await withFolder(database.db, { folder: demo, secrets }, inClient, async (tx) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting
        from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout')
      `.execute(tx)
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    })
    expect(patience).toEqual({ statement_timeout: '300000', idle_in_transaction_session_timeout: '300000' })
  })

  it('changes nothing on a later day, because relative days depend on the day on which the client was created', async () => {
    await apply(demo)
    await database.moveClock('P40D')
    const later = await apply(demo)
    await database.moveClock('PT0S')
    expect(later.changes).toEqual({
      ...later.changes,
      ...Object.fromEntries(Object.keys(later.changes).map((kind) => [kind, 0])),
    })
  })

  it('adds a fact only if it differs, withdraws benefits that were removed, and keeps the history of people', async () => {
    const { clientId } = await apply(demo)
    const folder = await spoiled({
      'people.csv': (text) =>
        text.replace('monthly,active,2019-03-04,,,45000.00', 'monthly,active,2019-03-04,,,47500.00'),
      'benefits/gym.yaml': (text) => text.replace('name: Gym membership', 'name: Gyms and pools'),
      'opening-selections.csv': (text) => text.replace(/^.*health-cash-plan.*\n/gm, ''),
      'statements.csv': (text) => text.replace(/^.*health-cash-plan.*\n/gm, ''),
      'benefits/dental.yaml': (text) => text.replace('[health-cash-plan, private-medical]', '[private-medical]'),
      'benefits/private-medical.yaml': (text) => text.replace('[dental, health-cash-plan]', '[dental]'),
      'scheme-current.yaml': (text) => text.replace(/^.*rates\/health-cash-plan.*\n/m, ''),
    })
    await rm(join(folder, 'benefits/health-cash-plan.yaml'))
    await rm(join(folder, 'rates/health-cash-plan.csv'))
    const { changes } = await apply(folder)
    await rm(folder, { recursive: true })

    // The four benefit changes: the gym is renamed, the cash plan is withdrawn, two links to it are removed.
    expect(changes).toMatchObject({ client: 0, benefits: 4, rates: 1, people: 0, facts: 3, windows: 0 })
    await inClient(database.db, clientId, async (tx, { today }) => {
      const salaries = await tx
        .selectFrom('employment_fact')
        .innerJoin('account', (join) =>
          join
            .onRef('account.client_id', '=', 'employment_fact.client_id')
            .onRef('account.person_id', '=', 'employment_fact.person_id'),
        )
        .select(['value', 'effective_from', 'source'])
        .where('employment_fact.client_id', '=', clientId)
        .where('email', '=', 'amelia.hart@demo.example')
        .where('fact', '=', 'basic-salary')
        .orderBy('sequence')
        .execute()
      expect(salaries).toEqual([
        { value: '4500000', effective_from: '2019-03-04', source: 'scheme' },
        { value: '4750000', effective_from: today, source: 'scheme' },
      ])
      const cashPlan = await tx
        .selectFrom('benefit')
        .select(['withdrawn'])
        .where('client_id', '=', clientId)
        .where('code', '=', 'health-cash-plan')
        .executeTakeFirst()
      expect(cashPlan).toEqual({ withdrawn: true })
    })
  })

  it('refuses sub-domains of other clients, employee numbers in use, and a recorded death if the reason is missing', async () => {
    await apply(demo)
    const carys = await accountOf(database, 'carys.evans')
    await database.rows(
      `insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
       values ($1, $2, 'leaving-reason', 'death', '2026-11-12', 'scheme')`,
      [carys.clientId, carys.personId],
    )
    const before = await dump()
    const taken = await spoiled({ 'client.yaml': (text) => text.replace('[demo]', '[newcomer, demo]') })
    const numbers = await spoiled({
      'people.csv': (text) =>
        text
          .replace('NR1001,amelia.hart@', 'NR1001,amelia.other@')
          .replace('NR1002,', 'NR9999,')
          .replace('2017-09-18,,', '2017-09-18,2026-11-12,'),
      'people-accounts.yaml': (text) => text.replace('amelia.hart@', 'amelia.other@'),
      'opening-selections.csv': (text) => text.replaceAll('amelia.hart@', 'amelia.other@'),
      'statements.csv': (text) => text.replaceAll('amelia.hart@', 'amelia.other@'),
    })
    const outcomes = [
      await applyScheme(database.db, { folder: taken, secrets }),
      await applyScheme(database.db, { folder: numbers, secrets }),
    ]
    for (const folder of [taken, numbers]) await rm(folder, { recursive: true })

    expect(outcomes.map((outcome) => 'faults' in outcome && outcome.faults.map(showFault))).toEqual([
      ['client.yaml:2 The sub-domain name "demo" belongs to another client'],
      [
        'people.csv:2 The employee number NR1001 already belongs to another person',
        'people.csv:4 leaving_reason is empty, but the death of this person is recorded: write death, or leave end_date empty too if they are alive',
      ],
    ])
    expect(await dump()).toEqual(before)
  })

  it('changes nothing if the folder is invalid, and lists every error with file and line', async () => {
    await apply(demo)
    const before = await dump()
    const folder = await spoiled({
      'client.yaml': (text) => text.replace("'#0B5D5E'", 'teal'),
      'scheme-current.yaml': (text) =>
        text
          .replace('closes: today+20d', 'closes: today-20d')
          .replace('cutOffDays: 10, format: standard', 'cutOffDays: 10, format: unknown'),
      'benefits/dental.yaml': (text) =>
        text
          .replace('rates: dental', 'rates: teeth')
          .replace('[health-cash-plan, private-medical]', '[health-cash-plan, spa]'),
      'benefits/gym.yaml': (text) => text.replace('position: 110', 'position: first').concat('colour: red\n'),
      'rates/life-flex.csv': (text) => text.replace('25,29,0.42', '24,29,0.42').replace('40,44,1.20', '40,44,free'),
      'people.csv': (text) =>
        text
          .replace('1988-06-12', '1988-06-31')
          .replace('dan.murphy@demo.example', 'amelia.hart@demo.example')
          .replace('CUST,Sheffield,rUK', 'CUST,Sheffield,France')
          .replace(/(NR1007.*?),monthly,/, '$1,yearly,'),
      'opening-selections.csv': (text) =>
        text
          .replace('level=sixty', 'level=ninety')
          .replace('contribution=6', 'contribution=0x5')
          .replace('amount=10', 'amount=1e1'),
      'content/cards.md': (text) => text.replace('images/pension.svg', 'images/gone.svg'),
      'images/gym.svg': (text) => text.replace('<g ', '<script>alert(1)</script><g '),
    })
    const outcome = await applyScheme(database.db, { folder, secrets })
    await rm(folder, { recursive: true })

    expect('faults' in outcome && outcome.faults.map(showFault)).toEqual([
      'benefits/dental.yaml:27 There is no benefit "spa"',
      'benefits/dental.yaml:52 There is no rate table "teeth"',
      'benefits/gym.yaml:7 "position" must be a number',
      'benefits/gym.yaml:45 Unknown key "colour"',
      'client.yaml:5 "theme.primaryColour": Please give a colour as # and six hexadecimal digits',
      'content/cards.md:39 There is no file images/gone.svg',
      'images/gym.svg:1 A drawing must not contain <script>',
      'opening-selections.csv:2 contribution "0x5" is not a number',
      'opening-selections.csv:4 The option "level" has no level "ninety"',
      'opening-selections.csv:9 amount "1e1" is not a number',
      'opening-selections.csv:13 dan.murphy@demo.example is not among the people of people.csv',
      'opening-selections.csv:14 dan.murphy@demo.example is not among the people of people.csv',
      'people-accounts.yaml:13 dan.murphy@demo.example is not among the people of people.csv',
      'people.csv:2 date_of_birth "1988-06-31" is not a day of the calendar',
      'people.csv:5 The email address amelia.hart@demo.example is already in line 2',
      'people.csv:8 payroll "yearly" must be one of monthly, four-weekly',
      'people.csv:11 tax_country "France" must be rUK (England, Wales and Northern Ireland) or Scotland',
      'rates/life-flex.csv:3 The age band 24 to 29 overlaps 16 to 24',
      'rates/life-flex.csv:6 rate "free" is not a number of 0 or more',
      'scheme-current.yaml:9 The window closes before it opens',
      'scheme-current.yaml:25 There is no payroll format "unknown"',
    ])
    expect(await dump()).toEqual(before)
  })
})

describe('activation id in a folder', () => {
  const link = () =>
    database.rows<{ wrongDates: number; lasts: boolean }>(
      `select wrong_birth_dates as "wrongDates", expires_at > app.now() as lasts from password_link where kind = 'activation'`,
    )
  const set = (change: string) => database.rows(`update password_link set ${change}`)

  it('is valid as long as the folder is applied, and wrong dates of birth are counted as for other links [S-11]', async () => {
    await apply(demo)
    await set(`wrong_birth_dates = 4, expires_at = app.now() - interval '1 hour'`)
    await apply(demo)
    expect(await link()).toEqual([{ wrongDates: 4, lasts: true }])
    await set(`wrong_birth_dates = 5, expires_at = app.now() - interval '1 hour'`)
    await apply(demo)
    expect(await link()).toEqual([{ wrongDates: 5, lasts: false }])
    await set(`wrong_birth_dates = 0`)
    await apply(demo)
    expect(await link()).toEqual([{ wrongDates: 0, lasts: true }])
  })

  it('is refused outside a demo if it is easy to guess, and then nothing is changed [S-10]', async () => {
    const outcome = await applyScheme(database.db, { folder: demo, secrets: { ...secrets, keepActivationId: null } })
    expect('faults' in outcome && outcome.faults.map(showFault)).toEqual([
      expect.stringMatching(/^people-accounts\.yaml:21 Only a demo accepts activation ids/),
    ])
    expect(schemeSecrets(Buffer.alloc(32), 'production').keepActivationId).toBeNull()
  })
})
