import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { addReport } from '../../services/reports/reports.queries.ts'

it('payroll reports, provider reports and life events are listed with all their fields [DATA-27] [PROD-02]', async () => {
  const world = await startWorld()
  await world.database.moveTo('2026-12-21')
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const file = { fileName: 'kept.csv', mediaType: 'text/csv', bytes: Buffer.from('kept') }
  const december = { year: 2026, month: 12, file, createdAt: '2026-12-21T10:00:00Z' }
  const [payroll, provider] = await inClient(world.database.db, clientId, async (tx) => [
    await addReport(tx, clientId, { ...december, type: 'payroll', label: 'Monthly, December 2026' }),
    await addReport(tx, clientId, { ...december, type: 'provider', label: 'Joiners', providerName: 'Harbour Dental' }),
  ])
  const read = async (path: string) =>
    (
      await world.request({ url: `/api/client/${clientId}/${path}`, token: await world.signIn('grace.lin') })
    ).json<unknown>()
  const inDecember = { year: 2026, month: 12, timestamp: '2026-12-21T10:00:00Z' }
  expect(await read('reports?type=payroll&year=2026&month=12')).toEqual([
    { ...inDecember, id: payroll, type: 'payroll', label: 'Monthly, December 2026', providerName: null },
  ])
  expect(await read('reports?type=provider&provider=Harbour%20Dental')).toEqual([
    { ...inDecember, id: provider, type: 'provider', label: 'Joiners', providerName: 'Harbour Dental' },
  ])
  expect(await read('reports?type=provider&provider=Another')).toEqual([])
  const long = 'Harbour '.repeat(25)
  const ofLong = await inClient(world.database.db, clientId, (tx) =>
    addReport(tx, clientId, { ...december, type: 'provider', label: 'Leavers', providerName: long }),
  )
  expect(await read(`reports?type=provider&provider=${encodeURIComponent(long)}`)).toEqual([
    expect.objectContaining({ id: ofLong, providerName: long }),
  ])

  const told = await world.request({
    method: 'POST',
    url: '/api/v1/client/life-events',
    token: await world.signIn('henry.cole'),
    body: { lifeEventId: 'return', eventDate: '2026-12-10' },
  })
  expect(told.statusCode).toBe(201)
  const event = { employeeName: 'Henry Cole', eventDate: '2026-12-10' }
  expect(await read('employees/life-events')).toEqual([expect.objectContaining({ ...event, closed: null })])
  await world.database.moveTo('2027-03-31')
  expect(await read('employees/life-events')).toEqual([
    expect.objectContaining({ ...event, closed: expect.stringMatching(/^2027-\d\d-\d\d$/) }),
  ])
})
