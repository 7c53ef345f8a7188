import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { readScheme } from './read-scheme.server.ts'

/** This example's insurer has a separate file format. */
const demo = join(import.meta.dirname, '../../examples/demo')
const own = '  - provider: Harbour Mutual\n'

it.each([
  ['names a provider of no benefit', own, '  - provider: Nobody\n', 'No benefit is of the provider "Nobody"'],
  [
    'names one twice',
    own,
    `${own}    columns: [{ heading: Name, field: surname }]\n${own}`,
    'The provider "Harbour Mutual" is listed twice',
  ],
  [
    'asks for a column that there is not',
    'heading: NINO, field: ni-number',
    'heading: NINO, field: diagnosis',
    'providerReports.0.columns.3.field',
  ],
  ['names no CSV file', '{provider}-{year}-{month}.csv', '../{provider}.exe', 'a file name that ends with .csv'],
  ['gives more noughts than there is room for', 'padTo: 10', 'padTo: 400', 'providerReports.0.columns.2.padTo'],
])("a provider's file format is refused and the line is named if it %s", async (_, before, after, reason) => {
  const changes = { 'scheme-current.yaml': (text: string) => text.replace(before, after) }
  await withChangedFolder(demo, changes, async (folder) => {
    const read = await readScheme(folder, isoDate.parse('2026-11-21'))
    const faults = 'faults' in read ? read.faults.map(showFault) : []
    expect(faults).toEqual([expect.stringMatching(/^scheme-current\.yaml:\d+ /)])
    expect(faults[0]).toContain(reason)
  })
})
