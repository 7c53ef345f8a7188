import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import { penceFromDigits } from '../pricing/money.ts'
import { calculateTakeHomeEffect } from './take-home-effect.rules.ts'
import type { PayChange } from './gross-to-net.rules.ts'
import type { PayFacts } from './pay-facts.rules.ts'
import { reliefAtSource } from './relief-at-source.rules.ts'
import { samplePayFacts, inTaxYear, samplePayChange } from '../../features/take-home/take-home.samples.ts'
import type { TaxTable } from './tax-table.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'

const tables = readTaxTables()
const scottish = { taxCountry: 'Scotland' } as const
const pension = (taxMethod: PayChange['taxMethod'], pounds: number, more: Partial<PayChange> = {}) =>
  samplePayChange(taxMethod, pounds, { pension: true, ...more })
const byEmployer = (pounds: number) => pension('employer-only', pounds, { payer: 'employer' })

function effect(facts: PayFacts, changes: readonly PayChange[], { on = inTaxYear, by = tables } = {}) {
  const outcome = calculateTakeHomeEffect({
    tables: by,
    on,
    before: { facts, changes: [], when: 'without it' },
    after: { facts, changes, when: 'with it' },
  })
  if (outcome.outcome === 'not-computed') throw new Error(outcome.sentence)
  return outcome
}

describe('relief at source', () => {
  /** Returns in pounds the deduction from pay, the provider's tax relief, and the relief that the person can claim. */
  function relieved(facts: PayFacts, pounds: number) {
    const { takeHome, after } = effect(facts, [pension('relief-at-source', pounds)])
    const { relief } = after.paid
    const claim = after.reliefToClaim ? penceFromDigits(after.reliefToClaim.value) : 0n
    return { inHand: showPence(takeHome.yearly), adds: showPence(relief), claim: showPence(claim) }
  }

  it.each([
    // Source: section 9 of the lifecycle design, example k.
    ['the worked example k', samplePayFacts(36_000), 1800, '-£1,440.00', '£360.00', '£0.00'],
    // Source: Civil Service Pensions, Partnership pension account, Will I receive tax relief: £80 from net pay, £20
    // claimed.
    ['£100 of the Civil Service', samplePayFacts(36_000), 100, '-£80.00', '£20.00', '£0.00'],
    // Source: GOV.UK, Personal Allowances: adjusted net income, step 3: each £1 paid reduces the income by £1.25.
    ['£1 paid of £1.25', samplePayFacts(36_000), 1.25, '-£1.00', '£0.25', '£0.00'],
    // Source: GOV.UK, Tax on your private pension contributions, Tax relief: £15,000 paid in, 40 % tax paid on £10,000.
    ['£15,000 with £10,000 taxed at 40 %', samplePayFacts(60_270), 15_000, '-£12,000.00', '£3,000.00', '£2,000.00'],
    // Same source: people who pay the Scottish starter rate of 19 % keep the difference.
    ['19 % in Scotland', samplePayFacts(16_000, scottish), 1000, '-£800.00', '£200.00', '£0.00'],
    // Same source: in Scotland, people can claim a further 1 % on income taxed at 21 %.
    ['21 % in Scotland', samplePayFacts(40_000, scottish), 1000, '-£800.00', '£200.00', '£10.00'],
    // Source: mygov.scot, Allowances and reliefs: at 42 %, 22 % of £125 can be claimed. Its example is a gift, with the
    // same limits.
    ['£125 at 42 % in Scotland', samplePayFacts(50_000, scottish), 125, '-£100.00', '£25.00', '£27.50'],
    // Source: Royal London, Member contributions and higher rate tax relief, example of Helen.
    ['Helen', samplePayFacts(52_000), 5000, '-£4,000.00', '£1,000.00', '£346.00'],
  ])('is correct for %s', (_, facts, pounds, inHand, adds, claim) => {
    expect(relieved(facts, pounds)).toEqual({ inHand, adds, claim })
  })

  it('restores the personal allowance through adjusted net income', () => {
    // A contribution of £10,000 at £110,000 restores £5,000 of allowance, taxed at 40 %. A further 20 % can be claimed
    // on £10,000.
    expect(relieved(samplePayFacts(110_000), 10_000).claim).toBe('£4,000.00')
  })

  it('does not change National Insurance, student loans or the tax deducted from pay', () => {
    const { before, after } = effect(samplePayFacts(60_000, { studentLoans: ['plan-2'] }), [
      pension('relief-at-source', 6000),
    ])
    for (const levy of ['nationalInsurance', 'studentLoans', 'incomeTax', 'employerNationalInsurance'] as const)
      expect(after[levy].value).toBe(before[levy].value)
  })

  it('splits a contribution into two parts that add up to it, and rounds the relief to the penny', () => {
    expect([1n, 2n, 3n, 7n, 12_53n].map((whole) => reliefAtSource(whole, '20'))).toEqual([0n, 0n, 1n, 1n, 2_51n])
    expect(reliefAtSource(-12_53n, '20')).toBe(-2_51n)
  })

  it('gives a different result than the net pay arrangement', () => {
    // Source: GOV.UK, Personal Allowances: adjusted net income: Bill has £115,000, pays £10,000 before tax, and has
    // £105,000 left.
    const { after } = effect(samplePayFacts(115_000), [pension('net-pay', 10_000)])
    expect([penceFromDigits(after.income.value), after.reliefToClaim]).toEqual([105_000_00n, undefined])
  })
})

