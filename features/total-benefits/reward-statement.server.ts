import { showDate, type IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import { showPounds } from '../../contract/money.ts'
import type { PdfTable, TaggedPdf } from '../../platform/pdf/tagged-pdf.ts'
import { readableColour, textOn, type Theme } from '../../services/theme/theme.rules.ts'
import { plannedSentence } from './planned-changes.rules.ts'
import { rewardStatementMessages as say } from './reward-statement.messages.ts'
import { totalBenefitsMessages as page } from './total-benefits.messages.ts'
import type { TotalBenefits, TotalBenefitsCard } from './total-benefits.contract.ts'

export type RewardStatement = {
  view: TotalBenefits
  name: string
  schemeYear: { from: IsoDate; to: IsoDate }
  on: IsoDate
  theme: Pick<Theme, 'brand' | 'primary' | 'baseFont' | 'headerFont'>
}

const plainFont = 'Inter'

/** The tagged PDF has no times, so that the same amounts give the same file on one day. */
export async function rewardStatement(statement: RewardStatement): Promise<Download> {
  const { TaggedPdf } = await import('../../platform/pdf/tagged-pdf.ts')
  const { theme, schemeYear, on } = statement
  const year = yearOf(schemeYear)
  const pdf = new TaggedPdf({
    title: `${say.title} ${year.replace('-', '/')}`,
    madeOn: new Date(`${on}T00:00:00Z`),
    brand: theme.brand,
    primary: theme.primary,
    onPrimary: textOn(theme.primary),
    strong: readableColour(theme.primary, 4.5),
    baseFont: theme.baseFont ?? plainFont,
    headerFont: theme.headerFont ?? theme.baseFont ?? plainFont,
    foot: say.foot,
  })
  write(pdf, statement)
  return { fileName: say.fileName(year), mediaType: 'application/pdf', bytes: await pdf.end() }
}

function write(pdf: TaggedPdf, { view, name, schemeYear, on }: RewardStatement): void {
  pdf.heading(1, say.title)
  pdf.paragraph(say.of(name))
  pdf.paragraph(say.period({ from: showDate(schemeYear.from), to: showDate(schemeYear.to) }), { quiet: true })
  pdf.paragraph(say.since(showDate(on)), { quiet: true })
  if (view.rows.length === 0) pdf.paragraph(page.none)
  else writePackage(pdf, view)
  const { planned } = view.card
  if (planned.length === 0) return
  pdf.heading(2, page.planned)
  for (const change of planned) pdf.paragraph(plannedSentence(change, 'year'))
}

function writePackage(pdf: TaggedPdf, view: TotalBenefits): void {
  pdf.heading(2, say.summary)
  pdf.table(packageTable(view))
  pdf.heading(2, page.pay)
  pdf.table(payTable(view))
  pdf.heading(2, page.benefits)
  pdf.table(benefitsTable(view))

  pdf.heading(2, say.howTitle)
  pdf.paragraph(say.how)
  if (view.rows.some((row) => row.employeeContribution.year < 0)) pdf.paragraph(page.belowNought)
  pdf.paragraph(basisOf(view.card.takeHome), { quiet: true })
}

type InEachMode = TotalBenefitsCard['total']
type Figure = [label: string, amount: InEachMode | null]

function packageTable({ card }: TotalBenefits): PdfTable {
  const figures: Figure[] = [
    [page.salary, card.salary],
    [page.addedToPay, card.addedToPay.year > 0 ? card.addedToPay : null],
    [page.employer, card.employerContribution],
  ]
  const [worth] = figureRows([[page.packageValue, card.packageValue]])
  return {
    title: say.summaryTable,
    columns: figureColumns,
    rows: figureRows(figures),
    ...(worth && { total: worth }),
  }
}

function payTable({ card: { employeeContribution: paid, saved, takeHome } }: TotalBenefits): PdfTable {
  const change = takeHome.outcome === 'computed' ? takeHome.change : null
  const inHand = change && { year: change.perYear, month: change.perMonth }
  const [total] = figureRows([
    inHand && inHand.year < 0 ? [page.lessInHand, negated(inHand)] : [page.moreInHand, inHand],
  ])
  return {
    title: say.payTable,
    columns: figureColumns,
    rows: figureRows([
      paid.year < 0 ? [page.added, negated(paid)] : [page.employee, paid],
      saved && saved.year < 0 ? [page.extraTax, negated(saved)] : [page.saved, saved],
    ]),
    ...(total && { total }),
  }
}

function negated({ year, month }: InEachMode): InEachMode {
  return { year: -year, month: -month }
}

const figureColumns: PdfTable['columns'] = [
  { header: say.figure, share: 5 },
  { header: say.year, share: 2, align: 'end' },
  { header: say.month, share: 2, align: 'end' },
]

function figureRows(figures: readonly Figure[]): string[][] {
  return figures.flatMap(([label, amount]) =>
    amount ? [[label, showPounds(amount.year), showPounds(amount.month)]] : [],
  )
}

function benefitsTable({ rows, card }: TotalBenefits): PdfTable {
  return {
    title: say.benefitsTable,
    columns: [
      { header: page.benefit, share: 9 },
      { header: say.kind, share: 5 },
      { header: page.youPay, share: 5, align: 'end' },
      { header: page.employerPays, share: 5, align: 'end' },
      { header: page.total, share: 5, align: 'end' },
    ],
    rows: rows.map((row) => [row.name, row.categoryLabel, ...amounts(row)]),
    total: [page.all, '', ...amounts(card)],
  }
}

function amounts({
  employeeContribution,
  employerContribution,
  total,
}: Pick<TotalBenefitsCard, 'employeeContribution' | 'employerContribution' | 'total'>): string[] {
  return [employeeContribution, employerContribution, total].map(({ year }) => showPounds(year))
}

function yearOf({ from, to }: RewardStatement['schemeYear']): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)]
  return first === last ? first : `${first}-${last.slice(2)}`
}

function basisOf(takeHome: TotalBenefitsCard['takeHome']): string {
  return takeHome.outcome === 'computed' ? takeHome.basis : takeHome.reason
}
