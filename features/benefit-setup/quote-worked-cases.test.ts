import { beforeAll, describe, expect, it } from 'vitest'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'
import type { BenefitView, SetupValues } from '../../domain/selections/benefits.contract.ts'

const world = await startWorld()
await query(`update selection set state = 'ended', version_in_force = null
             from account
             where account.client_id = selection.client_id and account.person_id = selection.person_id and email = $1`)
const token = await world.signIn('amelia.hart')
const benefits: BenefitView[] = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json()

function query(text: string, ...values: string[]): Promise<unknown> {
  return world.database.rows(text, ['amelia.hart@demo.example', ...values])
}

async function quoted(facts: Record<string, string>, code: string, values: SetupValues) {
  for (const [fact, value] of Object.entries(facts))
    await query(
      `insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_at)
       select client_id, person_id, $2, $3, app.today(), 'test', app.now() from account where email = $1`,
      fact,
      value,
    )
  const { benefitId } = benefits.find((one) => one.code === code) ?? {}
  const answer = await world.request({
    method: 'POST',
    url: `/api/v1/benefit/${benefitId}/quote`,
    token,
    body: { values },
  })
  return answer.json()
}

const earning = (basic: number, { pensionable = basic, country = 'rUK' } = {}) => ({
  'basic-salary': `${basic}00`,
  'pensionable-salary': `${pensionable}00`,
  'tax-country': country,
})

const define = (code: string, changed: object) => changeBenefitDefinition(world, code, changed)

describe('worked cases of the domain by quote, with the recorded facts, to the penny', () => {
  it.each([
    ['B', earning(45_000), 6, 2700, -1944, -405],
    ['D', earning(110_000, { pensionable: 100_000 }), 10, 10_000, -3800, -1500],
    ['E', earning(45_000, { country: 'Scotland' }), 6, 2700, -1636.02, -405],
  ])('case %s', async (_, facts, contribution, price, perYear, nationalInsurance) => {
    expect(await quoted(facts, 'pension', { contribution })).toMatchObject({
      price: { employee: { perYear: price } },
      takeHome: { change: { perYear }, employer: { nationalInsurance, class1A: 0 } },
    })
  })

  it.each([
    [45_000, -0.2],
    [60_000, -0.4],
  ])(
    "case H at a salary of £%d: insurance paid by the employer is taxed at the person's rate, and the employer pays Class 1A",
    async (salary, rate) => {
      const { price, takeHome } = await quoted(earning(salary), 'private-medical', { covered: [], excess: 'excess-0' })
      // The rate table has £68.40 a month, which is £820.80 a year.
      expect(price).toMatchObject({ employee: { perYear: 0 }, employer: { perYear: 820.8 } })
      expect(takeHome).toMatchObject({
        change: { perYear: Math.round(82_080 * rate) / 100 },
        employer: { nationalInsurance: 0, class1A: 123.12 },
      })
    },
  )

  it('include the recorded student loans, and name them', async () => {
    const asked = () => quoted(earning(45_000), 'pension', { contribution: 6 })
    expect((await asked()).takeHome.basis).toContain(', no student loan.')
    const { takeHome } = await quoted({ ...earning(45_000), 'student-loans': 'plan-2 postgraduate' }, 'pension', {
      contribution: 6,
    })
    expect(takeHome.basis).toContain(', student loan plan 2 and postgraduate loan.')
    // Pay falls by £2,700.00: £1,944.00 after tax and National Insurance, less 9% and 6% for student loans.
    expect(takeHome.change.perYear).toBe(-1944 + 0.15 * 2700)
  })
})

