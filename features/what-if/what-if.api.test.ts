import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dump } from '../../tests/harness/dump-database.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { startWorld, worldMoment } from '../../tests/harness/world.ts'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import type { BenefitView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { takeHomeViewMessages } from '../../domain/tax/take-home-view.messages.ts'
import type { ChangedFacts, BenefitOnDay, WhatIfReply } from '../../domain/tax/what-if.contract.ts'

const world = await startWorld()
const token = await world.signIn('amelia.hart')
const benefits: BenefitView[] = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json()

function fixed(code: string, pounds: number, paidBy: string) {
  return { code, label: code, paidBy, price: { method: 'flat', every: 'month', amount: { fixed: pounds } } }
}

async function define(code: string, changed: object): Promise<() => Promise<unknown>> {
  const benefit = `benefit where code = $1 and client_id = (select client_id from client_address where name = 'demo')`
  const [was] = await world.database.rows<{ definition: object }>(`select definition from ${benefit}`, [code])
  const write = (definition: object) =>
    world.database.changeScheme(`update ${benefit.replace('where', 'set definition = $2 where')}`, [
      code,
      JSON.stringify(definition),
    ])
  await write({ ...was?.definition, ...changed })
  return () => write({ ...was?.definition })
}

const record = (of: string, fact: string, value: string | null) => recordFact(world, { of, fact, value })

const idOf = (code: string) => {
  const benefit = benefits.find((one) => one.code === code)
  if (!benefit) throw new Error(`${code} is not offered`)
  return benefit.benefitId
}
const valuesOf = (code: string): SetupValues => ({ ...benefits.find((one) => one.code === code)?.selection?.values })

async function whatIf(
  facts: ChangedFacts,
  chosen: Record<string, SetupValues> = {},
  without: string[] = [],
  as = token,
) {
  const answer = await world.request({
    method: 'POST',
    url: '/api/v1/user/what-if',
    token: as,
    body: {
      facts,
      benefits: Object.entries(chosen).map(([code, values]) => ({ benefitId: idOf(code), values })),
      without: without.map(idOf),
    },
  })
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined])
  return answer.json()
}

const othersThan = (code: string) =>
  benefits.filter((one) => one.code !== code && one.selection?.status === 'active').map((one) => one.code)

async function alone(facts: ChangedFacts, code: string, values: SetupValues) {
  const { benefits: found, together } = await whatIf(facts, { [code]: values }, othersThan(code))
  expect(found[0]).toMatchObject({ outcome: 'priced', takeHome: { change: { perYear: together.change.perYear } } })
  return { price: found[0].price, ...together }
}

const rowOf = (held: readonly BenefitOnDay[], code: string): BenefitOnDay => {
  const row = held.find(({ benefitId }) => benefitId === idOf(code))
  if (!row) throw new Error(`${code} is not held`)
  return row
}

function lineOf({ comparedWithNow: pay }: WhatIfReply, label: string) {
  const line = pay.outcome === 'computed' && pay.lines.find((one) => one.label === label)
  if (!line) throw new Error(`${label} is no line of pay`)
  return line
}

const six = { contribution: 6 }
const ten = { contribution: 10 }

describe('worked cases of the domain by what-if, to the penny', () => {
  it('electric car: pay is given up for it, its list price is taxed as a benefit in kind, and the employer pays Class 1A', async () => {
    const answer = await alone({ salary: 45_000 }, 'electric-car', { value: 30_000 })
    // £5,706 less 28 %, and 20 % of 4 % of £30,000. The employer saves 15 % of the first amount and owes 15 % of the second.
    expect(answer).toMatchObject({
      price: { employee: { perYear: 5706 } },
      change: { perYear: -4348.32 },
      employer: { nationalInsurance: -855.9, class1A: 180 },
      notes: [
        'Electric car is a taxable benefit in kind, and these figures include its tax: tax is due on 4% of £30,000.00 (List price of the car), £1,200.00 a year in 2026/27; 5% from 6 April 2027',
      ],
    })
    expect((await alone({ salary: 45_000 }, 'pension', six)).notes).toBeUndefined()
  })

  it.each([
    [37.5, 24_784.5, '£24,784.50'],
    [40, 26_436.8, '£26,436.80'],
  ])(
    'case J at %d hours a week: a penny below £%d is refused, and the refusal shows the figure',
    async (weeklyHours, floor, told) => {
      const others = othersThan('cycle-to-work')
      const bicycle = { 'cycle-to-work': { value: 1000 } }
      const kept = await whatIf({ salary: floor + 1000, weeklyHours }, bicycle, others)
      expect(kept.benefits[0].outcome).toBe('priced')
      const below = await whatIf({ salary: floor + 999.99, weeklyHours }, bicycle, others)
      expect(below.benefits[0]).toMatchObject({
        outcome: 'refused',
        code: 'below-minimum-wage',
        reason: expect.stringContaining(told),
      })
      expect(below.together.change.perYear).toBe(0)
    },
  )
})

