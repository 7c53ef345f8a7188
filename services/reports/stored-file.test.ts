import { expect, it } from 'vitest'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { addReport, reportFile } from './reports.queries.ts'

it('a report is compressed when it is stored; both compressed and uncompressed reports can be read', async () => {
  const world = await employerWorld()
  const { clientId } = world
  const bytes = Buffer.from(`\uFEFFName;Pay\r\n${'Zoë;38.60\r\n'.repeat(2_000)}`)
  const report = { type: 'payroll', year: 2026, month: 12, label: 'December 2026' } as const
  const file = { fileName: 'monthly.csv', mediaType: 'text/csv; charset=utf-8', bytes }
  const packed = await world.inClient((tx) => addReport(tx, clientId, { ...report, file }))
  const [before] = await world.portal.database.rows<{ id: string }>(
    `insert into report_run (client_id, type, year, month, label, file_name, media_type, bytes)
     values ($1, 'payroll', 2026, 11, 'November 2026', $2, $3, $4)
     returning id`,
    [clientId, file.fileName, file.mediaType, bytes],
  )
  for (const reportId of [packed, before?.id ?? ''])
    expect(await world.inClient((tx) => reportFile(tx, clientId, { reportId }))).toEqual({
      ...file,
      label: expect.any(String),
      layout: null,
    })

  const [kept] = await world.portal.database.rows<{ length: number }>(
    'select length(bytes) from report_run where id = $1',
    [packed],
  )
  expect(kept?.length).toBeLessThan(bytes.length / 5)
})
