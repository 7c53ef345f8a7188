import { describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { showPounds } from '../../contract/money.ts'
import { textWidth } from '../../platform/text-table.ts'
import { auditOf } from '../../tests/harness/views.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { priceView } from '../../services/my-benefits/price-view.server.ts'
import { recompute, type Trace } from '../../domain/pricing/trace.ts'
import { type ExplanationRequest, explainToOperator } from './operator-commands.server.ts'
import { explanationText } from './explanation-text.server.ts'

const world = await startWorld()
const token = await world.signIn('amelia.hart')
const benefits: BenefitView[] = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json()

const amelia = 'amelia.hart@demo.example'
const ask = (asked: Partial<ExplanationRequest> = {}) =>
  explainToOperator(world.database.db, { email: amelia, code: 'pension', ...asked })
async function explained(asked: Partial<ExplanationRequest> = {}) {
  const answer = await ask(asked)
  if (answer.step !== 'explained') throw new Error(`not explained: ${answer.step}`)
  const text = explanationText(answer, { email: amelia, code: 'pension', ...asked })
  expect(text.split('\n').filter((line) => line.length > textWidth)).toEqual([])
  return { ...answer.explained, text }
}

function read<Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> {
  return world.database.rows<Row>(query, values)
}
const clientId = async () => {
  const [row] = await read<{ client_id: ClientId }>(`select client_id from client_address where name = 'demo'`)
  if (!row) throw new Error('There is no client demo')
  return row.client_id
}

describe('explanation of a benefit', () => {
  it('has the same price, take-home pay and first day as the quote of each benefit, in lines of at most a hundred characters', async () => {
    // `explained` checks the width of the text. Ben is on probation, so his refusals are the longest.
    for (const { code } of benefits) await explained({ email: 'ben.osei@demo.example', code })
    const quoted = []
    const told = []
    for (const { code, benefitId } of benefits) {
      const { anew, benefitStatus, text } = await explained({ code })
      const url = `/api/v1/benefit/${benefitId}/quote`
      const answer = await world.request({ method: 'POST', url, token, body: { values: anew.values } })
      if (answer.statusCode !== 200) continue
      const { price: quotedPrice, takeHome, effectiveFrom } = answer.json()
      // The quote also contains the cost of leaving, which the explanation lacks.
      const { ifYouLeave: _, ...price } = quotedPrice
      quoted.push({ code, outcome: 'priced', price, takeHome, effectiveFrom })
      told.push({ code, ...anew, effectiveFrom: benefitStatus.effectiveFrom })
      expect(text).toContain(showPounds(price.employee.perYear))
      expect(text).toContain(showPounds(takeHome.change.perYear))
      const isByTariff = benefitStatus.benefit.definition.price.some((part) => part.price.method === 'quoted')
      expect(text.includes('This price comes from the scheme’s tariff.')).toBe(isByTariff && anew.of !== 'held')
    }
    expect(quoted.length).toBeGreaterThan(8)
    expect(told).toMatchObject(quoted)
  })

  it('shows the calculation of the childcare voucher cap, with its source', async () => {
    const { text } = await explained({ code: 'childcare-vouchers' })
    expect(text.replace(/\s+/g, ' ')).toMatch(/Your limit depends on your relevant earnings: salary £.+EIM16054/)
  })

  it('shows the same deductions in each pay period as payroll', async () => {
    const rows = await read<{ code: string; employee: string; employer: string; lines: number }>(
      `select benefit.code, sum(employee_pence)::text as employee, sum(employer_pence)::text as employer, count(*)::integer as lines
       from deduction
       join selection on selection.client_id = deduction.client_id and selection.id = deduction.selection_id
       join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
       join account on account.client_id = deduction.client_id and account.person_id = deduction.person_id
       where account.email = $1 group by benefit.code`,
      [amelia],
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { code, employee, employer, lines } of rows) {
      const { deductions, text } = await explained({ code })
      const sum = (side: 'employee' | 'employer') => String(deductions.reduce((all, line) => all + line[side], 0n))
      expect([code, sum('employee'), sum('employer'), deductions.length]).toEqual([code, employee, employer, lines])
      for (const { period } of deductions) expect(text).toContain(period?.label)
    }
  })

  it('shows every calculation step of the agreed price, so that a reader can repeat it', async () => {
    const { benefitStatus, text } = await explained({ code: 'private-medical' })
    const price = benefitStatus.selection?.running?.price
    if (!price) throw new Error('Amelia has no private medical insurance')
    // This trace was written by the pricing rules.
    const sums = recompute(price.trace as Trace)
    expect([sums.employeeYearly, sums.employerYearly].map(String)).toEqual([price.employeeYearly, price.employerYearly])
    const lines = text.slice(text.indexOf('THE PRICE AGREED IN VERSION 1')).split('\n')
    const { trace } = priceView(price)
    expect(trace.length).toBeGreaterThan(4)
    for (const [index, { label, output }] of trace.entries()) {
      const line = lines.find((one) => one.trim().startsWith(`${index + 1}  ${label.slice(0, 20)}`))
      expect(line).toContain(` ${output} `)
    }
  })

  it('shows each fact on the given day, and since when that value applies', async () => {
    await read(
      `insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_at)
       select client_id, person_id, 'basic-salary', '4800000', '2027-01-01', 'test', app.now() from account where email = $1`,
      [amelia],
    )
    const before = (await explained()).text
    expect(before).toMatch(/Basic salary per year +£45,000\.00 +since 4 March 2019/)
    expect(before).toMatch(/Basic salary per year +£48,000\.00 +from 1 January 2027/)
    const after = (await explained({ on: isoDate.parse('2027-01-20') })).text
    expect(after).toMatch(/Basic salary per year +£48,000\.00 +since 1 January 2027/)
    expect(after).not.toContain('£45,000.00 since')
  })

  it('shows the fact that prevents a choice, and when the benefit can be chosen', async () => {
    const { text } = await explained({ email: 'ben.osei@demo.example', code: 'private-medical' })
    expect(text).toMatch(/No: Opens on \d+ \w+ \d{4}, when your probation ends\./)
    expect(text).toMatch(/ {2}no {3}Past probation +probation ends on \d+ \w+ \d{4}/)
  })

  it('is recorded in an audit event about the person, with benefit and day', async () => {
    const count = async () => (await auditOf(world, await clientId())).length
    const before = await count()
    await explained({ code: 'dental' })
    const events = await auditOf(world, await clientId())
    expect(events.length).toBe(before + 1)
    const [person] = await read<{ person_id: string }>('select person_id from account where email = $1', [amelia])
    expect(events.at(-1)).toMatchObject({
      actor: null,
      subject: person?.person_id,
      action: 'benefit.explained-to-operator',
      details: { benefit: 'dental', on: '2026-11-16' },
    })
    await explained({ code: 'dental', operator: 'Jane.Doe' })
    expect((await auditOf(world, await clientId())).at(-1)).toMatchObject({ actor: 'operator jane.doe' })
  })

  it.each([
    [
      'an address that nobody has',
      { email: 'nobody@demo.example' },
      /^No account has the email address nobody@demo\.example: give /,
    ],
    ['an address that the named client does not know', { client: 'plain' }, / at plain: give the email address /],
    ['a benefit that is not offered', { code: 'yacht' }, /^demo offers no benefit yacht: name one of .*dental, .*gym/],
    ['a day without a scheme year', { on: isoDate.parse('2019-01-01') }, /^demo has no scheme year on 1 January 2019/],
  ])('refuses %s with a sentence that says what to do', async (_, asked, sentence) => {
    const answer = await ask(asked)
    expect(explanationText(answer, { email: amelia, code: 'pension', ...asked })).toMatch(sentence)
    expect(answer.step).not.toBe('explained')
  })
})
