import type { IsoDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { PlanDetail } from '../../domain/selections/plan-details.rules.ts'
import { poundsOf, storedPrice } from '../my-benefits/price-view.server.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { showNumber } from '../../domain/selections/setup.rules.ts'
import { priceOf, type BenefitStatus, statusOnDay } from '../my-benefits/benefit-status.server.ts'
import { selectionsIn } from './take-home.server.ts'
import { yearlyIncreaseMessages as say } from './yearly-increase.messages.ts'
import {
  isIncreaseAccepted,
  type IncreaseDay,
  increaseDays,
  increasingOptions,
  type IncreasingOption,
} from '../../domain/selections/yearly-increase.rules.ts'
import { keepsMinimumWage } from '../recalculation/minimum-wage-check.server.ts'
import { withYearlyIncreases } from '../../domain/selections/apply-yearly-increases.rules.ts'

type UpcomingIncrease = { on: IsoDate; options: IncreasingOption[]; choice: Choice }

type IncreaseRequest = {
  choice: Choice
  from: IsoDate
}

function upcomingIncrease(
  benefitStatus: BenefitStatus,
  { choice, from: begins }: IncreaseRequest,
): UpcomingIncrease | undefined {
  const { scheme, benefit } = benefitStatus
  const startChoice = scheme.heldAtYearStart.get(benefit.id)
  for (const { on, options } of upcomingDays(benefitStatus, { choice, from: begins })) {
    const later = statusOnDay(benefitStatus, on)
    const limits = { options, facts: later.facts, ...(startChoice && { heldAtYearStart: startChoice }) }
    const higher = withYearlyIncreases(benefit.definition, choice, limits)
    if (higher) return { on, options, choice: higher }
  }
  return undefined
}

function upcomingDays(
  { scheme: { today, year }, benefit }: BenefitStatus,
  { choice, from }: IncreaseRequest,
): IncreaseDay[] {
  return increaseDays(benefit.definition, { from: laterOf(from, today), to: year.to }).filter(({ options }) =>
    options.some((option) => isIncreaseAccepted(option, choice)),
  )
}

export type NextIncrease = UpcomingIncrease & ({ outcome: 'priced'; price: Price } | { outcome: 'kept' })

export function nextIncrease(benefitStatus: BenefitStatus, choiceFrom: IncreaseRequest): NextIncrease | undefined {
  const ahead = upcomingIncrease(benefitStatus, choiceFrom)
  if (!ahead) return undefined
  const later = statusOnDay(benefitStatus, ahead.on)
  const priced = priceOf(later, ahead.choice)
  if (priced.outcome === 'not-priced' || !mayCost(later, priced.price)) return { ...ahead, outcome: 'kept' }
  return { ...ahead, outcome: 'priced', price: priced.price }
}

function mayCost({ scheme, benefit, facts, effectiveFrom }: BenefitStatus, price: Price): boolean {
  const { person, facts: recordedFacts, taxTables, year } = scheme
  return keepsMinimumWage(storedPrice(price, facts.payPeriods), {
    definition: benefit.definition,
    person: { dateOfBirth: person.dateOfBirth, facts: recordedFacts },
    others: selectionsIn(scheme, effectiveFrom).filter(({ benefitId }) => benefitId !== benefit.id),
    taxTables,
    year,
    on: effectiveFrom,
  })
}

/** Returns a sentence such as 'Your contribution rises by 1% on 1 April each year'; undefined without a yearly increase. */
export function increaseInWords(benefitStatus: BenefitStatus, choiceFrom: IncreaseRequest): string | undefined {
  const { choice } = choiceFrom
  const { definition } = benefitStatus.benefit
  const accepted = increasingOptions(definition).filter((option) => isIncreaseAccepted(option, choice))
  if (accepted.length === 0) return undefined
  const rules = accepted.map((option) => {
    const { by: increment, on, upTo = option.max } = option.rise
    return say.rises(option.label, { by: inUnit(option, increment), on: dayInWords(on), upTo: inUnit(option, upTo) })
  })
  return [...rules, nextInWords(benefitStatus, choiceFrom)].join(' ')
}

function nextInWords(benefitStatus: BenefitStatus, choiceFrom: IncreaseRequest): string {
  const next = nextIncrease(benefitStatus, choiceFrom)
  if (!next) return upcomingDays(benefitStatus, choiceFrom).length === 0 ? say.notThisYear : say.highest
  if (next.outcome === 'kept') return say.kept(next.on)
  const { employeeMonthly } = storedPrice(next.price, benefitStatus.facts.payPeriods)
  return say.next(valueOf(next), next.on, showPounds(poundsOf(employeeMonthly)))
}

export function increasePlanDetail(benefitStatus: BenefitStatus, choiceFrom: IncreaseRequest): PlanDetail[] {
  const ahead = upcomingIncrease(benefitStatus, choiceFrom)
  return ahead ? [{ label: say.step, value: say.stepTo(valueOf(ahead), ahead.on) }] : []
}

function valueOf({ options, choice }: UpcomingIncrease): string {
  return options.map((option) => inUnit(option, choice.values[option.code] ?? '')).join(', ')
}

function inUnit(option: IncreasingOption, digits: string): string {
  return showNumber(option, Number(digits))
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** A leap year, so that 29 February is valid. */
function dayInWords(dayOfYear: string): string {
  return dayAndMonth.format(new Date(`2024-${dayOfYear}T00:00:00Z`))
}
