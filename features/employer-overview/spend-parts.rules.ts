import type { IsoDate } from '../../contract/dates.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { hiddenGroups } from '../take-up/hidden-groups.rules.ts'
import { spendDimensions, type DashboardOverview, type SpendDimension, type SpendPart } from './overview.contract.ts'

/** Pence in a month for a benefit, cost centre or location. `people`: number with employer-paid benefits. */
export type PartOfMonth = {
  month: IsoDate
  kind: 'benefit' | 'cost-centre' | 'location'
  name: string
  provider: string | null
  employer: number
  before: number
  after: number
  people: number
}

type Cell = { month: IsoDate; name: string | null; pence: number | null }

export function spendPartsOf(rows: readonly PartOfMonth[], smallestGroup: number): DashboardOverview['spendParts'] {
  const months = [...new Set(rows.map(({ month }) => month))].toSorted()
  const benefits = rows.filter(({ kind }) => kind === 'benefit')
  const cells: Record<SpendDimension, Cell[]> = {
    benefit: benefits.map(({ month, name, employer }) => ({ month, name, pence: employer })),
    provider: benefits.map(({ month, provider, employer }) => ({ month, name: provider, pence: employer })),
    payer: benefits.flatMap(({ month, employer, before, after }) => [
      { month, name: 'employer', pence: employer },
      { month, name: 'before-tax', pence: before },
      { month, name: 'after-tax', pence: after },
    ]),
    department: groupCells(
      rows.filter(({ kind }) => kind === 'cost-centre'),
      smallestGroup,
    ),
    location: groupCells(
      rows.filter(({ kind }) => kind === 'location'),
      smallestGroup,
    ),
  }
  return {
    months,
    parts: spendDimensions.flatMap((by) => partsOf(cells[by], months).map((part) => ({ by, ...part }))),
  }
}

/** Groups too small to show form one part without a name. Months of old exports name no groups and have no amounts. */
function groupCells(rows: readonly PartOfMonth[], smallestGroup: number): Cell[] {
  const names = [null, ...new Set(rows.map(({ name }) => name))]
  return [...Map.groupBy(rows, ({ month }) => month)].flatMap(([month, ofMonth]) => {
    if (ofMonth.every(({ name }) => name === '')) return names.map((name) => ({ month, name, pence: null }))
    const groups = ofMonth.map(({ name, people }) => ({ key: name, counts: [people] }))
    const hidden = hiddenGroups(groups, smallestGroup)
    return ofMonth.flatMap(({ name, employer }): Cell[] =>
      hidden.has(name)
        ? [
            { month, name, pence: null },
            { month, name: null, pence: employer },
          ]
        : [{ month, name, pence: employer }],
    )
  })
}

function partsOf(cells: readonly Cell[], months: readonly IsoDate[]): Omit<SpendPart, 'by'>[] {
  return [...Map.groupBy(cells, ({ name }) => name)]
    .map(([name, own]) => {
      const ofMonth = Map.groupBy(own, ({ month }) => month)
      return { name, amounts: months.map((month) => amountOf(ofMonth.get(month) ?? [])) }
    })
    .filter(({ amounts }) => amounts.some((amount) => amount))
    .toSorted(
      (a, b) => Number(a.name === null) - Number(b.name === null) || (b.amounts.at(-1) ?? 0) - (a.amounts.at(-1) ?? 0),
    )
}

function amountOf(cells: readonly Cell[]): number | null {
  if (cells.some(({ pence }) => pence === null)) return null
  return poundsFromPence(cells.reduce((sum, { pence }) => sum + BigInt(pence ?? 0), 0n))
}
