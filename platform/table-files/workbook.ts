import type { FileHandle } from 'node:fs/promises'
import { builtInFormat, customFormat, type NumberFormat } from './cell-text.ts'
import { SharedStrings } from './shared-texts.ts'
import { TableRefused } from './table.ts'
import { parseAttributes, decodeEntities, readTags } from './xml-tags.ts'
import { readZipDirectory, unpackEntry, type ZipEntry } from './zip-file.ts'

export type Workbook = {
  sheet: () => AsyncGenerator<Buffer>
  texts: SharedStrings
  formats: readonly NumberFormat[]
  since: 1900 | 1904
}

type Relation = { kind: string; target: string; isOutside: boolean }

export async function openWorkbook(file: FileHandle, size: number): Promise<Workbook> {
  const entries = await readZipDirectory(file, size)
  const part = (path: string): ZipEntry => {
    const entry = entries.get(path)
    if (!entry) throw new TableRefused(path === contentTypes ? 'not-a-workbook' : 'damaged')
    return entry
  }
  const read = (path: string): AsyncGenerator<Buffer> => unpackEntry(file, part(path))

  refuseParts([...entries.keys()])
  refuseKinds(await kindsIn(read(contentTypes)))
  for (const path of entries.keys())
    if (path.endsWith('.rels')) refuseOutside(await relationsIn(read(path), folderOfRelations(path)))

  const book = onlyOne(await relationsIn(read('_rels/.rels'), ''), 'officeDocument')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const relations = await relationsIn(read(`${folder}_rels/${book.slice(folder.length)}.rels`), folder)
  const { sheet, since } = await firstSheet(read(book))
  const sheetPath = relations.get(sheet)
  if (!sheetPath || lastWord(sheetPath.kind) !== 'worksheet') throw new TableRefused('damaged')
  part(sheetPath.target)

  const texts = new SharedStrings()
  const formats: NumberFormat[] = []
  for (const { kind, target } of relations.values()) {
    if (lastWord(kind) === 'sharedStrings') await readTexts(read(target), texts)
    if (lastWord(kind) === 'styles') await readFormats(read(target), formats)
  }
  return { sheet: () => read(sheetPath.target), texts, formats, since }
}

const contentTypes = '[Content_Types].xml'

