import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inSnapshot } from '../../database/database.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import { applyFolder } from '../harness/apply-folder.ts'
import { planScheme } from '../../features/scheme-plan/plan.server.ts'
import type { Plan } from '../../features/scheme-plan/plan-format.ts'
import { type FolderChanges, withChangedFolder, withoutGym } from '../harness/changed-folder.ts'
import { createTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { dump } from '../harness/dump-database.ts'
import { testSecrets as secrets } from '../harness/test-secrets.ts'
import { goldenDay, withGoldenFolder } from './golden-folder.ts'

const runs = process.env['LONG_TESTS'] ? 60 : 2
const ofExample = process.env['LONG_TESTS'] ? 240 : 20
/** The client was applied on the golden day. On this later day, some pay periods are past their cut-off. */
const planningDay = '2026-08-03'

type SchemeState = {
  /** Eligible people and benefits as 'email benefit', also outside enrolment windows. */
  entitled: Set<string>
  /** Yearly price in pence of selections in force, for employee and employer, by 'email benefit'. */
  costs: Map<string, [bigint, bigint]>
  versions: Map<string, number>
  /** Deductions of open periods in pence, for employee and employer, by payroll, pay year and period. */
  pay: Map<string, [bigint, bigint]>
}

async function stateOfScheme(database: TestDatabase, clientId: ClientId): Promise<SchemeState> {
  const entitled = await inSnapshot(database.db, clientId, async (tx, { today }) => {
    const accounts = await tx
      .selectFrom('account')
      .select(['email', 'person_id as personId'])
      .where('client_id', '=', clientId)
      .execute()
    const found = new Set<string>()
    for (const { email, personId } of accounts) {
      const scheme = await loadPersonScheme(tx, clientId, { personId, today })
      if (!scheme) throw new Error(`${email} is in no scheme year`)
      for (const benefit of [...scheme.benefits, ...scheme.pots]) {
        const { choosing } = benefitStatusOf(scheme, benefit)
        if (choosing.allowed || choosing.cause === 'window') found.add(`${email} ${benefit.code}`)
      }
    }
    return found
  })
  const held = await database.rows<{ key: string; version: number; employee: string; employer: string }>(
    `select a.email || ' ' || b.code as key, s.version,
              v.price ->> 'employeeYearly' as employee, v.price ->> 'employerYearly' as employer
       from selection s
       join account a using (client_id, person_id)
       join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
       left join selection_version v
         on v.client_id = s.client_id and v.selection_id = s.id and v.version = s.version_in_force
       where s.client_id = $1`,
    [clientId],
  )
  const taken = await database.rows<{ key: string; employee: string; employer: string }>(
    `select p.code || ' ' || e.year || ' ' || e.number as key,
              sum(d.employee_pence)::text as employee, sum(d.employer_pence)::text as employer
       from deduction d
       join payroll_period e on e.client_id = d.client_id and e.id = d.period_id
       join payroll p on p.client_id = e.client_id and p.id = e.payroll_id
       where d.client_id = $1 and e.cut_off_on >= app.today()
       group by 1`,
    [clientId],
  )
  return {
    entitled,
    costs: new Map(
      held.flatMap(({ key, employee, employer }) =>
        employee === null ? [] : [[key, [BigInt(employee), BigInt(employer)]] as const],
      ),
    ),
    versions: new Map(held.map(({ key, version }) => [key, version])),
    pay: new Map(taken.map(({ key, employee, employer }) => [key, [BigInt(employee), BigInt(employer)]])),
  }
}

function expected(before: SchemeState, after: SchemeState) {
  const less = (a: Set<string>, b: Set<string>) => [...a].filter((key) => !b.has(key)).toSorted()
  const sum = (keys: readonly string[], { costs }: SchemeState) =>
    keys.reduce(
      ([a, b], key) => {
        const [employee, employer] = costs.get(key) ?? [0n, 0n]
        return [a + Number(employee), b + Number(employer)] as [number, number]
      },
      [0, 0] as [number, number],
    )
  const both = (keys: readonly string[]) => ({ count: keys.length, before: sum(keys, before), after: sum(keys, after) })
  const keys = [...new Set([...before.costs.keys(), ...after.costs.keys()])]
  return {
    gains: less(after.entitled, before.entitled),
    loses: less(before.entitled, after.entitled),
    continued: [...after.versions].filter(([key, version]) => before.versions.get(key) !== version).length,
    repriced: both(
      keys.filter((key) => {
        const [was, is] = [before.costs.get(key), after.costs.get(key)]
        return was && is && String(was) !== String(is)
      }),
    ),
    begun: both(keys.filter((key) => !before.costs.has(key))),
    ended: both(keys.filter((key) => !after.costs.has(key))),
    pay: Object.fromEntries(
      [...new Set([...before.pay.keys(), ...after.pay.keys()])].toSorted().flatMap((key) => {
        const [was, is] = [before.pay.get(key) ?? [0n, 0n], after.pay.get(key) ?? [0n, 0n]]
        return [...was, ...is].every((pence) => pence === 0n) ? [] : [[key, [...was, ...is].map(Number)]]
      }),
    ),
  }
}

function said({ benefits, selections, pay }: Plan): ReturnType<typeof expected> {
  const pence = (amount: number) => Math.round(amount * 100)
  const who = (side: 'gains' | 'loses') =>
    benefits
      .flatMap(({ code, [side]: moved }) => (moved.people ?? []).map(({ email }) => `${email} ${code}`))
      .toSorted()
  const both = ({ count, before, after }: Plan['selections']['repriced']) => ({
    count,
    before: [pence(before.employee.year), pence(before.employer.year)] as [number, number],
    after: [pence(after.employee.year), pence(after.employer.year)] as [number, number],
  })
  return {
    gains: who('gains'),
    loses: who('loses'),
    continued: selections.continued,
    repriced: both(selections.repriced),
    begun: both(selections.begun),
    ended: both(selections.ended),
    pay: Object.fromEntries(
      pay
        .map(({ payroll, year, number, before, after }) => [
          `${payroll} ${year} ${number}`,
          [before.employee, before.employer, after.employee, after.employer].map(pence),
        ])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
  }
}

const figures = (factor: number) => (text: string) => {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const changed = rows.map((row) => {
    const cells = row.split(',')
    const last = cells.length - 1
    return cells
      .map((cell, at) => (at === last ? (Number(cell) * factor).toFixed(4).replace(/\.?0+$/, '') : cell))
      .join(',')
  })
  return `${[head, ...changed].join('\n')}\n`
}

const person = (place: number, cells: (row: Record<string, string>) => Record<string, string>) => (text: string) => {
  const [head = '', ...people] = text.trimEnd().split('\n')
  const columns = head.split(',')
  const changed = people.map((line, at) => {
    if (at !== place % people.length) return line
    const row = Object.fromEntries(line.split(',').map((cell, column) => [columns[column] ?? '', cell]))
    const next = { ...row, ...cells(row) }
    return columns.map((column) => next[column]).join(',')
  })
  return `${[head, ...changed].join('\n')}\n`
}

const newcomer = (text: string) => {
  const [head = '', first = '', ...people] = text.trimEnd().split('\n')
  const fresh = first.replace(/^[^,]*,[^,]*/, 'NR9901,nina.novak@demo.example').replace(/QQ\d{6}/, 'QQ999001')
  return `${[head, first, ...people, fresh].join('\n')}\n`
}

const tables = ['dental', 'gym', 'life-flex', 'life-core', 'income-protection', 'critical-illness', 'private-medical']
const yearFile = 'scheme-current.yaml'
const anyChange: fc.Arbitrary<FolderChanges> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...tables), fc.constantFrom(0.9, 1.05, 1.5))
    .map(([table, factor]) => ({ [`rates/${table}.csv`]: figures(factor) })),
  fc
    .tuple(fc.constantFrom('gym', 'dental'), fc.constantFrom('2026-06-01', '2026-08-01', '2026-12-01'))
    .map(([code, from]) => ({
      [yearFile]: (text: string) =>
        `${text}  - { code: ${code}, file: rates/${code}.csv, effectiveFrom: ${from}, source: 'The same again' }\n`,
    })),
  fc.constant(withoutGym),
  fc.constantFrom('dental', 'pension', 'health-cash-plan').map((code) => ({
    [`benefits/${code}.yaml`]: (text: string) => text.replace('openInProbation: true', 'openInProbation: false'),
  })),
  fc.integer({ min: 25, max: 60 }).map((years) => ({
    'benefits/critical-illness.yaml': (text: string) => text.replace('from: 16', `from: ${years}`),
  })),
  fc.constant({ [yearFile]: (text: string) => text.replace('closes: today+20d', 'closes: today+200d') }),
  fc.constant({ [yearFile]: (text: string) => text.replace('payDay: 28', 'payDay: 25') }),
  fc.tuple(fc.nat(), fc.integer({ min: 18_000, max: 150_000 })).map(([place, salary]) => ({
    'people.csv': person(place, () => ({ basic_salary: `${salary}.00` })),
  })),
  fc.nat().map((place) => ({
    'people.csv': person(place, ({ start_date: from = '' }) =>
      from < '2026-07-31' ? { status: 'left', end_date: '2026-07-31' } : { job_title: 'Newly named' },
    ),
  })),
  fc.constant({ 'people.csv': newcomer }),
)

