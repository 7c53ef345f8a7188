import { inflateSync } from 'node:zlib'

export type PdfPart = { role: string; scope: string | null; text: string; parts: PdfPart[] }

export type ParsedPdf = {
  title: string
  language: string
  tagged: boolean
  showsTitle: boolean
  metadata: string
  pages: number
  document: PdfPart
  missingFonts: string[]
}

type Value = string | number | boolean | null | Reference | Value[] | Dictionary
type Dictionary = { [name: string]: Value }
class Reference {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
}

export function parsePdf(bytes: Uint8Array): ParsedPdf {
  const file = new PdfFile(Buffer.from(bytes))
  const root = file.dictionary(file.trailer['Root'])
  const info = file.dictionary(file.trailer['Info'])
  const pages = file.list(file.dictionary(root['Pages'])['Kids'])
  const texts = new Map(pages.map((page) => [idOf(page), textsOf(file, file.dictionary(page))]))
  const [top] = file.list(file.dictionary(root['StructTreeRoot'])['K'])
  return {
    title: textOf(file.value(info['Title'])),
    language: textOf(file.value(root['Lang'])),
    tagged: file.dictionary(root['MarkInfo'])['Marked'] === true,
    showsTitle: file.dictionary(root['ViewerPreferences'])['DisplayDocTitle'] === true,
    metadata: file.stream(root['Metadata']).toString('utf8'),
    pages: pages.length,
    document: partOf(file, top ?? null, texts),
    missingFonts: file
      .fonts()
      .filter((font) => !font.embedded)
      .map((font) => font.name),
  }
}

export function partsOf(part: PdfPart, role: string): PdfPart[] {
  return [...(part.role === role ? [part] : []), ...part.parts.flatMap((one) => partsOf(one, role))]
}

type Texts = ReadonlyMap<number, ReadonlyMap<number, string>>

function partOf(file: PdfFile, reference: Value, texts: Texts): PdfPart {
  const { S: role, K: kids = null, Pg: page = null, A: attributes = null } = file.dictionary(reference)
  const part: PdfPart = {
    role: textOf(role ?? null),
    scope: attributes === null ? null : textOf(file.dictionary(attributes)['Scope'] ?? ''),
    text: '',
    parts: [],
  }
  for (const kid of kids === null ? [] : file.list(kids)) {
    if (typeof kid === 'number') part.text += texts.get(idOf(page))?.get(kid) ?? ''
    else if (kid instanceof Reference) part.parts.push(partOf(file, kid, texts))
    else {
      const { Pg, MCID } = file.dictionary(kid)
      part.text += texts.get(idOf(Pg ?? null))?.get(Number(MCID)) ?? ''
    }
  }
  return part
}

function textsOf(file: PdfFile, page: Dictionary): Map<number, string> {
  const fonts = file.dictionary(file.dictionary(page['Resources'])['Font'] ?? null)
  const content = file.stream(page['Contents'])
  const texts = new Map<number, string>()
  let piece: number | null = null
  let letters = new Map<string, string>()
  const operators = /\/MCID (\d+)[^B]*BDC|(EMC)|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g
  for (const [, marked, ended, font, shown] of content.toString('latin1').matchAll(operators)) {
    if (marked !== undefined) piece = Number(marked)
    else if (ended) piece = null
    else if (font) letters = file.lettersOf(fonts[font] ?? null)
    else if (piece !== null) {
      const codes = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      const text = codes.map((code) => letters.get(code) ?? '�').join('')
      texts.set(piece, (texts.get(piece) ?? '') + text)
    }
  }
  return texts
}

