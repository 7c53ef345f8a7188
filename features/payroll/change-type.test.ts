import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { type ChangeType, type RunDeduction, endsBy, withChangeTypes } from './change-type.rules.ts'

const december = { endsOn: isoDate.parse('2026-12-31') }
const dental: RunDeduction = {
  personId: 'amelia',
  selectionId: 'dental',
  payCode: 'DENT',
  method: 'net-deduction',
  originalPeriodId: null,
  employeePence: 69_42n,
  employerPence: 0n,
  annualPence: 833_00n,
  effectiveTo: null,
}

function compared(current: RunDeduction[], previous: (RunDeduction & { changeType: ChangeType })[]) {
  const { told, closed } = withChangeTypes({ current, previous, endsHere: (line) => endsBy(line, december) })
  return [...told, ...closed].map(({ payCode, changeType, employeePence }) => [payCode, changeType, employeePence])
}
const was = (line: RunDeduction, changeType: ChangeType = 'Continue') => ({ ...line, changeType })

describe('of somebody who leaves', () => {
  const told = (current: RunDeduction[], previous: (RunDeduction & { changeType: ChangeType })[]) => {
    const endsHere = (line: RunDeduction) => endsBy(line, december)
    const run = withChangeTypes({ current, previous, endsHere, left: () => true })
    return [...run.told, ...run.closed].map(({ changeType, employeePence }) => [changeType, employeePence])
  }

  it('tells Leaver with the last pay, and not again', () => {
    expect(told([{ ...dental, effectiveTo: december.endsOn }], [was(dental)])).toEqual([['Leaver', 69_42n]])
    expect(told([], [was(dental, 'Leaver')])).toEqual([])
  })

  it('tells Leaver once with nothing to take where the last pay was over, beside what is given back', () => {
    const back = { ...dental, originalPeriodId: '2026-11', employeePence: -69_42n }
    expect(told([back], [was(dental)])).toEqual([
      ['Adjustment', -69_42n],
      ['Leaver', 0n],
    ])
    expect(told([], [was({ ...dental, employeePence: 0n }, 'Leaver')])).toEqual([])
  })

  it('begins anew when the last day is taken back', () => {
    expect(compared([dental], [was(dental, 'Leaver')])).toEqual([['DENT', 'New', 69_42n]])
  })
})

describe('what a run tells payroll against the one before', () => {
  it.each<[string, RunDeduction[], (RunDeduction & { changeType: ChangeType })[], unknown[]]>([
    ['a line that was not there', [dental], [], [['DENT', 'New', 69_42n]]],
    [
      'the same a year, a penny less this month',
      [{ ...dental, employeePence: 69_41n }],
      [was(dental)],
      [['DENT', 'Continue', 69_41n]],
    ],
    [
      'another amount a year',
      [{ ...dental, annualPence: 900_00n, employeePence: 75_00n }],
      [was(dental)],
      [['DENT', 'Update', 75_00n]],
    ],
    ['another method', [{ ...dental, method: 'sacrifice' }], [was(dental)], [['DENT', 'Update', 69_42n]]],
    ['its last pay', [{ ...dental, effectiveTo: december.endsOn }], [was(dental)], [['DENT', 'Closing', 69_42n]]],
    ['gone after its last pay', [], [was(dental, 'Closing')], [['DENT', 'Closed', 0n]]],
    ['gone without notice', [], [was(dental)], [['DENT', 'Closed', 0n]]],
    ['gone for longer', [], [was({ ...dental, employeePence: 0n }, 'Closed')], []],
    ['back after it was closed', [dental], [was(dental, 'Closed')], [['DENT', 'New', 69_42n]]],
    [
      'late for an earlier period, beside what is due',
      [{ ...dental, originalPeriodId: '2026-11' }, dental],
      [],
      [
        ['DENT', 'Adjustment', 69_42n],
        ['DENT', 'New', 69_42n],
      ],
    ],
    [
      'an adjustment of the run before',
      [dental],
      [was({ ...dental, originalPeriodId: '2026-10' }, 'Adjustment'), was(dental)],
      [['DENT', 'Continue', 69_42n]],
    ],
    [
      'given back alone, after it was closed',
      [{ ...dental, originalPeriodId: '2026-11', employeePence: -69_42n }],
      [was(dental)],
      [
        ['DENT', 'Adjustment', -69_42n],
        ['DENT', 'Closed', 0n],
      ],
    ],
  ])('%s', (_, current, previous, expected) => expect(compared(current, previous)).toEqual(expected))

  it('ends with the last day, not before', () => {
    expect(endsBy({ effectiveTo: isoDate.parse('2026-12-31') }, december)).toBe(true)
    expect(endsBy({ effectiveTo: isoDate.parse('2027-01-01') }, december)).toBe(false)
    expect(endsBy({ effectiveTo: null }, december)).toBe(false)
  })
})
