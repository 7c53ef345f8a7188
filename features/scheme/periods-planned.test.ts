import { join } from 'node:path'
import { expect, it } from 'vitest'
import { connected } from '../../database/bootstrap.ts'
import { keptSecrets as secrets } from '../../tests/harness/scheme-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView, SelectionView } from '../benefits/benefits.contract.ts'
import { applyScheme } from './apply.server.ts'

it('has periods that an application plans take what no period was there for, once', async () => {
  const world = await startWorld()
  const [amelia, grace] = [await world.signIn('amelia.hart'), await world.signIn('grace.lin')]
  const list = (await world.request({ url: '/api/v1/benefits/user/eligible', token: amelia })).json<BenefitView[]>()
  const bicycle = list.find(({ code }) => code === 'cycle-to-work')
  for (const { id: termId, version } of bicycle?.terms ?? [])
    await world.request({
      method: 'PATCH',
      url: `/api/v1/benefit/${bicycle?.benefitId}/terms`,
      token: amelia,
      body: { termId, version, accepted: true },
    })
  const asked = await world.request({
    method: 'POST',
    url: `/api/v1/benefit/${bicycle?.benefitId}/selection`,
    token: amelia,
    body: { values: { value: 1200 } },
  })
  const { selectionId } = asked.json<SelectionView>()
  const url = '/api/v2/scheme/selections/status/'
  const body = { selectionIds: [selectionId], approval: true }
  expect((await world.request({ method: 'PATCH', url, token: grace, body })).statusCode).toBe(200)

  const taken = async () => {
    const [sum] = await world.database.rows<{ pence: number; periods: number }>(
      `select sum(employee_pence)::integer as pence, count(*)::integer as periods from deduction where selection_id = $1`,
      [selectionId],
    )
    return [sum?.pence, sum?.periods]
  }
  expect(await taken()).toEqual([1200_00, 12])
  // As though the scheme had been applied before its orders were this long.
  await connected(world.database.superuser, async (client) => {
    const late = `select id from payroll_period where pay_on >= '2027-06-01'`
    await client.query(`delete from deduction where period_id in (${late})`)
    await client.query(`delete from payroll_period where id in (${late})`)
  })
  const [left] = await taken()
  expect(left).toBeLessThan(1200_00)

  const folder = join(import.meta.dirname, '../../examples/demo')
  for (const _ of [1, 2]) {
    expect(await applyScheme(world.database.db, { folder, secrets })).not.toHaveProperty('faults')
    expect(await taken()).toEqual([1200_00, 12])
  }
})
