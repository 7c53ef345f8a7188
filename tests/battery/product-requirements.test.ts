import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isActiveEmployer } from '../../contract/caller.ts'
import { showDate, showMonth } from '../../contract/dates.ts'
import { showPence, showPounds } from '../../contract/money.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import type { PendingSelection } from '../../features/approvals/approvals.contract.ts'
import { productSources } from '../house-rules/sources.ts'
import { enterView, inView, openView, operatorsEntry, tokenIn, viewByOperator } from '../harness/views.ts'
import { startWorld, type World } from '../harness/world.ts'
import { masquerade } from '../../features/masquerade/operator-commands.server.ts'
import { endpoints } from './endpoints.ts'
import { jsonSchemaOf, type JsonSchema } from './valid-inputs.ts'

const root = join(import.meta.dirname, '../..')
let world: World
beforeAll(async () => {
  world = await startWorld({ keep: true, webDir: join(root, 'dist/web') })
})
afterAll(() => world.close())

type Method = 'GET' | 'POST' | 'PATCH'
/** Signs in a person of the demo client. Returns a function that calls the API as this person. */
async function as(name: string) {
  const token = await world.signIn(name)
  return async <Answer>(method: Method, path: string, body?: unknown): Promise<Answer> => {
    const answer = await world.request({ method, url: `/api/${path}`, token, ...(body !== undefined && { body }) })
    expect([path, answer.statusCode < 300, answer.body.slice(0, 200)]).toEqual([path, true, expect.any(String)])
    return answer.json<Answer>()
  }
}
type Ask = Awaited<ReturnType<typeof as>>

async function benefit(ask: Ask, code: string): Promise<BenefitView> {
  const found = (await ask<BenefitView[]>('GET', 'v1/benefits/user/eligible')).find((one) => one.code === code)
  if (!found) throw new Error(`${code} is not offered`)
  return found
}

async function acceptTerms(ask: Ask, { benefitId, terms }: BenefitView): Promise<void> {
  for (const { id, version } of terms)
    await ask('PATCH', `v1/benefit/${benefitId}/terms`, { termId: id, version, accepted: true })
}

