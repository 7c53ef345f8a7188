import { beforeEach, describe, expect, inject, it } from 'vitest'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { decide, lockNextRun } from '../../tests/harness/world-actions.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'

const demo = inject('demoOfFew')

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)

async function applyWith(changes: FolderChanges) {
  return (await withChangedFolder(demo, changes, (folder) => applyFolder(world.database.db, folder))).changes
}

function inPeople(name: string, changed: Record<string, string>) {
  return (text: string) => {
    const [head = '', ...lines] = text.trimEnd().split('\n')
    const columns = [...head.split(','), 'effective_from']
    const written = lines.map((line) => {
      const cells = [...line.split(','), '']
      if (!line.includes(`${name}@`)) return cells.join(',')
      return columns.map((column, index) => changed[column] ?? cells[index] ?? '').join(',')
    })
    return [columns.join(','), ...written, ''].join('\n')
  }
}

type Version = {
  version: number
  state: string
  action: string
  actor: string | null
  from: string
  to: string | null
  reason: string | null
  total: string | null
}
const versionsOf = (name: string, benefit: string) =>
  rows<Version>(
    `select v.version, v.state, v.action, v.actor_id as actor, v.effective_from::text as from, v.effective_to::text as to,
            v.reason, v.price ->> 'employeeYearly' as total
     from selection_version v
     join selection s on s.client_id = v.client_id and s.id = v.selection_id
     join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
     join account a on a.client_id = s.client_id and a.person_id = s.person_id
     where a.email = $1 and b.code = $2
     order by v.version`,
    [`${name}@demo.example`, benefit],
  )

const takenFrom = (name: string, payCode: string) =>
  rows<{ period: string; original: string | null; employee: number }>(
    `select p.label as period, o.label as original, d.employee_pence::integer as employee
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     left join payroll_period o on o.client_id = d.client_id and o.id = d.original_period_id
     join account a on a.client_id = d.client_id and a.person_id = d.person_id
     where a.email = $1 and d.pay_code = $2
     order by p.starts_on, o.starts_on nulls last`,
    [`${name}@demo.example`, payCode],
  )

async function payCodeOf(benefit: string): Promise<string> {
  const [found] = await rows<{ code: string }>(
    `select definition -> 'pay' -> 'employee' ->> 'payCode' as code from benefit
     where code = $1 and client_id = (select client_id from client where code = 'demo')`,
    [benefit],
  )
  return found?.code ?? ''
}

const as = (name: string) => employee(world, name)

const runJobs = () => runDaily(world)

