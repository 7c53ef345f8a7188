import { Readable } from 'node:stream'

const pieceBytes = 64 * 1024

/** Reads what `writeCsv` wrote, headings first, unescaped. Piece by piece, and only as far as consumed. */
export async function* csvRecords(bytes: Uint8Array, { delimiter }: { delimiter: string }): AsyncGenerator<string[]> {
  // Loaded with the first file: a server that was just started has none to read.
  const { parse } = await import('csv-parse')
  const records = Readable.from(piecesOf(bytes)).pipe(parse({ bom: true, delimiter, relax_column_count: true }))
  // csv-parse answers arrays of text, as nothing else is asked for.
  for await (const record of records as AsyncIterable<string[]>) yield record.map(withFormula)
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** What a cell said before an apostrophe was put before it, so that no spreadsheet takes it for a formula. */
export function withFormula(cell: string): string {
  return /^'+[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell
}
