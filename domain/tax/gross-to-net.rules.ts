import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { TaxMethod } from '../definition/definition.ts'
import type { TaxedAs } from '../definition/price-methods.ts'
import { digitsFromPence, penceFromDigits } from '../pricing/money.ts'
import type { Derivation, Source, TracedFigure } from '../pricing/trace.ts'
import { niBandsOf, chargeByBands, studentLoansOn } from './national-insurance-and-loans.rules.ts'
import type { PayFacts } from './pay-facts.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import { basicRateOn } from './relief-at-source.rules.ts'
import type { TaxTable } from './tax-table.ts'
import { allowanceAt, taxYearLabel } from './tax-years.rules.ts'

/** Yearly amount of one payer for a benefit, and its tax method. Below 0 if the person receives it (days sold). */
export type PayChange = Source & {
  label: string
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  yearly: Pence
  /** Pay days that share the total (`payDays`), if fewer than all pay days of the year (`ofYear`). */
  taken?: { payDays: number; ofYear: number }
  /** Cash equivalent of a benefit taken by salary sacrifice, if higher than the pay given up. */
  cashEquivalent?: Pence
  pension?: true
  taxableValue?: { label: string; as: TaxedAs; value: Pence }
}

type TaxedInKind = {
  label: string
  percent: string
  of: string
  value: Pence
  taxed: Pence
  next: { from: IsoDate; percent: string } | undefined
}

export class NotComputed extends Error {}

export type GrossToNet = {
  pay: TracedFigure
  income: TracedFigure
  incomeTax: TracedFigure
  /** Tax relief beyond the basic rate on contributions with relief at source. The person has to claim it. */
  reliefToClaim: TracedFigure | undefined
  nationalInsurance: TracedFigure
  studentLoans: TracedFigure
  takeHome: TracedFigure
  employerNationalInsurance: TracedFigure
  class1A: TracedFigure
  salary: Pence
  taxedInKind: TaxedInKind[]
  /** Pence. `untaxed` is deducted before tax but not before National Insurance; `relief` is tax relief at source. */
  paid: { added: Pence; givenUp: Pence; untaxed: Pence; afterTax: Pence; byEmployer: Pence; relief: Pence }
}

type GrossToNetRequest = {
  facts: PayFacts
  changes: readonly PayChange[]
  table: TaxTable
  on: IsoDate
  when: string
}

