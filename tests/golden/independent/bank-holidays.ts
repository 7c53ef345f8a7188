import { calendar, type Day, dayOf, iso } from './days.ts'

type Part = 'england-and-wales' | 'scotland' | 'northern-ireland'

/** Bank holidays of a year by the Banking and Financial Dealings Act 1971 and by proclamation. */
export function bankHolidaysIn(year: number, part: Part): string[] {
  const easter = easterSunday(year)
  const scottish = part === 'scotland'
  const fixed = [
    dayOf(year, 1, 1),
    ...(scottish ? [dayOf(year, 1, 2), dayOf(year, 11, 30)] : []),
    ...(part === 'northern-ireland' ? [dayOf(year, 3, 17), dayOf(year, 7, 12)] : []),
    dayOf(year, 12, 25),
    dayOf(year, 12, 26),
  ].toSorted((a, b) => a - b)
  const movable = [
    easter - 2,
    ...(scottish ? [] : [easter + 1]),
    mondayFrom(dayOf(year, 5, 1)),
    mondayFrom(dayOf(year, 5, 25)),
    mondayFrom(scottish ? dayOf(year, 8, 1) : dayOf(year, 8, 25)),
    // The day after Scotland's first World Cup match since 1998.
    ...(scottish && year === 2026 ? [dayOf(2026, 6, 15)] : []),
  ]
  const kept: Day[] = []
  for (const day of fixed) {
    let instead = day
    while (isWeekend(instead) || kept.includes(instead) || (instead !== day && fixed.includes(instead))) instead += 1
    kept.push(instead)
  }
  return [...kept, ...movable].toSorted((a, b) => a - b).map(iso)
}

/** 0 is Sunday. 1 January 1600 was a Saturday. */
function weekday(day: Day): number {
  return (day + 6) % 7
}

function isWeekend(day: Day): boolean {
  return weekday(day) === 0 || weekday(day) === 6
}

function mondayFrom(day: Day): Day {
  return day + ((8 - weekday(day)) % 7)
}

/** Easter Sunday by Gauss's method: the first Sunday after the ecclesiastical full moon of spring. */
function easterSunday(year: number): Day {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const full = moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11))
  const day = dayOf(year, 3, 21) + full
  const { year: of } = calendar(day)
  if (of !== year) throw new Error('Easter is in spring')
  return day + (7 - weekday(day))
}
