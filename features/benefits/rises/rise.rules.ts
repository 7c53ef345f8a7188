import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Fault } from '../definition/definition-parts.rules.ts'
import type { Choice, RangeOption, Rise } from '../definition/options.ts'
import { sameDayOf } from '../pricing/age.ts'

export type RisingOption = RangeOption & { rise: Rise }

type Rising = Pick<BenefitDefinition, 'options' | 'approval'>

/** The options of a benefit that go up by themselves on one day. */
export type RiseDay = { on: IsoDate; options: RisingOption[] }

/** None where the employer has to consent to whatever is chosen: nobody consents to a step. */
export function risingOptions({ options, approval }: Rising): RisingOption[] {
  return approval === 'required' ? [] : withRise(options)
}

function withRise(options: BenefitDefinition['options']): RisingOption[] {
  return options.flatMap((option) => (option.kind === 'range' && option.rise ? [{ ...option, rise: option.rise }] : []))
}

/** Whether an option only says that another one goes up each year: left open, it does not. */
export function mayStayOpen({ options }: Pick<BenefitDefinition, 'options'>, code: string): boolean {
  return withRise(options).some(({ rise }) => rise.onlyWhen?.option === code)
}

/** The days after the first of a scheme year on which something goes up: what the year begins with is chosen for it. */
export function riseDays(definition: Rising, { from, to }: { from: IsoDate; to: IsoDate }): RiseDay[] {
  const years = [...new Set([from, to].map((day) => Number(day.slice(0, 4))))]
  const days = risingOptions(definition).flatMap((option) =>
    years
      // A leap year has every day there is.
      .map((year) => sameDayOf(`2024-${option.rise.on}` as IsoDate, year))
      .filter((on) => from < on && on <= to)
      .map((on) => ({ on, option })),
  )
  return [...Map.groupBy(days, ({ on }) => on)]
    .map(([on, due]) => ({ on, options: due.map(({ option }) => option) }))
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
}

export function isWanted({ rise: { onlyWhen } }: RisingOption, { values }: Choice): boolean {
  return onlyWhen === undefined || values[onlyWhen.option] === onlyWhen.is
}

/** Steps that nobody would have consented to, and that are not taken: a fault where a benefit is offered, none once it is withdrawn. */
export function* consentFaults({ options, approval }: Rising): Generator<Fault> {
  if (approval !== 'required') return
  for (const [index, option] of options.entries())
    if (option.kind === 'range' && option.rise)
      yield {
        path: ['options', index, 'rise'],
        message:
          'What needs the consent of the employer cannot go up by itself: leave out the yearly step, or ask for consent above a number (approval: when)',
      }
}
