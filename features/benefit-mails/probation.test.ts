import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DailyJob, runDailyJobs } from '../../platform/daily-jobs.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { notifyProbationEnded } from './notices.jobs.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'

const ben = 'ben.osei@demo.example'
/** Ben's last day of probation. The example world begins on 16 November 2026. */
const lastDay = '2027-03-16'

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})
afterEach(() => world.close())

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
/** `moment` is a time in London, such as '2027-03-17 00:30'. */
const moveTo = (moment: string) =>
  rows(`update app.clock set ahead = ($1::timestamp at time zone 'Europe/London') - now()`, [moment])
async function runJobs(jobs: readonly DailyJob[] = [notifyProbationEnded]): Promise<void> {
  await runDaily(world, jobs)
}
const told = async (who = ben) => (await mailsOf(world, who)).filter(({ kind }) => kind === 'probation-over')

describe('mail that says which benefits open after probation', () => {
  it('is queued once, on the day after probation, if these benefits are open [BENEFIT-06] [BENEFIT-07] [API-25]', async () => {
    const bens = () => employee(world, 'ben.osei')
    const cycle = async () => (await bens()).find('cycle-to-work')
    await runJobs()
    const closed = await cycle()
    expect(closed.availability).toMatchObject({ available: false, cause: 'probation', opensOn: '2027-03-17' })
    expect(closed.cta).toBeNull()
    const refused = await (await bens()).tryToChoose('cycle-to-work', { value: 1000 })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not-selectable'])

    await moveTo(`${lastDay} 23:55`)
    await runJobs()
    expect(await told()).toEqual([])

    await moveTo('2027-03-17 00:05')
    await runJobs(dailyJobs(world.serverSecret).filter(({ name }) => name === notifyProbationEnded.name))
    expect(await told()).toMatchObject([{ to: ben, state: 'queued', data: null }])
    expect((await cycle()).availability).toMatchObject({ available: true, cause: null })

    for (const moment of ['2027-03-17 12:00', '2027-03-18 09:00', '2027-03-30 09:00']) {
      await moveTo(moment)
      await runJobs()
    }
    expect(await told()).toHaveLength(1)
  })

  it('is sent once even after missed days, a killed process or parallel runs, and to no other person [BENEFIT-07] [S-79]', async () => {
    await recordFact(world, { of: 'ben.osei', fact: 'probation-end', value: '2026-12-10' })
    await moveTo('2026-12-05 09:00')
    await runJobs()
    await moveTo('2027-02-20 09:00')
    // Ends the database connection before the commit, as if the process were killed.
    const lost: DailyJob = {
      ...notifyProbationEnded,
      run: async (tx, ...rest) => {
        await notifyProbationEnded.run(tx, ...rest)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
        return 'done'
      },
    }
    const faults: unknown[] = []
    await runDailyJobs({ db: world.database.db, jobs: [lost], onFault: (fault) => faults.push(fault) })
    expect(faults.length).toBeGreaterThan(0)
    const noted = `select 1 from notice_sent join account using (client_id, person_id) where email = $1`
    expect([await rows(noted, [ben]), await told()]).toEqual([[], []])

    await Promise.all([runJobs(), runJobs(), runJobs()])
    expect(await told()).toHaveLength(1)
    const everybody = (await mailsOf(world)).filter(({ kind }) => kind === 'probation-over').map(({ to }) => to)
    expect(new Set(everybody).size).toBe(everybody.length)
    const ended = await rows<{ email: string }>(
      `select email from account
       where exists (
         select from employment_fact fact
         where fact.client_id = account.client_id and fact.person_id = account.person_id
           and fact = 'probation-end' and value between '2026-11-16' and '2027-02-19'
       )
       order by 1`,
    )
    expect(everybody.toSorted()).toEqual(ended.map(({ email }) => email))

    // Mail is deleted a month after it was sent, but the record of the notice remains.
    await rows('delete from mail')
    await rows('delete from daily_run')
    await recordFact(world, { of: 'ben.osei', fact: 'probation-end', value: '2027-02-18' })
    await moveTo('2027-02-25 09:00')
    await runJobs()
    expect(await told()).toEqual([])
  })

  it('is sent later if probation is extended, and earlier if it is shortened', async () => {
    await runJobs()
    await moveTo(`${lastDay} 12:00`)
    await recordFact(world, { of: 'ben.osei', fact: 'probation-end', value: '2027-03-25' })
    await moveTo('2027-03-17 09:00')
    await runJobs()
    expect(await told()).toEqual([])
    await moveTo('2027-03-20 09:00')
    await recordFact(world, { of: 'ben.osei', fact: 'probation-end', value: '2027-03-19' })
    await runJobs()
    expect(await told()).toHaveLength(1)
  })

  it('is not sent to leavers, to people without probation, or if no benefit opens', async () => {
    await runJobs()
    await moveTo('2027-03-17 09:00')
    await recordFact(world, { of: 'ben.osei', fact: 'status', value: 'left' })
    await recordFact(world, { of: 'amelia.hart', fact: 'probation-end', value: '2027-03-10' })
    await runJobs()
    expect([await told(), await told('amelia.hart@demo.example')]).toEqual([[], []])
  })

  it('is not sent if every benefit is already open during probation', async () => {
    await world.database.changeScheme(
      `update benefit set definition = jsonb_set(definition, '{openInProbation}', 'true')`,
    )
    await moveTo('2027-03-17 09:00')
    await runJobs()
    expect((await mailsOf(world)).filter(({ kind }) => kind === 'probation-over')).toEqual([])
  })
})
