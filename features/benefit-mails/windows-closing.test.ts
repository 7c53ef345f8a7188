import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { type SchemeYearFile, schemeYearFile } from '../../services/scheme/folder-format.ts'
import { windowRecords } from '../scheme-history/scheme-records.rules.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { isReminderDue } from './windows-closing.rules.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'

describe('day of a reminder before a window closes', () => {
  const day = (date: string) => isoDate.parse(date)
  const window = { opensOn: day('2026-11-06'), closesOn: day('2026-12-06') }
  const due = (today: string, more: { remindDays?: number; opensOn?: ReturnType<typeof day> } = {}) =>
    isReminderDue({ ...window, ...more }, day(today))

  it('is seven days before the end, or the number of days set in the scheme; later days up to the last are also possible', () => {
    expect(['2026-11-28', '2026-11-29', '2026-12-06', '2026-12-07'].map((today) => due(today))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['2026-11-21', '2026-11-22'].map((today) => due(today, { remindDays: 14 }))).toEqual([false, true])
    expect(due('2026-12-06', { remindDays: 0 })).toBe(false)
  })

  it('can be set in the scheme folder', () => {
    const year = schemeYearFile.shape.windows.parse([
      { code: 'annual', name: 'Annual', cause: 'annual', opens: '2026-11-06', closes: '2026-12-06', remindDays: 14 },
      { code: 'joiners', name: 'Joiners', cause: 'joiner', days: 30 },
    ])
    // `windowRecords` reads only `windows` of a scheme year.
    const records = windowRecords({ windows: year } as SchemeYearFile, day('2026-11-06'))
    expect(records.map(({ rules }) => rules.remindDays)).toEqual([14, undefined])
    expect(schemeYearFile.shape.windows.safeParse([{ ...year[0], remindDays: 61 }]).success).toBe(false)
  })

  it('is never the day on which the window opens', () => {
    const short = { opensOn: day('2026-12-03') }
    expect(['2026-12-02', '2026-12-03', '2026-12-04'].map((today) => due(today, short))).toEqual([false, false, true])
  })
})

describe('mail that says when a window closes', () => {
  let world: World
  beforeEach(async () => {
    world = await startWorld({ people: 'of one client' })
  })
  afterEach(() => world.close())

  const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
  /** The annual window of the example world is open from 6 November to 6 December 2026. */
  const moveTo = (date: string) => world.database.moveTo(date)
  async function runJob(): Promise<void> {
    const jobs = dailyJobs(world.serverSecret).filter(({ name }) => name === 'remind people of windows that close')
    expect(jobs).toHaveLength(1)
    await runDaily(world, jobs)
  }
  const reminders = async (name?: string) =>
    (await mailsOf(world, name && `${name}@demo.example`)).filter(({ kind }) => kind === 'window-closing')

  const choose = async (name: string, code: string, values: SetupValues, more: object = {}) =>
    (await (await employee(world, name)).tryToChoose(code, values, more)).statusCode

  it('is sent once to people who have not chosen or have not finished, and to nobody else', async () => {
    expect(await choose('grace.lin', 'health-cash-plan', { level: 'level-1' })).toBe(201)
    expect(await choose('isla.reid', 'health-cash-plan', { level: 'level-1' }, { draft: true })).toBe(201)
    await moveTo('2026-11-28')
    await runJob()
    expect((await reminders('amelia.hart')).concat(await reminders('isla.reid'))).toEqual([])

    await moveTo('2026-12-01')
    await Promise.all([runJob(), runJob(), runJob()])
    expect(await reminders('amelia.hart')).toMatchObject([{ data: { closesOn: '6 December 2026', unfinished: false } }])
    expect(await reminders('isla.reid')).toMatchObject([{ data: { closesOn: '6 December 2026', unfinished: true } }])
    expect(await reminders('grace.lin')).toEqual([])
    // Leavers and people with a disabled account cannot choose.
    expect((await reminders('elif.kaya')).concat(await reminders('jack.stone'))).toEqual([])
    const all = (await reminders()).map(({ to }) => to)
    expect(new Set(all).size).toBe(all.length)

    await rows('delete from mail')
    for (const date of ['2026-12-02', '2026-12-06', '2026-12-07']) {
      await moveTo(date)
      await runJob()
    }
    expect((await reminders('amelia.hart')).concat(await reminders('isla.reid'))).toEqual([])
  })

  it('is sent on the day that the window sets, or never if the window says so, even if the window names its year', async () => {
    await world.database.changeScheme(`update enrolment_window set rules = rules || '{"remindDays": 0}'`)
    await moveTo('2026-12-05')
    await runJob()
    expect(await reminders()).toEqual([])
    await world.database.changeScheme(`update enrolment_window set rules = rules || '{"remindDays": 20, "for": 2026}'`)
    await rows('delete from daily_run')
    await moveTo('2026-11-17')
    await runJob()
    expect(await reminders('amelia.hart')).toHaveLength(1)
  })

  it('for a window of one person contains only the closing day and whether the person has begun a choice', async () => {
    await moveTo('2027-01-10')
    await world.database.changeScheme(
      `insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
       select benefit.client_id, scheme_year_id, 'for-amelia', 'granted', '2027-01-04', '2027-01-14',
              '{"benefits": ["dental"]}', person_id
       from account join benefit using (client_id)
       where email = 'amelia.hart@demo.example' and benefit.code = 'dental'`,
    )
    await runJob()
    expect(await reminders('amelia.hart')).toMatchObject([{ data: { closesOn: '14 January 2027', unfinished: false } }])
    expect(await reminders('carys.evans')).toEqual([])
  })
})
