import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { spendPartsOf, type PartOfMonth } from './spend-parts.rules.ts'

const [september, october] = [isoDate.parse('2026-09-01'), isoDate.parse('2026-10-01')]

function part(kind: PartOfMonth['kind'], name: string, of: Partial<PartOfMonth> = {}): PartOfMonth {
  return { month: october, kind, name, provider: null, employer: 10_000, before: 0, after: 0, people: 10, ...of }
}

const shown = (rows: PartOfMonth[]) => {
  const { months, parts } = spendPartsOf(rows, 5)
  return [months, ...parts.map(({ by, name, amounts }) => [by, name, ...amounts])]
}

it('splits the spending of each month by benefit, provider and payer', () => {
  const rows = [
    part('benefit', 'Dental insurance', { provider: 'Brightwell', before: 2_000, after: 500 }),
    part('benefit', 'Health cash plan', { provider: 'Brightwell', employer: 5_050 }),
  ]
  expect(shown(rows)).toEqual([
    [october],
    ['benefit', 'Dental insurance', 100],
    ['benefit', 'Health cash plan', 50.5],
    ['provider', 'Brightwell', 150.5],
    ['payer', 'employer', 150.5],
    ['payer', 'before-tax', 20],
    ['payer', 'after-tax', 5],
  ])
})

it('adds up groups of fewer than five people, with the next smallest group [S-53]', () => {
  const rows = [
    part('cost-centre', 'Board', { people: 4, employer: 900_000 }),
    part('cost-centre', 'Depot', { people: 6, employer: 60_000 }),
    part('cost-centre', 'Trains', { people: 200, employer: 500_000 }),
  ]
  expect(shown(rows)).toEqual([[october], ['department', 'Trains', 5_000], ['department', null, 9_600]])
})

it('gives no amount for a month whose runs do not name the groups', () => {
  const rows = [
    part('location', '', { month: september, people: 300, employer: 700_000 }),
    part('location', 'York', { people: 100, employer: 200_000 }),
    part('location', 'Leeds', { people: 200, employer: 500_000 }),
    part('location', 'Derby', { people: 2, employer: 10_000 }),
  ]
  expect(shown(rows)).toEqual([
    [september, october],
    ['location', 'Leeds', null, 5_000],
    ['location', null, null, 2_100],
  ])
})
