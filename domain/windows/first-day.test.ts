import { describe, expect, it } from 'vitest'
import { type IsoDate, isoDate } from '../../contract/dates.ts'
import type { Choice } from '../definition/options.ts'
import { possibleEndDays, earliestFirstDay, possibleFirstDays } from './first-day.rules.ts'
import type { Opening } from './windows.rules.ts'

const day = (date: string) => isoDate.parse(date)
const schemeYear = { from: day('2026-04-01'), to: day('2027-03-31') }
const birthOf = (date: string, more: Partial<Opening> = {}): Opening => ({
  cause: 'life-event',
  takesEffect: 'event-date',
  eventDate: day(date),
  closesOn: day('2026-11-26'),
  ...more,
})
const annual: Opening = { cause: 'annual', takesEffect: 'next-month', closesOn: day('2026-12-06') }
const granted: Opening = { cause: 'granted', takesEffect: 'same-day', closesOn: day('2026-11-20') }
const always: Opening = { cause: 'any-month', takesEffect: 'next-month' }

const partner = { id: 'tom', relationship: 'partner', dateOfBirth: day('1985-05-05') } as const
const baby = { id: 'ada', relationship: 'dependant', dateOfBirth: day('2026-09-27') } as const
const family = [partner, baby, { id: 'maisie', relationship: 'dependant', dateOfBirth: day('2019-01-01') } as const]

const single: Choice = { values: { level: 'level-1' }, people: [] }
const covering = (...people: string[]): Choice => ({ ...single, people })

function asked(
  choice: Choice,
  openings: readonly Opening[],
  more: { held?: Choice | null; heldFrom?: string; wanted?: string; madeOn?: string; joinedOn?: string } = {},
) {
  const { held = null, heldFrom = '2026-04-01', wanted, madeOn = '2026-11-16', joinedOn } = more
  return possibleFirstDays({
    choice,
    openings,
    heldOn: (on: IsoDate) => (on >= heldFrom ? held : null),
    changes: held ? [day(heldFrom)] : [],
    family,
    takesEffect: 'next-month',
    madeOn: day(madeOn),
    schemeYear,
    ...(wanted && { wanted: day(wanted) }),
    ...(joinedOn && { joinedOn: day(joinedOn) }),
  })
}
const daysOf = (found: ReturnType<typeof possibleFirstDays>) => found?.days.map((one) => one.day)

