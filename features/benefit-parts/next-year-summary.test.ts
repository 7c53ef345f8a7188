import { expect, it } from 'vitest'
import { cycleId, day, dentalId, holidayId, sampleBenefit, sampleNextYear } from '../benefits/benefits.samples.ts'
import { nextYearGroups } from './next-year-groups.rules.ts'
import { nextYearOf } from './next-year-summary.rules.ts'

it("the next year's overview shows which benefits end, need agreement or change their price, and how many continue unchanged", () => {
  const open = { available: true, reason: null, cause: null, opensOn: null, closesOn: day('2027-03-31'), daysLeft: 21 }
  const benefits = [
    sampleBenefit({
      benefitId: dentalId,
      name: 'Dental',
      nextYear: sampleNextYear({ text: '£9.10 a month instead of £8.50 a month.', same: false }),
    }),
    sampleBenefit({
      benefitId: holidayId,
      name: 'Holiday',
      choosesFrom: day('2027-04-06'),
      availability: open,
      nextYear: sampleNextYear({ outcome: 'ends', text: 'Ends on 5 April 2027. It is for one year.', same: false }),
    }),
    sampleBenefit({ benefitId: cycleId, name: 'Pension', nextYear: sampleNextYear({}) }),
  ]
  expect(nextYearOf(benefits)).toEqual({ from: '2027-04-06', chooseUntil: '2027-03-31' })
  expect(nextYearGroups(benefits)).toEqual({
    groups: [
      {
        title: 'Ends',
        rows: [{ benefitId: holidayId, name: 'Holiday', text: 'Ends on 5 April 2027. It is for one year.' }],
      },
      {
        title: 'Continues',
        rows: [{ benefitId: dentalId, name: 'Dental', text: '£9.10 a month instead of £8.50 a month.' }],
      },
    ],
    others: '1 other benefit continues at the same price.',
  })
})

it("the next year's overview is empty if the next scheme year is unknown", () => {
  expect(nextYearOf([sampleBenefit({})])).toBeNull()
})
