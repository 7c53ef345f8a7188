import { PDFDocument, type StructureElement } from 'pdfkit'
import { fontFilesOf, type FontWeight } from './fonts.ts'
import { type TextLine, breakLines, type TextRun } from './break-lines.ts'

export type PdfLook = {
  /** Plain text, because the library writes the metadata unescaped. */
  title: string
  /** Stored as the creation date, so that the same content gives the same file. */
  madeOn: Date
  brand: string
  primary: string
  onPrimary: string
  strong: string
  baseFont: string
  headerFont: string
  foot: (page: number, of: number) => string
}

type Align = 'start' | 'end'
type PdfColumn = {
  header: string
  /** Share of the page width, relative to the other columns. */ share: number
  align?: Align
}
export type PdfTable = {
  title: string
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  total?: readonly string[]
}

type Row = {
  cells: readonly string[]
  columns: readonly PdfColumn[]
  widths: readonly number[]
  kind: 'head' | 'body' | 'foot'
}

type Style = { family: string; weight: FontWeight; size: number; colour: string }

const margin = 56
const bandHeight = 64
const leading = 1.4
const text = '#1b1f23'
const soft = '#56606b'
const rule = '#d5dade'

/** A PDF for screen readers (PDF/UA), with tags, language and embedded fonts. Decoration is marked as artifact. */
export class TaggedPdf {
  private readonly pdf: PDFDocument
  private readonly root: StructureElement
  private readonly look: PdfLook
  private readonly registered = new Set<string>()
  private y = margin

