import { describe, expect, it } from 'vitest'
import { penceFromPounds } from '../../contract/money.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { partsOf, parsePdf } from '../../tests/harness/parse-pdf.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { addStatementRows } from './statements.queries.ts'
import type { StatementRow, TotalBenefitsCard, TotalBenefitsRow } from './total-benefits.contract.ts'

const world = await startWorld()
const amelia = await world.signIn('amelia.hart')

const get = async (url: string, token: string, site: 'demo' | 'plain' = 'demo') => {
  const answer = await world.request({ url, token, site })
  expect([url, answer.statusCode, answer.json().message]).toEqual([url, 200, undefined])
  return answer.json()
}
const rowsOf = (token: string, site?: 'plain'): Promise<TotalBenefitsRow[]> =>
  get('/api/v1/user/selections/mtb/page', token, site)
const cardOf = (token: string, site?: 'plain'): Promise<TotalBenefitsCard> =>
  get('/api/v1/user/selections/mtb/card', token, site)
const totalBenefitsOf = async (token: string, site?: 'plain') => ({
  rows: await rowsOf(token, site),
  card: await cardOf(token, site),
})
const statement = (group: string, token = amelia): Promise<StatementRow[]> =>
  get(`/api/v1/benefit-group/${group}/contributions`, token)

const inPence = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + penceFromPounds(amount), 0n)

describe('page of total benefits', () => {
  it('shows the price of each benefit in force by year and by month [TOTAL-02] [TOTAL-06]', async () => {
    const { rows } = await totalBenefitsOf(amelia)
    const benefits: BenefitView[] = await get('/api/v1/benefits/user/eligible', amelia)
    const prices = benefits.flatMap(({ benefitId, name, selection }) =>
      selection?.status === 'active' && selection.price ? [{ benefitId, name, ...selection.price }] : [],
    )
    expect(prices).toHaveLength(8)
    expect(
      rows.map(({ benefitId, name, employeeContribution, employerContribution, total, trace }) => ({
        benefitId,
        name,
        employeeContribution,
        employerContribution,
        total,
        trace,
      })),
    ).toEqual(
      prices.map(({ benefitId, name, employee, employer, trace }) => ({
        benefitId,
        name,
        employeeContribution: { year: employee.perYear, month: employee.perMonth },
        employerContribution: { year: employer.perYear, month: employer.perMonth },
        total: {
          year: sumOf([employee.perYear, employer.perYear]),
          month: sumOf([employee.perMonth, employer.perMonth]),
        },
        trace,
      })),
    )
  })

  it("adds up the prices to the penny, and adds the employer's part to the salary [TOTAL-03]", async () => {
    const { rows, card } = await totalBenefitsOf(amelia)
    expect(card.benefits).toBe(rows.length)
    expect(card.salary).toEqual({ year: 45_000, month: 3750 })
    for (const mode of ['year', 'month'] as const) {
      const [employee, employer] = [card.employeeContribution[mode], card.employerContribution[mode]]
      expect(penceFromPounds(employee)).toBe(inPence(rows.map((row) => row.employeeContribution[mode])))
      expect(penceFromPounds(employer)).toBe(inPence(rows.map((row) => row.employerContribution[mode])))
      expect(penceFromPounds(card.total[mode])).toBe(inPence([employee, employer]))
      expect(card.packageValue?.[mode]).toBe(sumOf([card.salary?.[mode] ?? 0, employer]))
    }
  })

  it('shows the same savings of tax and National Insurance as what-if, with both calculations', async () => {
    const { rows, card } = await totalBenefitsOf(amelia)
    const answer = await world.request({
      method: 'POST',
      url: '/api/v1/user/what-if',
      token: amelia,
      body: { without: rows.map(({ benefitId }) => benefitId) },
    })
    const lines: { label: string; before: number; after: number }[] = answer.json().comparedWithNow.lines
    // In this what-if, `before` is with benefits and `after` without. Tax and National Insurance are negative.
    const levies = lines.filter(({ label }) => label === 'Income tax' || label === 'National Insurance')
    expect(levies).toHaveLength(2)
    expect(penceFromPounds(card.saved?.year ?? 0)).toBe(
      inPence(levies.map(({ before }) => before)) - inPence(levies.map(({ after }) => after)),
    )
    expect(card.saved?.year).toBeGreaterThan(0)
    expect(card.trace.saved.at(-1)?.label).toBe('Tax and National Insurance saved per month')
    expect(card.trace.saved.map(({ output }) => output)).toContain(showPounds(card.saved?.year ?? 0))
    expect(card.takeHome.outcome).toBe('computed')
    for (const mode of ['year', 'month'] as const)
      expect(card.trace[mode].at(-1)?.output).toBe(showPounds(card.packageValue?.[mode] ?? 0))
  })

  it('has the same amount for each benefit as the lines of the open payroll run', async () => {
    const { rows } = await totalBenefitsOf(amelia)
    const { run, lines } = await openRun()
    const mine = lines.filter(({ employeeName }) => employeeName === 'Amelia Hart')
    expect(run.state).toBe('open')
    for (const { name, employeeContribution, employerContribution } of rows) {
      const own = mine.filter(({ benefitName }) => benefitName === name)
      expect([name, own.length > 0]).toEqual([name, true])
      const paid = [inPence(own.map((line) => line.employeeAmount)), inPence(own.map((line) => line.employerAmount))]
      // The page shows the first month's amount, which may be a penny more than the others.
      const told = [penceFromPounds(employeeContribution.month), penceFromPounds(employerContribution.month)]
      const apart = paid.map((amount, side) => (told[side] ?? 0n) - amount)
      expect([name, apart.every((pence) => pence === 0n || pence === 1n)]).toEqual([name, true])
    }
  })

  it('is empty for people without benefits, and shows no salary for leavers', async () => {
    const max = await totalBenefitsOf(await world.signIn('max.plain', 'plain'), 'plain')
    expect([max.rows, max.card.benefits, max.card.total.year]).toEqual([[], 0, 0])
    const elif = await cardOf(await world.signIn('elif.kaya'))
    expect(elif).toMatchObject({ salary: null, packageValue: null, saved: null })
  })

  it('lists a choice at once with its first day, but adds it to the total only from that day', async () => {
    const token = await world.signIn('isla.reid')
    const before = await totalBenefitsOf(token)
    const benefits: BenefitView[] = await get('/api/v1/benefits/user/eligible', token)
    const gym = benefits.find(({ code }) => code === 'gym')
    expect(before.rows.map(({ name }) => name)).not.toContain(gym?.name)
    await acceptTerms(world, token, gym)
    const values = Object.fromEntries(
      (gym?.setupFields ?? []).flatMap(({ name, input }) =>
        input.kind === 'options' ? [[name, input.options[0]?.value ?? '']] : [],
      ),
    )
    const chosen = await world.request({
      method: 'POST',
      url: `/api/v1/benefit/${gym?.benefitId}/selection`,
      token,
      body: { values },
    })
    expect([chosen.statusCode, chosen.json().message]).toEqual([201, undefined])
    const { card } = await totalBenefitsOf(token)
    expect({ ...card, planned: [] }).toEqual(before.card)
    expect(card.planned).toMatchObject([{ from: '2026-12-01', name: gym?.name }])
  })
})

