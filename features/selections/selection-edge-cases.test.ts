import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { needsApproval } from '../../services/benefits/choosing.server.ts'
import { lifeAssurance } from '../scheme/definition.samples.ts'
import { coreCoverStart } from '../../services/recalculation/core-cover.server.ts'
import { monthlyPeriods } from './periods.samples.ts'
import { paySchedule } from '../../services/my-benefits/selection-pay.rules.ts'
import { benefitDefinition } from '../scheme/benefit-definition.rules.ts'

const day = (date: string) => isoDate.parse(date)
const version = (number: number, action: string, from: string) => ({
  version: number,
  action,
  state: 'active' as const,
  effectiveFrom: day(from),
})

it('an imported selection is charged from the pay period that was open at its import', () => {
  const periods = monthlyPeriods('2026-04', 12)
  const firstPaid = (takenOverOn: string) =>
    paySchedule({
      versions: [
        {
          ...version(1, 'take-over', '2026-04-01'),
          recordedAt: `${takenOverOn}T09:00:00Z`,
          parts: [
            {
              payer: 'employee',
              taxMethod: 'net-deduction',
              payCode: 'DENT',
              total: '12000',
              spread: { kind: 'recurring' },
              shares: Array<string>(12).fill('1000'),
            },
          ],
        },
      ],
      periods,
      today: day(takenOverOn),
      schemeYears: [{ from: day('2026-04-01'), to: day('2027-03-31') }],
      deducted: [],
    }).lines[0]?.periodId
  // The cut-off is the 10th.
  expect(['2026-11-10', '2026-11-11'].map(firstPaid)).toEqual(['2026-11', '2026-12'])
})

it('a choice above the limit needs approval; a choice at the limit does not', () => {
  const approval = { when: { option: 'value', above: '1000' } }
  const asked = (value: string) => needsApproval({ approval }, { values: { value }, people: [] })
  expect(['999.99', '1000', '1000.00', '1000.01'].map(asked)).toEqual([false, false, false, true])
  expect(needsApproval({ approval }, { values: {}, people: [] })).toBe(false)
})

it('core cover begins for people who start after the client joined the portal; others keep imported cover', () => {
  const from = (startedOn: string, today = '2026-12-01') =>
    coreCoverStart({
      definition: benefitDefinition.parse(lifeAssurance),
      person: { status: 'active', startedOn: day(startedOn), probationEndsOn: null, dateOfBirth: day('1990-05-05') },
      year: { from: day('2026-04-01') },
      cameOn: day('2026-11-16'),
      today: day(today),
    })
  expect(['2026-11-15', '2026-11-16', '2026-11-17'].map((date) => from(date))).toEqual([
    undefined,
    undefined,
    '2026-11-17',
  ])
  expect([from('2026-12-01', '2026-11-30'), from('2026-12-01')]).toEqual([undefined, '2026-12-01'])
})
