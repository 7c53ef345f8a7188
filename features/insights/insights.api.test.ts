import { expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { readEmployeeInsights } from './insights.contract.ts'

const world = await startWorld({ people: 'all' })
const [client] = await world.database.rows<{ client_id: string }>(`select client_id from client where code = 'demo'`)
const clientId: string = client?.client_id ?? ''

const ask = async (name: string) =>
  world.request({ url: `/api/v2/client/${clientId}/employee-insights`, token: await world.signIn(name) })

it('insights count the employees of today by age, sex and length of service, each person once [PROD-02] [EMP-38] [EMP-39]', async () => {
  const { employees, smallestGroup, groups } = (await ask('grace.lin')).json<ReplyOf<typeof readEmployeeInsights>>()
  const [known] = await world.database.rows<{ employed: number; women: number; young: number; long: number }>(
    `select
       count(*)::integer as employed,
       (count(*) filter (where sex = 'female'))::integer as women,
       (count(*) filter (where date_of_birth > date '2026-11-16' - interval '25 years'))::integer as young,
       (count(*) filter (where started <= date '2026-11-16' - interval '11 years'))::integer as long
     from person_details
     join account using (client_id, person_id)
     cross join lateral (
       select max(value) filter (where fact = 'status') as status, max(value) filter (where fact = 'start-date')::date as started
       from employment_fact as fact
       where fact.client_id = account.client_id and fact.person_id = account.person_id and effective_from <= '2026-11-16'
     ) as facts
     where account.client_id = $1 and status = 'active'`,
    [clientId],
  )
  expect([employees, smallestGroup]).toEqual([known?.employed, 5])
  const of = (dimension: 'age' | 'sex' | 'service', band: string) =>
    groups[dimension].find((group) => group.band === band)?.employees
  expect([of('sex', 'female'), of('age', 'under-25'), of('service', 'over-10')]).toEqual([
    known?.women,
    known?.young,
    known?.long,
  ])
  for (const dimension of Object.values(groups)) {
    const shown = dimension.flatMap(({ employees: count }) => count ?? [])
    expect(shown.filter((count) => count > 0 && count < 5)).toEqual([])
    const sum = shown.reduce((all, count) => all + count, 0)
    expect(shown.length === dimension.length ? sum === employees : sum <= employees - 5).toBe(true)
  }
})

it("insights omit small groups, and groups from which the client's smallest group could be calculated [S-53]", async () => {
  await world.database.rows(`update client set switches = switches || '{"smallestGroup": 40}' where client_id = $1`, [
    clientId,
  ])
  const { employees, groups } = (await ask('grace.lin')).json<ReplyOf<typeof readEmployeeInsights>>()
  for (const dimension of Object.values(groups)) {
    const shown = dimension.flatMap(({ employees: count }) => count ?? [])
    expect(shown.filter((count) => count > 0 && count < 40)).toEqual([])
    const hidden = employees - shown.reduce((sum, count) => sum + count, 0)
    const out = dimension.filter(({ employees: count }) => count === null).length
    expect(out === 0 ? hidden === 0 : out > 1 && hidden >= 40).toBe(true)
  }
})

it('insights are refused to an employer whose client has not switched them on [EMP-39]', async () => {
  expect((await ask('henry.cole')).json()).toMatchObject({ code: 'insights-off' })
})

it('the login reply says whether the scheme has insights switched on for the person [DATA-06] [EMP-30]', async () => {
  const isOn = async (name: string) => {
    const answer = await world.request({ url: '/api/v1/user', token: await world.signIn(name) })
    return answer.json<{ isInsightsEnabled: boolean }>().isInsightsEnabled
  }
  expect([await isOn('grace.lin'), await isOn('henry.cole')]).toEqual([true, false])
})