describe('first day of a choice, by what it changes', () => {
  it('is the date of the event for cover of a person added because of it, even if another window is open longer (case 5)', () => {
    for (const openings of [[birthOf('2026-09-27')], [annual, birthOf('2026-09-27')]]) {
      const found = asked(covering('ada'), openings, { held: single })
      expect([found?.whole, found?.earlier]).toEqual(['2026-09-27', []])
      expect(daysOf(found)).toEqual(['2026-09-27', '2026-12-01'])
      expect(found?.days[0]).toMatchObject({ because: 'event', brought: ['ada'], opening: { cause: 'life-event' } })
    }
  })

  it('is the event date for new cover that starts together with cover for the person added', () => {
    expect(asked(covering('tom', 'ada'), [annual, birthOf('2026-09-27')])?.whole).toBe('2026-09-27')
  })

  it('can be any later day that is offered, and then applies to the whole choice', () => {
    const found = asked(covering('ada'), [annual, birthOf('2026-09-27')], { held: single, wanted: '2026-12-01' })
    expect([found?.whole, found?.earlier]).toEqual(['2026-12-01', []])
  })

  it('is never before the birth of the person added, the wedding, or the first day of employment', () => {
    expect(asked(covering('ada'), [birthOf('2026-08-18', { memberId: 'ada' })], { held: single })?.whole).toBe(
      '2026-09-27',
    )
    const wedding = birthOf('2026-12-12', { memberId: 'tom' })
    expect(asked(covering('tom'), [wedding, annual], { held: single })?.whole).toBe('2026-12-12')
    expect(daysOf(asked(covering('tom'), [wedding, granted], { held: single }))).toEqual(['2026-12-12'])
    expect(asked(covering('ada'), [birthOf('2026-09-27')], { joinedOn: '2026-10-05' })?.whole).toBe('2026-10-05')
  })

  it("is the first of the next month for the employee's own cover after an event, and never in the past", () => {
    const found = asked({ values: { level: 'level-2' }, people: [] }, [birthOf('2026-09-27')], { held: single })
    expect([found?.whole, daysOf(found)]).toEqual(['2026-12-01', ['2026-12-01']])
    expect(asked(covering('maisie'), [birthOf('2026-09-27')], { held: single })?.whole).toBe('2026-12-01')
    expect(asked(covering(), [birthOf('2026-09-27')], { held: covering('maisie') })?.whole).toBe('2026-12-01')
    expect(asked(single, [birthOf('2026-12-20')])?.whole).toBe('2026-12-20')
  })

  it('is different for parts of a choice that both adds a person and changes other cover', () => {
    const choice: Choice = { values: { level: 'level-2' }, people: ['tom', 'ada'], partnerElsewhere: 'no' }
    const found = asked(choice, [annual, birthOf('2026-09-27')], { held: covering('tom') })
    expect(found).toMatchObject({
      whole: '2026-12-01',
      earlier: [{ day: '2026-09-27', choice: { ...covering('tom', 'ada'), partnerElsewhere: 'no' }, brought: ['ada'] }],
    })
    expect(daysOf(found)).toEqual(['2026-09-27', '2026-12-01'])
  })

  it('is different for parts of a choice if two events add two people', () => {
    const wedding = birthOf('2026-10-10', { memberId: 'tom' })
    expect(asked(covering('tom', 'ada'), [birthOf('2026-09-27'), wedding])).toMatchObject({
      whole: '2026-10-10',
      earlier: [{ day: '2026-09-27', choice: covering('ada') }],
      lastBrought: { day: '2026-10-10', people: ['tom'] },
    })
  })

  it('depends on the cover in force on the day of the event, not on cover that started later', () => {
    const raised: Choice = { values: { level: 'level-2' }, people: ['ada'] }
    const heldOn = (on: IsoDate) => (on < '2026-12-01' ? single : { values: { level: 'level-2' }, people: [] })
    const found = possibleFirstDays({
      choice: raised,
      openings: [annual, birthOf('2026-09-27')],
      heldOn,
      changes: [day('2026-04-01'), day('2026-12-01')],
      family,
      takesEffect: 'next-month',
      madeOn: day('2026-11-16'),
      schemeYear,
    })
    expect(found).toMatchObject({ whole: '2026-12-01', earlier: [{ day: '2026-09-27', choice: covering('ada') }] })
  })

  it("covers no person before that person's own first day if an earlier event is reported later", () => {
    const older = { id: 'kit', relationship: 'dependant', dateOfBirth: day('2026-06-27') } as const
    const born = { id: 'ivy', relationship: 'dependant', dateOfBirth: day('2026-07-08') } as const
    const told = (held: Choice | null) =>
      possibleFirstDays({
        choice: covering('ivy', 'kit'),
        openings: [birthOf('2026-07-08', { memberId: 'ivy' }), birthOf('2026-06-27', { memberId: 'kit' })],
        heldOn: (on) => (on >= '2026-07-08' ? held : null),
        changes: held ? [day('2026-07-08')] : [],
        family: [older, born],
        takesEffect: 'next-month',
        madeOn: day('2026-08-10'),
        schemeYear,
      })
    for (const held of [covering('ivy'), null])
      expect(told(held)).toMatchObject({
        whole: '2026-07-08',
        earlier: [{ day: '2026-06-27', choice: covering('kit') }],
      })
  })

  it("does not cover a partner before the wedding if the employee's own cover changes earlier", () => {
    const wedding = birthOf('2026-12-12', { memberId: 'tom' })
    const held = covering('tom')
    const found = possibleFirstDays({
      choice: { values: { level: 'level-2' }, people: ['tom'] },
      openings: [granted, wedding],
      heldOn: (on) => (on >= '2026-12-12' ? held : on >= '2026-04-01' ? single : null),
      changes: [day('2026-04-01'), day('2026-12-12')],
      family,
      takesEffect: 'next-month',
      madeOn: day('2026-11-16'),
      schemeYear,
    })
    expect(found).toMatchObject({
      whole: '2026-12-12',
      earlier: [{ day: '2026-11-16', choice: { values: { level: 'level-2' }, people: [] } }],
    })
  })

  it('is the earliest day of several windows; the other days can be chosen', () => {
    expect(daysOf(asked(single, [annual, granted, always]))).toEqual(['2026-11-16', '2026-12-01'])
    expect(asked(single, [annual, granted], { wanted: '2026-12-01' })?.whole).toBe('2026-12-01')
    expect(daysOf(asked(single, []))).toBeUndefined()
  })

  it('cannot end cover before the day of the request (case 7)', () => {
    const rules = { takesEffect: 'next-month', madeOn: day('2026-09-01'), schemeYear } as const
    expect(possibleEndDays({ ...rules, openings: [birthOf('2026-07-10')] }).map((one) => one.day)).toEqual([
      '2026-10-01',
    ])
    expect(possibleEndDays({ ...rules, openings: [birthOf('2026-07-10')], takesEffect: 'same-day' })[0]?.day).toBe(
      '2026-09-01',
    )
  })

  it('is not before the event date of any person it adds', () => {
    const rules = { takesEffect: 'next-month', madeOn: day('2027-03-10'), schemeYear } as const
    expect(earliestFirstDay({ ...rules, openings: [annual, birthOf('2027-02-20')] })).toBe('2027-02-20')
    expect(earliestFirstDay({ ...rules, openings: [annual] })).toBe('2027-04-01')
  })
})
