const MEGABYTE = 1024 * 1024

/** Limits of one uploaded table (security.md S-54): an oversized file is refused before it uses memory. */
export const tableLimits = {
  fileBytes: 50 * MEGABYTE,
  unpackedBytes: 300 * MEGABYTE,
  entries: 200,
  ratio: 100,
  /** Smaller parts may be packed better: records of pivot tables often are. */
  ratioFromBytes: MEGABYTE / 4,
  rows: 250_000,
  columns: 100,
  cellBytes: 4_096,
  heapMegabytes: 256,
  withinMs: 30_000,
  batchRows: 500,
  headerWithin: 50,
} as const