/** Calculates take-home pay and the employer's cost from a year's salary. Each levy is rounded once, half up. */
export function grossToNet(derivation: Derivation, { facts, changes, table, on, when }: GrossToNetRequest): GrossToNet {
  if (facts.salary === null) throw new NotComputed(say.noSalary)
  const law = { source: say.figuresOf(taxYearLabel(table)), effectiveDate: table.from }
  const named = (label: string) => `${label} ${when}`
  const joined = (rule: 'sum' | 'less' | 'beyond', label: string, inputs: TracedFigure[]): TracedFigure =>
    derivation.step({ rule, label: named(label), inputs, ...law })

  const salary = derivation.givenOnce(say.salary, digitsFromPence(facts.salary), 'pounds', {
    source: say.employmentDetails,
    effectiveDate: on,
  })
  const { added, givenUp, untaxed, atSource, fromNetPay, paidInKind, byEmployer } = sorted(derivation, changes)
  const reliefs = atSource.map((whole) => reliefOf(derivation, whole, table))
  const afterTax = [...fromNetPay, ...reliefs.map(({ fromPay }) => fromPay)]
  const valued = changes.flatMap((change) => valuedAt(derivation, change, { table, on }))
  const inKind = [...paidInKind, ...valued.map(({ amount }) => amount)]
  const withAdded = added.length === 0 ? salary : joined('sum', say.payWithAdded, [salary, ...added])
  const pay = givenUp.length === 0 ? withAdded : joined('less', say.pay, [withAdded, ...givenUp])
  if (penceFromDigits(pay.value) < 0n) throw new NotComputed(say.moreThanPay)

  const taxed = inKind.length === 0 ? pay : joined('sum', say.payWithBenefits, [pay, ...inKind])
  const income = untaxed.length === 0 ? taxed : joined('beyond', say.income, [taxed, ...untaxed])
  const allowance = allowanceAt(derivation, { income, table, label: named(say.allowance) })
  const tax = table.incomeTax[facts.taxCountry]
  const taxOf = (label: string, left: TracedFigure, raised?: { from: string; by: TracedFigure[] }): TracedFigure =>
    chargeByBands(derivation, {
      label: named(label),
      base: joined('beyond', say.taxable, [income, left]),
      bands: tax.bands,
      ...(raised && { raised }),
      source: tax.source,
      effectiveDate: table.from,
    })
  const incomeTax = taxOf(say.incomeTax, allowance)

  const earnings = earningsForNationalInsurance()
  const nationalInsuranceOf = (side: 'employee' | 'employer', label: string): TracedFigure => {
    const { categories, source } = table.nationalInsurance[side]
    const bands = niBandsOf(categories, facts.niCategory)
    if (!bands) throw new NotComputed(say.unknownCategory(facts.niCategory, taxYearLabel(table)))
    return chargeByBands(derivation, { label: named(label), base: earnings, bands, source, effectiveDate: table.from })
  }
  const nationalInsurance = nationalInsuranceOf('employee', say.nationalInsurance)
  // Student loans are repaid from earnings for National Insurance (SI 2009/470, regulation 41).
  const studentLoans = studentLoansOn(derivation, {
    pay: earnings,
    plans: facts.studentLoans,
    table,
    label: named(say.loans),
  })
  const deducted = [incomeTax, nationalInsurance, studentLoans]
  return {
    pay,
    income,
    incomeTax,
    reliefToClaim: atSource.length === 0 ? undefined : reliefToClaim(),
    nationalInsurance,
    studentLoans,
    takeHome: joined('less', say.takeHome, [pay, ...untaxed, ...deducted, ...afterTax]),
    employerNationalInsurance: nationalInsuranceOf('employer', say.employerNationalInsurance),
    class1A: class1AOn(derivation, joined('sum', say.benefitsTaxed, inKind), { table, label: named(say.class1A) }),
    salary: facts.salary,
    taxedInKind: valued.map(({ taxedBenefit }) => taxedBenefit),
    paid: {
      added: totalOf(added),
      givenUp: totalOf(givenUp),
      untaxed: totalOf(untaxed),
      afterTax: totalOf(afterTax),
      byEmployer: byEmployer.reduce((sum, { yearly }) => sum + yearly, 0n),
      relief: totalOf(reliefs.map(({ relief }) => relief)),
    },
  }

  function earningsForNationalInsurance(): TracedFigure {
    const { from, limit, source } = table.sacrificedPension
    const sacrificed = changes.filter(
      ({ pension, payer, taxMethod, yearly }) =>
        pension && payer === 'employee' && taxMethod === 'sacrifice' && yearly > 0n,
    )
    if (on < from || sacrificed.reduce((sum, { yearly }) => sum + yearly, 0n) <= penceFromDigits(limit)) return pay
    const relieved = derivation.givenOnce(say.sacrificedPensionLimit, limit, 'pounds', { source, effectiveDate: from })
    const whole = joined(
      'sum',
      say.sacrificedPension,
      sacrificed.map((change) => yearlyChange(derivation, change)),
    )
    const above = joined('beyond', say.sacrificedPensionAbove, [whole, relieved])
    return joined('sum', say.earnings, [pay, above])
  }

  /** Relief at source raises the basic rate limit and those above (ITA 2007 s 58; Finance Act 2004 s 192(4), (4A)). */
  function reliefToClaim(): TracedFigure {
    const basic = tax.bands.find(({ name }) => name === 'basic')
    const left = allowanceAt(derivation, {
      income: joined('beyond', say.adjustedNetIncome, [income, ...atSource]),
      table,
      label: named(say.allowanceWithRelief),
    })
    const due = taxOf(say.incomeTaxDue, left, { from: basic?.upTo ?? '0', by: atSource })
    return joined('less', say.reliefToClaim, [incomeTax, due])
  }
}

function reliefOf(
  derivation: Derivation,
  whole: TracedFigure,
  table: TaxTable,
): { relief: TracedFigure; fromPay: TracedFigure } {
  const law = { source: table.incomeTax.rUK.source, effectiveDate: table.from }
  const percent = basicRateOn([table], table.from)
  const rate = derivation.givenOnce(say.basicRate, percent, 'percent', law)
  const relief = derivation.step({
    rule: 'percent-of',
    label: say.reliefAtSource(whole.label),
    inputs: [whole, rate],
    ...law,
  })
  const fromPay = derivation.step({
    rule: 'less',
    label: say.fromPay(whole.label),
    inputs: [whole, relief],
    ...law,
  })
  return { relief, fromPay }
}

