import { showDate, type IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import { showPounds } from '../../contract/money.ts'
import type { PdfTable, TaggedPdf } from '../../platform/pdf/tagged-pdf.ts'
import { readableFrom, textOn, type Theme } from '../theme/theme.rules.ts'
import { byCategory } from './by-category.rules.ts'
import { rewardStatementMessages as say } from './reward-statement.messages.ts'
import type { TotalBenefits, TotalBenefitsCard } from './total-benefits.contract.ts'

export type RewardStatement = {
  view: TotalBenefits
  name: string
  schemeYear: { from: IsoDate; to: IsoDate }
  since: IsoDate
  theme: Pick<Theme, 'brand' | 'primary' | 'baseFont' | 'headerFont'>
}

/** Where a client names no font, or one that only browsers have. */
const plainFont = 'Inter'

/**
 * The figures of the page as a tagged PDF in the client's brand. Nothing of the moment goes into it, so that the same
 * package is the same file. The library is fetched with the first one that is asked for.
 */
export async function rewardStatement(statement: RewardStatement): Promise<Download> {
  const { TaggedPdf } = await import('../../platform/pdf/tagged-pdf.ts')
  const { theme, schemeYear, since } = statement
  const year = yearOf(schemeYear)
  const pdf = new TaggedPdf({
    title: `${say.title} ${year.replace('-', '/')}`,
    madeOn: new Date(`${since}T00:00:00Z`),
    brand: theme.brand,
    primary: theme.primary,
    onPrimary: textOn(theme.primary),
    strong: readableFrom(theme.primary, 4.5),
    baseFont: theme.baseFont ?? plainFont,
    headerFont: theme.headerFont ?? theme.baseFont ?? plainFont,
    foot: say.foot,
  })
  write(pdf, statement)
  return { fileName: say.fileName(year), mediaType: 'application/pdf', bytes: await pdf.end() }
}

function write(pdf: TaggedPdf, { view, name, schemeYear, since }: RewardStatement): void {
  pdf.heading(1, say.title)
  pdf.paragraph(say.of(name))
  pdf.paragraph(say.period({ from: showDate(schemeYear.from), to: showDate(schemeYear.to) }), { quiet: true })
  pdf.paragraph(say.since(showDate(since)), { quiet: true })
  if (view.rows.length === 0) return pdf.paragraph(say.none)

  pdf.heading(2, say.summary)
  pdf.table(packageTable(view))
  pdf.heading(2, say.pay)
  pdf.table(payTable(view))
  pdf.heading(2, say.benefits)
  for (const { label, rows } of byCategory(view.rows)) {
    pdf.heading(3, label)
    pdf.table(benefitsTable(say.benefitsOf(label), rows))
  }
  pdf.table(allTable(view))

  pdf.heading(2, say.howTitle)
  pdf.paragraph(say.how)
  if (view.rows.some((row) => row.employeeContribution.year < 0)) pdf.paragraph(say.added)
  pdf.paragraph(basisOf(view.card.takeHome), { quiet: true })
}

type InEachMode = TotalBenefitsCard['total']
type Figure = [label: string, amount: InEachMode | null]

function packageTable({ card }: TotalBenefits): PdfTable {
  const figures: Figure[] = [
    [say.salary, card.salary],
    [say.employerContribution, card.employerContribution],
  ]
  const [worth] = figureRows([[say.packageValue, card.packageValue]])
  return {
    title: say.summaryTable,
    columns: figureColumns,
    rows: figureRows(figures),
    ...(worth && { total: worth }),
  }
}

function payTable({ card: { employeeContribution, saved } }: TotalBenefits): PdfTable {
  const tax: Figure =
    saved && saved.year < 0 ? [say.extraTax, { year: -saved.year, month: -saved.month }] : [say.saved, saved]
  return {
    title: say.payTable,
    columns: figureColumns,
    rows: figureRows([[say.employeeContribution, employeeContribution], tax]),
  }
}

const figureColumns: PdfTable['columns'] = [
  { header: say.figure, share: 5 },
  { header: say.year, share: 2, align: 'end' },
  { header: say.month, share: 2, align: 'end' },
]

/** What is not known is no row. */
function figureRows(figures: readonly Figure[]): string[][] {
  return figures.flatMap(([label, amount]) =>
    amount ? [[label, showPounds(amount.year), showPounds(amount.month)]] : [],
  )
}

const benefitColumns: PdfTable['columns'] = [
  { header: say.benefit, share: 4 },
  { header: say.youPay, share: 2, align: 'end' },
  { header: say.employerPays, share: 2, align: 'end' },
  { header: say.total, share: 2, align: 'end' },
]

function benefitsTable(title: string, rows: TotalBenefits['rows']): PdfTable {
  return { title, columns: benefitColumns, rows: rows.map((row) => [row.name, ...amounts(row)]) }
}

function allTable({ card }: TotalBenefits): PdfTable {
  return {
    title: say.benefitsOf(say.all),
    columns: benefitColumns,
    rows: [],
    total: [say.all, ...amounts(card)],
  }
}

function amounts({
  employeeContribution,
  employerContribution,
  total,
}: Pick<TotalBenefitsCard, 'employeeContribution' | 'employerContribution' | 'total'>): string[] {
  return [employeeContribution, employerContribution, total].map(({ year }) => showPounds(year))
}

/** '2026-27', or '2026' where it is a calendar year. */
function yearOf({ from, to }: RewardStatement['schemeYear']): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
  return first === last ? first : `${first}-${last.slice(2)}`
}

function basisOf(takeHome: TotalBenefitsCard['takeHome']): string {
  return takeHome.outcome === 'computed' ? takeHome.basis : takeHome.reason
}
