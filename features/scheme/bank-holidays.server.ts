import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isoDate, type IsoDate } from '../../contract/dates.ts'
import { type FileFault, readYaml } from '../../platform/yaml-file.ts'
import type { BankHolidays } from '../../services/scheme/periods.rules.ts'

const days = z.array(isoDate).min(1)
const bankHolidayFile = z.strictObject({
  source: z.string().min(10),
  upTo: isoDate,
  'england-and-wales': days,
  scotland: days,
  'northern-ireland': days,
})

let read: Readonly<Record<BankHolidays, ReadonlySet<IsoDate>>> | undefined

export function bankHolidaysOf(part: BankHolidays): ReadonlySet<IsoDate> {
  read ??= readBankHolidays()
  return read[part]
}

function readBankHolidays(): Readonly<Record<BankHolidays, ReadonlySet<IsoDate>>> {
  const file = join(import.meta.dirname, 'bank-holidays.yaml')
  const faults: FileFault[] = []
  const known = readYaml(file, readFileSync(file, 'utf8'), bankHolidayFile, faults)
  if (!known) throw new Error(faults.map(({ line, reason }) => `${file}:${line} ${reason}`).join('\n'))
  const { 'england-and-wales': england, scotland, 'northern-ireland': ireland } = known.value
  return { 'england-and-wales': new Set(england), scotland: new Set(scotland), 'northern-ireland': new Set(ireland) }
}