describe('worked examples f to h of docs/benefits-over-time.md by what-if', () => {
  let asTheyWere: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    asTheyWere = [
      await define('childcare-vouchers', { requires: [] }),
      // 12 × £61.56 = £738.72.
      await define('private-medical', {
        price: [fixed('premium', 61.56, 'employer')],
        pay: { employer: { taxMethod: 'benefit-in-kind', payCode: 'PMIER' } },
      }),
    ]
  })
  afterAll(() => Promise.all(asTheyWere.map((undo) => undo())))

  async function vouchersOf(amount: number, facts: ChangedFacts, beside: Record<string, SetupValues>) {
    const code = 'childcare-vouchers'
    const { benefits: found } = await whatIf(facts, { ...beside, [code]: { amount } }, othersThan(code))
    return found.find((one: { benefitId: string }) => one.benefitId === idOf(code))
  }

  it('f: £52,000 with a pension sacrifice of 10% allows vouchers of £243', async () => {
    expect(await vouchersOf(243, { salary: 52_000 }, { pension: ten })).toMatchObject({ outcome: 'priced' })
    const refused = await vouchersOf(243, { salary: 52_000 }, {})
    expect(refused).toMatchObject({ outcome: 'refused' })
    expect(refused.errors.amount[0]).toMatch(/between 10 and 124\b.+in total £39,430\.00/)
  })

  it('g: £53,500 with £738.72 of taxable private medical insurance allows vouchers of £124', async () => {
    const medical = { 'private-medical': { covered: [], excess: 'excess-0' } }
    expect(await vouchersOf(124, { salary: 53_500 }, medical)).toMatchObject({ outcome: 'priced' })
    const refused = await vouchersOf(125, { salary: 53_500 }, medical)
    expect(refused).toMatchObject({ outcome: 'refused' })
    expect(refused.errors.amount[0]).toMatch(/plus taxable benefits £738\.72, .+in total £41,668\.72/)
  })

  it('h: giving up 5% of £45,000 at age 71 costs £1,800.00 of take-home pay, because no National Insurance is due', async () => {
    await record('amelia.hart', 'ni-category', null)
    const answer = await alone({ salary: 45_000, age: 71 }, 'pension', { contribution: 5 })
    expect(answer).toMatchObject({
      price: { employee: { perYear: 2250 } },
      change: { perYear: -1800 },
    })
    await record('amelia.hart', 'ni-category', 'A')
  })
})

