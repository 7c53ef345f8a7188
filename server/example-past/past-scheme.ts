import { addDays, type IsoDate } from '../../contract/dates.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { payFrequencies } from '../../contract/pay-frequency.ts'
import type { Scheme } from '../../features/scheme/read-scheme.server.ts'
import type { PersonRow } from '../../services/people/people-csv.rules.ts'
import type { ExamplePast } from './past-file.ts'

/** Returns the folder's scheme with the joiners and leavers of the past, without opening selections. */
export function withJoinersAndLeavers(scheme: Scheme, past: ExamplePast): Scheme {
  const { accounts } = scheme
  return {
    ...scheme,
    people: scheme.people.map((row) => withEmployment(row, past)),
    openings: [],
    accounts: accounts && { ...accounts, value: { ...accounts.value, othersRegistered: past.registered } },
  }
}

function withEmployment(row: PersonRow, { joiners, leavers, lowestHourlyPay }: ExamplePast): PersonRow {
  const [firstDay, left] = [joiners.get(row.email), leavers.get(row.email)]
  return {
    ...row,
    ...(firstDay && { startDate: firstDay }),
    facts: {
      ...row.facts,
      'basic-salary': atLeast(row.facts, lowestHourlyPay),
      ...(firstDay && { 'start-date': firstDay }),
      ...(left && { status: 'left', 'end-date': left.lastDay, 'leaving-reason': left.reason }),
    },
  }
}

/** A salary in pence, raised to the lowest hourly pay (pounds) for the person's hours. */
function atLeast(
  { 'basic-salary': salary, 'hours-per-week': hours }: PersonRow['facts'],
  hourlyPay: number,
): string | null {
  if (salary === null || hours === null) return salary
  const least = Math.ceil((Number(hours) * 52 * hourlyPay) / 10) * 1_000
  return String(Math.max(Number(salary), least))
}

/** Returns the scheme of the previous year, whose pay days end directly before this year's. */
export function schemeOfYearBefore(former: Scheme, current: Scheme): Scheme {
  const { value } = former.year
  return {
    ...former,
    people: [],
    accounts: undefined,
    openings: [],
    statements: [],
    year: {
      ...former.year,
      value: {
        ...value,
        payrolls: value.payrolls.map((payroll) => {
          const next = current.year.value.payrolls.find(({ code }) => code === payroll.code)?.firstPayDay
          const { interval, payDaysAYear } = payFrequencies[payroll.frequency]
          if (next === undefined || interval === 'calendar-month') return payroll
          return { ...payroll, firstPayDay: addDays(resolveDay(next, current.today), -interval.days * payDaysAYear) }
        }),
      },
    },
  }
}

export function yearOf({ year, today }: Scheme): { from: IsoDate; to: IsoDate } {
  return { from: resolveDay(year.value.from, today), to: resolveDay(year.value.to, today) }
}
