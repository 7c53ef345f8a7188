import type { z } from 'zod'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { optionsOf } from '../../domain/definition/price-methods.ts'
import { type DefinitionFault, hasLevel, optionKind, valueFault } from '../../domain/selections/option-checks.rules.ts'
import { enrolmentFaults } from '../pension-enrolment/enrolment-faults.rules.ts'
import { compareDecimals } from '../../domain/pricing/rational.ts'
import { renewalFaults } from '../renewal/renewal-faults.rules.ts'
import { yearlyIncreaseFaults } from '../recalculation/yearly-increase-faults.ts'
import { isNumber } from '../../domain/definition/decimal.ts'

export function checkDefinition(definition: BenefitDefinition, refinement: z.RefinementCtx<BenefitDefinition>): void {
  for (const { path, message } of [
    ...optionFaults(definition),
    ...priceFaults(definition),
    ...givenFaults(definition),
    ...numberFaults(definition),
    ...payFaults(definition),
    ...reliefAtSourceFaults(definition),
    ...medicalFaults(definition),
    ...yearlyIncreaseFaults(definition),
    ...conditionFaults(definition),
    ...rejoiningFaults(definition),
    ...renewalFaults(definition),
    ...enrolmentFaults(definition),
  ]) {
    refinement.addIssue({ code: 'custom', path, message })
  }
}

function* optionFaults({ options, approval }: BenefitDefinition): Generator<DefinitionFault> {
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    if (seen.has(option.code))
      yield { path: ['options', index, 'code'], message: `The option '${option.code}' is listed twice` }
    seen.add(option.code)
    if (option.onlyWhen && !hasLevel(options, option.onlyWhen.option, option.onlyWhen.is)) {
      yield {
        path: ['options', index, 'onlyWhen'],
        message: `There is no option '${option.onlyWhen.option}' with the level '${option.onlyWhen.is}'`,
      }
    }
    if (option.kind === 'levels' && option.default && !hasLevel(options, option.code, option.default)) {
      yield { path: ['options', index, 'default'], message: `There is no level '${option.default}'` }
    }
    if (option.kind === 'levels')
      for (const [at, { code }] of option.levels.entries())
        if (option.levels.findIndex((one) => one.code === code) < at)
          yield { path: ['options', index, 'levels', at, 'code'], message: `The level '${code}' is listed twice` }
    if (
      option.kind === 'people' &&
      option.inEducationUnder !== undefined &&
      option.inEducationUnder <= (option.dependantsUnder ?? Infinity)
    )
      yield {
        path: ['options', index, 'inEducationUnder'],
        message: 'The age in full-time education must be above dependantsUnder',
      }
    if (option.kind === 'people' && option.disabledDependantsStay && option.dependantsUnder === undefined)
      yield {
        path: ['options', index, 'disabledDependantsStay'],
        message: 'disabledDependantsStay needs dependantsUnder: without it the option has no last age',
      }
    if (option.kind === 'range' && compareDecimals(option.step, '0') <= 0)
      yield { path: ['options', index, 'step'], message: 'The step must be above 0' }
    if (option.kind === 'range' && compareDecimals(option.min, option.max) > 0) {
      yield { path: ['options', index, 'max'], message: 'The maximum must not be below the minimum' }
    }
    if (option.kind === 'range' && option.default !== undefined && !isBetween(option.default, option))
      yield {
        path: ['options', index, 'default'],
        message: `The default must be between ${option.min} and ${option.max}`,
      }
  }
  if (typeof approval === 'object' && !optionKind(options, approval.when.option, ['range'])) {
    yield {
      path: ['approval', 'when', 'option'],
      message: `There is no number to choose named '${approval.when.option}'`,
    }
  }
}

function isBetween(value: string, { min, max }: { min: string; max: string }): boolean {
  return compareDecimals(value, min) >= 0 && compareDecimals(value, max) <= 0
}

function* givenFaults({ options, coreChoice, price }: BenefitDefinition): Generator<DefinitionFault> {
  const given = [
    { path: ['coreChoice', 'values'], values: coreChoice?.values ?? {} },
    ...price.flatMap(({ paidBy }, index) =>
      typeof paidBy === 'object' && 'employerUpTo' in paidBy
        ? [{ path: ['price', index, 'paidBy', 'employerUpTo', 'values'], values: paidBy.employerUpTo.values }]
        : [],
    ),
  ]
  for (const { path, values } of given)
    for (const [name, value] of Object.entries(values)) {
      const message = valueFault(options, name, value)
      if (message !== undefined) yield { path: [...path, name], message }
    }
  for (const [name, value] of Object.entries(coreChoice?.values ?? {})) {
    const option = options.find(({ code }) => code === name)
    if (option?.kind === 'range' && isNumber(value) && !isBetween(value, option))
      yield {
        path: ['coreChoice', 'values', name],
        message: `Cover for everybody must be between ${option.min} and ${option.max}`,
      }
  }
}

function* medicalFaults({ medical }: BenefitDefinition): Generator<DefinitionFault> {
  const questions = medical?.questions ?? []
  if (questions.length > 0 && medical?.freeCoverLimit === undefined)
    yield { path: ['medical', 'freeCoverLimit'], message: 'Questions need a limit above which they are asked' }
  for (const [index, { code }] of questions.entries())
    if (questions.findIndex((one) => one.code === code) < index)
      yield { path: ['medical', 'questions', index, 'code'], message: `The question '${code}' is listed twice` }
}

