import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  name: string
  data: string | Buffer
  isStored?: boolean
  /** Values that are written into the archive's directory although they are wrong. */
  says?: { flags?: number; method?: number; rights?: number; packed?: number; unpacked?: number; offset?: number }
}

/** Builds a zip archive. `says` sets wrong values in it. */
export function zipOf(
  parts: readonly ZipPart[],
  says: { count?: number; comment?: string; isLong?: boolean } = {},
): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, isStored = false, says: lie = {} } of parts) {
    const bytes = Buffer.from(data)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const written = Buffer.from(name)
    const figures = Buffer.alloc(26)
    figures.writeUInt16LE(20, 0)
    figures.writeUInt16LE(lie.flags ?? 0, 2)
    figures.writeUInt16LE(lie.method ?? (isStored ? 0 : 8), 4)
    figures.writeUInt32LE(crc32(bytes), 10)
    figures.writeUInt32LE(lie.packed ?? packed.length, 14)
    figures.writeUInt32LE(lie.unpacked ?? bytes.length, 18)
    figures.writeUInt16LE(written.length, 22)
    bodies.push(signed(0x04034b50), Buffer.from(figures), written, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((lie.rights ?? 0) * 0x10000, 6)
    rest.writeUInt32LE(lie.offset ?? offset, 10)
    // A zip entry with 64-bit numbers has them in its extra field.
    const extra = Buffer.alloc(says.isLong ? 28 : 0)
    if (says.isLong) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      ;[bytes.length, packed.length, offset].forEach((number, at) => extra.writeBigUInt64LE(BigInt(number), 4 + at * 8))
      figures.fill(0xff, 14, 22)
      figures.writeUInt16LE(extra.length, 24)
      rest.fill(0xff, 10, 14)
    }
    directory.push(signed(0x02014b50), Buffer.from([20, 3]), figures, rest, written, extra)
    offset += 30 + written.length + packed.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(says.count ?? parts.length, 4)
  end.writeUInt16LE(says.count ?? parts.length, 6)
  end.writeUInt32LE(directoryBytes.length, 8)
  end.writeUInt32LE(offset, 12)
  end.writeUInt16LE(says.comment?.length ?? 0, 16)
  const long = says.isLong ? longEnd({ count: parts.length, directoryBytes: directoryBytes.length, offset }) : []
  return Buffer.concat([...bodies, directoryBytes, ...long, signed(0x06054b50), end, Buffer.from(says.comment ?? '')])
}

function longEnd({
  count,
  directoryBytes,
  offset,
}: {
  count: number
  directoryBytes: number
  offset: number
}): Buffer[] {
  const record = Buffer.alloc(52)
  record.writeBigUInt64LE(44n, 0)
  ;[count, count, directoryBytes, offset].forEach((number, at) => record.writeBigUInt64LE(BigInt(number), 20 + at * 8))
  const locator = Buffer.alloc(16)
  locator.writeBigUInt64LE(BigInt(offset + directoryBytes), 4)
  locator.writeUInt32LE(1, 12)
  return [signed(0x06064b50), record, signed(0x07064b50), locator]
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

type Sheet = {
  rows: string
  texts?: string
  /** Number formats by style number: a format code, or the number of a built-in format. */
  formats?: readonly (string | number)[]
  since1904?: boolean
  hidden?: boolean
}

export function workbookParts({
  rows,
  texts = '',
  formats = [0],
  since1904 = false,
  hidden = false,
}: Sheet): ZipPart[] {
  const own = formats.flatMap((format, index) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${200 + index}" formatCode="${escaped(format)}"/>`] : [],
  )
  const xfs = formats.map((format, index) => `<xf numFmtId="${typeof format === 'string' ? 200 + index : format}"/>`)
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': relationsOf([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${since1904 ? ' date1904="1"' : ''}/><sheets>${hidden ? '<sheet name="Hidden" sheetId="2" state="hidden" r:id="rId9"/>' : ''}<sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
  return Object.entries(parts).map(([name, xml]) => ({ name, data: declaration + xml }))
}

type Tab = { name: string; rows: string; state?: string; before?: string; after?: string }

export function workbookOf(tabs: readonly Tab[]): ZipPart[] {
  const sheets = tabs.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 10}"/>`,
  )
  const parts = workbookParts({ rows: '' }).filter(({ name }) => !name.includes('sheet1'))
  return [
    ...parts.map((part) => {
      const xml = String(part.data)
      if (part.name === 'xl/workbook.xml')
        return { ...part, data: xml.replace(/<sheets>.*<\/sheets>/, `<sheets>${sheets.join('')}</sheets>`) }
      if (part.name !== 'xl/_rels/workbook.xml.rels') return part
      return {
        ...part,
        data: relationsOf(tabs.map((_, index) => [`rId${index + 10}`, 'worksheet', `tab${index}.xml`])),
      }
    }),
    ...tabs.map(({ rows, before = '', after = '' }, index) => ({
      name: `xl/tab${index}.xml`,
      data: `<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
  ]
}

export function relationsOf(
  entries: readonly (readonly [id: string, kind: string, target: string, mode?: string])[],
): string {
  const each = entries.map(
    ([id, kind, target, mode]) =>
      `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

export function inlineRow(...cells: string[]): string {
  return `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
