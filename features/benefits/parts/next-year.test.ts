import { expect, it } from 'vitest'
import { cycleId, day, dentalId, holidayId, sampleBenefit } from '../benefits.samples.ts'
import type { NextYearView } from '../benefits.contract.ts'
import { nextYearSummary } from './next-year.rules.ts'

const nextYear = (more: Partial<NextYearView>): NextYearView => ({
  from: day('2027-04-06'),
  outcome: 'continues',
  reason: null,
  lastDay: null,
  planDetails: [],
  perMonthNow: 8.5,
  perMonthThen: 8.5,
  chooseUntil: null,
  ...more,
})

it('says what ends, what needs an answer and what changes its price, and counts what stays as it is', () => {
  const open = { available: true, reason: null, cause: null, opensOn: null, closesOn: day('2027-03-31'), daysLeft: 21 }
  const summary = nextYearSummary([
    sampleBenefit({ benefitId: dentalId, name: 'Dental', nextYear: nextYear({ perMonthThen: 9.1 }) }),
    sampleBenefit({
      benefitId: holidayId,
      name: 'Holiday',
      choosesFrom: day('2027-04-06'),
      availability: open,
      nextYear: nextYear({
        outcome: 'ends',
        lastDay: day('2027-04-05'),
        reason: 'It is for one year.',
        perMonthThen: null,
      }),
    }),
    sampleBenefit({ benefitId: cycleId, name: 'Pension', nextYear: nextYear({}) }),
  ])
  expect(summary).toEqual({
    from: '2027-04-06',
    chooseUntil: '2027-03-31',
    groups: [
      {
        title: 'Ends',
        rows: [{ benefitId: holidayId, name: 'Holiday', text: 'Ends on 5 April 2027. It is for one year.' }],
      },
      {
        title: 'Continues',
        rows: [{ benefitId: dentalId, name: 'Dental', text: '£8.50 a month now, then £9.10 a month.' }],
      },
    ],
    others: '1 other benefit continues at the same price.',
  })
})

it('says nothing while the next scheme year is not known', () => {
  expect(nextYearSummary([sampleBenefit({})])).toBeNull()
})