  constructor(look: PdfLook) {
    this.look = look
    this.pdf = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      subset: 'PDF/UA',
      lang: 'en-GB',
      displayTitle: true,
      bufferPages: true,
      font: null,
      info: { Title: look.title, Producer: 'pdfkit', Creator: 'Employee benefits portal', CreationDate: look.madeOn },
    })
    this.root = this.pdf.struct('Document', { title: look.title })
    this.pdf.addStructure(this.root)
    this.band()
  }

  heading(level: 1 | 2 | 3, words: string): void {
    const { headerFont: family, strong: colour } = this.look
    const size = { 1: 24, 2: 15, 3: 11.5 }[level]
    this.space(level === 1 ? 6 : 16)
    this.room(size * leading + 60)
    this.block(this.root, `H${level}`, words, { family, weight: 700, size, colour })
    this.space(level === 1 ? 4 : 6)
  }

  paragraph(words: string, { quiet = false }: { quiet?: boolean } = {}): void {
    const style = quiet ? { size: 9, colour: soft } : { size: 10.5, colour: text }
    this.block(this.root, 'P', words, { family: this.look.baseFont, weight: 400, ...style })
    this.space(4)
  }

  table({ title, columns, rows, total }: PdfTable): void {
    const table = this.pdf.struct('Table', { title })
    this.root.add(table)
    const widths = widthsOf(columns, this.width)
    const headings = columns.map(({ header }) => header)
    const groups = { head: 'THead', body: 'TBody', foot: 'TFoot' } as const
    const group = (kind: keyof typeof groups) => {
      const element = this.pdf.struct(groups[kind])
      table.add(element)
      return element
    }
    const head: Row = { cells: headings, columns, widths, kind: 'head' }
    const room = (row: Row) => {
      if (this.fits(row)) return row
      this.nextPage()
      this.headingsAgain(head)
      return row
    }
    this.row(group('head'), head)
    const body = rows.length > 0 ? group('body') : null
    for (const cells of rows) if (body) this.row(body, room({ cells, columns, widths, kind: 'body' }))
    if (total) this.row(group('foot'), room({ cells: total, columns, widths, kind: 'foot' }))
    table.end()
    this.space(6)
  }

  async end(): Promise<Uint8Array> {
    const { start, count } = this.pdf.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page)
      this.artifact('Pagination', () => {
        const style = { family: this.look.baseFont, weight: 400, size: 8.5, colour: soft } as const
        const [line] = this.lines(this.look.foot(page + 1, count), style, this.width)
        if (line) this.write(line, style, { x: margin, y: this.pdf.page.height - 40 })
      })
    }
    this.root.end()
    this.pdf.end()
    const parts: Uint8Array[] = []
    for await (const part of this.pdf) parts.push(part)
    return Buffer.concat(parts)
  }

  private get width(): number {
    return this.pdf.page.width - 2 * margin
  }

  private band(): void {
    const { primary, onPrimary, headerFont, brand } = this.look
    this.artifact('Layout', () => {
      this.pdf.rect(0, 0, this.pdf.page.width, bandHeight).fill(primary)
    })
    this.y = 20
    this.block(this.root, 'P', brand, { family: headerFont, weight: 700, size: 17, colour: onPrimary })
    this.y = bandHeight + 28
  }

  private row(parent: StructureElement, row: Row): void {
    const { draw, height } = this.laidOut(row)
    const line = this.pdf.struct('TR')
    parent.add(line)
    for (const [index, drawCell] of draw.entries()) {
      const isHeading = row.kind === 'head' || index === 0
      const cell = this.pdf.struct(
        isHeading ? 'TH' : 'TD',
        isHeading ? { scope: row.kind === 'head' ? 'Column' : 'Row' } : undefined,
      )
      line.add(cell)
      cell.add(drawCell)
      cell.end()
    }
    line.end()
    this.endRow(row, height)
  }

  private headingsAgain(row: Row): void {
    const { draw, height } = this.laidOut(row)
    this.artifact('Layout', () => draw.forEach((drawCell) => drawCell()))
    this.endRow(row, height)
  }

  private laidOut({ cells, columns, widths, kind }: Row): { draw: (() => void)[]; height: number } {
    const style = this.cellStyle(kind)
    const top = this.y + 4
    const laid = this.linesIn({ cells, widths, kind })
    const draw = laid.map((lines, index) => () => {
      const left = margin + widths.slice(0, index).reduce((sum, width) => sum + width, 0)
      for (const [number, each] of lines.entries()) {
        const free = columns[index]?.align === 'end' ? (widths[index] ?? 0) - each.width : 0
        this.write(each, style, { x: left + free, y: top + number * style.size * leading })
      }
    })
    return { draw, height: heightOf(laid, style.size) }
  }

  private endRow({ kind }: Row, height: number): void {
    this.y += height
    this.artifact('Layout', () => {
      this.pdf
        .lineWidth(kind === 'body' ? 0.5 : 1)
        .strokeColor(kind === 'body' ? rule : this.look.primary)
        .moveTo(margin, this.y)
        .lineTo(margin + this.width, this.y)
        .stroke()
    })
  }

  private cellStyle(kind: 'head' | 'body' | 'foot'): Style {
    const { baseFont: family } = this.look
    return kind === 'body'
      ? { family, weight: 400, size: 10, colour: text }
      : { family, weight: 700, size: kind === 'head' ? 9 : 10, colour: kind === 'head' ? soft : text }
  }

  private fits(row: Omit<Row, 'columns'>): boolean {
    return this.y + heightOf(this.linesIn(row), this.cellStyle(row.kind).size) <= this.bottom
  }

  private linesIn({ cells, widths, kind }: Omit<Row, 'columns'>): TextLine[][] {
    return cells.map((cell, index) => this.lines(cell, this.cellStyle(kind), (widths[index] ?? 0) - 8))
  }

  private block(parent: StructureElement, tag: string, words: string, style: Style): void {
    const lines = this.lines(words, style, this.width)
    this.room(Math.min(lines.length, 3) * style.size * leading)
    const element = this.pdf.struct(tag)
    parent.add(element)
    // Marked content ends with the page, so the text on each page is added separately.
    let left = lines
    while (left.length > 0) {
      const fit = Math.max(1, Math.floor((this.bottom - this.y) / (style.size * leading)))
      const here = left.slice(0, fit)
      left = left.slice(fit)
      element.add(() => {
        for (const line of here) {
          this.write(line, style, { x: margin, y: this.y })
          this.y += style.size * leading
        }
      })
      if (left.length > 0) this.nextPage()
    }
    element.end()
  }

  private get bottom(): number {
    return this.pdf.page.height - 64
  }

  private space(points: number): void {
    this.y += points
  }

  private room(points: number): void {
    if (this.y + points > this.bottom) this.nextPage()
  }

  private nextPage(): void {
    this.pdf.addPage()
    this.y = margin
  }

  private artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.pdf.markContent('Artifact', { type })
    draw()
    this.pdf.endMarkedContent()
  }

  private lines(words: string, style: Style, width: number): TextLine[] {
    const measure = (run: TextRun) => this.use(run, style).widthOfString(run.text)
    return breakLines(words, { fonts: fontFilesOf(style.family, style.weight), width, measure })
  }

  private write({ runs }: TextLine, style: Style, { x, y }: { x: number; y: number }): void {
    let at = x
    for (const run of runs) {
      const width = this.use(run, style).widthOfString(run.text)
      this.pdf.fillColor(style.colour).text(run.text, at, y, { lineBreak: false })
      at += width
    }
  }

  private use({ font: { name, bytes } }: TextRun, { size }: Style): PDFDocument {
    if (!this.registered.has(name)) {
      this.pdf.registerFont(name, bytes())
      this.registered.add(name)
    }
    return this.pdf.font(name).fontSize(size)
  }
}

function widthsOf(columns: readonly PdfColumn[], width: number): number[] {
  const parts = columns.reduce((sum, { share }) => sum + share, 0)
  return columns.map(({ share }) => (share / parts) * width)
}

function heightOf(cells: readonly TextLine[][], size: number): number {
  return Math.max(...cells.map((lines) => lines.length)) * size * leading + 8
}
