import { describe, expect, inject, it } from 'vitest'
import { accountOf } from '../../tests/harness/accounts.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { signInForBenefit, changeFacts, linesOf, lockNextRun } from '../../tests/harness/world-actions.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import type { AssessmentRow } from './assessments.contract.ts'

/** Joiners of 10 June, by email: date of birth and salary. */
const joiners = {
  dana: ['1990-05-05', '30000.00'],
  olaf: ['1990-05-05', '30000.00'],
  nora: ['1990-05-05', '30000.00'],
  ines: ['1990-05-05', '30000.00'],
  /** £9,000 a year is £525 for 21 of 30 days, and £750 a month. */
  petra: ['1990-05-05', '9000.00'],
  /** £11,000 a year is £641.67 in June and £916.67 from July. */
  marc: ['1990-05-05', '11000.00'],
  /** This person turns 22 on 20 June. */
  ruth: ['2004-06-20', '30000.00'],
  /** Aged 66, which is State Pension age. */
  hugh: ['1960-01-01', '30000.00'],
  finn: ['1990-05-05', '5000.00'],
  /** The salaries of Wade and Xena are later corrected to £30,000, each under a different `partPeriod`. */
  wade: ['1990-05-05', '5000.00'],
  xena: ['1990-05-05', '5000.00'],
} as const

const row = (name: string, [born, salary]: readonly [string, string]) =>
  `NR-${name},${name}@demo.example,,${name},Joiner,${born},,,monthly,active,2026-06-10,,,${salary},37.5,1,,,,,`

const key = (more = '') =>
  `coreChoice: { values: { contribution: 5 } }\nautoEnrolment: { scheme: occupational, optOutNotice: employer${more} }\n`

async function applyPension(text: string, withJoiners = false) {
  await withChangedFolder(
    inject('demoOfFew'),
    {
      'benefits/pension.yaml': (before) => `${before}${text}`,
      ...(withJoiners && {
        'people.csv': (before) =>
          `${before.trimEnd()}\n${Object.entries(joiners)
            .map(([name, person]) => row(name, person))
            .join('\n')}\n`,
      }),
    },
    (folder) => applyFolder(world.database.db, folder),
  )
}
const dayIs = (day: string) => world.database.moveTo(`${day}T09:00:00Z`)

const world = await startWorld({ people: 'of one client' })
const { clientId } = await accountOf(world.database, 'amelia.hart')
await world.database.moveTo('2026-06-01T09:00:00Z')
await world.database.rows(`update client set created_at = '2026-06-01' where client_id = $1`, [clientId])
await applyPension(key(), true)
await dayIs('2026-06-10')
await runDaily(world)
async function selectionOf(name: string) {
  const { personId } = await accountOf(world.database, name)
  const [selection] = await world.database.rows<{
    id: string
    state: string
    action: string
    reason: string
    from: string
  }>(
    `select selection.id, selection.state, version.action, version.reason, version.effective_from::text as from
     from selection
     join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = selection.benefit_id
     join selection_version as version on version.client_id = selection.client_id
       and version.selection_id = selection.id and version.version = selection.version
     where selection.person_id = $1 and benefit_code.code = 'pension'`,
    [personId],
  )
  return selection
}
const assessed = async (name: string) => {
  const { personId } = await accountOf(world.database, name)
  return (
    await world.database.rows<{ text: string }>(
      `select concat_ws(' ', from_day, to_day, category, age, earnings_pence, outcome) as text
       from pension_assessment where person_id = $1 order by from_day`,
      [personId],
    )
  ).map(({ text }) => text)
}
async function pay(name: string) {
  const selection = await selectionOf(name)
  const lines = await linesOf(world, selection?.id ?? '')
  return lines
    .filter(({ payCode }) => payCode === 'PENSS')
    .slice(0, 4)
    .map(({ period, original, employee }) => [
      period.replace(' 2026', ''),
      original?.replace(' 2026', '') ?? null,
      employee,
    ])
}

