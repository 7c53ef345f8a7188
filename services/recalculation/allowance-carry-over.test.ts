import { describe, expect, it } from 'vitest'
import { sampleStoredPrice } from '../../features/selections/stored-price.samples.ts'
import { isoDate } from '../../contract/dates.ts'
import type { SchemeYearId } from '../../contract/ids.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { unspentAllowance } from './allowance-carry-over.rules.ts'

const day = (date: string) => isoDate.parse(date)
const year = { from: day('2026-04-06'), to: day('2027-04-05') }

function left(version: number, from: string, pence: string, more: Partial<SelectionVersion> = {}): SelectionVersion {
  return {
    version,
    schemeYearId: 'year' as SchemeYearId,
    state: 'active',
    action: version === 1 ? 'provide' : 'reprice',
    choice: { values: {}, people: [] },
    peopleCovered: [],
    price: sampleStoredPrice({ pot: { name: 'Flex pot', whole: '36500', paid: '0', left: pence } }),
    effectiveFrom: day(from),
    effectiveTo: null,
    replaces: null,
    actorId: null,
    reason: null,
    recordedAt: `${from}T09:00:00Z`,
    ...more,
  }
}

describe('unspent rest of a flex allowance at the end of a scheme year', () => {
  it('is the whole allowance if nothing was spent, and 1/365 of the allowance for a single day', () => {
    expect(unspentAllowance([left(1, '2026-04-06', '36500')], year)).toBe(365_00n)
    expect(unspentAllowance([left(1, '2027-04-05', '36500')], year)).toBe(1_00n)
  })

  it('adds up the unspent part of each range of days, until the end of the year or of the employment', () => {
    const spentLater = [left(1, '2026-04-06', '36500'), left(2, '2026-07-15', '10000')]
    // 100 days at £365.00 a year and 265 days at £100.00 a year.
    expect(unspentAllowance(spentLater, year)).toBe(100_00n + 72_60n)
    const ended = left(2, '2026-07-15', '0', { action: 'end', state: 'ended', price: null })
    expect(unspentAllowance([left(1, '2026-04-06', '36500'), ended], year)).toBe(100_00n)
  })

  it('is zero if everything was spent, and does not count days of another year', () => {
    expect(unspentAllowance([left(1, '2026-04-06', '0')], year)).toBe(0n)
    expect(unspentAllowance([left(1, '2027-04-06', '36500')], year)).toBe(0n)
    expect(unspentAllowance([], year)).toBe(0n)
  })
})
