import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../database/bootstrap.ts'
import { recordFact } from '../../tests/harness/facts.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { BenefitView, SetupValues } from './benefits.contract.ts'
import { takeHomeViewMessages } from './take-home-view.messages.ts'
import type { ChangedFacts } from './what-if.contract.ts'

let world: World
let token: string
let benefits: BenefitView[]
beforeAll(async () => {
  world = await startWorld({ keep: true })
  // The gym of case G and the insurance of case H have prices and ways of paying of their own.
  await define('gym', {
    price: [fixed('membership', 50, 'employee')],
    pay: { employee: { taxMethod: 'sacrifice-opra', payCode: 'GYM' } },
  })
  await define('private-medical', {
    price: [fixed('premium', 75, 'employer')],
    pay: { employer: { taxMethod: 'benefit-in-kind', payCode: 'PMIER' } },
  })
  token = await world.signIn('amelia.hart')
  benefits = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json()
})
afterAll(() => world.close())

function fixed(code: string, pounds: number, paidBy: string) {
  return { code, label: code, paidBy, price: { method: 'flat', every: 'month', amount: { fixed: pounds } } }
}

function define(code: string, changed: object): Promise<unknown> {
  return connected(world.database.superuser, (client) =>
    client.query(
      `update benefit set definition = definition || $2::jsonb
       where code = $1 and client_id = (select client_id from client_address where name = 'demo')`,
      [code, JSON.stringify(changed)],
    ),
  )
}

/** A fact that counts from today. */
const record = (of: string, fact: string, value: string | null) => recordFact(world, { of, fact, value })

const idOf = (code: string) => {
  const benefit = benefits.find((one) => one.code === code)
  if (!benefit) throw new Error(`${code} is not offered`)
  return benefit.benefitId
}
const valuesOf = (code: string): SetupValues => ({ ...benefits.find((one) => one.code === code)?.selection?.values })

async function whatIf(facts: ChangedFacts, chosen: Record<string, SetupValues> = {}, without: string[] = []) {
  const answer = await world.request({
    method: 'POST',
    url: '/api/v1/user/what-if',
    token,
    body: {
      facts,
      benefits: Object.entries(chosen).map(([code, values]) => ({ benefitId: idOf(code), values })),
      without: without.map(idOf),
    },
  })
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined])
  return answer.json()
}

/** Everything that runs but the benefit that is asked about, so that a case stands alone. */
const othersThan = (code: string) =>
  benefits.filter((one) => one.code !== code && one.selection?.status === 'active').map((one) => one.code)

async function alone(facts: ChangedFacts, code: string, values: SetupValues) {
  const { benefits: found, together } = await whatIf(facts, { [code]: values }, othersThan(code))
  expect(found[0]).toMatchObject({ outcome: 'priced', takeHome: { change: { perYear: together.change.perYear } } })
  return { price: found[0].price, ...together }
}

const six = { contribution: 6 }
const ten = { contribution: 10 }