/** Several changes at once. Two changes of the same file are applied one after the other. */
const anyFolder = fc.array(anyChange, { minLength: 1, maxLength: 4 }).map((changes) => {
  const all: Record<string, ((text: string) => string) | null> = {}
  for (const change of changes)
    for (const [file, next] of Object.entries(change)) {
      const earlier = all[file]
      if (next === null || earlier === null) all[file] = null
      else all[file] = earlier ? (text) => next(earlier(text)) : next
    }
  return all
})

const filledBy = {
  name: `golden_${ofExample}`,
  fill: async (database: TestDatabase) => {
    await database.moveTo(goldenDay)
    await withGoldenFolder((folder) => applyFolder(database.db, folder), { ofExample })
    await database.moveTo(planningDay)
  },
}

/** Plans and applies a changed copy of the folder, and compares both. A change may find nothing to replace. */
async function expectPlanAsApplied(golden: string, changes: FolderChanges): Promise<void> {
  const lenient = Object.fromEntries(
    Object.entries(changes).map(([file, change]) => [
      file,
      change && ((text: string) => (change(text) === text ? `${text}\n` : change(text))),
    ]),
  )
  await withChangedFolder(golden, lenient, async (folder) => {
    const database = await createTestDatabase({ filledBy })
    try {
      const clientId = await withConnection(database.superuser, async (client) => {
        const { rows } = await client.query<{ id: ClientId }>(`select client_id as id from client`)
        return rows[0]?.id
      })
      if (!clientId) throw new Error('There is no client')
      const rows = await dump(database.superuser)
      const planned = await planScheme(database.db, { folder, secrets, people: true })
      expect(await dump(database.superuser)).toEqual(rows)

      const before = await stateOfScheme(database, clientId)
      const outcome = await applyScheme(database.db, { folder, secrets })
      const after = await stateOfScheme(database, clientId)
      const happened =
        'faults' in outcome
          ? outcome
          : {
              ...expected(before, after),
              changes: Object.values(outcome.applied.changes).some((count) => count > 0),
            }
      expect('plan' in planned ? { ...said(planned.plan), changes: planned.plan.changes } : planned).toEqual(happened)
    } finally {
      await database.close()
    }
  })
}

it(
  'the plan of a changed folder lists exactly the changes that applying it makes, but changes nothing itself',
  { timeout: runs * 120_000 },
  async () => {
    expect.hasAssertions()
    await withGoldenFolder(
      (golden) =>
        fc.assert(
          fc.asyncProperty(anyFolder, (changes) => expectPlanAsApplied(golden, changes)),
          { numRuns: runs, seed: randomTestSeed('plan then apply'), endOnFailure: true },
        ),
      { ofExample },
    )
  },
)
