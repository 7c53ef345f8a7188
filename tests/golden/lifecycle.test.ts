import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { uncoveredFrom } from '../../domain/selections/people-covered.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { possibleEndDays, possibleFirstDays } from '../../domain/windows/first-day.rules.ts'
import { removalDates } from '../../features/life-events/member-removal.rules.ts'
import type { Opening } from '../../domain/windows/windows.rules.ts'
import { deductionSchedule } from '../../services/payroll/deductions.rules.ts'
import { day as counted, iso } from './independent/days.ts'
import { coveredFrom, firstDayOfOwnChange, removedFrom } from './independent/life-events.ts'
import { instalmentsAfterMove, chargeForDays } from './independent/payroll-changes.ts'
import { partPeriods } from '../../domain/definition/definition.ts'

const day = (date: string) => isoDate.parse(date)
const schemeYear = { from: day('2026-04-06'), to: day('2027-04-05') }
const single: Choice = { values: { level: 'level-1' }, people: [] }

function product({
  event,
  birth,
  today,
  rule,
  choice,
}: {
  event: IsoDate
  birth: IsoDate
  today: IsoDate
  rule: 'same-day' | 'next-month'
  choice: Choice
}) {
  const opening: Opening = {
    cause: 'life-event',
    takesEffect: 'event-date',
    eventDate: event,
    memberId: 'ada',
    closesOn: addDays(event, 90),
  }
  const asked = { openings: [opening], takesEffect: rule, madeOn: today, schemeYear }
  const first = possibleFirstDays({
    ...asked,
    choice,
    heldOn: () => single,
    changes: [schemeYear.from],
    family: [{ id: 'ada', relationship: 'dependant', dateOfBirth: birth }],
  })
  return { first: first?.whole, end: possibleEndDays(asked)[0]?.day }
}
const withAda: Choice = { ...single, people: ['ada'] }

describe('first day of cover after a life event', () => {
  it('is the same as in the second implementation for any event, whenever the event is reported', () => {
    const anyDay = fc.integer({ min: 0, max: 300 }).map((days) => addDays(schemeYear.from, days))
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 89 }),
        fc.constantFrom('same-day' as const, 'next-month' as const),
        fc.boolean(),
        (event, later, told, rule, backdated) => {
          const [birth, today] = [addDays(event, later), addDays(event, told)]
          const yearBegins = counted(schemeYear.from)
          const at = { event: counted(event), today: counted(today), rule }
          const adds = product({ event, birth, today, rule, choice: withAda })
          expect(adds.first).toBe(iso(coveredFrom({ ...at, birth: counted(birth), yearBegins })))
          const own = product({ event, birth, today, rule, choice: { ...single, values: { level: 'level-2' } } })
          expect([own.first, own.end]).toEqual([iso(firstDayOfOwnChange(at)), iso(firstDayOfOwnChange(at))])
          for (const by of ['death', 'divorce'] as const) {
            const ended = removalDates(by, { eventDate: event, knownOn: today })
            expect(uncoveredFrom({ removalBackdated: backdated }, { ended })).toBe(
              iso(removedFrom({ ...at, by, on: at.event, backdated })),
            )
          }
        },
      ),
      { numRuns: 100, seed: randomTestSeed('first days of life events') },
    )
  })
})

describe('change of payroll within a pay period', () => {
  function juneTakes(partPeriod: (typeof partPeriods)[number], { from, to }: { from: IsoDate; to: IsoDate }): bigint {
    const june: PayPeriod = {
      id: 'june',
      number: 3,
      label: 'June',
      startsOn: day('2026-06-01'),
      endsOn: day('2026-06-30'),
      cutOffOn: day('2026-06-18'),
      payOn: day('2026-06-28'),
      locked: false,
      frequency: 'monthly',
      daysPaid: [{ from, to }],
    }
    const { lines } = deductionSchedule({
      versions: [
        {
          version: 1,
          effectiveFrom: schemeYear.from,
          partPeriod,
          parts: [
            {
              payer: 'employee',
              taxMethod: 'sacrifice',
              payCode: 'PENSS',
              total: 1500_00n,
              spread: { kind: 'recurring' },
              shares: [125_00n],
            },
          ],
        },
      ],
      periods: [june],
      today: schemeYear.from,
      schemeYears: [schemeYear],
      paidHereFrom: schemeYear.from,
    })
    return lines.reduce((sum, { employee }) => sum + employee, 0n)
  }
  const june = { from: counted('2026-06-01'), to: counted('2026-06-30') }
  const paid = (kind: (typeof partPeriods)[number], from: IsoDate, to: IsoDate) =>
    chargeForDays(kind, {
      share: 125_00n,
      yearly: 1500_00n,
      period: june,
      paid: { from: counted(from), to: counted(to) },
    })

  it('charges the same as the second implementation on each payroll, and one full period in total', () => {
    const anyDays = fc.integer({ min: 1, max: 29 }).map((days) => addDays(day('2026-06-01'), days))
    fc.assert(
      fc.property(fc.constantFrom(...partPeriods), anyDays, (kind, move) => {
        const [before, after] = [
          { from: day('2026-06-01'), to: addDays(move, -1) },
          { from: move, to: day('2026-06-30') },
        ]
        expect(juneTakes(kind, before)).toBe(paid(kind, before.from, before.to))
        expect(juneTakes(kind, after)).toBe(paid(kind, after.from, after.to))
        expect(juneTakes(kind, before) + juneTakes(kind, after)).toBe(125_00n)
      }),
      { numRuns: 100, seed: randomTestSeed('moves within June') },
    )
  })

  it('loses no penny of an order of £1,000 over 52 weeks that continues monthly after nine weeks', () => {
    const left = instalmentsAfterMove({ left: 1000_00n - 173_11n, payDaysLeft: 43, before: 52, after: 12 })
    expect(left).toEqual([...Array<bigint>(9).fill(82_69n), 82_68n])
  })
})
