import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountOf } from '../../tests/harness/accounts.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { applyChanged, changeFacts, salaryFacts } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { UnrenewedSelectionRow } from './unrenewed-selections.contract.ts'

describe('price that cannot be calculated when a scheme year begins', () => {
  let world: World
  let clientId: string

  beforeAll(async () => {
    world = await startWorld({ keep: true, people: 'of one client' })
    clientId = (await accountOf(world.database, 'carys.evans')).clientId
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyChanged(world, nextYear())
    await salaryOf('carys.evans', { pence: null, from: '2027-04-06' })
    for (const name of ['isla.reid', 'amelia.hart']) await salaryOf(name, { pence: null, from: '2027-04-06' })
    await world.database.moveTo('2027-04-06T06:00:00Z')
    await runDaily(world)
  })

  afterAll(() => world.close())

  const salaryOf = (name: string, { pence, from }: { pence: string | null; from: string }) =>
    changeFacts(world, name, salaryFacts(pence), from)

  async function listed(name = 'grace.lin') {
    const answer = await world.request({
      url: `/api/v2/client/${clientId}/not-renewed-selections`,
      token: await world.signIn(name),
    })
    return { status: answer.statusCode, rows: answer.json<UnrenewedSelectionRow[]>() }
  }

  const namesIn = ({ rows }: { rows: UnrenewedSelectionRow[] }) =>
    rows.map(({ employeeName, benefitName, missing }) => [employeeName, benefitName, missing])

  const pensionOf = (name: string) =>
    world.database.rows<{ action: string; from: string; year: number }>(
      `select version.action, version.effective_from::text as from, year.year
       from selection_version as version
       join account on account.client_id = version.client_id and account.person_id = subject_id
       join scheme_year as year on year.client_id = version.client_id and year.id = version.scheme_year_id
       join selection on selection.client_id = version.client_id and selection.id = selection_id
       join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = benefit_id
       where email = $1 and benefit.code = 'pension'
       order by version.version`,
      [`${name}@demo.example`],
    )

  it('is mailed once it can be calculated, even if another mail was sent on the same day', async () => {
    const renewals = async () =>
      (await mailsOf(world, 'amelia.hart@demo.example')).filter(({ kind }) => kind === 'scheme-year-turned')
    const [morning] = await renewals()
    expect(morning?.data?.['lines']).not.toContain('Workplace pension')
    await world.database.moveTo('2027-04-06T15:00:00Z')
    await salaryOf('amelia.hart', { pence: '3600000', from: '2027-04-06' })
    await world.database.moveTo('2027-04-07T06:00:00Z')
    await runDaily(world)
    expect((await renewals()).map(({ data }) => String(data?.['lines']).includes('Workplace pension'))).toEqual([
      false,
      true,
    ])
  })

  it("leaves the previous year's version in force, and is listed for the employer every day", async () => {
    expect((await pensionOf('carys.evans')).map(({ year }) => year)).toEqual([2026])
    const onTheDay = await listed()
    expect(namesIn(onTheDay)).toContainEqual([
      'Carys Evans',
      'Workplace pension',
      'Their salary is not known. Please upload it',
    ])
    expect(onTheDay.rows.every(({ since }) => since === '2027-04-06')).toBe(true)
    await world.database.moveTo('2027-04-09T06:00:00Z')
    await runDaily(world)
    expect(namesIn(await listed())).toEqual(namesIn(onTheDay))
    const events = await world.database.rows(
      `select from audit_event where client_id = $1 and action = 'selections.not-renewed'`,
      [clientId],
    )
    expect(events.length).toBeGreaterThan(0)
    expect((await listed('amelia.hart')).status).toBe(403)
  })

  it('is applied on the day on which the missing fact is recorded, from the first day of the year', async () => {
    await salaryOf('carys.evans', { pence: '4800000', from: '2027-04-06' })
    expect((await pensionOf('carys.evans')).at(-1)).toEqual({ action: 'renew', from: '2027-04-06', year: 2027 })
    expect(namesIn(await listed()).filter(([name]) => name === 'Carys Evans')).toEqual([])
  })

  it('is applied from the first day of the missing fact if that day is later, without a gap in cover', async () => {
    await salaryOf('isla.reid', { pence: '3600000', from: '2027-04-19' })
    await world.database.moveTo('2027-04-19T06:00:00Z')
    await runDaily(world)
    expect((await pensionOf('isla.reid')).map(({ action }) => action)).not.toContain('end-with-year')
    expect((await pensionOf('isla.reid')).at(-1)).toMatchObject({ from: '2027-04-19', year: 2027 })
    expect(namesIn(await listed())).toEqual([])
  })
})
