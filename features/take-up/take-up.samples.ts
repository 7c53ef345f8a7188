import { isoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId } from '../../contract/ids.ts'
import type { BenefitTakeUp, ListedPersonRow, TakeUp, TakeUpRow } from './take-up.contract.ts'

const idOf = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}`

export const sampleRows: TakeUpRow[] = [
  {
    benefitId: idOf(1) as BenefitId,
    name: 'Workplace pension',
    category: 'pension',
    categoryLabel: 'Pension',
    offered: true,
    eligible: 200,
    selected: 187,
    optedOut: 4,
    takeUp: 93.5,
    lastYear: 91.2,
  },
  {
    benefitId: idOf(2) as BenefitId,
    name: 'Dental insurance',
    category: 'health',
    categoryLabel: 'Health',
    offered: true,
    eligible: 190,
    selected: 38,
    optedOut: 0,
    takeUp: 20,
    lastYear: null,
  },
  {
    benefitId: idOf(3) as BenefitId,
    name: 'Health cash plan',
    category: 'health',
    categoryLabel: 'Health',
    offered: false,
    eligible: 3,
    selected: 3,
    optedOut: 0,
    takeUp: 100,
    lastYear: null,
  },
]

const inGroup = {
  groupChoices: [
    { by: 'department', value: 'FIN', name: 'FIN' },
    { by: 'department', value: 'OPS', name: 'OPS' },
    { by: 'payroll', value: idOf(21), name: 'Monthly salaries' },
  ],
  group: null,
} satisfies Pick<TakeUp, 'group' | 'groupChoices'>

export const sampleTakeUp: TakeUp = {
  ...inGroup,
  asOf: '2026-11-27T14:32:00Z',
  employees: 1234,
  holders: 1000,
  data: sampleRows,
}

const sampleHolders: ListedPersonRow[] = [
  {
    employeeId: idOf(11) as PersonId,
    name: 'Ann Ahmed',
    email: 'ann.ahmed@demo.example',
    employeeNumber: 'NR1',
    holding: 'selected',
    from: isoDate.parse('2026-04-06'),
  },
  {
    employeeId: idOf(12) as PersonId,
    name: 'Bo Li',
    email: 'bo.li@demo.example',
    employeeNumber: null,
    holding: 'not-selected',
    from: null,
  },
]

const group = (band: string, eligible: number | null, selected: number | null, takeUp: number | null) => ({
  band,
  eligible,
  selected,
  takeUp,
})

export const sampleOfBenefit: BenefitTakeUp = {
  ...inGroup,
  asOf: '2026-11-27T14:32:00Z',
  // The array above has this row.
  benefit: sampleRows[1] as TakeUpRow,
  data: sampleHolders,
  total: 38,
  per_page: 10,
  last_page: 4,
  filters: { holding: 'selected' },
  insights: {
    smallestGroup: 5,
    groups: {
      age: [
        group('under-25', null, null, null),
        group('25-34', 60, 6, 10),
        group('35-44', 50, 20, 40),
        group('45-54', 40, 6, 15),
        group('55-64', 30, 5, 16.7),
        group('65-over', null, null, null),
      ],
      sex: [group('female', 100, 20, 20), group('male', 90, 18, 20), group('unknown', 0, 0, 0)],
      service: [
        group('under-1', null, null, null),
        group('1-2', null, null, null),
        group('3-5', null, null, null),
        group('6-10', null, null, null),
        group('over-10', null, null, null),
        group('unknown', null, null, null),
      ],
    },
  },
}
