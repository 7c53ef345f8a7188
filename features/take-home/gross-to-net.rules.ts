import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { TaxMethod } from '../benefits/definition/definition.ts'
import type { TaxedAs } from '../benefits/pricing/methods.ts'
import { digitsOf, penceOf } from '../benefits/pricing/money.ts'
import type { Derivation, Source, Traced } from '../benefits/pricing/trace.ts'
import { bandsOf, levyByBands, studentLoansOn } from './levies.rules.ts'
import type { PayFacts } from './pay-facts.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { TaxTable } from './tax-table.ts'
import { allowanceAt, shownYear } from './tax-years.rules.ts'

/** What one side pays for a benefit in a year, and how it reaches pay; below 0 where the person receives it (days sold). */
export type PayChange = Source & {
  /** The benefit, in words. */
  label: string
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  /** Pence. */
  yearly: Pence
  /** Of a total that fewer pay days take than a year has: how many, and how many there are. */
  taken?: { payDays: number; ofYear: number }
  /** What a benefit taken for given-up pay is worth to the tax office, where that is more than what is given up. */
  cashEquivalent?: Pence
  /** Of what is taxed at so much of its value, such as a car at its list price: the value, and as what. */
  taxableValue?: { label: string; as: TaxedAs; value: Pence }
}

/** What is taxed at a percentage of its value: pence a year, and when the percentage becomes another. */
export type TaxedInKind = {
  label: string
  percent: string
  of: string
  value: Pence
  taxed: Pence
  next: { from: IsoDate; percent: string } | undefined
}

/** Thrown where there is no take-home pay to tell, with the sentence that says why. */
export class NotComputed extends Error {}

/** A year's figures, each a step of the derivation. */
export type GrossToNet = {
  /** What National Insurance and student loans are reckoned on. */
  pay: Traced
  incomeTax: Traced
  nationalInsurance: Traced
  studentLoans: Traced
  takeHome: Traced
  employerNationalInsurance: Traced
  class1A: Traced
  /** Pence. */
  salary: Pence
  /** Taxed at a percentage of its value. */
  taxedInKind: TaxedInKind[]
  /** Pence: added to pay, given up before tax, taken before tax alone, taken after it, and paid by the employer. */
  paid: { added: Pence; givenUp: Pence; untaxed: Pence; afterTax: Pence; byEmployer: Pence }
}

type Asked = {
  facts: PayFacts
  changes: readonly PayChange[]
  table: TaxTable
  on: IsoDate
  /** 'with this benefit': told behind the name of each figure. */
  when: string
}

/**
 * From a year's salary to what is left of it after everything that is paid for benefits, and the employer's side: a
 * standard tax code, one job, a whole year at this pay. Each levy is rounded once, half up to the penny.
 */
export function grossToNet(derivation: Derivation, { facts, changes, table, on, when }: Asked): GrossToNet {
  if (facts.salary === null) throw new NotComputed(say.noSalary)
  const law = { source: say.figuresOf(shownYear(table)), effectiveDate: table.from }
  const named = (label: string) => `${label} ${when}`
  const joined = (rule: 'sum' | 'less' | 'beyond', label: string, inputs: Traced[]): Traced =>
    derivation.step({ rule, label: named(label), unit: 'pounds', inputs, ...law })

  const salary = derivation.givenOnce(say.salary, digitsOf(facts.salary), 'pounds', {
    source: say.employmentDetails,
    effectiveDate: on,
  })
  const { added, givenUp, untaxed, afterTax, paidInKind, byEmployer } = sorted(derivation, changes)
  const valued = changes.flatMap((change) => valuedAt(derivation, change, { table, on }))
  const inKind = [...paidInKind, ...valued.map(({ amount }) => amount)]
  const withAdded = added.length === 0 ? salary : joined('sum', say.payWithAdded, [salary, ...added])
  const pay = givenUp.length === 0 ? withAdded : joined('less', say.pay, [withAdded, ...givenUp])
  if (penceOf(pay.value) < 0n) throw new NotComputed(say.moreThanPay)

  const taxed = inKind.length === 0 ? pay : joined('sum', say.payWithBenefits, [pay, ...inKind])
  const income = untaxed.length === 0 ? taxed : joined('beyond', say.income, [taxed, ...untaxed])
  const allowance = allowanceAt(derivation, { income, table, label: named(say.allowance) })
  const tax = table.incomeTax[facts.taxCountry]
  const incomeTax = levyByBands(derivation, {
    label: named(say.incomeTax),
    base: joined('beyond', say.taxable, [income, allowance]),
    bands: tax.bands,
    source: tax.source,
    effectiveDate: table.from,
  })

  const nationalInsuranceOf = (side: 'employee' | 'employer', label: string): Traced => {
    const { categories, source } = table.nationalInsurance[side]
    const bands = bandsOf(categories, facts.niCategory)
    if (!bands) throw new NotComputed(say.unknownCategory(facts.niCategory, shownYear(table)))
    return levyByBands(derivation, { label: named(label), base: pay, bands, source, effectiveDate: table.from })
  }
  const nationalInsurance = nationalInsuranceOf('employee', say.nationalInsurance)
  const studentLoans = studentLoansOn(derivation, { pay, plans: facts.studentLoans, table, label: named(say.loans) })
  const taken = [incomeTax, nationalInsurance, studentLoans]
  return {
    pay,
    incomeTax,
    nationalInsurance,
    studentLoans,
    takeHome: joined('less', say.takeHome, [pay, ...untaxed, ...taken, ...afterTax]),
    employerNationalInsurance: nationalInsuranceOf('employer', say.employerNationalInsurance),
    class1A: class1AOn(derivation, joined('sum', say.benefitsTaxed, inKind), { table, label: named(say.class1A) }),
    salary: facts.salary,
    taxedInKind: valued.map(({ told }) => told),
    paid: {
      added: totalOf(added),
      givenUp: totalOf(givenUp),
      untaxed: totalOf(untaxed),
      afterTax: totalOf(afterTax),
      byEmployer: byEmployer.reduce((sum, { yearly }) => sum + yearly, 0n),
    },
  }
}

