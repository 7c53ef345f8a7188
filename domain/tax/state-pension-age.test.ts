import { expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import { reachesStatePensionAgeOn, statePensionAges } from './state-pension-age.rules.ts'

it.each([
  // Examples from the gov.uk timetable, the first and last day of its rows, and a birthday on 29 February.
  ['1954-10-06', '2020-10-06'],
  ['1960-04-05', '2026-04-05'],
  ['1960-04-06', '2026-05-06'],
  ['1960-07-31', '2026-11-30'],
  ['1960-08-31', '2027-01-31'],
  ['1960-12-31', '2027-09-30'],
  ['1961-01-31', '2027-11-30'],
  ['1961-03-05', '2028-02-05'],
  ['1961-03-06', '2028-03-06'],
  ['1956-02-29', '2022-03-01'],
])('a person born on %s reaches State Pension age on %s', (born, reached) => {
  expect(reachesStatePensionAgeOn(isoDate.parse(born))).toBe(reached)
})

it('State Pension age increases by a month with each row of the table, and younger people never reach it earlier', () => {
  const ages = statePensionAges.map(({ years, months }) => years * 12 + months)
  expect(ages).toEqual(Array.from({ length: 13 }, (_, months) => 66 * 12 + months))
  let before = isoDate.parse('2020-01-01')
  for (let born = isoDate.parse('1954-10-06'); born < '1962-01-01'; born = addDays(born, 1)) {
    const reached = reachesStatePensionAgeOn(born)
    expect([born, reached >= before]).toEqual([born, true])
    before = reached
  }
})
