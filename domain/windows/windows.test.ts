import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { WindowCause } from '../definition/definition.ts'
import { dental } from '../../features/scheme/definition.samples.ts'
import { isOpenOn, openingsOf, type SchemeWindow, windowsOf } from './windows.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const day = (date: string) => isoDate.parse(date)
const window = (more: Partial<SchemeWindow> & { cause: WindowCause }): SchemeWindow => ({
  takesEffect: 'next-month',
  benefits: 'all',
  ...more,
})
const changedIn = (...changeIn: WindowCause[]) => benefitDefinition.parse({ ...dental, changeIn })

function openDays(windows: readonly SchemeWindow[], changeIn: WindowCause[], joinedOn: string): [string, string] | [] {
  const open: string[] = []
  for (let at = Date.UTC(2026, 3, 6); at <= Date.UTC(2027, 3, 5); at += 86_400_000) {
    const today = day(new Date(at).toISOString().slice(0, 10))
    const own = windowsOf(windows, { joinedOn: day(joinedOn), today })
    if (isOpenOn(openingsOf(changedIn(...changeIn), own), today)) open.push(today)
  }
  const [first, last] = [open[0], open.at(-1)]
  return first && last ? [first, last] : []
}

describe('enrolment window', () => {
  it.each<[WindowCause, Partial<SchemeWindow>, string, [string, string]]>([
    ['annual', { opensOn: day('2026-10-25'), closesOn: day('2026-11-30') }, '2019-05-01', ['2026-10-25', '2026-11-30']],
    ['joiner', { days: 30 }, '2026-12-10', ['2026-12-10', '2027-01-08']],
    ['joiner', { days: 1 }, '2027-02-28', ['2027-02-28', '2027-02-28']],
    ['anniversary', { days: 14 }, '2020-02-29', ['2027-03-01', '2027-03-14']],
    ['anniversary', { days: 10 }, '2015-12-31', ['2026-12-31', '2027-01-09']],
    [
      'life-event',
      { opensOn: day('2026-06-01'), closesOn: day('2026-07-30') },
      '2019-05-01',
      ['2026-06-01', '2026-07-30'],
    ],
  ])('with the cause %s is open on its first and last day and between them', (cause, more, joinedOn, expected) => {
    expect(openDays([window({ cause, ...more })], [cause], joinedOn)).toEqual(expected)
    expect(openDays([window({ cause, ...more })], ['granted'], joinedOn)).toEqual([])
    expect(openDays([window({ cause, ...more, benefits: ['gym'] })], [cause], joinedOn)).toEqual([])
  })

  it('does not open for an anniversary in the year of joining', () => {
    expect(openDays([window({ cause: 'anniversary', days: 30 })], ['anniversary'], '2026-05-01')).toEqual([])
  })

  it("that is granted to one person opens its benefits for that person, even if the benefits do not list the cause 'granted'", () => {
    const granted = window({
      cause: 'granted',
      opensOn: day('2026-08-01'),
      closesOn: day('2026-08-07'),
      benefits: ['dental'],
    })
    expect(openDays([granted], ['annual'], '2019-05-01')).toEqual(['2026-08-01', '2026-08-07'])
    expect(openDays([{ ...granted, benefits: ['gym'] }], ['annual'], '2019-05-01')).toEqual([])
  })

  it.each<WindowCause>(['any-month', 'any-time'])(
    'is not needed if a benefit can be chosen for the cause %s',
    (cause) => {
      expect(openDays([], [cause], '2019-05-01')).toEqual(['2026-04-06', '2027-04-05'])
    },
  )
})