describe('the worked cases of the domain through what-if, to the penny', () => {
  it.each<[string, ChangedFacts, SetupValues, number, number, number]>([
    ['A', { salary: 30_000 }, { contribution: 5 }, 1500, -1080, -225],
    ['B', { salary: 45_000 }, six, 2700, -1944, -405],
    ['C', { salary: 60_000 }, { contribution: 5 }, 3000, -1740, -450],
    ['D', { salary: 110_000, pensionableSalary: 100_000 }, ten, 10_000, -3800, -1500],
    ['E', { salary: 45_000, taxCountry: 'Scotland' }, six, 2700, -1636.02, -405],
    ['F', { salary: 130_000, pensionableSalary: 100_000 }, ten, 10_000, -4529, -1500],
  ])('case %s', async (_, facts, values, price, perYear, nationalInsurance) => {
    const answer = await alone(facts, 'pension', values)
    expect(answer).toMatchObject({
      price: { employee: { perYear: price } },
      change: { perYear },
      employer: { nationalInsurance, class1A: 0 },
    })
    expect(answer.change.perMonth).toBe(Math.floor((perYear * 100) / 12) / 100)
  })

  it('case G', async () => {
    expect(await alone({ salary: 45_000 }, 'gym', valuesOf('gym'))).toMatchObject({
      price: { employee: { perYear: 600 } },
      change: { perYear: -552 },
      employer: { nationalInsurance: -90, class1A: 90 },
    })
  })

  it.each([
    [45_000, -180],
    [60_000, -360],
  ])('case H at £%d', async (salary, perYear) => {
    const answer = await alone({ salary }, 'private-medical', { covered: [], excess: 'excess-0' })
    expect(answer).toMatchObject({
      price: { employee: { perYear: 0 }, employer: { perYear: 900 } },
      change: { perYear },
      employer: { nationalInsurance: 0, class1A: 135 },
    })
  })

  it('case I', async () => {
    expect(await alone({ salary: 45_000 }, 'holiday-trading', { trade: 'buy', 'buy-days': 5 })).toMatchObject({
      price: { employee: { perYear: 865.38 } },
      change: { perYear: -623.07 },
      employer: { nationalInsurance: -129.81 },
    })
  })

  it.each([
    [37.5, 24_784.5, '£24,784.50'],
    [40, 26_436.8, '£26,436.80'],
  ])('case J at %d hours: a penny below £%d is refused with the figure', async (weeklyHours, floor, told) => {
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
    // What could not be had changes nothing.
    expect(below.together.change.perYear).toBe(0)
  })
})

