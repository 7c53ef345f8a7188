/** The parts of pdfkit 0.20 that we use. The published types know neither PDF/UA nor the scope of headings. */
declare module 'pdfkit' {
  type StructureOptions = { title?: string; scope?: 'Column' | 'Row' }

  export class StructureElement {
    add(child: StructureElement | (() => void)): this
    end(): void
  }

  export class PDFDocument {
    constructor(options: {
      size: 'A4'
      margin: number
      pdfVersion: '1.7'
      tagged: true
      subset: 'PDF/UA'
      lang: string
      displayTitle: true
      bufferPages: true
      /** Prevents a default font, because pdfkit's is not embedded. */
      font: null
      info: { Title: string; Producer: string; Creator: string; CreationDate: Date }
    })
    readonly page: { width: number; height: number }
    struct(type: string, options?: StructureOptions): StructureElement
    addStructure(element: StructureElement): this
    markContent(tag: 'Artifact', options: { type: 'Layout' | 'Pagination' }): this
    endMarkedContent(): this
    registerFont(name: string, font: Uint8Array): this
    font(name: string): this
    fontSize(size: number): this
    fillColor(colour: string): this
    strokeColor(colour: string): this
    lineWidth(width: number): this
    widthOfString(text: string): number
    text(text: string, x: number, y: number, options: { lineBreak: false }): this
    rect(x: number, y: number, width: number, height: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    fill(colour: string): this
    stroke(): this
    addPage(): this
    bufferedPageRange(): { start: number; count: number }
    switchToPage(number: number): this
    end(): void
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>
  }
}
