import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { productSources, root } from './sources.ts'
import { strayWrites, unrefreshedWrites, writers } from './writers.rules.ts'

const tables = new Set(
  [...readFileSync(join(root, 'database/tables.ts'), 'utf8').matchAll(/^ {2}([a-z_]+): \{/gm)].map(
    ([, table = '']) => table,
  ),
)

describe('tables are written only by the areas that own them', () => {
  it('every file of the product writes only tables of its area', () => {
    expect(strayWrites(productSources(), tables)).toEqual([])
  })

  it('every table has an owner', () => {
    expect([...tables].filter((table) => !writers[table])).toEqual([])
  })

  it.each([
    ['features/approvals/approvals.queries.ts', `tx.updateTable('selection').set({})`, 'services/my-benefits own'],
    ['services/my-benefits/person-scheme.server.ts', `tx.insertInto('selection').values({})`, '.queries.ts files'],
    ['services/reports/reports.queries.ts', 'sql`insert into payroll_line (client_id)`', 'features/payroll own'],
    ['features/home/home.queries.ts', `{ deleteFrom: 'mail', key: ['id'] }`, 'services/mail own'],
  ])('a write added in %s is reported', (path, text, why) => {
    const found = strayWrites([{ path, text }], tables)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(why)
  })
})

describe('a function that writes data of which the list of employees consists also refreshes the list', () => {
  it('every such function of the product refreshes the list', () => {
    expect(unrefreshedWrites(productSources())).toEqual([])
  })

  it('an added function that does not refresh the list is reported', () => {
    const done = 'function one() { sql`update account set email` ; refreshEmployees(tx) }\n'
    const missing = "export async function two() { tx.updateTable('account') }\n"
    expect(unrefreshedWrites([{ path: 'services/session/account.queries.ts', text: done + missing }])).toEqual([
      'two in services/session/account.queries.ts writes account without refreshEmployees (decision 56)',
    ])
  })
})
