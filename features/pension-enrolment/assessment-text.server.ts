import { showDate } from '../../contract/dates.ts'
import { showPence } from '../../contract/money.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import {
  categoryNames,
  categoryReasons,
  outcomeNames,
  outcomeReasons,
  assessmentMessages as say,
} from './assessment.messages.ts'
import type { Assessment } from '../../domain/eligibility/enrolment-assessment.rules.ts'

export function assessmentSentences(assessment: Assessment): string[] {
  const { from, to, period, frequency, category, age, earnings, trigger, lower, outcome, postponedTo } = assessment
  const name = outcomeNames[outcome]
  return [
    say.assessed(say.days(showDate(from), showDate(to)), say.days(showDate(period.from), showDate(period.to)), age),
    say.pay(
      earnings === null ? null : showPence(earnings),
      payFrequencies[frequency].words,
      showPence(trigger),
      showPence(lower),
    ),
    say.because(categoryNames[category], categoryReasons[category]),
    say.because(
      outcome === 'postponed' && postponedTo ? say.postponed(name, showDate(postponedTo)) : name,
      outcomeReasons[outcome],
    ),
  ]
}

export function assessmentReason({ category, outcome }: Pick<Assessment, 'category' | 'outcome'>): string {
  return `${categoryReasons[category]}. ${outcomeReasons[outcome]}`
}
