import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { BenefitDefinition, PartPeriod } from '../../domain/definition/definition.ts'
import { shareOf } from '../../domain/pricing/money.ts'

/** Core cover priced as a percentage of pay is charged from its first day, other benefits from the next period. */
export function partPeriodRule({
  partPeriod,
  coreChoice,
  price,
}: Pick<BenefitDefinition, 'partPeriod' | 'coreChoice' | 'price'>): PartPeriod {
  if (partPeriod) return partPeriod
  const isShareOfPay = price.some(({ price: each }) => each.method === 'percentage')
  return coreChoice && isShareOfPay ? 'calendar-days' : 'from-next-period'
}

type Days = { startsOn: IsoDate; endsOn: IsoDate }

/** Returns the charge in pence for part of a period, both ends included. `payPeriods` gives the year's working days. */
export function partPeriodCharge(
  partPeriod: 'calendar-days' | 'working-days' | '260ths',
  {
    share,
    yearly,
    payDays = 1,
    payPeriods = 1,
    period,
    covered,
  }: { share: Pence; yearly: Pence; payDays?: number; payPeriods?: number; period: Days; covered: Days },
): Pence {
  switch (partPeriod) {
    case 'calendar-days':
      return shareOf(share, { parts: calendarDays(covered), of: calendarDays(period) })
    case 'working-days': {
      const of = workingDays(period)
      return of === 0 ? 0n : shareOf(share, { parts: workingDays(covered), of })
    }
    case '260ths':
      return shareOf(yearly, { parts: workingDays(covered), of: (260 * payDays) / payPeriods })
  }
}

function calendarDays({ startsOn, endsOn }: Days): number {
  return daysBetween(startsOn, endsOn) + 1
}

function workingDays({ startsOn, endsOn }: Days): number {
  let days = 0
  for (let day = startsOn; day <= endsOn; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday >= 1 && weekday <= 5) days++
  }
  return days
}