export function yearlyChange(
  derivation: Derivation,
  { label, yearly, source, effectiveDate }: PayChange,
): TracedFigure {
  const digits = digitsFromPence(yearly < 0n ? -yearly : yearly)
  return derivation.givenOnce(say.paidFor(label), digits, 'pounds', { source, effectiveDate })
}

function sorted(derivation: Derivation, changes: readonly PayChange[]) {
  const amount = (change: PayChange) => yearlyChange(derivation, change)
  const mine = changes.filter(({ payer }) => payer === 'employee')
  const withMethods = (...methods: TaxMethod[]) => mine.filter(({ taxMethod }) => methods.includes(taxMethod))
  const beforeTax = withMethods('sacrifice', 'sacrifice-opra', 'taxable-pay')
  const byEmployer = changes.filter(({ payer }) => payer === 'employer')
  return {
    added: beforeTax.filter(({ yearly }) => yearly < 0n).map(amount),
    givenUp: beforeTax.filter(({ yearly }) => yearly >= 0n).map(amount),
    untaxed: withMethods('net-pay').map(amount),
    atSource: withMethods('relief-at-source')
      .filter(({ yearly }) => yearly > 0n)
      .map(amount),
    // A person who pays for a benefit in kind from taxed pay has no taxable value left.
    fromNetPay: withMethods('net-deduction', 'benefit-in-kind', 'employer-only').map(amount),
    paidInKind: [
      ...withMethods('sacrifice-opra').map((change) => valueTaxed(derivation, change, amount(change))),
      ...byEmployer
        .filter(({ taxMethod, taxableValue }) => taxMethod === 'benefit-in-kind' && !taxableValue)
        .map(amount),
    ],
    byEmployer,
  }
}

/** Optional remuneration: the higher of the pay given up and the benefit's value is taxed (ITEPA 2003, section 69A). */
function valueTaxed(derivation: Derivation, change: PayChange, givenUp: TracedFigure): TracedFigure {
  const worth = change.cashEquivalent
  if (worth === undefined) return givenUp
  const { label, source, effectiveDate } = change
  const cashEquivalent = derivation.givenOnce(say.worth(label), digitsFromPence(worth), 'pounds', {
    source,
    effectiveDate,
  })
  return derivation.step({
    rule: 'larger-of',
    label: say.valueTaxed(label),
    inputs: [givenUp, cashEquivalent],
    source,
    effectiveDate,
  })
}

/** Returns the taxable value; for cars ITEPA 2003 s 121. Optional remuneration rules exempt cars with low emissions. */
function valuedAt(
  derivation: Derivation,
  { label, taxableValue, source, effectiveDate }: PayChange,
  { table, on }: Pick<GrossToNetRequest, 'table' | 'on'>,
): { amount: TracedFigure; taxedBenefit: TaxedInKind }[] {
  if (!taxableValue) return []
  const { as, value, label: of } = taxableValue
  const law = table.benefitsInKind[as]
  const inForce = law?.percents.findLast(({ from }) => from <= on)
  if (!law || !inForce) throw new NotComputed(say.noPercentInKind(label))
  const since = { source: law.source, effectiveDate: inForce.from }
  const amount = derivation.step({
    rule: 'percent-of',
    label: say.valueInKind(label),
    inputs: [
      derivation.givenOnce(`${of}: ${label}`, digitsFromPence(value), 'pounds', { source, effectiveDate }),
      derivation.givenOnce(say.percentInKind(label), inForce.percent, 'percent', since),
    ],
    ...since,
  })
  const next = law.percents.find(({ from }) => from > on)
  return [
    {
      amount,
      taxedBenefit: { label, of, value, percent: inForce.percent, taxed: penceFromDigits(amount.value), next },
    },
  ]
}

function class1AOn(
  derivation: Derivation,
  benefits: TracedFigure,
  { table, label }: { table: TaxTable; label: string },
): TracedFigure {
  const { percent, source } = table.nationalInsurance.class1A
  const from = { source, effectiveDate: table.from }
  const rate = derivation.givenOnce(say.class1ARate, percent, 'percent', from)
  return derivation.step({ rule: 'percent-of', label, inputs: [benefits, rate], ...from })
}

function totalOf(amounts: readonly TracedFigure[]): Pence {
  return amounts.reduce((sum, { value }) => sum + penceFromDigits(value), 0n)
}
