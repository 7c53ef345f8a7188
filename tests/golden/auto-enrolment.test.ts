import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { assessEnrolment, isEnrolment, optOutUntil } from '../../domain/eligibility/enrolment-assessment.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { enrolments, categoryAndEarnings, type Worker } from './independent/auto-enrolment.ts'
import { type Day, dayOf, iso, monthsLater } from './independent/days.ts'

const runs = process.env['LONG_TESTS'] ? 100_000 : 150
const date = (day: Day) => isoDate.parse(iso(day))

const lengths = { weekly: 7, fortnightly: 14, 'four-weekly': 28 } as const

function periodsOf(frequency: Worker['frequency']): { from: Day; to: Day }[] {
  const begins = dayOf(2026, 3, 30)
  if (frequency === 'monthly')
    return Array.from({ length: 32 }, (_, month) => {
      const from = monthsLater(dayOf(2026, 4, 1), month)
      return { from, to: monthsLater(from, 1) - 1 }
    })
  const length = lengths[frequency]
  return Array.from({ length: Math.ceil(960 / length) }, (_, place) => {
    const from = begins + place * length
    return { from, to: from + length - 1 }
  })
}

const worker = fc
  .record({
    born: fc.oneof(
      fc.integer({ min: dayOf(1950, 1, 1), max: dayOf(2012, 1, 1) }),
      // Adds more people near age 22 or State Pension age. The range above also includes ages 16 and 75.
      fc.integer({ min: dayOf(2004, 3, 1), max: dayOf(2006, 3, 1) }),
      fc.integer({ min: dayOf(1960, 3, 1), max: dayOf(1961, 4, 1) }),
    ),
    startsOn: fc.integer({ min: dayOf(2026, 4, 6), max: dayOf(2027, 3, 1) }),
    first: fc.integer({ min: 4_000_00, max: 16_000_00 }),
    rises: fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 400 }), pence: fc.integer({ min: 4_000_00, max: 30_000_00 }) }),
      { maxLength: 3 },
    ),
    frequency: fc.constantFrom<Worker['frequency']>('weekly', 'fortnightly', 'four-weekly', 'monthly'),
    postponement: fc.integer({ min: 0, max: 3 }),
    optsOutAfter: fc.option(fc.integer({ min: 0, max: 40 })),
    reEnrolsAfter: fc.option(fc.integer({ min: 300, max: 700 })),
  })
  .map(({ first, rises, startsOn, optsOutAfter, reEnrolsAfter, ...rest }): Worker => ({
    ...rest,
    startsOn,
    periods: periodsOf(rest.frequency),
    pay: [
      { from: startsOn, pence: first },
      ...rises
        .map(({ after, pence }) => ({ from: startsOn + after, pence }))
        .toSorted((a, b) => a.from - b.from)
        .filter(({ from }, at, all) => from !== all[at - 1]?.from),
    ],
    optsOutOn: null,
    reEnrolsOn: reEnrolsAfter === null ? null : startsOn + reEnrolsAfter,
    ...(optsOutAfter !== null && { optsOutOn: -1 - optsOutAfter }),
  }))

/** Converts the opt-out day to a date. A negative number is a number of days after the first enrolment. */
function withOptOut(one: Worker, until: Day): Worker {
  if (one.optsOutOn === null) return one
  const [first] = enrolments({ ...one, optsOutOn: null, reEnrolsOn: null }, until)
  const optsOutOn = first ? first.from - one.optsOutOn - 1 : null
  return { ...one, optsOutOn: optsOutOn !== null && first && optsOutOn <= first.optOutBy ? optsOutOn : null }
}

function productPeriods({ frequency, periods }: Worker): PayPeriod[] {
  return periods.map(({ from, to }, number) => ({
    id: String(number),
    number,
    label: iso(from),
    startsOn: date(from),
    endsOn: date(to),
    cutOffOn: date(to),
    payOn: date(to),
    locked: false,
    frequency,
  }))
}

const periodsByFrequency = new Map<string, PayPeriod[]>()

// The long run takes a quarter of an hour.
it(
  'automatic enrolment assesses and enrols people on the same days as a second implementation of the law',
  { timeout: 3_600_000 },
  () => {
    const until = dayOf(2028, 8, 1)
    fc.assert(
      fc.property(worker, (drawn) => {
        const person = withOptOut(drawn, until)
        const periods = periodsByFrequency.get(person.frequency) ?? productPeriods(person)
        periodsByFrequency.set(person.frequency, periods)
        const mine = enrolments(person, until)
        const [first] = mine
        const optedOut = person.optsOutOn !== null && first !== undefined
        const assessments = assessEnrolment(
          {
            dateOfBirth: date(person.born),
            facts: [
              { fact: 'start-date', value: iso(person.startsOn), effectiveFrom: date(person.startsOn) },
              { fact: 'status', value: 'active', effectiveFrom: date(person.startsOn) },
              ...person.pay.map(({ from, pence }) => ({
                fact: 'basic-salary',
                value: String(pence),
                effectiveFrom: date(from),
              })),
            ],
            periods,
            memberships: [],
            departures:
              optedOut && person.optsOutOn !== null
                ? [{ from: date(first.from), on: date(person.optsOutOn), withinOptOut: true }]
                : [],
          },
          {
            rules: {
              scheme: 'occupational',
              optOutNotice: 'employer',
              postponement: person.postponement,
              ...(person.reEnrolsOn !== null && { reEnrolment: iso(person.reEnrolsOn) }),
            },
            since: date(dayOf(2026, 4, 6)),
            today: date(until),
            tables: taxTables(),
          },
        )
        for (const { from, category, earnings } of assessments)
          expect({ from, category, earnings: Number(earnings) }).toEqual({
            from,
            ...categoryAndEarnings(person, dayOf(...partsOf(from))),
          })
        const enrolled = assessments.filter(({ outcome }) => isEnrolment(outcome)).map(({ from }) => from)
        expect(enrolled).toEqual(mine.slice(optedOut ? 1 : 0).map(({ from }) => iso(from)))
        for (const { from, optOutBy } of mine)
          expect(optOutUntil({ from: date(from), informedOn: date(from) })).toBe(iso(optOutBy))
      }),
      { numRuns: runs, seed: randomTestSeed('automatic enrolment') },
    )
  },
)

function partsOf(text: string): [number, number, number] {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return [year, month, day]
}