describe('statement', () => {
  it('shows the contributions of employee and employer by month and year, newest first, for one group of benefits [TOTAL-11] [DATA-22]', async () => {
    const rows = await statement('pension')
    expect(rows).toHaveLength(14)
    expect(rows[0]).toEqual({ month: 10, year: 2026, employeeContribution: 225, employerContribution: 225 })
    expect(rows.at(-1)).toEqual({ month: 9, year: 2025, employeeContribution: 225, employerContribution: 225 })
    const [newest, ...earlier] = rows.map(({ year, month }) => year * 12 + month)
    earlier.forEach((month, index) => expect(month).toBe((newest ?? 0) - index - 1))
  })

  it('is empty if there were no payments, and gets a "not found" reply for an unknown group [TOTAL-14]', async () => {
    expect(await statement('pension', await world.signIn('ben.osei'))).toEqual([])
    const answers = ['no-such-group', "'; drop table statement_row; --", '\u0000'].map((group) =>
      world.request({ url: `/api/v1/benefit-group/${encodeURIComponent(group)}/contributions`, token: amelia }),
    )
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })

  it('includes the month of a payroll run once the run is locked, with the amounts of its lines [TOTAL-11]', async () => {
    const before = await statement('pension')
    const name = (await totalBenefitsOf(amelia)).rows.find(({ groupId }) => groupId === 'pension')?.name
    const { run, lines, grace, clientId } = await openRun()
    const locked = await world.request({
      method: 'POST',
      url: `/api/v2/client/${clientId}/payroll-runs/${run.runId}/lock`,
      token: grace,
      body: {},
    })
    expect([locked.statusCode, locked.json().message]).toEqual([200, undefined])
    const [newest, ...earlier] = await statement('pension')
    const mine = lines.filter((line) => line.employeeName === 'Amelia Hart' && line.benefitName === name)
    expect(mine.length).toBeGreaterThan(0)
    expect(earlier).toEqual(before)
    expect(newest).toEqual({
      year: run.year,
      month: run.month,
      employeeContribution: sumOf(mine.map((line) => line.employeeAmount)),
      employerContribution: sumOf(mine.map((line) => line.employerAmount)),
    })
    const benefits: BenefitView[] = await get('/api/v1/benefits/user/eligible', await world.signIn('isla.reid'))
    const held = benefits.filter(({ selection }) => selection?.status === 'active' && selection.price)
    expect(held.filter(({ allowedActions }) => allowedActions.includes('statement')).length).toBeGreaterThan(0)
  })
})

