import { Readable } from 'node:stream'

const pieceBytes = 64 * 1024

export async function* csvRecords(bytes: Uint8Array, { delimiter }: { delimiter: string }): AsyncGenerator<string[]> {
  // Loaded with the first file, to keep the server's start short.
  const { parse } = await import('csv-parse')
  const records = Readable.from(piecesOf(bytes)).pipe(parse({ bom: true, delimiter, relax_column_count: true }))
  // csv-parse returns arrays of text, because no other option is set.
  for await (const record of records as AsyncIterable<string[]>) yield record.map(unescapeFormula)
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell
}