function refuseParts(paths: readonly string[]): void {
  const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path))
  if (has(/vbaProject|(?:^|\/)(?:macrosheets|customUI|attachedToolbars)/i)) throw new TableRefused('macros')
  if (has(/(?:^|\/)(?:externalLinks|queryTables|customData|model)\/|(?:^|\/)connections\.(?:xml|bin)$/i))
    throw new TableRefused('outside-data')
  if (has(/(?:^|\/)(?:embeddings|activeX|ctrlProps)\//i)) throw new TableRefused('embedded-files')
}

async function kindsIn(xml: AsyncIterable<Buffer>): Promise<string[]> {
  const kinds: string[] = []
  const open = (name: string, attributes: string): void => {
    if (name === 'Override' || name === 'Default') kinds.push(parseAttributes(attributes).get('ContentType') ?? '')
  }
  await readTags(xml, { ...nothing, open })
  return kinds
}

function refuseKinds(kinds: readonly string[]): void {
  if (kinds.some((kind) => /macroEnabled|vbaProject|ms-excel\.intlmacrosheet|ms-excel\.macrosheet/i.test(kind)))
    throw new TableRefused('macros')
  if (kinds.some((kind) => /oleObject|activeX/i.test(kind))) throw new TableRefused('embedded-files')
  if (!kinds.includes('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'))
    throw new TableRefused('not-a-workbook')
}

async function relationsIn(xml: AsyncIterable<Buffer>, folder: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const open = (name: string, attributes: string): void => {
    if (name !== 'Relationship') return
    const found = parseAttributes(attributes)
    const isOutside = found.get('TargetMode') === 'External'
    const target = found.get('Target') ?? ''
    relations.set(found.get('Id') ?? '', {
      kind: found.get('Type') ?? '',
      target: isOutside ? target : within(folder, target),
      isOutside,
    })
  }
  await readTags(xml, { ...nothing, open })
  return relations
}

/** Refuses external data. Hyperlinks in cells are allowed, because they are never opened. */
function refuseOutside(relations: ReadonlyMap<string, Relation>): void {
  for (const { kind, isOutside } of relations.values())
    if (isOutside && lastWord(kind) !== 'hyperlink') throw new TableRefused('outside-data')
}

function onlyOne(relations: ReadonlyMap<string, Relation>, kind: string): string {
  const [found, another] = [...relations.values()].filter((relation) => lastWord(relation.kind) === kind)
  if (!found || another) throw new TableRefused('damaged')
  return found.target
}

async function firstSheet(xml: AsyncIterable<Buffer>): Promise<{ sheet: string; since: 1900 | 1904 }> {
  const sheets: { id: string; isHidden: boolean }[] = []
  let since: 1900 | 1904 = 1900
  const open = (name: string, attributes: string): void => {
    if (name === 'workbookPr' && isYes(parseAttributes(attributes).get('date1904'))) since = 1904
    if (name !== 'sheet') return
    const found = parseAttributes(attributes)
    sheets.push({ id: found.get('id') ?? '', isHidden: (found.get('state') ?? 'visible') !== 'visible' })
  }
  await readTags(xml, { ...nothing, open })
  const sheet = sheets.find(({ isHidden }) => !isHidden)
  if (!sheet) throw new TableRefused('damaged')
  return { sheet: sheet.id, since }
}

async function readTexts(xml: AsyncIterable<Buffer>, texts: SharedStrings): Promise<void> {
  const found = new RichText('si')
  await readTags(xml, {
    open: (name) => found.open(name),
    text: (text) => found.text(text),
    close: (name) => {
      if (found.close(name)) texts.add(found.take())
    },
  })
}

/** Text of a rich-text item, without the phonetic guides of East Asian characters. */
export class RichText {
  readonly #item: string
  #isInside = false
  #isText = false
  #isSpoken = false
  #text = ''

  constructor(item: string) {
    this.#item = item
  }

  open(name: string): void {
    if (name === this.#item) this.#isInside = true
    else if (name === 'rPh') this.#isSpoken = true
    else if (name === 't') this.#isText = this.#isInside && !this.#isSpoken
  }

  text(text: string): void {
    if (this.#isText) this.#text += decodeEntities(text)
  }

  close(name: string): boolean {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#isSpoken = false
    if (name !== this.#item) return false
    this.#isInside = false
    return true
  }

  take(): string {
    const text = decodeExcelEscapes(this.#text)
    this.#text = ''
    return text
  }
}

/** Decodes characters that XML does not allow, which a workbook writes as _x000D_. */
export function decodeExcelEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

async function readFormats(xml: AsyncIterable<Buffer>, formats: NumberFormat[]): Promise<void> {
  const written = new Map<number, NumberFormat>()
  let isOfCells = false
  await readTags(xml, {
    ...nothing,
    open: (name, attributes) => {
      if (name === 'cellXfs') isOfCells = true
      if (name !== 'numFmt' && !(name === 'xf' && isOfCells)) return
      const found = parseAttributes(attributes)
      const id = Number(found.get('numFmtId') ?? 0)
      if (name === 'numFmt') written.set(id, customFormat(found.get('formatCode') ?? ''))
      else formats.push(written.get(id) ?? builtInFormat(id))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
}

const nothing = { open: () => undefined, text: () => undefined, close: () => undefined }

function isYes(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** Two editions of the standard use different URLs for a type, with the same last word. */
function lastWord(kind: string): string {
  return kind.slice(kind.lastIndexOf('/') + 1)
}

function folderOfRelations(path: string): string {
  return path.slice(0, path.lastIndexOf('_rels/'))
}

function within(folder: string, target: string): string {
  const names = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const name of target.split('/').filter(Boolean)) {
    if (name === '..') names.pop()
    else if (name !== '.') names.push(name)
  }
  return names.join('/')
}