describe('first day of employment, 10 June', () => {
  it('an eligible jobholder is enrolled and charged from that day', async () => {
    expect(await assessed('dana')).toEqual(['2026-06-10 2026-06-30 eligible 36 175000 enrolled'])
    expect(await selectionOf('dana')).toMatchObject({ state: 'active', action: 'provide', from: '2026-06-10' })
    expect((await pay('dana')).slice(0, 2)).toEqual([
      ['June', null, 87.5],
      ['July', null, 125],
    ])
  })

  it('the enrolment information is mailed once, with the right to opt out and both contributions', async () => {
    await runDaily(world)
    const mails = (await mailsOf(world, 'dana@demo.example')).filter(({ kind }) => kind.startsWith('pension-'))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      kind: 'pension-enrolled',
      data: { from: '10 June 2026', employee: '£125.00', employer: '£125.00', each: 'month', optOutBy: '9 July 2026' },
    })
  })

  it('people outside the age limits or below the earnings trigger are not enrolled; a mail tells them their rights', async () => {
    expect(await assessed('petra')).toEqual(['2026-06-10 2026-06-30 non-eligible 36 52500 may-opt-in'])
    expect(await assessed('finn')).toEqual(['2026-06-10 2026-06-30 entitled 36 29167 may-join'])
    expect(await assessed('hugh')).toEqual(['2026-06-10 2026-06-30 non-eligible 66 175000 may-opt-in'])
    expect(await assessed('ruth')).toEqual(['2026-06-10 2026-06-19 non-eligible 21 175000 may-opt-in'])
    for (const [name, kind] of [
      ['petra', 'pension-right-to-opt-in'],
      ['finn', 'pension-right-to-join'],
    ] as const)
      expect((await mailsOf(world, `${name}@demo.example`)).map((mail) => mail.kind)).toContain(kind)
  })

  it('people employed before the client joined the portal are not enrolled', async () => {
    const rows = await world.database.rows<{ outcome: string; letters: number }>(
      `select outcome, count(letter)::integer as letters from pension_assessment
       where client_id = $1 and from_day < '2026-06-10' group by outcome order by outcome`,
      [clientId],
    )
    expect(rows.map(({ outcome }) => outcome)).not.toContain('enrolled')
    expect(rows.every(({ letters }) => letters === 0)).toBe(true)
  })
})

describe('contribution for the first part of a period (worked example e)', () => {
  it.each([
    ['wade', 'working-days', 85.23],
    ['xena', '260ths', 86.54],
  ] as const)('of %s by %s is £%d', async (name, partPeriod, june) => {
    await defineKey('partPeriod', partPeriod)
    await changeFacts(world, name, { 'basic-salary': '3000000', 'pensionable-salary': '3000000' })
    await world.database.rows('delete from daily_run')
    await runDaily(world)
    expect((await pay(name)).slice(0, 2)).toEqual([
      ['June', null, june],
      ['July', null, 125],
    ])
    await defineKey('partPeriod', 'calendar-days')
  })
})

describe('opting out (worked example d)', () => {
  it('on 20 June, before the run, leaves no payroll line', async () => {
    await dayIs('2026-06-18')
    await changeFacts(world, 'olaf', { 'pension-opt-out-notice': '2026-06-18' })
    await runDaily(world)
    expect(await pay('olaf')).toEqual([])
    expect(await selectionOf('olaf')).toMatchObject({ state: 'opted-out', reason: 'within-opt-out-period' })
  })

  it("on 5 July refunds June's £87.50 in July, and nothing else", async () => {
    await dayIs('2026-06-19')
    await lockNextRun(world)
    await dayIs('2026-07-05')
    await runDaily(world)
    const token = await signInJoiner('dana')
    const benefits = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
    const pension = benefits.find(({ code }) => code === 'pension')
    const selection = pension?.selection
    expect(pension?.links.find(({ type }) => type === 'opt-out-month')?.label).toContain('until 9 July 2026')
    const answer = await world.request({
      method: 'PATCH',
      url: `/api/v1/selection/${selection?.selectionId}`,
      token,
      body: { status: 'opted-out' },
    })
    expect(answer.statusCode).toBe(200)
    expect(await pay('dana')).toEqual([
      ['June', null, 87.5],
      ['July', 'June', -87.5],
    ])
    expect(await selectionOf('dana')).toMatchObject({ state: 'opted-out', reason: 'within-opt-out-period' })
  })

  it("after July's cut-off refunds the contributions of both months in August", async () => {
    await changeFacts(world, 'nora', { 'pension-opt-out-notice': '2026-07-05' })
    await dayIs('2026-07-19')
    await lockNextRun(world)
    await runDaily(world)
    expect(await pay('nora')).toEqual([
      ['June', null, 87.5],
      ['July', null, 125],
      ['August', 'June', -87.5],
      ['August', 'July', -125],
    ])
  })

  it('is refused after the opt-out month', async () => {
    await changeFacts(world, 'ines', { 'pension-opt-out-notice': '2026-07-10' })
    await runDaily(world)
    expect(await selectionOf('ines')).toMatchObject({ state: 'active', from: '2026-06-10' })
  })
})

describe('pay periods after the first assessment', () => {
  it('enrol people on the birthday that makes them eligible, and in the first period with pay above the trigger', async () => {
    expect(await assessed('ruth')).toContainEqual('2026-06-20 2026-06-30 eligible 22 175000 enrolled')
    expect(await assessed('marc')).toEqual([
      '2026-06-10 2026-06-30 non-eligible 36 64167 may-opt-in',
      '2026-07-01 2026-07-31 eligible 36 91667 enrolled',
    ])
    expect(await assessed('petra')).toEqual([
      '2026-06-10 2026-06-30 non-eligible 36 52500 may-opt-in',
      '2026-07-01 2026-07-31 non-eligible 36 75000 may-opt-in',
    ])
  })

  it('keep the record of an enrolment after an opt-out, and enrol nobody a second time', async () => {
    await dayIs('2026-08-01')
    await runDaily(world)
    expect(await assessed('dana')).toEqual([
      '2026-06-10 2026-06-30 eligible 36 175000 enrolled',
      '2026-07-01 2026-07-31 eligible 36 250000 opted-out',
      '2026-08-01 2026-08-31 eligible 36 250000 opted-out',
    ])
    expect(await selectionOf('dana')).toMatchObject({ state: 'opted-out' })
  })
})

