import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { readWholeFile } from '../../tests/harness/table-files.ts'
import { unzipFiles, unzipTexts } from '../../tests/harness/unpack-zip.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { maxReportsPerZip, type PreviewView } from '../../services/reports/reports.contract.ts'
import { addReport } from '../../services/reports/reports.queries.ts'

const world = await employerWorld()
await world.approvedSelection({ surname: '=Formula' })
await world.approvedSelection({ surname: 'Another' })
const url = `/api/v2/client/${world.clientId}/payroll-runs/${world.periods[1]?.id}/lock`
const run: PayrollRunView = (await world.portal.request({ method: 'POST', url, token: world.grace.token })).json()
const ofProvider = await keep({
  bytes: Buffer.from('\uFEFFName;Premium;From\r\n"Zoë; Ann";-3.50;01/12/2026\r\n'),
})

it('one report is returned as CSV, or as a workbook with typed amounts and days; its bytes are the same each time [S-57, S-58]', async () => {
  const csv = await ask(`${run.reportId}/download`)
  expect((await ask(`${run.reportId}/download?format=csv`)).rawPayload).toEqual(csv.rawPayload)
  const [workbook, again] = [
    await ask(`${run.reportId}/download?format=xlsx`),
    await ask(`${run.reportId}/download?format=xlsx`),
  ]
  expect(workbook.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringMatching(/^attachment; filename="monthly-\d{4}-\d\d\.xlsx"/),
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(again.rawPayload).toEqual(workbook.rawPayload)
  const [headings, ...rows] = await rowsOf(workbook.rawPayload)
  const [firstLine = ''] = csv.body.replace('\uFEFF', '').split('\r\n')
  expect(headings).toEqual(firstLine.split(','))
  const taken = headings?.indexOf('Employee amount') ?? -1
  const amounts = rows.map((row) => row[taken])
  expect(amounts.reduce<number>((sum, cell) => sum + Number(cell), 0)).toBeCloseTo(run.employeeTotal, 6)
  expect(amounts).toEqual(amounts.map((cell) => String(Number(cell))))

  expect(await rowsOf((await ask(`${ofProvider}/download?format=xlsx`)).rawPayload)).toEqual([
    ['Name', 'Premium', 'From'],
    ['Zoë; Ann', '-3.5', '2026-12-01'],
  ])
  expect((await ask(`${ofProvider}/download?format=pdf`)).statusCode).toBe(422)
})

it('a report stored without its layout is downloaded with every cell as text', async () => {
  const id = await keep({ bytes: Buffer.from('a|b\r\n1.00|01/12/2026\r\n'), layout: null })
  expect(await rowsOf((await ask(`${id}/download?format=xlsx`)).rawPayload)).toEqual([
    ['a', 'b'],
    ['1.00', '01/12/2026'],
  ])
  expect((await ask(`${id}/preview`)).json()).toMatchObject({ lines: null, totals: [], rows: [['1.00', '01/12/2026']] })
})

it('several reports are returned as one zip with unique file names, in either format [S-59, REPORT-05, REPORT-06]', async () => {
  const same = await keep({ bytes: Buffer.from('x\r\n') })
  const ids = [ofProvider, run.reportId, same, ofProvider].join(',')
  const zip = await ask(`download-multiple?ids=${ids}`)
  expect(zip.headers).toMatchObject({ 'content-type': 'application/zip', 'x-content-type-options': 'nosniff' })
  const single = await ask(`${run.reportId}/download`)
  const files = unzipTexts(zip.rawPayload)
  expect(Object.keys(files)).toEqual(['kept.csv', expect.stringMatching(/^monthly-/), 'kept (2).csv'])
  expect(Object.values(files)[1]).toBe(single.body)
  expect((await ask(`download-multiple?ids=${ids}`)).rawPayload).toEqual(zip.rawPayload)

  const workbooks = unzipFiles((await ask(`download-multiple?ids=${ids}&format=xlsx`)).rawPayload)
  expect(Object.keys(workbooks)).toEqual(['kept.xlsx', expect.stringMatching(/^monthly-.*\.xlsx$/), 'kept (2).xlsx'])
  expect(await rowsOf(workbooks['kept.xlsx'] ?? Buffer.alloc(0))).toHaveLength(2)

  const events = await world.inClient((tx) => listAuditEvents(tx, world.clientId))
  const downloads = events.map(({ entry }) => JSON.parse(entry) as { action: string; details: unknown })
  expect(downloads.findLast(({ action }) => action === 'reports.downloaded')?.details).toEqual({
    reports: [ofProvider, run.reportId, same],
    format: 'xlsx',
  })
})

it('the whole zip is refused if a report is missing, invalid or of another client, or if there are more than fifty reports [S-59, S-46]', async () => {
  const theirs = await keep({ clientId: world.other.clientId })
  const nowhere = await ask(`download-multiple?ids=${randomUUID()}`)
  expect(nowhere.statusCode).toBe(404)
  for (const bad of [theirs, randomUUID(), 'x', ''])
    expect((await ask(`download-multiple?ids=${ofProvider},${bad}`)).body).toBe(nowhere.body)
  expect((await ask(`download-multiple?ids=${ofProvider}`, { clientId: world.other.clientId })).body).toBe(nowhere.body)
  expect((await ask(`download-multiple?ids=${ofProvider}`, { token: world.amelia.token })).statusCode).toBe(403)
  for (const query of ['', '?ids=']) expect((await ask(`download-multiple${query}`)).body).toBe(nowhere.body)
  const many = (count: number) => Array.from({ length: count }, () => randomUUID()).join(',')
  expect((await ask(`download-multiple?ids=${many(maxReportsPerZip)}`)).statusCode).toBe(404)
  expect((await ask(`download-multiple?ids=${many(maxReportsPerZip + 1)}`)).statusCode).toBe(422)
})

it('the first lines of a report are shown with the totals of its run', async () => {
  const preview = (await ask(`${run.reportId}/preview`)).json<PreviewView>()
  expect(preview).toMatchObject({ lines: run.lineCount, label: `Monthly payroll, ${run.label}` })
  expect(preview.rows).toHaveLength(2)
  expect(preview.totals).toEqual([
    { heading: 'Employee amount', amount: run.employeeTotal },
    { heading: 'Employer amount', amount: run.employerTotal },
  ])
  const long = await keep({ bytes: Buffer.from(`Name\r\n${"'=Ann\r\n".repeat(30)}`) })
  expect((await ask(`${long}/preview`)).json<PreviewView>().rows).toEqual(Array.from({ length: 10 }, () => ['=Ann']))
})

async function keep({
  bytes = Buffer.from('kept'),
  clientId = world.clientId,
  layout = 'known',
}: { bytes?: Buffer; clientId?: typeof world.clientId; layout?: 'known' | null } = {}): Promise<string> {
  return inClient(world.portal.database.db, clientId, (tx) =>
    addReport(tx, clientId, {
      type: 'provider',
      year: 2026,
      month: 11,
      label: 'Larkspur Mutual, November 2026',
      providerName: 'Larkspur Mutual',
      file: { fileName: 'kept.csv', mediaType: 'text/csv; charset=utf-8', bytes },
      layout: layout && {
        delimiter: ';',
        dates: 'dd/mm/yyyy',
        columns: ['text', 'amount', 'date'],
        lines: 1,
        totals: [{ place: 1, pence: '-350' }],
      },
    }),
  )
}

function ask(path: string, { clientId = world.clientId, token = world.grace.token } = {}) {
  return world.portal.request({ url: `/api/client/${clientId}/reports/${path}`, token })
}

async function rowsOf(bytes: Uint8Array): Promise<unknown[][]> {
  const { columns, rows } = await readWholeFile('report.xlsx', bytes)
  return [columns, ...rows.map(([, ...cells]) => cells)]
}
