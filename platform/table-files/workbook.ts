import type { FileHandle } from 'node:fs/promises'
import { builtInFormat, customFormat, type NumberFormat } from './number-format.ts'
import { SharedStrings } from './shared-strings.ts'
import { TableRefused } from './table.ts'
import { parseAttributes, decodeEntities, readTags } from './xml-tags.ts'
import { readZipDirectory, unpackEntry, type ZipEntry } from './zip-file.ts'

export type Workbook = {
  sheets: readonly Sheet[]
  texts: SharedStrings
  formats: readonly NumberFormat[]
  since: 1900 | 1904
  /** True if the program that wrote the workbook left the formulas to Excel. Then their results may be missing, or 0. */
  isUncalculated: boolean
}
export type Sheet = { name: string; isHidden: boolean; open: () => AsyncGenerator<Buffer> }

type Relation = { kind: string; target: string; isOutside: boolean }

/** Opens a workbook as tolerantly as Excel: ignores case in part names and allows missing styles or texts. */
export async function openWorkbook(file: FileHandle, size: number): Promise<Workbook> {
  const entries = await readZipDirectory(file, size)
  const find = (path: string): ZipEntry | undefined => entries.get(path.toLowerCase())
  const read = (path: string): AsyncGenerator<Buffer> => {
    const entry = find(path)
    if (!entry) throw new TableRefused('damaged')
    return unpackEntry(file, entry)
  }

  const paths = [...entries.keys()]
  if (!find(contentTypes)) throw new TableRefused(find('content.xml') ? 'open-document' : 'not-a-workbook')
  refuseParts(paths)
  refuseKinds(await kindsOf(read(contentTypes), paths))
  for (const path of paths)
    if (path.endsWith('.rels')) refuseOutside(await relationsIn(read(path), folderOfRelations(path)))

  const book = onlyOne(await relationsIn(read('_rels/.rels'), ''), 'officeDocument')
  const folder = book.slice(0, book.lastIndexOf('/') + 1)
  const relations = await relationsIn(read(`${folder}_rels/${book.slice(folder.length)}.rels`), folder)
  const { sheets, ...settings } = await sheetsIn(read(book))
  const worksheets = sheets.flatMap(({ id, ...sheet }): Sheet[] => {
    const relation = relations.get(id)
    if (!relation || lastWord(relation.kind) !== 'worksheet') return []
    return [{ ...sheet, open: () => read(relation.target) }]
  })

  const texts = new SharedStrings()
  const formats: NumberFormat[] = []
  for (const { kind, target } of relations.values()) {
    if (!find(target)) continue
    if (lastWord(kind) === 'sharedStrings') await readTexts(read(target), texts)
    if (lastWord(kind) === 'styles') await readFormats(read(target), formats)
  }
  return { sheets: worksheets, texts, formats, ...settings }
}

const contentTypes = '[Content_Types].xml'

function refuseParts(paths: readonly string[]): void {
  const has = (pattern: RegExp): boolean => paths.some((path) => pattern.test(path))
  if (has(/vbaProject|(?:^|\/)(?:macrosheets|customUI|attachedToolbars)/i)) throw new TableRefused('macros')
  if (has(/(?:^|\/)(?:externalLinks|queryTables|customData|model)\/|(?:^|\/)connections\.(?:xml|bin)$/i))
    throw new TableRefused('outside-data')
  if (has(/(?:^|\/)(?:embeddings|activeX|ctrlProps)\//i)) throw new TableRefused('embedded-files')
}

/** Ignores kinds of parts that the workbook does not have, which some programs list. */
async function kindsOf(xml: AsyncIterable<Buffer>, paths: readonly string[]): Promise<string[]> {
  const byEnding = new Map<string, string>()
  const byPath = new Map<string, string>()
  const open = (name: string, attributes: string): void => {
    if (name !== 'Override' && name !== 'Default') return
    const found = parseAttributes(attributes)
    const kind = found.get('ContentType') ?? ''
    if (name === 'Default') byEnding.set((found.get('Extension') ?? '').toLowerCase(), kind)
    else byPath.set(within('', found.get('PartName') ?? '').toLowerCase(), kind)
  }
  await readTags(xml, { ...nothing, open })
  return paths.map((path) => byPath.get(path) ?? byEnding.get(path.slice(path.lastIndexOf('.') + 1)) ?? '')
}

function refuseKinds(kinds: readonly string[]): void {
  if (kinds.some((kind) => /ms-excel\.sheet\.binary/i.test(kind))) throw new TableRefused('binary-workbook')
  if (kinds.some((kind) => /macroEnabled|vbaProject|ms-excel\.intlmacrosheet|ms-excel\.macrosheet/i.test(kind)))
    throw new TableRefused('macros')
  if (kinds.some((kind) => /oleObject|activeX/i.test(kind))) throw new TableRefused('embedded-files')
  if (!kinds.some((kind) => /spreadsheetml\.(?:sheet|template)\.main\+xml$/i.test(kind)))
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

type ListedSheet = { id: string; name: string; isHidden: boolean }

async function sheetsIn(
  xml: AsyncIterable<Buffer>,
): Promise<{ sheets: ListedSheet[] } & Pick<Workbook, 'since' | 'isUncalculated'>> {
  const sheets: ListedSheet[] = []
  let since: 1900 | 1904 = 1900
  let isUncalculated = false
  const open = (name: string, attributes: string): void => {
    if (name === 'workbookPr' && isYes(parseAttributes(attributes).get('date1904'))) since = 1904
    if (name === 'calcPr') isUncalculated = isYes(parseAttributes(attributes).get('fullCalcOnLoad'))
    if (name !== 'sheet') return
    const found = parseAttributes(attributes)
    sheets.push({
      id: found.get('id') ?? '',
      name: found.get('name') ?? '',
      isHidden: (found.get('state') ?? 'visible') !== 'visible',
    })
  }
  await readTags(xml, { ...nothing, open })
  return { sheets, since, isUncalculated }
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

/** Text of a rich-text item, without pronunciation guides of East Asian characters. */
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

/** Returns the last word of a type's URL. Two editions of the standard use different URLs with the same last word. */
function lastWord(kind: string): string {
  return kind.slice(kind.lastIndexOf('/') + 1)
}

function folderOfRelations(path: string): string {
  return path.slice(0, path.lastIndexOf('_rels/'))
}

function within(folder: string, target: string): string {
  const path = unescaped(target).replaceAll('\\', '/')
  const names = path.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const name of path.split('/').filter(Boolean)) {
    if (name === '..') names.pop()
    else if (name !== '.') names.push(name)
  }
  return names.join('/')
}

function unescaped(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