describe('annual allowance', () => {
  function allowanceOf(facts: PayFacts, changes: readonly PayChange[], by: readonly TaxTable[] = tables) {
    const { annualAllowance } = effect(facts, changes, { by })
    return annualAllowance && [annualAllowance.kind, annualAllowance.allowance / 100n, annualAllowance.excess / 100n]
  }

  function withLimits(limits: Partial<TaxTable['pensionAnnualAllowance']>): TaxTable[] {
    return tables.map((table) => ({ ...table, pensionAnnualAllowance: { ...table.pensionAnnualAllowance, ...limits } }))
  }
  const from2016 = withLimits({ amount: '40000', thresholdIncome: '110000', adjustedIncome: '150000' })
  const from2020 = withLimits({ amount: '40000', adjustedIncome: '240000', least: '4000' })

  it.each([
    // Source: HMRC PTM057200, simple examples of calculating the tapered annual allowance.
    [160_000, 35_000n],
    [215_000, 10_000n],
    [177_979, 26_011n],
  ])("is tapered at an adjusted income of £%d as in HMRC's example", (adjusted, allowance) => {
    const found = allowanceOf(samplePayFacts(adjusted - 20_000), [byEmployer(20_000)], from2016)
    expect(found).toEqual(['tapered', allowance, allowance < 20_000n ? 20_000n - allowance : 0n])
  })

  it('deducts relief-at-source contributions from threshold income only, as in the Royal London example of Sebastian', () => {
    const changes = [pension('relief-at-source', 14_000), byEmployer(14_000)]
    expect(allowanceOf(samplePayFacts(259_500), changes, from2020)).toEqual(['tapered', 23_250n, 4_750n])
  })

  it('adds sacrificed pay to both incomes, as in the Royal London example of Karen', () => {
    const changes = [pension('sacrifice', 20_000), byEmployer(20_000)]
    expect(allowanceOf(samplePayFacts(290_000), changes, from2020)).toEqual(['tapered', 5_000n, 35_000n])
  })

  it('is £55,000 in the abrdn example of James, with incomes of £210,000 and £270,000', () => {
    expect(allowanceOf(samplePayFacts(210_000), [byEmployer(60_000)])).toEqual(['tapered', 55_000n, 5_000n])
  })

  it('is £40,000 at an adjusted income of £300,000', () => {
    expect(allowanceOf(samplePayFacts(250_000), [byEmployer(50_000)])).toEqual(['tapered', 40_000n, 10_000n])
  })

  it('is not tapered while threshold income is within its limit, whatever the adjusted income', () => {
    const atLimit = [pension('relief-at-source', 40_000), byEmployer(90_000)]
    expect(allowanceOf(samplePayFacts(240_000), atLimit)).toEqual(['standard', 60_000n, 70_000n])
    expect(allowanceOf(samplePayFacts(240_000.01), atLimit)).toEqual(['tapered', 25_000n, 105_000n])
  })

  it('adds net pay contributions to adjusted income only', () => {
    const changes = [pension('net-pay', 20_000), byEmployer(60_000)]
    expect(allowanceOf(samplePayFacts(220_000), changes)).toEqual(['standard', 60_000n, 20_000n])
    expect(allowanceOf(samplePayFacts(220_002), changes)).toEqual(['tapered', 49_999n, 30_001n])
  })

  it('is the money purchase allowance from the day of flexible access to a pension', () => {
    const since = (day: string) => samplePayFacts(50_000, { moneyPurchaseAllowanceSince: isoDate.parse(day) })
    // Source: Royal London, Money purchase annual allowance, case studies: £24,000 a year exceeds it by £14,000.
    expect(allowanceOf(since('2026-12-01'), [pension('sacrifice', 24_000)])).toEqual([
      'money-purchase',
      10_000n,
      14_000n,
    ])
    expect(allowanceOf(since('2026-12-02'), [pension('sacrifice', 24_000)])).toEqual(['standard', 60_000n, 0n])
  })

  it('is not calculated if contributions are below every allowance or do not change', () => {
    expect(allowanceOf(samplePayFacts(250_000), [pension('sacrifice', 10_000)])).toBeUndefined()
    const facts = samplePayFacts(250_000)
    const changes = [byEmployer(90_000)]
    const outcome = calculateTakeHomeEffect({
      tables,
      on: inTaxYear,
      before: { facts, changes, when: 'before' },
      after: { facts, changes: [...changes, samplePayChange('net-deduction', 100)], when: 'after' },
    })
    expect(outcome).toMatchObject({ outcome: 'computed', annualAllowance: undefined })
  })
})