describe('pension contributions above the annual allowance', () => {
  it('are allowed, and the quote shows the excess and the reason', async () => {
    // 20% of £200,000 is sacrificed and the employer adds 10%: adjusted income £300,000, allowance £40,000.
    const { takeHome } = await quoted(earning(280_000, { pensionable: 200_000 }), 'pension', { contribution: 20 })
    expect(takeHome.notes).toEqual([
      'In a whole year, you and your employer together would pay £60,000.00 into your pension. This is £20,000.00 above your annual allowance of £40,000.00 for 2026/27, and you may have to pay tax on it',
      expect.stringMatching(/^Your allowance is reduced because of your income\. We do not know your other income/),
    ])
    const steps = takeHome.trace.map(({ label, output }: TraceStep) => [label, output])
    expect(steps).toContainEqual([expect.stringMatching(/^Adjusted income with /), '£300,000.00'])
    expect(steps).toContainEqual([expect.stringMatching(/^Annual allowance with /), '£40,000.00'])
  })

  it('of £105,000 exceed the allowance by £45,000', async () => {
    const { takeHome } = await quoted(earning(210_000), 'pension', { contribution: 40 })
    expect(takeHome.notes[0]).toContain('would pay £105,000.00 into your pension')
    expect(takeHome.notes[0]).toContain('£45,000.00 above your annual allowance of £60,000.00 for 2026/27')
    expect(takeHome.notes[1]).toContain('Unused allowance of the last three tax years may cover')
  })
})

describe('pension with relief at source', () => {
  beforeAll(() =>
    define('pension', {
      pay: {
        employee: { taxMethod: 'relief-at-source', payCode: 'PENRS' },
        employer: { taxMethod: 'employer-only', payCode: 'PENER' },
      },
    }),
  )

  it('deducts £120.00 a month for 5 % of £36,000, and the provider adds £30.00', async () => {
    const { price, takeHome } = await quoted(earning(36_000), 'pension', { contribution: 5 })
    expect(price).toMatchObject({
      employee: { perMonth: 150, perYear: 1800 },
      taxMethod:
        '£120.00 a month is taken from your pay after tax, and your pension provider adds £30.00 of tax relief (20%)',
    })
    expect(takeHome).toMatchObject({
      change: { perMonth: -120, perYear: -1440 },
      employer: { nationalInsurance: 0 },
      notes: [
        'Your pension provider adds £360.00 of tax relief to your contributions in a year. It is not part of your take-home pay',
      ],
    })
  })

  it("shows the relief that a person can claim at a higher tax rate separately from the provider's relief", async () => {
    const { takeHome } = await quoted(earning(60_000), 'pension', { contribution: 10 })
    expect(takeHome.change.perYear).toBe(-4800)
    expect(takeHome.notes).toEqual([
      expect.stringMatching(/^Your pension provider adds £1,200\.00 /),
      'You can claim a further £1,200.00 of tax relief for 2026/27 from HM Revenue and Customs. These figures do not include it',
    ])
  })
})

it('a quote shows the first day of a choice, unless the employer or insurer must decide first', async () => {
  const said = async (code: string, values: SetupValues) => (await quoted({}, code, values)).reachesPay
  expect(await said('pension', { contribution: 6 })).toMatch(
    /^It starts on \d+ \w+ \d{4}\. This change reaches your pay in \w+ \d{4}$/,
  )
  expect(await said('critical-illness', { multiple: 4, smoker: 'no', covered: [] })).toMatch(/^It starts on /)
  const undecided = /^This change reaches your pay in \w+ \d{4}$/
  expect(await said('critical-illness', { multiple: 5, smoker: 'no', covered: [] })).toMatch(undecided)
  expect(await said('cycle-to-work', { value: 1000 })).toMatch(
    /^Once approved, this change reaches your pay in \w+ \d{4} at the earliest$/,
  )
})

it('a quote names the money purchase annual allowance after flexible access to a pension', async () => {
  const facts = { ...earning(90_000), 'money-purchase-allowance-since': '2026-04-30' }
  const { takeHome } = await quoted(facts, 'pension', { contribution: 10 })
  expect(takeHome.notes.slice(-2)).toEqual([
    expect.stringContaining('£8,000.00 above your annual allowance of £10,000.00'),
    expect.stringMatching(/^This is the money purchase annual allowance, which has applied to you since 30 April 2026/),
  ])
})