describe('change of a recorded salary', () => {
  it('recalculates current cover from the day of the change in a new version with the reason, and updates deductions', async () => {
    const before = await versionsOf('amelia.hart', 'pension')
    const changes = await applyWith({
      'people.csv': inPeople('amelia.hart', { basic_salary: '54000.00', effective_from: '2026-12-01' }),
    })
    expect(changes.selections).toBeGreaterThan(0)
    const [taken, anew] = await versionsOf('amelia.hart', 'pension')
    expect([taken]).toEqual(before)
    // £54,000 × 6 %.
    expect(anew).toEqual({
      version: 2,
      state: 'active',
      action: 'reprice',
      actor: null,
      from: '2026-12-01',
      to: null,
      reason: expect.stringContaining('Pensionable salary £54,000.00'),
      total: '324000',
    })
    expect((await takenFrom('amelia.hart', await payCodeOf('pension'))).slice(0, 3)).toEqual([
      { period: 'November 2026', original: null, employee: 225_00 },
      { period: 'December 2026', original: null, employee: 270_00 },
      { period: 'January 2027', original: null, employee: 270_00 },
    ])
    // The gym's price does not depend on salary.
    expect(await versionsOf('amelia.hart', 'gym')).toHaveLength(1)
  })

  it('has no effect if the same folder is applied again', async () => {
    const change = { 'people.csv': inPeople('amelia.hart', { basic_salary: '54000.00', effective_from: '2026-12-01' }) }
    await applyWith(change)
    const before = await versionsOf('amelia.hart', 'life-assurance')
    expect(Object.values(await applyWith(change)).every((count) => count === 0)).toBe(true)
    expect(await versionsOf('amelia.hart', 'life-assurance')).toEqual(before)
  })

  it('is corrected for a locked run in the next open run, and does not change the locked run', async () => {
    expect(await lockNextRun(world)).toBe('November 2026')
    const [line] = await rows<object>(`select * from payroll_line order by number limit 1`)

    await applyWith({
      'people.csv': inPeople('amelia.hart', { basic_salary: '54000.00', effective_from: '2026-11-01' }),
    })
    expect((await takenFrom('amelia.hart', await payCodeOf('pension'))).slice(0, 3)).toEqual([
      { period: 'November 2026', original: null, employee: 225_00 },
      { period: 'December 2026', original: 'November 2026', employee: 45_00 },
      { period: 'December 2026', original: null, employee: 270_00 },
    ])
    expect((await rows<object>(`select * from payroll_line order by number limit 1`))[0]).toEqual(line)
  })

  it('does not change holiday and orders', async () => {
    const amelia = await as('amelia.hart')
    const asked = await amelia.choose('cycle-to-work', { value: 1000 })
    await decide(world, [asked.selectionId])
    const before = await versionsOf('amelia.hart', 'cycle-to-work')
    await applyWith({
      'people.csv': inPeople('amelia.hart', { basic_salary: '60000.00', effective_from: '2026-12-01' }),
    })
    expect(await versionsOf('amelia.hart', 'cycle-to-work')).toEqual(before)
  })

  it('is used from its own day for a choice that takes effect earlier because of an event', async () => {
    await applyWith({
      'people.csv': inPeople('amelia.hart', { basic_salary: '60000.00', effective_from: '2026-12-10' }),
    })
    // The annual window has closed.
    await world.database.moveTo('2026-12-21')
    const amelia = await as('amelia.hart')
    const wed = await world.request({
      method: 'POST',
      url: '/api/v1/client/life-events',
      token: amelia.token,
      body: {
        lifeEventId: 'marriage',
        eventDate: '2026-12-05',
        familyMember: {
          title: 'Mr',
          first_name: 'Sam',
          surname: 'Hart',
          date_of_birth: '1990-05-05',
          sex: 'male',
          fmember_type: 1,
        },
      },
    })
    expect(wed.statusCode).toBe(201)
    const [sam] = await world.database.rows<{ id: string }>(`select id from family_member where first_name = 'Sam'`)
    const covered = [sam?.id ?? '']
    await amelia.choose('critical-illness', { multiple: 2, smoker: 'no', covered, partnerElsewhere: 'no' })
    // £1.50 per £1,000 a month, for Amelia's £90,000 and Sam's £45,000. After the raise, for £120,000 and £60,000.
    expect((await versionsOf('amelia.hart', 'critical-illness')).slice(-2)).toMatchObject([
      { action: 'submit', from: '2026-12-05', total: '20250' },
      {
        action: 'reprice',
        from: '2026-12-10',
        total: '27000',
        reason: expect.stringContaining('from 10 December 2026'),
      },
    ])
  })

  it('applies from its own day to a choice that takes effect before that day', async () => {
    await applyWith({
      'people.csv': inPeople('amelia.hart', { basic_salary: '54000.00', effective_from: '2027-02-01' }),
    })
    const amelia = await as('amelia.hart')
    await amelia.choose('pension', { contribution: 10 })
    expect((await versionsOf('amelia.hart', 'pension')).slice(-2)).toMatchObject([
      { action: 'submit', from: '2026-12-01', total: '450000' },
      { action: 'reprice', from: '2027-02-01', total: '540000' },
    ])
  })
})