describe('product', () => {
  it('is a web portal in which employees see, choose, change and leave benefits [PROD-01]', async () => {
    const page = await world.request({ url: '/app/my-benefits/', headers: { accept: 'text/html' } })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])

    const ask = await as('amelia.hart')
    const dental = await benefit(ask, 'dental')
    expect([dental.name, dental.selection]).toEqual(['Dental insurance', null])
    await acceptTerms(ask, dental)
    const path = `v1/benefit/${dental.benefitId}/selection`
    const chosen = await ask<SelectionView>('POST', path, { values: { level: 'level-1', covered: [] } })
    expect(chosen.status).toBe('active')
    const { version } = chosen
    const changed = await ask<SelectionView>('PATCH', path, { values: { level: 'level-2', covered: [] }, version })
    expect(changed.planDetails).toEqual([{ label: 'Level of cover', value: 'Level 2' }])
    const left = { status: 'opted-out', version: changed.version }
    await ask('PATCH', `v1/selection/${changed.selectionId}`, left)
    expect((await benefit(ask, 'dental')).selection?.status).toBe('opted-out')
  })

  it('lets employers see employees, reports, insights and pending selections, and decide [PROD-02] [APPROVE-04]', async () => {
    const employee = await as('amelia.hart')
    const holiday = await benefit(employee, 'holiday-trading')
    await acceptTerms(employee, holiday)
    await employee('POST', `v1/benefit/${holiday.benefitId}/selection`, { values: { trade: 'buy', 'buy-days': 2 } })

    const employer = await as('grace.lin')
    const { client } = await employer<{ client: { id: string } }>('GET', 'login/setup')
    const people = await employer<{ data: { name: string }[] }>('GET', `v2/client/${client.id}/employees?search=amelia`)
    expect(people.data.map(({ name }) => name)).toEqual(['Amelia Hart'])
    const reports = await employer<unknown[]>('GET', `client/${client.id}/reports?type=payroll`)
    expect(reports).toBeInstanceOf(Array)
    const insights = await employer<{ employees: number }>('GET', `v2/client/${client.id}/employee-insights`)
    expect(insights.employees).toBeGreaterThan(200)

    const waiting = async () => (await employer<{ count: number }>('GET', 'v2/scheme/selections/pending/')).count
    const before = await waiting()
    const listed = await employer<PendingSelection[]>('GET', `v2/scheme/selections/${holiday.benefitId}/pending/`)
    const hers = listed.find(({ employeeName }) => employeeName === 'Amelia Hart')
    expect(hers?.own).toBe(false)
    const decision = { selectionIds: [hers?.selectionId], approval: true }
    expect(await employer('PATCH', 'v2/scheme/selections/status/', decision)).toEqual({ status: 'ok', decided: 1 })
    expect(await waiting()).toBe(before - 1)
    expect((await benefit(employee, 'holiday-trading')).selection?.status).toBe('active')
  })

  it('has the theme of the client whose address is opened [PROD-03]', async () => {
    const pages = await Promise.all(
      ['demo', 'copperleaf', 'plain'].map(async (site) => (await world.request({ url: '/', site })).body),
    )
    const looks = pages.map((html) => [
      /--primary-100:(#[0-9a-f]{6})/.exec(html)?.[1],
      /<title>Log in to ([^<]+)<\/title>/.exec(html)?.[1],
    ])
    expect(looks).toEqual([
      ['#0b5d5e', 'Northgate Rewards'],
      ['#7a1f3d', 'Copperleaf Choices'],
      ['#333333', 'Test Benefits'],
    ])
  })

  it('lets an administrator act as another person for one scheme year [PROD-06]', async () => {
    const email = 'amelia.hart@demo.example'
    const asked = { email, operator: 'jane.doe', reason: 'Ticket 4711', year: 2026 }
    const granted = await masquerade(world.database.db, world.serverSecret, asked)
    if (granted.step !== 'granted') throw new Error(`Asking came to ${granted.step}`)
    expect(granted.schemeYear).toBe(2026)
    const view = await openView(world, { token: tokenIn(granted.path) })
    const user = await inView(world, view, { url: '/api/v1/user' })
    expect(user.json()).toMatchObject({ id: view.personId, email })
    // An action in the view takes effect for the person viewed.
    const gym = (await inView(world, view, { url: '/api/v1/benefits/user/eligible' }))
      .json<BenefitView[]>()
      .find(({ code }) => code === 'gym')
    expect(gym?.selection?.status).toBe('active')
    const optOut = { status: 'opted-out', version: gym?.selection?.version }
    const url = `/api/v1/selection/${gym?.selection?.selectionId}`
    expect((await inView(world, view, { method: 'PATCH', url, body: optOut })).statusCode).toBe(200)
    expect((await benefit(await as('amelia.hart'), 'gym')).selection?.status).toBe('opted-out')

    const elsewhere = { 'x-masquerade-scheme-year': 'another' }
    expect((await inView(world, view, { url: '/api/v1/user', headers: elsewhere })).statusCode).not.toBe(200)
    expect(await masquerade(world.database.db, world.serverSecret, { ...asked, year: 2031 })).not.toMatchObject({
      step: 'granted',
    })
  })
})

describe('role', () => {
  it('is employee, employer or an administrator in a view as another person, and no other [PROD-07] [EMP-03]', async () => {
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
      (await enterView(world, { token: await operatorsEntry(world, { email: 'grace.lin@demo.example' }) })).statusCode,
    ).toBe(200)
  })
})

describe('language of the portal', () => {
  it('is UK English, with pounds and dd/MM/yyyy [PROD-08]', async () => {
    for (const url of ['/', '/app/home/']) expect((await world.request({ url })).body).toContain('<html lang="en-GB"')
    expect([showPounds(1234.5), showPounds(-0.5), showPence(7n)]).toEqual(['£1,234.50', '-£0.50', '£0.07'])
    expect([showDate('2026-11-09'), showMonth('2026-11-09')]).toEqual(['09/11/2026', 'November 2026'])

    const sources = productSources().filter(({ path }) => /^(contract|features|ui|web)\//.test(path))
    const said = (pattern: RegExp) =>
      sources.flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([found]) => `${path}: ${found}`))
    // Numbers, money and dates use UK formats. en-CA gives yyyy-mm-dd, which only computers read.
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

/** Returns the allowed values of a field, at any depth of a schema. */
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
