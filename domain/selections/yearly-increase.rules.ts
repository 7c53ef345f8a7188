import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { DefinitionFault } from './option-checks.rules.ts'
import type { Choice, RangeOption, YearlyIncrease } from '../definition/options.ts'
import { sameDayInYear } from '../pricing/age.ts'

export type IncreasingOption = RangeOption & { rise: YearlyIncrease }

type IncreaseRequest = Pick<BenefitDefinition, 'options' | 'approval'>

export type IncreaseDay = { on: IsoDate; options: IncreasingOption[] }

/** Returns options with a yearly increase. None if every choice needs approval, because nobody approves an increase. */
export function increasingOptions({ options, approval }: IncreaseRequest): IncreasingOption[] {
  return approval === 'required' ? [] : withIncrease(options)
}

function withIncrease(options: BenefitDefinition['options']): IncreasingOption[] {
  return options.flatMap((option) => (option.kind === 'range' && option.rise ? [{ ...option, rise: option.rise }] : []))
}

export function mayBeUnanswered({ options }: Pick<BenefitDefinition, 'options'>, code: string): boolean {
  return withIncrease(options).some(({ rise: increase }) => increase.onlyWhen?.option === code)
}

/** Returns the days of increases after `from` and up to `to`, in order. */
export function increaseDays(definition: IncreaseRequest, { from, to }: { from: IsoDate; to: IsoDate }): IncreaseDay[] {
  const years = [...new Set([from, to].map((day) => Number(day.slice(0, 4))))]
  const days = increasingOptions(definition).flatMap((option) =>
    years
      // 2024 is a leap year, so that 29 February is valid.
      .map((year) => sameDayInYear(`2024-${option.rise.on}` as IsoDate, year))
      .filter((on) => from < on && on <= to)
      .map((on) => ({ on, option })),
  )
  return [...Map.groupBy(days, ({ on }) => on)]
    .map(([on, due]) => ({ on, options: due.map(({ option }) => option) }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
}

export function isIncreaseAccepted({ rise: { onlyWhen } }: IncreasingOption, { values }: Choice): boolean {
  return onlyWhen === undefined || values[onlyWhen.option] === onlyWhen.is
}

export function* increaseConsentFaults({ options, approval }: IncreaseRequest): Generator<DefinitionFault> {
  if (approval !== 'required') return
  for (const [index, option] of options.entries())
    if (option.kind === 'range' && option.rise)
      yield {
        path: ['options', index, 'rise'],
        message:
          'A benefit that needs approval cannot increase by itself: remove `rise`, or require approval only above a number (`approval: when`)',
      }
}
