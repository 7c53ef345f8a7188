import { TableRefused } from './table.ts'

export type TagHandlers = {
  open: (name: string, attributes: string) => void
  text: (text: string) => void
  close: (name: string) => void
}

/** Longer tags or texts, and deeper elements, do not occur in a workbook. */
const longest = 1024 * 1024
const deepest = 64

/** Reads XML as tags and texts, without comments and instructions. Refuses declarations and their entities (S-55). */
export async function readTags(pieces: AsyncIterable<Buffer>, on: TagHandlers, after?: () => void): Promise<void> {
  for await (const _ of readTagsInPieces(pieces, on)) after?.()
}

export async function* readTagsInPieces(pieces: AsyncIterable<Buffer>, on: TagHandlers): AsyncGenerator<void> {
  let decoder: TextDecoder | undefined
  const open: string[] = []
  let rest = ''
  let hasRoot = false

  const tag = (content: string): void => {
    const first = content.charCodeAt(0)
    if (first === slash) {
      const name = content.slice(1).trimEnd()
      if (open.pop() !== name) throw new TableRefused('damaged')
      return on.close(withoutPrefix(name))
    }
    const isEmpty = content.endsWith('/')
    const inside = isEmpty ? content.slice(0, -1) : content
    const space = inside.search(/\s/)
    const name = space < 0 ? inside : inside.slice(0, space)
    if (name === '' || (open.length === 0 && hasRoot) || open.length >= deepest) throw new TableRefused('damaged')
    hasRoot = true
    const local = withoutPrefix(name)
    on.open(local, space < 0 ? '' : inside.slice(space))
    if (isEmpty) on.close(local)
    else open.push(name)
  }

  for await (const piece of pieces) {
    decoder ??= decoderFor(piece)
    const text = rest + decode(decoder, piece)
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', at)
      if (begin < 0) break
      if (begin > at) on.text(text.slice(at, begin))
      at = begin
      const next = text.charCodeAt(begin + 1)
      if (next === exclamation || next === question) {
        const section = sectionAt(text, begin)
        if (!section) break
        if (section.text !== '') on.text(section.text)
        at = section.end
        continue
      }
      const end = tagEnd(text, begin + 1)
      if (end < 0) break
      tag(text.slice(begin + 1, end))
      at = end + 1
    }
    rest = text.slice(at)
    if (rest.length > longest) throw new TableRefused('damaged')
    yield
  }
  if (decoder) decode(decoder)
  if (rest.trim() !== '' || open.length > 0 || !hasRoot) throw new TableRefused('damaged')
}

const exclamation = 33
const slash = 47
const question = 63

const sections = [
  { begin: '<!--', end: '-->' },
  { begin: '<?', end: '?>' },
  { begin: '<![CDATA[', end: ']]>' },
]

function sectionAt(text: string, from: number): { text: string; end: number } | undefined {
  const section = sections.find(({ begin }) => text.startsWith(begin, from))
  if (!section) {
    if (sections.some(({ begin }) => begin.startsWith(text.slice(from)))) return undefined
    throw new TableRefused('declarations')
  }
  const begin = from + section.begin.length
  const end = text.indexOf(section.end, begin)
  if (end < 0) return undefined
  const isText = section.begin === '<![CDATA['
  return { text: isText ? text.slice(begin, end).replaceAll('&', '&amp;') : '', end: end + section.end.length }
}

function decoderFor(start: Buffer): TextDecoder {
  const declared = /^<\?xml[^>]{0,80}encoding\s?=\s?["'](windows-1252|iso-8859-1|us-ascii)["']/i.exec(
    start.toString('latin1', 0, 200),
  )
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le', { fatal: true })
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be', { fatal: true })
  return new TextDecoder(declared?.[1] ?? 'utf-8', { fatal: true })
}

function tagEnd(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (quote !== 0) {
      if (sign === quote) quote = 0
    } else if (sign === 62) return at
    else if (sign === 34 || sign === 39) quote = sign
  }
  return -1
}

function decode(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch {
    throw new TableRefused('damaged')
  }
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

export function parseAttributes(written: string): Map<string, string> {
  const found = new Map<string, string>()
  let at = 0
  for (;;) {
    const equals = written.indexOf('=', at)
    if (equals < 0) return found
    let begin = equals + 1
    while (isSpace(written.charCodeAt(begin))) begin += 1
    const quote = written.charAt(begin)
    const end = quote === '"' || quote === "'" ? written.indexOf(quote, begin + 1) : -1
    if (end < 0) throw new TableRefused('damaged')
    found.set(withoutPrefix(written.slice(at, equals).trim()), decodeEntities(written.slice(begin + 1, end)))
    at = end + 1
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes character references. XML has five named references, and a workbook cannot declare others. */
export function decodeEntities(written: string): string {
  if (!written.includes('&')) return written
  return written.replaceAll(/&([^;&]*);?/g, (_, reference: string) => {
    const number = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(reference)
    if (number) {
      const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16)
      if (code === 0 || code > 0x10ffff) throw new TableRefused('damaged')
      return String.fromCodePoint(code)
    }
    const character = Object.hasOwn(named, reference) ? named[reference] : undefined
    if (character === undefined) throw new TableRefused('declarations')
    return character
  })
}