describe('person with a recorded last day', () => {
  const leaves = { status: 'left', end_date: '2026-11-12' }

  it('has current cover ended on the last day and pending choices withdrawn with the reason, and has no later deductions', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('cycle-to-work', { value: 1000 })
    await applyWith({ 'people.csv': inPeople('amelia.hart', leaves) })
    expect((await versionsOf('amelia.hart', 'pension')).at(-1)).toEqual({
      version: 2,
      state: 'ended',
      action: 'end',
      actor: null,
      from: '2026-11-13',
      to: '2026-11-12',
      reason: 'Employment ends on 12 November 2026',
      total: null,
    })
    expect((await versionsOf('amelia.hart', 'cycle-to-work')).at(-1)).toMatchObject({
      state: 'withdrawn',
      action: 'lapse',
      actor: null,
      reason: 'Withdrawn because employment ends on 12 November 2026',
    })
    expect(await takenFrom('amelia.hart', await payCodeOf('pension'))).toEqual([
      { period: 'November 2026', original: null, employee: 225_00 },
    ])
  })

  it('gets back cover, choices and deductions if the last day is removed', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('cycle-to-work', { value: 1000 })
    const before = await takenFrom('amelia.hart', await payCodeOf('pension'))
    await applyWith({ 'people.csv': inPeople('amelia.hart', leaves) })
    await applyWith({ 'people.csv': inPeople('amelia.hart', { status: 'active', end_date: '' }) })
    expect((await amelia.find('pension')).selection).toMatchObject({ status: 'active', effectiveFrom: '2026-04-06' })
    expect((await amelia.find('cycle-to-work')).selection?.status).toBe('pending')
    expect(await takenFrom('amelia.hart', await payCodeOf('pension'))).toEqual(before)
  })

  it('gets former cover back if the last day is removed, even if a new choice was started after the last day was recorded', async () => {
    const amelia = await as('amelia.hart')
    const before = await takenFrom('amelia.hart', await payCodeOf('pension'))
    await applyWith({ 'people.csv': inPeople('amelia.hart', { end_date: '2027-01-31' }) })
    const url = `/api/v1/benefit/${(await amelia.find('pension')).benefitId}/selection`
    const body = { values: { contribution: 8 }, draft: true }
    const begun = await world.request({ method: 'POST', url, token: amelia.token, body })
    expect(begun.json<SelectionView>()).toMatchObject({ status: 'draft' })
    await applyWith({ 'people.csv': inPeople('amelia.hart', { end_date: '' }) })
    expect((await amelia.find('pension')).selection).toMatchObject({ status: 'active', effectiveFrom: '2026-04-06' })
    expect(await takenFrom('amelia.hart', await payCodeOf('pension'))).toEqual(before)
  })

  it('gets a pending change back beside current cover if the last day is removed', async () => {
    const amelia = await as('amelia.hart')
    const bought = (days: number) => ({ trade: 'buy', 'buy-days': days })
    const holiday = await amelia.choose('holiday-trading', bought(1))
    await decide(world, [holiday.selectionId])
    expect(await amelia.choose('holiday-trading', bought(2))).toMatchObject({ status: 'pending-change' })
    const taken = await takenFrom('amelia.hart', await payCodeOf('holiday-trading'))
    await applyWith({ 'people.csv': inPeople('amelia.hart', { end_date: '2026-11-30' }) })
    expect((await amelia.find('holiday-trading')).selection?.status).toBe('ended')
    await applyWith({ 'people.csv': inPeople('amelia.hart', { end_date: '' }) })
    const { selection } = await amelia.find('holiday-trading')
    expect(selection).toMatchObject({ status: 'pending-change', values: bought(2) })
    expect(await takenFrom('amelia.hart', await payCodeOf('holiday-trading'))).toEqual(taken)
  })
})

describe('core cover', () => {
  const joiner = {
    'people.csv': (text: string) =>
      `${text.trimEnd()}\nNR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,monthly,active,2026-12-07,,,30000.00,37.5,1,,,,,\n`,
  }
  const moveTo = (day: string) => world.database.moveTo(day)

  it("begins only once, on a joiner's first day without a choice, and is paid by the employer", async () => {
    await applyWith(joiner)
    expect(await versionsOf('new.joiner', 'life-assurance')).toEqual([])
    // The daily job has missed two days.
    await moveTo('2026-12-09')
    await runJobs()
    await runJobs()
    expect(await versionsOf('new.joiner', 'life-assurance')).toEqual([
      {
        version: 1,
        state: 'active',
        action: 'provide',
        actor: null,
        from: '2026-12-07',
        to: null,
        reason: 'Cover for all employees from the first day',
        total: '0',
      },
    ])
    const [line] = await takenFrom('new.joiner', 'LIFECR')
    expect(line).toEqual({ period: 'January 2027', original: null, employee: 0 })
  })

  it('begins when a joiner who has started is recorded, but not for people imported with the client', async () => {
    const before = await rows<object>('select id, version from selection order by id')
    await runJobs()
    expect(await rows<object>('select id, version from selection order by id')).toEqual(before)
    await moveTo('2026-12-08')
    await applyWith(joiner)
    expect(await versionsOf('new.joiner', 'income-protection')).toMatchObject([
      { action: 'provide', from: '2026-12-07' },
    ])
  })
})

