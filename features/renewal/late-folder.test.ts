import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FolderChanges } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { carys, daniel } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, peopleFile, workOnUploads } from '../../tests/harness/uploads.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'

/** Leaves Carys out, because the folder contains no leavers. */
const withoutCarys: FolderChanges = {
  'people.csv': (text) => text.replace(/^.*,carys\.evans@.*\n/m, ''),
  'people-accounts.yaml': (text) => text.replace(/^  carys\.evans@.*\n.*\n/m, ''),
}
const notPublished =
  'The benefits of the new year are not published yet. What you have continues, and you can choose once they are published'

describe('between two scheme years, if the folder of the new year is late', () => {
  let world: World

  /** It is 20 April 2027. The demo's scheme year ended on 5 April. */
  beforeAll(async () => {
    world = await startWorld({ keep: true, people: 'of one client' })
    await world.database.moveTo('2027-04-20T06:00:00Z')
    await runDaily(world)
  })

  afterAll(() => world.close())

  async function benefitsOf(name: string) {
    const token = await world.signIn(name)
    const all = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
    return { token, find: (code: string) => all.find((one) => one.code === code) }
  }

  it('people can log in, see their benefits, and read why they cannot choose', async () => {
    const { token, find } = await benefitsOf('amelia.hart')
    expect(find('pension')?.selection).toMatchObject({ status: 'active' })
    const gym = find('gym')
    expect(gym?.availability).toMatchObject({ reason: notPublished })
    const answer = await world.request({
      method: 'PATCH',
      url: `/api/v1/benefit/${gym?.benefitId}/selection`,
      token,
      body: { values: { plan: 'family' } },
    })
    expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ message: notPublished })])
    const currentDeductions = await world.request({ url: '/api/v1/user/selections/mtb/card', token })
    expect(currentDeductions.statusCode).toBe(200)
  })

  it('members can opt out of a pension', async () => {
    const { token, find } = await benefitsOf('isla.reid')
    const selection = find('pension')?.selection
    const left = await world.request({
      method: 'PATCH',
      url: `/api/v1/selection/${selection?.selectionId}`,
      token,
      body: { status: 'opted-out' },
    })
    expect([left.statusCode, left.json()]).toEqual([200, expect.objectContaining({ status: 'opted-out' })])
  })

  it('employers can lock runs, upload files, and view the portal as employees', async () => {
    // Removes later pay periods, as if the year's folder had none.
    await world.database.rows(
      `delete from deduction using payroll_period
       where payroll_period.client_id = deduction.client_id and payroll_period.id = period_id and starts_on > '2027-04-20'`,
    )
    await world.database.rows(`delete from payroll_period where starts_on > '2027-04-20'`)
    const { token, clientId, checked, change, view } = await employerUploads(world)
    const upload = await checked(
      peopleFile([
        { ...daniel, job_title: 'Fitter' },
        { ...carys, end_date: '2027-01-31' },
      ]),
    )
    expect([upload.status, upload.errors]).toEqual(['ready', expect.objectContaining({ data: [] })])
    await change(upload.id, 'confirmed')
    await workOnUploads(world)
    expect((await view(upload.id)).status).toBe('confirmed')
    const runs = (await world.request({ url: `/api/v2/client/${clientId}/payroll-runs`, token })).json<
      PayrollRunView[]
    >()
    const due = runs.find(({ state, cutOffPassed }) => state === 'open' && cutOffPassed)
    const locked = await world.request({
      method: 'POST',
      url: `/api/v2/client/${clientId}/payroll-runs/${due?.runId}/lock`,
      token,
    })
    expect(locked.statusCode).toBe(200)
  })

  it('everything continues from the first day of the year once the folder is applied', async () => {
    await applyChanged(world, nextYear(withoutCarys))
    await runDaily(world)
    const { find } = await benefitsOf('amelia.hart')
    expect(find('gym')).toMatchObject({ selection: { status: 'active' } })
    expect(find('gym')?.availability.reason).not.toBe(notPublished)
    const { find: islas } = await benefitsOf('isla.reid')
    expect(islas('pension')?.selection).toMatchObject({ status: 'opted-out' })
    const versions = await world.database.rows<{ action: string; from: string }>(
      `select action, effective_from::text as from
       from selection_version as version
       join account on account.client_id = version.client_id and account.person_id = subject_id
       join selection on selection.client_id = version.client_id and selection.id = selection_id
       join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = benefit_id
       where email = 'dan.murphy@demo.example' and benefit.code = 'dental'
       order by version.version`,
    )
    expect(versions.at(-1)).toEqual({ action: 'renew', from: '2027-04-06' })

    // No pay period was open when her last day became known.
    const corrected = await world.database.rows(
      `select original.label, employee_pence::integer as employee, employer_pence < 0 as "isGivenBack"
       from deduction
       join account using (client_id, person_id)
       join payroll_period as original on original.client_id = deduction.client_id and original.id = original_period_id
       where email = 'carys.evans@demo.example' and employer_pence <> 0
       order by original.starts_on, pay_code`,
    )
    expect(corrected).toEqual(
      ['February 2027', 'March 2027', 'April 2027'].map((label) => ({ label, employee: 0, isGivenBack: true })),
    )
  })
})
