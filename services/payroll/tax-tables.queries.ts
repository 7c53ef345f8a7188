import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '../../database/start-error.ts'
import { type FileFault, readYaml } from '../../platform/yaml-file.ts'
import { type TaxTable, taxTable } from '../../domain/tax/tax-table.ts'

const ownFolder = join(import.meta.dirname, 'tax-tables')

let inForce: readonly TaxTable[] | undefined

/** Returns the tax tables, earliest first. Read from files, but treated like a database table (decision 21). */
export function taxTables(): readonly TaxTable[] {
  inForce ??= readTaxTables()
  return inForce
}

export function setTaxTables(tables: readonly TaxTable[] | undefined): void {
  inForce = tables
}

/** Reads the portal's tax tables, replaced by those of an extra folder. Throws a StartError with every fault. */
export function readTaxTables(further?: string): readonly TaxTable[] {
  const faults: FileFault[] = []
  const years = new Map<string, TaxTable>()
  for (const folder of [ownFolder, ...(further === undefined ? [] : [further])])
    for (const table of tablesIn(folder, faults)) years.set(table.taxYear, table)
  if (faults.length > 0)
    throw new StartError(
      `The tax tables cannot be used:\n${faults.map(({ file, line, reason }) => `${file}:${line} ${reason}`).join('\n')}`,
    )
  return [...years.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1))
}

function tablesIn(folder: string, faults: FileFault[]): TaxTable[] {
  return filesIn(folder).flatMap((name) => {
    const file = join(folder, name)
    const read = readYaml(file, readFileSync(file, 'utf8'), taxTable, faults)
    if (!read) return []
    const { taxYear } = read.value
    if (basename(name, '.yaml') === taxYear) return [read.value]
    faults.push({ file, line: read.lineOf(['taxYear']), reason: `The table of ${taxYear} is the file ${taxYear}.yaml` })
    return []
  })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .toSorted()
  } catch {
    throw new StartError(`The folder of tax tables ${folder} cannot be read. Correct TAX_TABLES, or leave it out.`)
  }
}