describe('person who is employed again after leaving', () => {
  const moveTo = (day: string) => world.database.moveTo(day)
  const employed = (start: string, end: string, status: string) =>
    inPeople('amelia.hart', { start_date: start, end_date: end, status })

  it('has core cover again from the new first day, but no other earlier benefit', async () => {
    const before = await versionsOf('amelia.hart', 'life-assurance')
    await applyWith({ 'people.csv': employed('2019-03-04', '2026-11-20', 'left') })
    await moveTo('2026-12-07')
    await applyWith({ 'people.csv': employed('2026-12-07', '', 'active') })
    const lived = (await versionsOf('amelia.hart', 'life-assurance')).slice(before.length)
    expect(lived).toMatchObject([
      { action: 'end', state: 'ended', from: '2026-11-21' },
      { action: 'provide', state: 'active', actor: null, from: '2026-12-07', total: '0' },
    ])
    expect((await versionsOf('amelia.hart', 'pension')).at(-1)).toMatchObject({ action: 'end', state: 'ended' })
    await runJobs()
    expect((await versionsOf('amelia.hart', 'life-assurance')).slice(before.length)).toEqual(lived)
    // December began before the new employment, so the first charge is in January.
    const paid = await takenFrom('amelia.hart', 'LIFECR')
    expect(paid.map(({ period }) => period)).not.toContain('December 2026')
    expect(paid.map(({ period }) => period)).toContain('January 2027')
  })

  it('does not get earlier applications back', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('cycle-to-work', { value: 1000 })
    await applyWith({ 'people.csv': employed('2019-03-04', '2026-11-20', 'left') })
    await moveTo('2026-12-07')
    await applyWith({ 'people.csv': employed('2026-12-07', '', 'active') })
    expect((await versionsOf('amelia.hart', 'cycle-to-work')).at(-1)).toMatchObject({
      action: 'lapse',
      state: 'withdrawn',
    })
  })

  it.each([
    ['on the same day', null],
    ['a day later', '2026-12-09'],
  ])(
    'gets an application of the new employment back after a last day is reported and removed %s',
    async (_, takenBackOn) => {
      await applyWith({ 'people.csv': employed('2019-03-04', '2026-11-20', 'left') })
      await moveTo('2026-12-07')
      await applyWith({ 'people.csv': employed('2026-12-07', '', 'active') })
      await moveTo('2026-12-08')
      const amelia = await as('amelia.hart')
      expect(await amelia.choose('cycle-to-work', { value: 1000 })).toMatchObject({ status: 'pending' })
      await applyWith({ 'people.csv': employed('2026-12-07', '2026-12-31', 'active') })
      if (takenBackOn) await moveTo(takenBackOn)
      await applyWith({ 'people.csv': employed('2026-12-07', '', 'active') })
      expect((await versionsOf('amelia.hart', 'cycle-to-work')).slice(-2)).toMatchObject([
        { action: 'lapse', state: 'withdrawn', to: '2026-12-31' },
        { action: 'reinstate-application', state: 'pending', to: null },
      ])
    },
  )

  it('does not get an application back if the last day was changed before the person left', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('cycle-to-work', { value: 1000 })
    await applyWith({ 'people.csv': employed('2019-03-04', '2027-01-31', 'active') })
    await applyWith({ 'people.csv': employed('2019-03-04', '2026-11-20', 'active') })
    await moveTo('2026-12-07')
    await applyWith({ 'people.csv': employed('2026-12-07', '', 'active') })
    expect((await versionsOf('amelia.hart', 'cycle-to-work')).at(-1)).toMatchObject({
      action: 'lapse',
      state: 'withdrawn',
      to: '2026-11-20',
    })
  })

  it('has no cover between the last day and the new employment', async () => {
    await applyWith({ 'people.csv': employed('2019-03-04', '2026-11-20', 'left') })
    await moveTo('2026-12-02')
    await runJobs()
    await applyWith({ 'people.csv': employed('2026-12-07', '', 'active') })
    expect((await versionsOf('amelia.hart', 'life-assurance')).at(-1)).toMatchObject({ action: 'end', state: 'ended' })
  })
})

