import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { declaredDelimiter, delimiterOf, textFormulaQuoter, withoutTextMarks } from './csv-dialect.ts'
import { tableLimits } from './limits.ts'
import { TableRefused, type ParsedRow } from './table.ts'

/** Old programs write this character after the last row. */
const endOfFile = '\u001a'
const longestRow = tableLimits.columns * tableLimits.cellBytes

/** Reads UTF-8 or UTF-16 without converting values. A first line `sep=;` sets the delimiter, else `delimiterOf` finds it. */
export async function* csvRows(
  pieces: AsyncIterable<Buffer>,
  names: readonly string[] = [],
): AsyncGenerator<ParsedRow[]> {
  const texts = wholeLines(plainLines(decoded(pieces)))
  const { value: first = '' } = await texts.next()
  const { delimiter, text } = declaredDelimiter(first)
  const parser = pipeline(
    Readable.from(joined(text, texts), { objectMode: false }),
    parse({
      delimiter: delimiter ?? delimiterOf(first, names),
      info: true,
      raw: true,
      relax_column_count: true,
      max_record_size: longestRow,
      // Allows spaces between the delimiter and a quoted cell. Not for tabs, which trimming would remove as well.
      trim: (delimiter ?? delimiterOf(first, names)) !== '\t',
    }),
    // An error of the parser is ignored here, because reading its records throws it.
    () => undefined,
  )
  let rows: ParsedRow[] = []
  // With `info` and `raw` the parser yields { record, info, raw }, but its types have only the record.
  const records = parser as AsyncIterable<{ record: string[]; info: { lines: number }; raw: string }>
  try {
    for await (const { record, info, raw } of records) {
      if (record.length === 1 && record[0] === endOfFile) continue
      rows.push({ line: info.lines - (raw.trimEnd().split('\n').length - 1), cells: record.map(withoutTextMarks) })
      if (rows.length < tableLimits.batchRows) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (error instanceof CsvError) throw refusalOf(error)
    throw error
  }
  if (rows.length > 0) yield rows
}

async function* joined(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first
  yield* others
}

/** Recognises UTF-16 by its byte order mark or by the zero bytes of Latin letters. Refuses text that is not UTF-8. */
async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  for await (const piece of pieces) {
    decoder ??= decoderFor(piece)
    const text = decode(decoder, piece, line)
    if (text.includes('\0')) throw new TableRefused('not-text')
    line += lineBreaksIn(text)
    yield text
  }
  if (decoder) yield decode(decoder, undefined, line)
}

function decoderFor(start: Buffer): TextDecoder {
  const [first, second, third, fourth] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  if (first && second === 0 && third && fourth === 0) return new TextDecoder('utf-16le', { fatal: true })
  return new TextDecoder('utf-8', { fatal: true })
}

function decode(decoder: TextDecoder, piece: Buffer | undefined, line: number): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch {
    const readable = new TextDecoder(decoder.encoding).decode(piece)
    throw new TableRefused('not-utf-8', { line: line + lineBreaksIn(readable.split('\ufffd', 1).join('')) })
  }
}

async function* plainLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const whole = rest + text
    rest = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - rest.length).replaceAll(/\r\n?/g, '\n')
  }
  if (rest !== '') yield '\n'
}

async function* wholeLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const quote = textFormulaQuoter()
  let rest = ''
  for await (const text of texts) {
    rest += text
    const end = rest.length > longestRow ? rest.length : rest.lastIndexOf('\n') + 1
    if (end === 0) continue
    yield quote(rest.slice(0, end))
    rest = rest.slice(end)
  }
  yield quote(rest)
}

function lineBreaksIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1
}

function refusalOf(error: CsvError): TableRefused {
  const lines: unknown = error['lines']
  const position = typeof lines === 'number' ? { line: lines } : {}
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new TableRefused('quote-open', position)
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new TableRefused('row-too-long', position)
  return new TableRefused('quote-in-cell', position)
}