/** A failed condition can't end a pension, an order or bought holiday. Orders and holiday are paid in full. */
function* conditionFaults({ category, price, whenNoLongerMet = {} }: BenefitDefinition): Generator<DefinitionFault> {
  const isPaidToTheEnd = price.some(({ price: { method } }) => method === 'order' || method === 'days')
  for (const [name, outcome] of Object.entries(whenNoLongerMet)) {
    if (outcome !== 'end') continue
    const path = ['whenNoLongerMet', name]
    if (category === 'pension') yield { path, message: 'A failed condition may close a pension, but not end it' }
    else if (isPaidToTheEnd) yield { path, message: 'A single purchase is paid in full' }
  }
}

function* rejoiningFaults({ price, requires, leaving }: BenefitDefinition): Generator<DefinitionFault> {
  if (leaving?.restoreWithin === undefined) return
  const path = ['leaving', 'restoreWithin']
  if (price.some(({ price: { method } }) => method === 'order' || method === 'days'))
    yield { path, message: 'A single purchase is settled when employment ends, and not restored' }
  else if (requires.includes('existing-holding'))
    yield { path, message: 'Membership of a closed benefit ends with the employment, and is not restored' }
}

function* priceFaults({ options, price, pot }: BenefitDefinition): Generator<DefinitionFault> {
  for (const [index, component] of price.entries()) {
    const { levels, numbers } = optionsOf(component.price)
    for (const name of [...levels, ...numbers]) {
      if (!optionKind(options, name, ['levels', 'range'])) {
        yield {
          path: ['price', index, 'price'],
          message: `The price of '${component.code}' uses the option '${name}', which does not exist`,
        }
      }
    }
    if (price.findIndex(({ code }) => code === component.code) < index)
      yield { path: ['price', index, 'code'], message: `The part '${component.code}' of the price is listed twice` }
    if (component.price.method === 'tier' && !options.some((option) => option.kind === 'people')) {
      yield { path: ['price', index, 'price'], message: 'A price by people covered needs an option for people' }
    }
    if (
      component.price.method === 'order' &&
      component.price.spread !== 'each-month' &&
      typeof component.paidBy !== 'string'
    ) {
      yield {
        path: ['price', index, 'paidBy'],
        message: 'An order in instalments is paid by the employee or the employer, not by both',
      }
    }
    const valued = options.find(({ code }) => code === component.taxableValue?.option)
    if (component.taxableValue && (valued?.kind !== 'range' || valued.unit !== 'pounds'))
      yield {
        path: ['price', index, 'taxableValue', 'option'],
        message: `There is no number of pounds to choose named '${component.taxableValue.option}'`,
      }
    if (component.price.method === 'pot' || pot !== undefined)
      yield { path: ['price', index, 'price'], message: 'Flex allowances are defined in pots of the scheme year' }
    if (
      component.price.method === 'quoted' &&
      typeof component.paidBy === 'object' &&
      'employerUpTo' in component.paidBy
    ) {
      yield {
        path: ['price', index, 'paidBy'],
        message: 'A partner prices only the chosen value, and no other cover',
      }
    }
    if (component.price.method === 'percentage' && !component.price.percent === !component.price.match) {
      yield { path: ['price', index, 'price'], message: 'A percentage needs either a percent or a match' }
    }
  }
}

function* numberFaults({ options, price }: BenefitDefinition): Generator<DefinitionFault> {
  const used = new Set(price.flatMap((component) => optionsOf(component.price).numbers))
  for (const [index, option] of options.entries()) {
    if (option.kind !== 'levels' || !used.has(option.code)) continue
    for (const [at, { code, value }] of option.levels.entries())
      if (value === undefined || value.startsWith('-'))
        yield {
          path: ['options', index, 'levels', at, 'value'],
          message: `The price uses the level '${code}', which needs a value of 0 or more`,
        }
  }
}

function* reliefAtSourceFaults({ category, pay, price }: BenefitDefinition): Generator<DefinitionFault> {
  for (const side of ['employer', 'sold'] as const)
    if (pay[side]?.taxMethod === 'relief-at-source')
      yield { path: ['pay', side, 'taxMethod'], message: 'Relief at source is for what the employee pays' }
  if (pay.employee?.taxMethod !== 'relief-at-source') return
  const path = ['pay', 'employee', 'taxMethod']
  if (category !== 'pension') yield { path, message: "Relief at source is for the category 'pension'" }
  if (price.some(({ price: { method } }) => method === 'days' || method === 'order'))
    yield { path, message: 'Relief at source needs a price that every pay takes, not an order or days' }
}

function* payFaults({ price, pay }: BenefitDefinition): Generator<DefinitionFault> {
  const employeePays = price.some(({ paidBy }) => paidBy !== 'employer')
  const employerPays = price.some(({ paidBy }) => paidBy !== 'employee')
  const sells = price.some((component) => component.price.method === 'days' && component.price.sellDays)
  if (employeePays && !pay.employee) yield { path: ['pay'], message: "The employee pays, so 'employee' must say how" }
  if (employerPays && !pay.employer) yield { path: ['pay'], message: "The employer pays, so 'employer' must say how" }
  if (sells && !pay.sold) yield { path: ['pay'], message: "Days can be sold, so 'sold' must say how they are paid" }
  const ways = [pay.employee, pay.employer, pay.sold].filter((way) => way !== undefined)
  for (const [index, { payCode, taxMethod }] of ways.entries())
    if (ways.slice(0, index).some((other) => other.payCode === payCode && other.taxMethod !== taxMethod))
      yield { path: ['pay'], message: `The pay code ${payCode} is used with two tax methods` }
}
