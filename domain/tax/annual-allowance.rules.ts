import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { penceFromDigits } from '../pricing/money.ts'
import type { Derivation, TracedFigure, TraceStep } from '../pricing/trace.ts'
import { yearlyChange, type PayChange } from './gross-to-net.rules.ts'
import { isSalarySacrifice } from './minimum-wage.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { TaxTable } from './tax-table.ts'

export type AnnualAllowance = {
  kind: 'standard' | 'tapered' | 'money-purchase'
  contributions: Pence
  allowance: Pence
  excess: Pence
}

type AllowanceRequest = {
  income: TracedFigure
  changes: readonly PayChange[]
  moneyPurchaseSince: IsoDate | null
  table: TaxTable
  on: IsoDate
  when: string
}

/** Returns undefined if contributions are within every allowance. Source: Finance Act 2004, ss 227ZA to 228ZA. */
export function annualAllowance(
  derivation: Derivation,
  { income, changes, moneyPurchaseSince, table, on, when }: AllowanceRequest,
): AnnualAllowance | undefined {
  const limits = table.pensionAnnualAllowance
  const pension = changes.filter((change) => change.pension && change.yearly > 0n)
  const whole = pension.reduce((sum, { yearly }) => sum + yearly, 0n)
  if (whole <= penceFromDigits(limits.least) && whole <= penceFromDigits(limits.moneyPurchase)) return undefined

  const law = { source: limits.source, effectiveDate: table.from }
  const step = (rule: TraceStep['rule'], label: string, inputs: TracedFigure[]): TracedFigure =>
    derivation.step({ rule, label: `${label} ${when}`, inputs, ...law })
  const given = (label: string, amount: string) => derivation.givenOnce(label, amount, 'pounds', law)
  const paid = (chosen: readonly PayChange[]) => chosen.map((change) => yearlyChange(derivation, change))
  const contributions = step('sum', say.pensionContributions, paid(pension))
  const against = (kind: AnnualAllowance['kind'], allowance: TracedFigure): AnnualAllowance => ({
    kind,
    contributions: whole,
    allowance: penceFromDigits(allowance.value),
    excess: penceFromDigits(step('beyond', say.aboveAllowance, [contributions, allowance]).value),
  })
  if (moneyPurchaseSince !== null && moneyPurchaseSince <= on)
    return against('money-purchase', given(say.moneyPurchaseAllowance, limits.moneyPurchase))

  const mine = pension.filter(({ payer }) => payer === 'employee')
  // Every sacrifice counts as arranged on or after 9 July 2015, because it was chosen in the portal.
  const sacrificed = paid(mine.filter(({ taxMethod }) => isSalarySacrifice(taxMethod)))
  const atSource = paid(mine.filter(({ taxMethod }) => taxMethod === 'relief-at-source'))
  const netPay = paid(mine.filter(({ taxMethod }) => taxMethod === 'net-pay'))
  const byEmployer = paid(pension.filter(({ payer }) => payer === 'employer'))
  const threshold = step('beyond', say.thresholdIncome, [
    step('sum', say.incomeAndSacrifice, [income, ...sacrificed]),
    ...atSource,
  ])
  const adjusted = step('sum', say.adjustedIncome, [income, ...sacrificed, ...netPay, ...byEmployer])
  const standard = given(say.annualAllowance, limits.amount)
  const isTapered =
    penceFromDigits(threshold.value) > penceFromDigits(limits.thresholdIncome) &&
    penceFromDigits(adjusted.value) > penceFromDigits(limits.adjustedIncome)
  if (!isTapered) return against('standard', standard)
  const limit = given(say.adjustedIncomeLimit, limits.adjustedIncome)
  const left = step('tapered-allowance', say.taperedAllowance, [standard, adjusted, limit])
  return against('tapered', step('larger-of', say.annualAllowance, [left, given(say.leastAllowance, limits.least)]))
}