describe('what-if', () => {
  it('compares the scenario with current pay', async () => {
    const { comparedWithNow, together } = await whatIf({ salary: 60_000, studentLoans: ['plan-2'] })
    expect(together).toMatchObject({ outcome: 'computed', change: { perYear: 0 } })
    const line = (label: string) => comparedWithNow.lines.find((one: { label: string }) => one.label === label)
    expect(line(takeHomeViewMessages.lines.salary)).toEqual({ label: 'Your salary', before: 45_000, after: 60_000 })
    expect(line(takeHomeViewMessages.lines.studentLoans).before).toBe(0)
    // 9 % of pay above £29,385: £60,000 less the pay given up.
    const givenUp = line(takeHomeViewMessages.lines.givenUp).after
    expect(line(takeHomeViewMessages.lines.studentLoans).after).toBeCloseTo(-0.09 * (60_000 + givenUp - 29_385), 2)
    expect(comparedWithNow.basis).toContain('student loan plan 2')
  })

  it("includes several choices at once, each together with the person's other current benefits", async () => {
    const { benefits: found, together } = await whatIf(
      {},
      { dental: { level: 'level-1', covered: [] }, 'payroll-giving': { amount: 10 } },
    )
    expect(found.map((one: { outcome: string }) => one.outcome)).toEqual(['priced', 'priced'])
    const [dental, giving] = found.map(
      (one: { takeHome: { change: { perYear: number } } }) => one.takeHome.change.perYear,
    )
    // £8.50 a month from taxed pay, and £10 a month before tax at 20 %.
    expect([dental, giving, together.change.perYear]).toEqual([-102, -96, -198])
  })

  it('compares the minimum wage with pay after all choices together', async () => {
    const chosen = { 'cycle-to-work': { value: 1000 }, pension: { contribution: 12 } }
    const { benefits: found } = await whatIf({ salary: 26_500, weeklyHours: 37.5 }, chosen, [...othersThan('pension')])
    // Pay is £25,500 after the bicycle, and £22,320 after the pension's £3,180 as well.
    expect(found).toMatchObject([
      { outcome: 'priced' },
      { outcome: 'refused', code: 'below-minimum-wage', reason: expect.stringContaining('£22,320.00') },
    ])
  })

  it('starts with the current situation, and shows no difference to it', async () => {
    const answer = await whatIf({})
    expect(answer.known).toEqual({ salary: 45_000, weeklyHours: 37.5, age: 38, taxCountry: 'rUK' })
    expect(answer.takeHome).toMatchObject({ change: { perMonth: 0, perYear: 0 } })
    expect([answer.opens, answer.closes]).toEqual([[], []])
    expect(answer.held.map(({ name }: { name: string }) => name)).toEqual(
      benefits.filter(({ selection }) => selection?.status === 'active').map(({ name }) => name),
    )
    for (const { now, supposed, trace } of answer.held) expect([supposed, trace]).toEqual([now, []])
  })

  it('calculates prices of current benefits with the hypothetical facts, gives reasons, and keeps prices that do not depend on these facts', async () => {
    const { held } = await whatIf({ salary: 60_000 })
    expect(rowOf(held, 'pension')).toMatchObject({
      now: { employee: { perMonth: 225, perYear: 2700 }, employer: { perMonth: 225, perYear: 2700 } },
      supposed: { employee: { perMonth: 300, perYear: 3600 }, employer: { perMonth: 300, perYear: 3600 } },
      note: null,
    })
    expect(rowOf(held, 'pension').trace).toContainEqual(expect.objectContaining({ output: '£3,600.00' }))
    expect(rowOf(held, 'health-cash-plan')).toMatchObject({ trace: [] })
    expect(rowOf(held, 'health-cash-plan').supposed).toEqual(rowOf(held, 'health-cash-plan').now)
  })

  it('shows take-home pay now and in the scenario, by month and year; the change shown is their difference', async () => {
    for (const salary of [45_000.07, 61_234.55, 123_456.78]) {
      const { takeHome, comparedWithNow } = await whatIf({ salary })
      const inPence = (pounds: number) => Math.round(pounds * 100)
      for (const of of ['perMonth', 'perYear'] as const)
        expect(inPence(takeHome.now[of]) + inPence(takeHome.change[of])).toBe(inPence(takeHome.supposed[of]))
      const last = comparedWithNow.lines.at(-1)
      expect([last.before, last.after]).toEqual([takeHome.now.perYear, takeHome.supposed.perYear])
    }
  })

  it('closes benefits that are not for the hypothetical age, and gives the reason', async () => {
    const { closes, opens } = await whatIf({ age: 70 })
    expect(opens).toEqual([])
    expect(closes).toContainEqual({
      benefitId: idOf('critical-illness'),
      name: 'Critical illness cover',
      reason: 'This benefit is offered until the age of 69',
    })
    expect(rowOf((await whatIf({ age: 60 })).held, 'income-protection').supposed).not.toEqual(
      rowOf((await whatIf({})).held, 'income-protection').now,
    )
  })

  it('closes a benefit that would bring pay below the minimum wage at longer hours, and shows the figure', async () => {
    const reason = expect.stringMatching(/minimum wage for your age and 80 hours a week is £52,873\.60 a year/)
    const { closes } = await whatIf({ weeklyHours: 80 })
    expect(closes).toEqual(
      expect.arrayContaining(
        ['pension', 'cycle-to-work'].map((code) => expect.objectContaining({ benefitId: idOf(code), reason })),
      ),
    )
    expect((await whatIf({ weeklyHours: 30 })).closes).toEqual([])
  })

  it('includes a new child in benefits for children, and shows the benefits that a birth would open', async () => {
    const isla = await world.signIn('isla.reid')
    const { held, opens } = await whatIf({ newChild: true }, {}, [], isla)
    expect(rowOf(held, 'private-medical')).toMatchObject({
      now: { employee: { perMonth: 54.72 }, employer: { perMonth: 54.72 } },
      supposed: { employee: { perMonth: 87.55 }, employer: { perMonth: 54.72 } },
      note: 'With your new child covered too',
    })
    expect(opens).toEqual([])
    await world.database.moveTo('2026-12-20')
    expect((await whatIf({ newChild: true }, {}, [], await world.signIn('isla.reid'))).opens).toContainEqual(
      expect.objectContaining({
        name: 'Private medical insurance',
        reason: expect.stringMatching(/^You can change your benefits after your life event, until /),
      }),
    )
    await world.database.moveTo(worldMoment)
    expect(rowOf(held, 'pension')).toMatchObject({ note: null, trace: [] })
  })

  it('compares Scottish tax with tax in the rest of the United Kingdom at £110,000, where the allowance is tapered, in both directions', async () => {
    const isla = await world.signIn('isla.reid')
    const moved = await whatIf({ taxCountry: 'rUK' }, {}, [], isla)
    // £99,000.00 after the pension, £656.64 of insurance taxed, £600.00 given before tax, £12,570 tax-free.
    expect(lineOf(moved, 'Income tax')).toMatchObject({ before: -30_307.54, after: -27_054.66 })
    expect(lineOf(moved, 'National Insurance')).toMatchObject({ before: -3990.6, after: -3990.6 })
    expect(moved.takeHome).toMatchObject({ now: { perYear: 63_445.22 }, change: { perYear: 3252.88 } })
    // With a pension of 3 %, pay of £106,700.00 is left. Income is £106,756.64, which reduces the allowance by £3,378.
    const less = await whatIf({}, { pension: { contribution: 3 } }, [], isla)
    expect(less.comparedWithNow.trace).toContainEqual(
      expect.objectContaining({ label: 'Personal allowance left then', output: '£9,192.00' }),
    )
    expect(lineOf(less, 'Income tax').after).toBe(-35_292.64)
  })

  it('does not change current benefits if the choice in the scenario is not possible', async () => {
    const { benefits: found, held, takeHome } = await whatIf({}, { pension: { contribution: 41 } })
    expect(found[0]).toMatchObject({ outcome: 'refused', errors: { contribution: [expect.any(String)] } })
    expect(rowOf(held, 'pension')).toMatchObject({ note: expect.any(String), trace: [] })
    expect(takeHome).toMatchObject({ change: { perYear: 0 } })
  })

  it('shows take-home pay without a current benefit', async () => {
    const { held, takeHome, comparedWithNow } = await whatIf({}, {}, ['pension'])
    expect(rowOf(held, 'pension').supposed).toBeNull()
    // Case B of the worked examples, reversed.
    expect(takeHome).toMatchObject({ change: { perMonth: 162, perYear: 1944 } })
    expect(comparedWithNow).toMatchObject({ employer: { nationalInsurance: 405 } })
  })

  it('shows why take-home pay cannot be calculated', async () => {
    const { together } = await whatIf({ niCategory: 'Q' })
    expect(together).toEqual({
      outcome: 'not-computed',
      reason: 'We cannot work out National Insurance of category Q in 2026/27. Please ask your employer',
    })
  })

  it.each([
    ['a benefit twice', { benefits: [0, 1].map(() => ({ benefitId: '{gym}', values: {} })) }, 422],
    ['an unknown fact', { facts: { bonus: 1 } }, 422],
    ['a salary below 0', { facts: { salary: -1 } }, 422],
    ['hours below 1', { facts: { weeklyHours: 0 } }, 422],
    ['an age below 16', { facts: { age: 12 } }, 422],
    [
      'a benefit that is not offered',
      { benefits: [{ benefitId: '0b1e55ed-0000-4000-8000-00000000ffff', values: {} }] },
      404,
    ],
    ['to leave out what is not offered', { without: ['0b1e55ed-0000-4000-8000-00000000ffff'] }, 404],
  ])('refuses %s', async (_, body, status) => {
    const sent: unknown = JSON.parse(JSON.stringify(body).replaceAll('{gym}', idOf('gym')))
    const answer = await world.request({ method: 'POST', url: '/api/v1/user/what-if', token, body: sent })
    expect(answer.statusCode).toBe(status)
  })

  it('is possible only for logged-in people who are employed', async () => {
    const ask = (as?: string) =>
      world.request({ method: 'POST', url: '/api/v1/user/what-if', ...(as && { token: as }), body: {} })
    expect((await ask()).statusCode).toBe(401)
    expect((await ask(await world.signIn('isla.reid'))).statusCode).toBe(200)
    const left = await ask(await world.signIn('elif.kaya'))
    expect([left.statusCode, left.json()]).toMatchObject([403, { code: 'not-selectable', cause: 'employment' }])
  })
})

