import { expect, it, onTestFinished } from 'vitest'
import { cases } from '../battery/random-seed.ts'
import { amelia, daniel, joiner } from '../harness/uploaded-people.ts'
import { employerUploads, peopleFile } from '../harness/uploads.ts'
import { startWorld } from '../harness/world.ts'
import { runJob, killAndContinue } from './kill-jobs.ts'
import { startOwnPostgres } from './restartable-postgres.ts'

const kills = cases({ gate: 1, long: 200 })

it(
  `each upload is finished after ${kills} kills of the process or of PostgreSQL, and never partly applied [R-07] [S-56] [S-79]`,
  { timeout: 240_000 + kills * 60_000 },
  async () => {
    const postgres = await startOwnPostgres()
    const database = await postgres.empty()
    const world = await startWorld({ keep: true, people: 'of one client', database })
    onTestFinished(async () => {
      await world.close()
      await database.disconnect()
      await postgres.stop()
    })
    let uploads = await employerUploads(world)
    const rows = <Row extends object>(query: string) => database.rows<Row>(query)
    await rows(`update client set switches = switches || '{"eligibilityImpact": true}' where code = 'demo'`)

    const doing = { job: { name: 'process uploads' }, database, serverSecret: world.serverSecret } as const
    const killWork = (round: number, { statements, check }: { statements: number; check: () => Promise<void> }) =>
      killAndContinue(doing, {
        round,
        statements: { after: 0, upTo: statements },
        postgres,
        interrupted: async () => {
          await check()
          await uploads.abandonWork()
        },
      })
    const upload = async (salary: number) => (await uploads.upload(fileWith(salary))).json<{ id: string }>()
    const statusOf = async (id: string) => (await uploads.view(id)).status
    /** The data of everyone in the file and everything that depends on it. A mixed state would show here. */
    const state = async () =>
      JSON.stringify(
        await rows(`
          select account.email, account.state, details.first_name,
            (select jsonb_object_agg(fact || effective_from || sequence, value) from employment_fact where person_id = account.person_id) as facts,
            (select jsonb_agg(version.price -> 'employeeYearly' order by version.selection_id, version.version)
               from selection_version as version where version.subject_id = account.person_id) as prices
          from account join person_details as details using (client_id, person_id)
          where account.email in (${people.map(({ email }) => `'${email}'`).join(', ')})
          order by 1`),
      )

    let salary = 40_000
    const steps: { status: 'confirmed' | 'undone'; statements: number }[] = []
    const first = await upload((salary += 1_000))
    const checking = await runJob(doing)
    for (const status of ['confirmed', 'undone'] as const) {
      await uploads.change(first.id, status)
      steps.push({ status, statements: await runJob(doing) })
    }
    expect(await statusOf(first.id)).toBe('undone')

    for (let round = 0; round < kills; round += 1) {
      // The earlier access token may have expired.
      uploads = await employerUploads(world)
      const { id } = await upload((salary += 1_000))
      // In every other round, the check is killed as well.
      if (round % 2 === 0) await runJob(doing)
      else await killWork(round, { statements: checking, check: () => Promise.resolve() })
      expect(await statusOf(id)).toBe('ready')
      for (const { status, statements } of steps) {
        const before = await state()
        await uploads.change(id, status)
        await killWork(round, {
          statements,
          check: async () => {
            const [left] = await rows<{ status: string }>(`select status from upload where id = '${id}'`)
            const after = await state()
            expect([left?.status, after === before]).toEqual(
              left?.status === status ? [status, false] : [status === 'confirmed' ? 'committing' : 'undoing', true],
            )
          },
        })
        expect(await statusOf(id)).toBe(status)
        expect(await state()).not.toBe(before)
      }
    }
    console.log(`${kills} uploads, confirmed and undone, each with kills: ${JSON.stringify(steps)}`)
    const audited = await rows<{ count: number }>(
      `select count(*)::int as count from audit_event where action in ('data-load.confirmed', 'data-load.undone')`,
    )
    expect(audited).toEqual([{ count: 2 * (kills + 1) }])
  },
)

const people = [daniel, amelia, joiner]
const fileWith = (salary: number) => peopleFile(people.map((person) => ({ ...person, basic_salary: `${salary}.00` })))
