const MEGABYTE = 1024 * 1024

/** Budgets of one file of rows from outside (security.md S-54): a bomb is refused before it costs memory. */
export const tableLimits = {
  fileBytes: 50 * MEGABYTE,
  /** Of a workbook, which is a zip archive. */
  unpackedBytes: 300 * MEGABYTE,
  entries: 200,
  ratio: 100,
  rows: 250_000,
  columns: 100,
  cellBytes: 4_096,
  /** Of the process that reads it. */
  heapMegabytes: 256,
  withinMs: 30_000,
  /** How many rows leave that process at a time. */
  batchRows: 500,
} as const