describe('quotes and what-if save nothing', () => {
  it('every row of the database is unchanged, byte for byte', async () => {
    const quote = () =>
      world.request({
        method: 'POST',
        url: `/api/v1/benefit/${idOf('cycle-to-work')}/quote`,
        token,
        body: { values: { value: 1000 } },
      })
    const ask = () =>
      whatIf(
        { salary: 60_000, weeklyHours: 30, age: 70, taxCountry: 'Scotland', newChild: true },
        { pension: six, 'cycle-to-work': { value: 1000 } },
        ['gym'],
      )
    // The first calls of a session record its use, so they are made before the data is compared.
    await quote()
    const before = await dump(world.database.superuser)
    expect((await quote()).json().takeHome.outcome).toBe('computed')
    const answer = await ask()
    expect(answer.comparedWithNow.outcome).toBe('computed')
    expect(answer.closes).not.toEqual([])
    expect(await dump(world.database.superuser)).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(20)
  })
})

describe('quote', () => {
  it('shows take-home pay next to the price, with all other current benefits', async () => {
    const ask = async (code: string, values: SetupValues) =>
      (
        await world.request({ method: 'POST', url: `/api/v1/benefit/${idOf(code)}/quote`, token, body: { values } })
      ).json()
    const { takeHome, price } = await ask('pension', six)
    expect(price.employee.perYear).toBe(2700)
    // Case B of the worked examples, at £45,000. No other benefit in force changes a tax band.
    expect(takeHome).toMatchObject({
      outcome: 'computed',
      change: { perYear: -1944, perMonth: -162, perPeriod: -162 },
      employer: { nationalInsurance: -405, class1A: 0 },
      taxYear: '2026/27',
      basis:
        'Worked out for a whole year at this pay, with the tax figures of 2026/27: one job, the standard tax code, a taxpayer in England, Wales or Northern Ireland, National Insurance category A, no student loan. Each tax is rounded to the nearest penny once a year. Your payslip may differ.',
    })
    const { lines } = takeHome
    expect(lines.map(({ label }: { label: string }) => label)).toEqual([
      'Your salary',
      'Given up for benefits, before tax and National Insurance',
      'Taken before tax',
      'Income tax',
      'National Insurance',
      'Taken after tax',
      'Take-home pay',
    ])
    const sum = (of: 'before' | 'after') =>
      Math.round(
        lines.slice(0, -1).reduce((total: number, line: Record<string, number>) => total + (line[of] ?? 0), 0) * 100,
      )
    expect([sum('before'), sum('after')]).toEqual([
      Math.round(lines.at(-1).before * 100),
      Math.round(lines.at(-1).after * 100),
    ])
    expect(takeHome.trace).toContainEqual(
      expect.objectContaining({ label: 'Change in your take-home pay per year', output: '-£1,944.00' }),
    )
  })
})

describe('choice for a later day', () => {
  it('changes the current benefits and costs only from that day on', async () => {
    const now = [await whatIf({}), await whatIf({ salary: 60_000 })]
    const dental = benefits.find(({ code }) => code === 'dental')
    await acceptTerms(world, token, dental)
    const url = `/api/v1/benefit/${dental?.benefitId}/selection`
    const body = { values: { level: 'level-1', covered: [] } }
    const chosen = await world.request({ method: 'POST', url, token, body })
    expect(chosen.json()).toMatchObject({ status: 'active', effectiveFrom: '2026-12-01' })
    expect([await whatIf({}), await whatIf({ salary: 60_000 })]).toEqual(now)

    for (const facts of [{}, { salary: 60_000 }]) {
      const { held } = await whatIf(facts, { gym: valuesOf('gym') })
      expect(rowOf(held, 'dental')).toMatchObject({ now: null, supposed: { employee: { perMonth: 8.5 } } })
    }
    const { takeHome } = await whatIf({}, { gym: valuesOf('gym') })
    expect(takeHome).toMatchObject({ change: { perYear: -102 } })
  })
})