describe('what if', () => {
  it('compares everything that is supposed with pay as it is', async () => {
    const { comparedWithNow, together } = await whatIf({ salary: 60_000, studentLoans: ['plan-2'] })
    expect(together).toMatchObject({ outcome: 'computed', change: { perYear: 0 } })
    const line = (label: string) => comparedWithNow.lines.find((one: { label: string }) => one.label === label)
    expect(line(takeHomeViewMessages.lines.salary)).toEqual({ label: 'Your salary', before: 45_000, after: 60_000 })
    expect(line(takeHomeViewMessages.lines.studentLoans).before).toBe(0)
    // 9 % of what is above £29,385 of £60,000 less what is given up.
    const givenUp = line(takeHomeViewMessages.lines.givenUp).after
    expect(line(takeHomeViewMessages.lines.studentLoans).after).toBeCloseTo(-0.09 * (60_000 + givenUp - 29_385), 2)
    expect(comparedWithNow.basis).toContain('student loan plan 2')
  })

  it('counts several at once, and each beside what else runs', async () => {
    const { benefits: found, together } = await whatIf(
      {},
      { dental: { level: 'level-1', covered: [] }, 'payroll-giving': { amount: 10 } },
    )
    expect(found.map((one: { outcome: string }) => one.outcome)).toEqual(['priced', 'priced'])
    const [dental, giving] = found.map(
      (one: { takeHome: { change: { perYear: number } } }) => one.takeHome.change.perYear,
    )
    // £8.50 a month from taxed pay; £10 a month before tax at 20 %.
    expect([dental, giving, together.change.perYear]).toEqual([-102, -96, -198])
  })

  it('guards the minimum wage against all of them together', async () => {
    const chosen = { 'cycle-to-work': { value: 1000 }, pension: { contribution: 12 } }
    const { benefits: found } = await whatIf({ salary: 26_500, weeklyHours: 37.5 }, chosen, [...othersThan('pension')])
    // £25,500 after the bicycle; £22,320 after the pension's £3,180 as well.
    expect(found).toMatchObject([
      { outcome: 'priced' },
      { outcome: 'refused', code: 'below-minimum-wage', reason: expect.stringContaining('£22,320.00') },
    ])
  })

  it('says of a value that cannot be chosen what is wrong with it', async () => {
    const { benefits: found } = await whatIf({}, { 'cycle-to-work': { value: 3050 } })
    expect(found[0]).toMatchObject({
      outcome: 'refused',
      code: 'invalid-choice',
      errors: { value: ['Please enter a value between 100 and 3000'] },
    })
  })

  it('says why take-home pay cannot be told', async () => {
    const { together } = await whatIf({ niCategory: 'Q' })
    expect(together).toEqual({
      outcome: 'not-computed',
      reason: 'We cannot work out National Insurance of category Q in 2026/27. Please ask your employer',
    })
  })

  it.each([
    ['a benefit twice', { benefits: [0, 1].map(() => ({ benefitId: '{gym}', values: {} })) }, 422],
    ['a fact that nobody has', { facts: { bonus: 1 } }, 422],
    ['a salary below nothing', { facts: { salary: -1 } }, 422],
    ['no hours', { facts: { weeklyHours: 0 } }, 422],
    ['hours with endless digits', { facts: { weeklyHours: 1e-7 } }, 422],
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

  it('is for people who are signed in and still employed', async () => {
    const ask = (as?: string) =>
      world.request({ method: 'POST', url: '/api/v1/user/what-if', ...(as && { token: as }), body: {} })
    expect((await ask()).statusCode).toBe(401)
    expect((await ask(await world.signIn('isla.reid'))).statusCode).toBe(200)
    const left = await ask(await world.signIn('elif.kaya'))
    expect([left.statusCode, left.json()]).toMatchObject([403, { code: 'not-selectable', cause: 'employment' }])
  })
})

describe('neither quote nor what-if saves anything', () => {
  it('leaves the database as it was, byte for byte', async () => {
    const quote = () =>
      world.request({
        method: 'POST',
        url: `/api/v1/benefit/${idOf('cycle-to-work')}/quote`,
        token,
        body: { values: { value: 1000 } },
      })
    const ask = () => whatIf({ salary: 60_000 }, { pension: six, 'cycle-to-work': { value: 1000 } }, ['gym'])
    // A session notes when it was used; the first calls see to it.
    await quote()
    const before = await wholeDatabase()
    expect((await quote()).json().takeHome.outcome).toBe('computed')
    expect((await ask()).comparedWithNow.outcome).toBe('computed')
    expect(await wholeDatabase()).toEqual(before)
    expect(before.size).toBeGreaterThan(20)
  })
})

/** Every row of every table as text, in an order of its own. */
function wholeDatabase(): Promise<Map<string, string>> {
  return connected(world.database.superuser, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_schema in ('public', 'app') and table_type = 'BASE TABLE' order by 1`,
    )
    const found = new Map<string, string>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ all: string | null }>(
        `select string_agg(one::text, E'\\n' order by one::text) as all from ${name} as one`,
      )
      found.set(name, rows[0]?.all ?? '')
    }
    return found
  })
}

describe('a quote', () => {
  it('tells beside the price what is left of pay, with everything else that runs', async () => {
    const ask = async (code: string, values: SetupValues) =>
      (
        await world.request({ method: 'POST', url: `/api/v1/benefit/${idOf(code)}/quote`, token, body: { values } })
      ).json()
    const { takeHome, price } = await ask('pension', six)
    expect(price.employee.perYear).toBe(2700)
    // Case B at £45,000: nothing else that runs changes a band.
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
    // From top to bottom the lines add up to what is taken home.
    const sum = (of: 'before' | 'after') =>
      Math.round(
        lines.slice(0, -1).reduce((total: number, line: Record<string, number>) => total + (line[of] ?? 0), 0) * 100,
      )
    expect([sum('before'), sum('after')]).toEqual([
      Math.round(lines.at(-1).before * 100),
      Math.round(lines.at(-1).after * 100),
    ])
    expect(takeHome.trace).toContainEqual(
      expect.objectContaining({ label: 'Change of your take-home pay in a year', output: '-£1,944.00' }),
    )
  })

  it('says why it cannot tell where no salary is known', async () => {
    await record('isla.reid', 'basic-salary', null)
    const isla = await world.signIn('isla.reid')
    const answer = await world.request({
      method: 'POST',
      url: `/api/v1/benefit/${idOf('payroll-giving')}/quote`,
      token: isla,
      body: { values: { amount: 10 } },
    })
    expect(answer.json()).toMatchObject({
      price: { employee: { perYear: 120 } },
      takeHome: {
        outcome: 'not-computed',
        reason:
          'We do not know your salary, so we cannot work out your take-home pay. Please ask your employer to add it',
      },
    })
  })
})
