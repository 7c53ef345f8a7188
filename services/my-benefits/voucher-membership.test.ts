import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { permissionOf } from './allowed-actions.rules.ts'
import { earliestStop, lastVoucherMonth, voucherMembership } from './voucher-membership.rules.ts'

const day = (text: string) => isoDate.parse(text)
const ran = { version: null, from: day('2022-04-01') }

it.each([
  // Source: Fideliti (a voucher provider): last voucher in November 2022, so the next is due by October 2023.
  [{ ...ran, until: day('2022-12-01'), stopped: 'opt-out' }, '2023-10-01', true],
  [{ ...ran, until: day('2022-12-01'), stopped: 'opt-out' }, '2023-11-01', false],
  // Source: HMRC EIM16230: membership ends with employment, even if the person is soon employed again.
  [{ ...ran, until: day('2022-12-01'), stopped: 'end' }, '2023-01-01', false],
  [ran, '2030-01-01', true],
] as const)('a member with %j may have vouchers from %s: %s', (segment, startsOn, holds) => {
  expect(voucherMembership([segment], { startsOn: day(startsOn) }).holds).toBe(holds)
})

it('a member who paused for too long cannot start again, and is told the reason', () => {
  expect([earliestStop(day('2023-10-01')) <= '2022-12-01', earliestStop(day('2023-11-01')) <= '2022-12-01']).toEqual([
    true,
    false,
  ])
  const { holds, memberUntil } = voucherMembership([], { startsOn: day('2023-11-01'), stoppedFrom: day('2022-12-01') })
  expect([holds, memberUntil]).toEqual([false, '2023-11-29'])
  if (memberUntil === undefined) throw new Error('They were members')
  expect(lastVoucherMonth(memberUntil)).toBe('October 2023')
  expect(permissionOf([{ rule: 'holds-already', holds, memberUntil, met: false }])).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('You had to start vouchers again by your October 2023 pay'),
  })
})