class PdfFile {
  readonly trailer: Dictionary
  private readonly text: string
  private readonly offsets: readonly number[]
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.text = bytes.toString('latin1')
    const table = Number(/startxref\s+(\d+)/.exec(this.text)?.[1])
    this.offsets = [...this.text.slice(table).matchAll(/^(\d{10}) \d{5} [nf]/gm)].map(([, offset]) => Number(offset))
    this.trailer = this.dictionary(new Reader(this.text, this.text.indexOf('trailer', table) + 7).value())
  }

  value(value: Value | undefined): Value {
    if (!(value instanceof Reference)) return value ?? null
    return this.at(value).reader.value()
  }

  dictionary(value: Value | undefined): Dictionary {
    const found = this.value(value)
    if (typeof found !== 'object' || found === null || Array.isArray(found) || found instanceof Reference)
      throw new Error(`There is no dictionary: ${JSON.stringify(found)}`)
    return found
  }

  list(value: Value | undefined): Value[] {
    const found = this.value(value)
    return Array.isArray(found) ? found : [value ?? null]
  }

  stream(value: Value | undefined): Buffer {
    if (!(value instanceof Reference)) throw new Error('A stream is an object of its own')
    const { reader } = this.at(value)
    const { Length: length, Filter: filter } = this.dictionary(reader.value())
    const start = this.text.indexOf('stream', reader.at) + 7
    const bytes = this.bytes.subarray(start, start + Number(this.value(length)))
    return filter === 'FlateDecode' ? inflateSync(bytes) : bytes
  }

  lettersOf(font: Value): Map<string, string> {
    const table = this.stream(this.dictionary(font)['ToUnicode']).toString('latin1')
    const letters = new Map<string, string>()
    for (const [, first = '', , list = ''] of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
      const signs = [...list.matchAll(/<([0-9a-f ]+)>/g)].map(([, hex = '']) => fromHex(hex))
      signs.forEach((sign, index) =>
        letters.set((Number.parseInt(first, 16) + index).toString(16).padStart(4, '0'), sign),
      )
    }
    return letters
  }

  fonts(): { name: string; embedded: boolean }[] {
    return this.offsets.flatMap((_, id) => {
      if (id === 0) return []
      const object = this.value(new Reference(id))
      if (typeof object !== 'object' || object === null || Array.isArray(object) || object instanceof Reference)
        return []
      if (object['Type'] !== 'FontDescriptor' && object['Subtype'] !== 'Type1') return []
      const embedded = 'FontFile2' in object || 'FontFile3' in object
      return [{ name: textOf(object['FontName'] ?? object['BaseFont'] ?? ''), embedded }]
    })
  }

  private at({ id }: Reference): { reader: Reader } {
    const offset = this.text.indexOf('obj', this.offsets[id]) + 3
    return { reader: new Reader(this.text, offset) }
  }
}

class Reader {
  at: number
  private readonly text: string
  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  value(): Value {
    const token = this.token()
    if (token === '<<') return this.entries()
    if (token === '[') return this.items()
    if (token.startsWith('/')) return token.slice(1)
    if (token.startsWith('(')) return literal(token.slice(1, -1))
    if (token.startsWith('<')) return fromHex(token.slice(1, -1))
    if (token === 'true' || token === 'false') return token === 'true'
    if (token === 'null') return null
    const reference = /^\s+\d+\s+R\b/.exec(this.text.slice(this.at, this.at + 20))
    if (!reference) return Number(token)
    this.at += reference[0].length
    return new Reference(Number(token))
  }

  private token(): string {
    const tokens = /\s*(<<|>>|\[|\]|\/[^\s/<>[\]()]*|\((?:\\[\s\S]|[^\\)])*\)|<[0-9a-fA-F\s]*>|[^\s/<>[\]()]+)/y
    tokens.lastIndex = this.at
    const found = tokens.exec(this.text)
    if (!found?.[1]) throw new Error(`There is no value at ${this.at}`)
    this.at = tokens.lastIndex
    return found[1]
  }

  private items(): Value[] {
    const items: Value[] = []
    while (!this.ends(']')) items.push(this.value())
    return items
  }

  private entries(): Dictionary {
    const entries: Dictionary = {}
    while (!this.ends('>>')) {
      const name = this.value()
      entries[textOf(name)] = this.value()
    }
    return entries
  }

  private ends(with_: string): boolean {
    const before = this.at
    if (this.token() === with_) return true
    this.at = before
    return false
  }
}

function idOf(value: Value): number {
  return value instanceof Reference ? value.id : 0
}

function textOf(value: Value): string {
  if (typeof value !== 'string') throw new Error(`This is no text: ${JSON.stringify(value)}`)
  return value
}

function literal(escaped: string): string {
  const bytes = escaped.replace(/\\([nrtbf()\\]|[0-7]{1,3})/g, (_, sign: string) =>
    /[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8)) : (escapes[sign] ?? sign),
  )
  return bytes.startsWith('\xfe\xff') ? fromUtf16(Buffer.from(bytes.slice(2), 'latin1')) : bytes
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function fromHex(hex: string): string {
  return fromUtf16(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
}

function fromUtf16(bytes: Buffer): string {
  return Buffer.from(bytes).swap16().toString('utf16le')
}
