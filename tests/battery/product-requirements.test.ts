import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isActiveEmployer } from '../../contract/caller.ts'
import { numericDate, showDate, showMonth } from '../../contract/dates.ts'
import { showPence, showPounds } from '../../contract/money.ts'
import { productSources } from '../house-rules/sources.ts'
import { enterView, operatorLoginAddress, viewByOperator } from '../harness/views.ts'
import { startWorld } from '../harness/world.ts'
import { endpoints } from './endpoints.ts'
import { jsonSchemaOf, type JsonSchema } from './valid-inputs.ts'

const root = join(import.meta.dirname, '../..')
const world = await startWorld({ webDir: join(root, 'dist/web') })

describe('role', () => {
  it('is employee, employer, or administrator while an operator views the portal, and nothing else [PROD-07] [EMP-03]', async () => {
    expect(new Set(endpoints.map(({ access }) => access))).toEqual(new Set(['employer', 'public', 'user']))
    const types = endpoints.flatMap(({ reply, body, query }) =>
      [reply === 'file' ? undefined : reply, body, query].flatMap((schema) =>
        schema ? wordsOf('userType', schema) : [],
      ),
    )
    expect(types.length).toBeGreaterThan(0)
    expect(new Set(types)).toEqual(new Set(['employee', 'employer']))
    const screens = readFileSync(join(root, 'web/routes.tsx'), 'utf8').matchAll(/access: '(\w+)', screen/g)
    expect(new Set(Array.from(screens, ([, access]) => access))).toEqual(new Set(['employer', 'in', 'out']))

    const words = (column: string, table: string) =>
      world.database.rows<{ check: string }>(
        `select pg_get_constraintdef(oid) as check from pg_constraint
         where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%' || $2 || '%'`,
        [table, column],
      )
    const [account] = await words('user_type', 'account')
    expect(account?.check.match(/'[^']+'/g)).toEqual(["'employee'", "'employer'"])
    const [session] = await words('sign_in_method', 'session')
    expect(session?.check.match(/'[^']+'/g)).toContain("'masquerade'")
    for (const type of ['administrator', 'Employer', 'employers'])
      await expect(
        world.database.rows(`update account set user_type = $1 where email like 'amelia%'`, [type]),
      ).rejects.toThrow(/account_user_type_check/)

    const caller = { employmentStatus: 'active' } as const
    expect(isActiveEmployer({ ...caller, userType: 'employer' })).toBe(true)
    expect(isActiveEmployer({ ...caller, userType: 'employee' })).toBe(false)
    // User types are compared exactly: no other spelling gives access.
    expect(isActiveEmployer({ ...caller, userType: 'Employer' as 'employer' })).toBe(false)
    const view = await viewByOperator(world, 'henry.cole@demo.example')
    expect(view.headers['x-masquerade']).toBe(view.personId)
    expect(
      (await enterView(world, { token: await operatorLoginAddress(world, { email: 'grace.lin@demo.example' }) }))
        .statusCode,
    ).toBe(200)
  })
})

describe('language of the portal', () => {
  it('is UK English, with pounds, and shows dates as people write them [PROD-08]', async () => {
    for (const url of ['/', '/app/home/']) expect((await world.request({ url })).body).toContain('<html lang="en-GB"')
    expect([showPounds(1234.5), showPounds(-0.5), showPence(7n)]).toEqual(['£1,234.50', '-£0.50', '£0.07'])
    expect([showDate('2026-11-09'), showMonth('2026-11-09')]).toEqual(['9 November 2026', 'November 2026'])

    expect(numericDate('2026-11-09')).toBe('09/11/2026')

    const sources = productSources().filter(({ path }) => /^(contract|features|ui|web)\//.test(path))
    const said = (pattern: RegExp) =>
      sources.flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([found]) => `${path}: ${found}`))
    // Numbers, money and dates use UK formats. en-CA gives yyyy-mm-dd, which only code reads.
    const formats = said(/(?:Intl\.\w+Format|toLocale\w+)\([^)\n]*/g)
    expect(formats.length).toBeGreaterThan(5)
    expect(formats.filter((one) => !/'en-GB'|resolvedOptions|\('en-CA', \{ timeZone|Format\($/.test(one))).toEqual([])
    expect(said(/currency: '(?!GBP)\w+'/g)).toEqual([])
    const sentences = sources.filter(({ path }) => path.endsWith('.messages.ts'))
    const american =
      /\b(?:\w*[^aeiou]olor(?:s|ed)?|favorites?|centers?|organizations?|authoriz\w+|recogniz\w+|enrollments?|canceled|checkbook|licensed? plate|zip codes?|vacations?)\b/i
    expect(['Choose a color', 'Your organization'].filter((one) => american.test(one))).toHaveLength(2)
    expect(sentences.length).toBeGreaterThan(30)
    expect(
      sentences.flatMap(({ path, text }) => (american.exec(text)?.[0] ? [`${path}: ${american.exec(text)?.[0]}`] : [])),
    ).toEqual([])
  })
})

function wordsOf(name: string, schema: z.ZodType): unknown[] {
  const inside = ({ properties = {}, items, anyOf = [] }: JsonSchema): unknown[] => [
    ...Object.entries(properties).flatMap(([key, value]) => (key === name ? wordsIn(value) : [])),
    ...Object.values(properties).flatMap(inside),
    ...(items ? inside(items) : []),
    ...anyOf.flatMap(inside),
  ]
  return inside(jsonSchemaOf(schema))
}

function wordsIn(schema: JsonSchema): unknown[] {
  return schema.enum ?? ('const' in schema ? [schema.const] : ['anything'])
}
