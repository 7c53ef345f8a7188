import { coversPartners } from './people-covered.rules.ts'
import type { BenefitOption } from '../definition/options.ts'
import type { PriceMethod, Quantity } from '../definition/price-methods.ts'
import { isNumber } from '../definition/decimal.ts'

export type Fault = { path: (string | number)[]; message: string }

/** Returns codes of the options on which a price depends. */
export function optionsUsed(price: PriceMethod): string[] {
  switch (price.method) {
    case 'flat':
      return 'option' in price.amount ? [price.amount.option] : 'by' in price.amount ? price.amount.by : []
    case 'tier':
      return price.by
    case 'unit-rate':
      return coverOptions(price.cover)
    case 'age-banded':
      return [...coverOptions(price.cover), ...(price.smoker ? [price.smoker.option] : [])]
    case 'percentage':
      return [...quantityOptions(price.percent), ...(price.match ? [price.match.option] : [])]
    case 'days':
      return [price.trade, price.buyDays, price.sellDays].filter((name) => name !== undefined)
    case 'pot':
      return []
    case 'order':
    case 'quoted':
      return [price.option]
  }
}

/** Returns codes of options whose number the price calculates with. */
export function numbersUsed(price: PriceMethod): string[] {
  const lookedUp = lookedUpBy(price)
  return optionsUsed(price).filter((name) => !lookedUp.includes(name))
}

/** Returns codes of options whose level selects a rate or a part of the price. */
function lookedUpBy(price: PriceMethod): string[] {
  switch (price.method) {
    case 'flat':
      return 'by' in price.amount ? price.amount.by : []
    case 'tier':
      return price.by
    case 'age-banded':
      return price.smoker ? [price.smoker.option] : []
    case 'days':
      return [price.trade]
    case 'unit-rate':
    case 'percentage':
    case 'order':
    case 'quoted':
    case 'pot':
      return []
  }
}

function coverOptions(cover: Extract<PriceMethod, { method: 'unit-rate' }>['cover']): string[] {
  if (cover.of === 'chosen') return [cover.option]
  return quantityOptions(cover.of === 'salary-multiple' ? cover.times : cover.percent)
}

function quantityOptions(quantity: Quantity | undefined): string[] {
  return typeof quantity === 'object' ? [quantity.option] : []
}

export function valueFault(options: readonly BenefitOption[], name: string, value: string): string | undefined {
  const option = options.find(({ code }) => code === name)
  if (option === undefined || option.kind === 'people') return `There is no option "${name}"`
  if (option.kind === 'range') return isNumber(value) ? undefined : `${name} "${value}" is not a number`
  return option.levels.some(({ code }) => code === value) ? undefined : `The option "${name}" has no level "${value}"`
}

export function kindOf(options: readonly BenefitOption[], name: string, kinds: BenefitOption['kind'][]): boolean {
  return options.some((option) => option.code === name && kinds.includes(option.kind))
}

export function hasLevel(options: readonly BenefitOption[], name: string, level: string): boolean {
  const option = options.find((one) => one.code === name)
  if (option?.kind === 'people') return level === 'partner' && coversPartners(option)
  return option?.kind === 'levels' && option.levels.some((one) => one.code === level)
}
