import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { Earnings } from '../../domain/tax/relevant-earnings.rules.ts'
import { isSalarySacrifice } from '../../domain/tax/minimum-wage.rules.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import { taxTableOn } from '../../domain/tax/tax-years.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { selectionAsOf } from './cover-in-force.server.ts'
import { shareOf } from '../../domain/pricing/money.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { payChangesOf } from '../../domain/tax/pay-changes.rules.ts'
import type { PersonScheme } from './person-scheme.server.ts'

export type PricedBenefit = { definition: Pick<BenefitDefinition, 'name' | 'category'>; price: StoredPrice }

type EarningsInput = Pick<PersonScheme, 'benefits' | 'selections' | 'segments' | 'taxTables' | 'supposed' | 'today'>

type Pay = Pick<Earnings, 'salary' | 'other'>

/** Returns contractual pay and other benefits that count as relevant earnings on a day, without the given benefit. */
export function otherEarningsOf(
  scheme: EarningsInput,
  { pay, benefitId, on }: { pay: Pay; benefitId: BenefitId; on: IsoDate },
): Earnings {
  const supposed = on < scheme.today ? undefined : scheme.supposed
  const selections = scheme.benefits.flatMap(({ id, definition }) => {
    if (id === benefitId) return []
    const selection = scheme.selections.get(id)
    const running = () => selection && selectionAsOf(scheme, selection, on).running?.price
    const price = supposed?.has(id) ? supposed.get(id) : running()
    return price ? [{ definition, price }] : []
  })
  return earningsIncluding(selections, { pay, taxTables: scheme.taxTables, on })
}

export function earningsIncluding(
  selections: readonly PricedBenefit[],
  { pay, taxTables, on }: { pay: Pay; taxTables: readonly TaxTable[]; on: IsoDate },
): Earnings {
  const table = taxTableOn(taxTables, on)
  const sum: Earnings = { ...pay, taxableBenefits: 0n, pension: 0n, sacrificedPension: 0n, payrollGiving: 0n }
  for (const { definition, price } of selections) {
    const own = countedOf(definition, { price, table, on })
    sum.taxableBenefits += own.taxableBenefits
    sum.pension += own.pension
    sum.sacrificedPension += own.sacrificedPension
    sum.payrollGiving += own.payrollGiving
  }
  return sum
}

function countedOf(
  { name, category }: Pick<BenefitDefinition, 'name' | 'category'>,
  { price, table, on }: { price: StoredPrice; table: TaxTable | undefined; on: IsoDate },
): Omit<Earnings, keyof Pay> {
  const counted = { taxableBenefits: 0n, pension: 0n, sacrificedPension: 0n, payrollGiving: 0n }
  for (const { payer, taxMethod, yearly, taxableValue } of payChangesOf(price, { name, from: on })) {
    if (taxableValue) {
      const percents = table?.benefitsInKind[taxableValue.as]?.percents ?? []
      const percent = percents.findLast(({ from }) => from <= on)?.percent ?? '0'
      counted.taxableBenefits += shareOf(taxableValue.value, { parts: Number(percent), of: 100 })
    } else if (payer === 'employer' && taxMethod === 'benefit-in-kind') counted.taxableBenefits += yearly
    else if (payer === 'employee' && category === 'pension') {
      counted.pension += yearly
      if (isSalarySacrifice(taxMethod)) counted.sacrificedPension += yearly
    } else if (payer === 'employee' && category === 'giving' && taxMethod === 'net-pay') counted.payrollGiving += yearly
  }
  return counted
}