describe('corrected date of birth', () => {
  const born = (date: string) => ({ 'people.csv': inPeople('amelia.hart', { date_of_birth: date }) })

  it('recalculates everything that depends on age once for the whole scheme year, and updates deductions', async () => {
    const before = await versionsOf('amelia.hart', 'critical-illness')
    const paid = await takenFrom('amelia.hart', await payCodeOf('critical-illness'))
    // At the start of the year the age is 47 instead of 37: £4.08 instead of £1.50 per £1,000.
    await applyWith(born('1978-06-12'))
    const after = (await versionsOf('amelia.hart', 'critical-illness')).slice(before.length)
    expect(after).toMatchObject([
      { action: 'reprice', actor: null, from: '2026-04-06', reason: 'The date of birth was corrected' },
    ])
    expect(Number(after[0]?.total) / Number(before.at(-1)?.total)).toBeCloseTo(4.08 / 1.5, 3)
    const now = await takenFrom('amelia.hart', await payCodeOf('critical-illness'))
    expect(now).toHaveLength(paid.length)
    expect(now.every(({ employee }, index) => employee > 2 * (paid[index]?.employee ?? 0))).toBe(true)
    expect((await versionsOf('amelia.hart', 'gym')).length).toBe(1)
    await applyWith(born('1978-06-12'))
    expect((await versionsOf('amelia.hart', 'critical-illness')).slice(before.length)).toEqual(after)
  })

  it('to 29 February means a birthday on 1 March in other years, with new prices on that day', async () => {
    const leap = {
      ...born('1992-02-29'),
      'benefits/critical-illness.yaml': (text: string) => text.replace('ageOn: scheme-year-start', 'ageOn: birthday'),
    }
    await applyWith(leap)
    await runJobs()
    const before = await versionsOf('amelia.hart', 'critical-illness')
    const runOn = async (day: string) => {
      await world.database.moveTo(day)
      await runJobs()
      return (await versionsOf('amelia.hart', 'critical-illness')).slice(before.length)
    }
    expect(await runOn('2027-02-28')).toEqual([])
    // Her 35th birthday.
    expect(await runOn('2027-03-01')).toMatchObject([{ action: 'reprice', from: '2027-03-01' }])
  })
})

describe('birthday', () => {
  const byBirthday = {
    'benefits/critical-illness.yaml': (text: string) => text.replace('ageOn: scheme-year-start', 'ageOn: birthday'),
    'people.csv': inPeople('amelia.hart', { date_of_birth: '1986-12-12' }),
  }

  it('recalculates cover once from its day, even if the job did not run for some days', async () => {
    await applyWith(byBirthday)
    await runJobs()
    const before = await versionsOf('amelia.hart', 'critical-illness')
    await world.database.moveTo('2027-01-20')
    await runJobs()
    await runJobs()
    const after = await versionsOf('amelia.hart', 'critical-illness')
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length)).toMatchObject([{ action: 'reprice', actor: null, from: '2026-12-12' }])
    expect(Number(after.at(-1)?.total)).toBeGreaterThan(Number(before.at(-1)?.total))
  })

  it('recalculates cover until the last day of a person who will leave later', async () => {
    await applyWith({
      ...byBirthday,
      'people.csv': inPeople('amelia.hart', { date_of_birth: '1986-12-12', end_date: '2027-02-28' }),
    })
    await runJobs()
    const before = await versionsOf('amelia.hart', 'critical-illness')
    expect(before.at(-1)).toMatchObject({ action: 'end', state: 'ended', from: '2027-03-01' })
    await world.database.moveTo('2027-01-20')
    await runJobs()
    const after = await versionsOf('amelia.hart', 'critical-illness')
    expect(after.slice(before.length)).toMatchObject([
      { action: 'reprice-days', state: 'ended', from: '2026-12-12', to: '2027-02-28' },
      { action: 'restate', state: 'ended', from: '2027-03-01' },
    ])
  })
})