describe('minimum contribution', () => {
  it('is required: a lower contribution is refused with the figures, unless `belowMinimum` allows it', async () => {
    const pension = await signInForBenefit(world, 'amelia.hart', 'pension')
    const quote = (contribution: number) => pension.quote({ contribution, 'yearly-rise': 'no' })
    expect((await quote(3)).statusCode).toBe(200)
    await definePension({ minimum: 'set-1' })
    const refused = await quote(3)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors.contribution[0]).toContain('The law requires at least 9% of your pensionable pay')
    await definePension({ minimum: 'set-1', belowMinimum: { contribution: ['3'] } })
    expect((await quote(3)).statusCode).toBe(200)
  })
})

describe('re-enrolment on 1 September', () => {
  it('leaves out people who opted out within the last twelve months, unless the scheme folder says otherwise', async () => {
    await definePension({ reEnrolment: '2026-09-01' })
    await dayIs('2026-09-01')
    await runDaily(world)
    expect((await assessed('dana')).at(-1)).toBe('2026-09-01 2026-09-30 eligible 36 250000 recently-left')
    await definePension({ reEnrolment: '2026-09-02', reEnrolRecentLeavers: true })
    await dayIs('2026-09-02')
    await runDaily(world)
    expect((await assessed('dana')).at(-1)).toBe('2026-09-02 2026-09-30 eligible 36 250000 re-enrolled')
    expect(await selectionOf('dana')).toMatchObject({ state: 'active', action: 'provide', from: '2026-09-02' })
    expect((await mailsOf(world, 'dana@demo.example')).map(({ kind }) => kind)).toContain('pension-enrolled-again')
  })

  it('includes people whose earlier enrolment is known only to the employer', async () => {
    const rows = await world.database.rows<{ before: string; after: string }>(
      `select earlier.outcome as before, later.outcome as after
       from pension_assessment earlier
       join pension_assessment later using (client_id, person_id)
       where earlier.from_day = '2026-06-01' and later.from_day = '2026-09-01' and earlier.outcome = 'before-portal'`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(({ after }) => after))).toEqual(new Set(['re-enrolled']))
  })
})

describe("employer's report", () => {
  it('lists each assessment with its result, day and reason, and is available as CSV and workbook', async () => {
    const token = await world.signIn('grace.lin')
    const url = `/api/v2/client/${clientId}/pension-assessments`
    const rows = (await world.request({ url, token })).json<AssessmentRow[]>()
    expect(rows).toContainEqual(
      expect.objectContaining({
        employeeName: 'dana Joiner',
        from: '2026-09-02',
        category: 'Eligible jobholder',
        outcome: 'Enrolled again',
        earnings: 2500,
      }),
    )
    const csv = await world.request({ url: `${url}/download`, token })
    expect(csv.body).toContain(
      'NR-dana,dana Joiner,10/06/2026,30/06/2026,36,1750.00,833.00,Eligible jobholder,Enrolled,',
    )
    const workbook = await world.request({ url: `${url}/download?format=xlsx`, token })
    expect(workbook.headers['content-type']).toContain('spreadsheetml')
    const employee = await world.signIn('amelia.hart')
    expect((await world.request({ url, token: employee })).statusCode).toBe(403)
  })
})

function definePension(rules: object) {
  return defineKey('autoEnrolment', { scheme: 'occupational', optOutNotice: 'employer', ...rules })
}

async function defineKey(key: string, value: unknown) {
  await world.database.changeScheme(
    `update benefit set definition = jsonb_set(definition, array[$2], $3::jsonb)
     where client_id = $1 and code = 'pension'`,
    [clientId, key, JSON.stringify(value)],
  )
}

async function signInJoiner(name: string): Promise<string> {
  const { personId } = await accountOf(world.database, name)
  await world.database.rows(
    `update account set state = 'active', password_hash = amelia.password_hash
     from account as amelia
     where amelia.client_id = account.client_id and amelia.email = 'amelia.hart@demo.example' and account.person_id = $1`,
    [personId],
  )
  await world.database.rows(
    `insert into terms_acceptance (client_id, person_id, revision, accepted_at)
     select client_id, person_id, terms_revision, app.now() from account join client using (client_id) where person_id = $1`,
    [personId],
  )
  return world.signIn(name)
}