describe('National Insurance relief on sacrificed pension', () => {
  const after = isoDate.parse('2029-04-06')
  const before = isoDate.parse('2029-04-05')

  it.each([
    // Source: Deloitte, Autumn Budget 2025, Charging NICs on salary-sacrificed pensions contributions.
    [50_000, 5000, 240, 450],
    // Source: SG Wealth Management, How does the Autumn Budget 2025 impact salary sacrifice.
    [50_000, 2500, 40, 75],
    // Source: Wilson Nesbitt, The impact of the new salary sacrifice limit, both examples.
    [37_000, 1850, 0, 0],
    [60_000, 3600, 32, 240],
    // Source: LCP in Daily Express, 12 December 2025.
    [40_000, 4000, 160, 300],
    [52_000, 5200, 256, 480],
    [56_000, 5600, 72, 540],
    [100_000, 10_000, 160, 1200],
  ])(
    'at a salary of £%d with £%d sacrificed is smaller by £%d (employee) and £%d (employer) from 6 April 2029',
    (salary, given, employee, employer) => {
      const on = (day: typeof after) => effect(samplePayFacts(salary), [pension('sacrifice', given)], { on: day })
      const [was, is] = [on(before), on(after)]
      expect(was.takeHome.yearly - is.takeHome.yearly).toBe(BigInt(employee) * 100n)
      expect(is.employer.nationalInsurance - was.employer.nationalInsurance).toBe(BigInt(employer) * 100n)
      expect(is.after.incomeTax.value).toBe(was.after.incomeTax.value)
    },
  )

  it('has a limit for sacrificed pensions only, which applies to all pensions of a person together', () => {
    const [bicycle, first, second] = [
      samplePayChange('sacrifice', 5000),
      pension('sacrifice', 1500),
      pension('sacrifice', 900),
    ]
    const earnings = (...changes: PayChange[]) =>
      penceFromDigits(effect(samplePayFacts(40_000), changes, { on: after }).after.nationalInsurance.value)
    // 8 % of £27,430 less the sacrifice. £400 of the sacrifice becomes pay again.
    expect(earnings(bicycle)).toBe(1794_40n)
    expect(earnings(first, { ...second, label: 'second' })).toBe(2034_40n)
  })

  it('is limited in the same way for student loan repayments, which depend on the same earnings', () => {
    const facts = samplePayFacts(50_000, { studentLoans: ['plan-2'] })
    const loan = (on: typeof after) =>
      penceFromDigits(effect(facts, [pension('sacrifice', 5000)], { on }).after.studentLoans.value)
    expect(loan(after) - loan(before)).toBe(270_00n)
  })
})