describe('total reward statement', () => {
  const download = (token: string, site: 'demo' | 'plain' = 'demo') =>
    world.request({ url: '/api/v1/user/selections/mtb/statement', token, site })

  it("is a tagged PDF with the figures of the page, and with the caller's name and brand", async () => {
    const { rows, card } = await totalBenefitsOf(amelia)
    const answer = await download(amelia)
    expect(answer.statusCode).toBe(200)
    const { document, pages, missingFonts, ...file } = parsePdf(answer.rawPayload)
    expect(file).toMatchObject({
      title: 'Total reward statement 2026/27',
      language: 'en-GB',
      tagged: true,
      showsTitle: true,
    })
    expect(missingFonts).toEqual([])
    expect(pages).toBeLessThanOrEqual(2)
    expect(document.parts.slice(0, 3).map(({ role, text }) => [role, text])).toEqual([
      ['P', 'Northgate Rewards'],
      ['H1', 'Total reward statement'],
      ['P', 'Prepared for Amelia Hart'],
    ])
    const told = partsOf(document, 'TR').map(({ parts }) => parts.map(({ text }) => text))
    const both = (label: string, amount: { year: number; month: number } | null) => [
      label,
      showPounds(amount?.year ?? NaN),
      showPounds(amount?.month ?? NaN),
    ]
    expect(told).toContainEqual(both('Your salary', card.salary))
    expect(told).toContainEqual(both('Your employer pays for your benefits', card.employerContribution))
    expect(told).toContainEqual(both('Your whole package', card.packageValue))
    expect(told).toContainEqual(both('You pay for your benefits', card.employeeContribution))
    expect(told).toContainEqual(both('Tax and National Insurance you save', card.saved))
    const less = card.takeHome.outcome === 'computed' ? card.takeHome.change : null
    expect(told).toContainEqual(
      both('Reduction in your take-home pay', less && { year: -less.perYear, month: -less.perMonth }),
    )
    const amounts = (one: Pick<TotalBenefitsCard, 'employeeContribution' | 'employerContribution' | 'total'>) =>
      [one.employeeContribution, one.employerContribution, one.total].map(({ year }) => showPounds(year))
    for (const row of rows) expect(told).toContainEqual([row.name, row.categoryLabel, ...amounts(row)])
    expect(told).toContainEqual(['All benefits', '', ...amounts(card)])
  })

  it('has the same bytes each time and a safe file name, is not cached, and is audited', async () => {
    const [one, other] = [await download(amelia), await download(amelia)]
    expect(Buffer.compare(one.rawPayload, other.rawPayload)).toBe(0)
    expect(one.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="total-reward-statement-2026-27.pdf"; filename*=UTF-8''total-reward-statement-2026-27.pdf`,
    })
    const events = await world.database.rows<{ details: unknown }>(
      `select entry::jsonb -> 'details' as details from audit_event
       where action = 'total-reward-statement.downloaded' order by sequence desc limit 2`,
    )
    expect(events.map(({ details }) => details)).toEqual([
      { fileName: 'total-reward-statement-2026-27.pdf', benefits: 8 },
      { fileName: 'total-reward-statement-2026-27.pdf', benefits: 8 },
    ])
  })

  it('has the default brand for a client without a theme, and a message for people without benefits', async () => {
    const { document } = parsePdf((await download(await world.signIn('max.plain', 'plain'), 'plain')).rawPayload)
    expect(document.parts.map(({ text }) => text)).toEqual([
      'Test Benefits',
      'Total reward statement',
      'Prepared for Max Plain',
      expect.stringMatching(/^Scheme year /),
      'Figures for a whole year, with the benefits that you have on 16 November 2026',
      'No total benefits available',
    ])
  })
})

const sumOf = (amounts: readonly number[]) => Number(inPence(amounts)) / 100
const showPounds = (amount: number) => amount.toLocaleString('en-GB', { style: 'currency', currency: 'GBP' })

async function openRun() {
  const grace = await world.signIn('grace.lin')
  const clientId: string = (await get('/api/login/setup', grace)).client.id
  const runs: PayrollRunView[] = await get(`/api/v2/client/${clientId}/payroll-runs`, grace)
  const run = runs.find(({ state, payrollName }) => state === 'open' && /month/i.test(payrollName))
  if (!run) throw new Error('No run is open')
  const lines: Line[] = (await get(`/api/v2/client/${clientId}/payroll-runs/${run.runId}`, grace)).lines
  return { grace, clientId, run, lines }
}
type Line = { employeeName: string; benefitName: string; employeeAmount: number; employerAmount: number }

it('more months can be written at once than one statement could have parameters for', async () => {
  const [person] = await world.database.rows<{ clientId: ClientId; personId: PersonId }>(
    `select client_id as "clientId", person_id as "personId" from account where email = 'amelia.hart@demo.example'`,
  )
  if (!person) throw new Error('Amelia has no account')
  const { clientId, personId } = person
  const months = Array.from({ length: 10_000 }, (_, number) => ({ year: 3000 + number, month: 1 }))
  const adding = inClient(world.database.db, clientId, async (tx) => {
    const rows = months.map((month) => ({ personId, group: 'gym', ...month, employee: 1n, employer: 2n }))
    await addStatementRows(tx, clientId, { rows })
    const { count } = await tx
      .selectFrom('statement_row')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('year', '>=', 3000)
      .executeTakeFirstOrThrow()
    throw new Error(`rolled back with ${count} months`)
  })
  await expect(adding).rejects.toThrow('rolled back with 10000 months')
})