/** What each method does to pay, as steps. What the employer pays in full changes nobody's pay. */
function sorted(derivation: Derivation, changes: readonly PayChange[]) {
  const amount = ({ label, yearly, source, effectiveDate }: PayChange) =>
    derivation.givenOnce(say.paidFor(label), digitsOf(yearly < 0n ? -yearly : yearly), 'pounds', {
      source,
      effectiveDate,
    })
  const mine = changes.filter(({ payer }) => payer === 'employee')
  const by = (...methods: TaxMethod[]) => mine.filter(({ taxMethod }) => methods.includes(taxMethod))
  const beforeTax = by('sacrifice', 'sacrifice-opra', 'taxable-pay')
  const byEmployer = changes.filter(({ payer }) => payer === 'employer')
  return {
    added: beforeTax.filter(({ yearly }) => yearly < 0n).map(amount),
    givenUp: beforeTax.filter(({ yearly }) => yearly >= 0n).map(amount),
    untaxed: by('net-pay').map(amount),
    // Whoever pays for a benefit in kind out of taxed pay has nothing left of it to be taxed.
    afterTax: by('net-deduction', 'benefit-in-kind', 'employer-only').map(amount),
    paidInKind: [
      ...by('sacrifice-opra').map((change) => valueTaxed(derivation, change, amount(change))),
      ...byEmployer
        .filter(({ taxMethod, taxableValue }) => taxMethod === 'benefit-in-kind' && !taxableValue)
        .map(amount),
    ],
    byEmployer,
  }
}

/** Optional remuneration: taxed is the higher of the pay given up and what the benefit is worth (ITEPA 2003, section 69A). */
function valueTaxed(derivation: Derivation, change: PayChange, givenUp: Traced): Traced {
  const worth = change.cashEquivalent
  if (worth === undefined) return givenUp
  const { label, source, effectiveDate } = change
  const cashEquivalent = derivation.givenOnce(say.worth(label), digitsOf(worth), 'pounds', { source, effectiveDate })
  return derivation.step({
    rule: 'larger-of',
    label: say.valueTaxed(label),
    unit: 'pounds',
    inputs: [givenUp, cashEquivalent],
    source,
    effectiveDate,
  })
}

/**
 * So much of a value as the law of the day has it, for a car by ITEPA 2003, section 121. Pay given up for a car of low emissions
 * makes no difference to it: the rules for optional remuneration leave these cars out.
 */
function valuedAt(
  derivation: Derivation,
  { label, taxableValue, source, effectiveDate }: PayChange,
  { table, on }: Pick<Asked, 'table' | 'on'>,
): { amount: Traced; told: TaxedInKind }[] {
  if (!taxableValue) return []
  const { as, value, label: of } = taxableValue
  const law = table.benefitsInKind[as]
  const inForce = law?.percents.findLast(({ from }) => from <= on)
  if (!law || !inForce) throw new NotComputed(say.noPercentInKind(label))
  const since = { source: law.source, effectiveDate: inForce.from }
  const amount = derivation.step({
    rule: 'percent-of',
    label: say.valueInKind(label),
    unit: 'pounds',
    inputs: [
      derivation.givenOnce(`${of}: ${label}`, digitsOf(value), 'pounds', { source, effectiveDate }),
      derivation.givenOnce(say.percentInKind(label), inForce.percent, 'percent', since),
    ],
    ...since,
  })
  const next = law.percents.find(({ from }) => from > on)
  return [{ amount, told: { label, of, value, percent: inForce.percent, taxed: penceOf(amount.value), next } }]
}

function class1AOn(
  derivation: Derivation,
  benefits: Traced,
  { table, label }: { table: TaxTable; label: string },
): Traced {
  const { percent, source } = table.nationalInsurance.class1A
  const from = { source, effectiveDate: table.from }
  const rate = derivation.givenOnce(say.class1ARate, percent, 'percent', from)
  return derivation.step({ rule: 'percent-of', label, unit: 'pounds', inputs: [benefits, rate], ...from })
}

function totalOf(amounts: readonly Traced[]): Pence {
  return amounts.reduce((sum, { value }) => sum + penceOf(value), 0n)
}
