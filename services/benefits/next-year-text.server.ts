import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import type { NextYearView } from '../../domain/selections/benefits.contract.ts'
import { renewalMessages as say } from './renewal.messages.ts'

type Facts = Pick<NextYearView, 'outcome' | 'reason' | 'lastDay' | 'perMonthNow' | 'perMonthThen'>

export function nextYearText({ outcome, reason, lastDay, perMonthNow, perMonthThen }: Facts): string {
  return [...sentences(), ...(reason === null || outcome === 'asked' ? [] : [reason])].join(' ')

  function sentences(): string[] {
    switch (outcome) {
      case 'ends':
        return [say.endsOn(showDate(lastDay ?? ''))]
      case 'asked':
        return [reason ?? '', perMonthThen === null ? say.otherwise(showDate(lastDay ?? '')) : say.keepsEmployersPart]
      case 'chosen':
      case 'continues':
        return perMonthNow === perMonthThen
          ? [say.sameCost(amount(perMonthThen))]
          : [say.otherCost(perMonthNow ? amount(perMonthNow) : say.nothing, amount(perMonthThen))]
      case 'not-priced':
      case 'unchanged':
        return [`${amount(perMonthNow)}.`]
    }
  }
}

export function isUnchangedNextYear({ outcome, reason, perMonthNow, perMonthThen }: Facts): boolean {
  return outcome === 'unchanged' || (outcome === 'continues' && perMonthNow === perMonthThen && reason === null)
}

function amount(perMonth: number | null): string {
  return perMonth === null || perMonth === 0 ? say.noCost : say.perMonth(showPounds(perMonth))
}
