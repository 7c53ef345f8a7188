import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { coverEndedMail } from '../../services/mail/family-cover-mail.messages.ts'
import { ageLimitDays, ageLimitDay, isOfAge } from '../../domain/selections/people-covered.rules.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { decide } from '../../tests/harness/world-actions.ts'

const day = (date: string) => isoDate.parse(date)

describe('age of a dependant', () => {
  const option = { dependantsUnder: 21, inEducationUnder: 24 }
  const child = { relation: 'dependant', dateOfBirth: day('2005-03-01') } as const
  const student = { ...child, educationEnds: day('2027-08-31') }

  it('ends cover on the birthday at the age limit; during education, it ends on a later birthday or when education ends', () => {
    const covered = (member: typeof child | typeof student, on: string) => isOfAge(option, member, day(on))
    expect([covered(child, '2026-02-28'), covered(child, '2026-03-01')]).toEqual([true, false])
    expect([covered(student, '2026-03-01'), covered(student, '2027-08-31')]).toEqual([true, true])
    expect(covered(student, '2027-09-01')).toBe(false)
    expect(isOfAge(option, { ...student, educationEnds: day('2031-08-31') }, day('2029-03-01'))).toBe(false)
    expect(isOfAge({ dependantsUnder: 21 }, student, day('2026-03-01'))).toBe(false)
    expect(isOfAge({}, child, day('2090-01-01'))).toBe(true)
    expect(isOfAge(option, { ...child, relation: 'partner' }, day('2090-01-01'))).toBe(true)
  })

  it('ends no cover of a registered disabled dependant with an accepted document, if the option allows it', () => {
    const stays = { ...option, disabledDependantsStay: true } as const
    const disabled = { ...child, disabilityUntil: day('2027-03-31') }
    const known = { ...child, disabilityUntil: day('9999-12-31') }
    expect([isOfAge(option, known, day('2026-03-01')), isOfAge(stays, child, day('2026-03-01'))]).toEqual([
      false,
      false,
    ])
    expect([isOfAge(stays, known, day('2060-01-01')), isOfAge(stays, disabled, day('2027-03-31'))]).toEqual([
      true,
      true,
    ])
    expect(isOfAge(stays, disabled, day('2027-04-01'))).toBe(false)
    const year = { from: day('2026-01-01'), to: day('2027-12-31') }
    const grown = [child, disabled, known].map((one) => ageLimitDay(stays, one, year))
    expect(grown).toEqual(['2026-03-01', '2027-04-01', undefined])
  })

  it('changes cover only on days within the range that is checked', () => {
    const days = ageLimitDays(option, student)
    expect(days).toEqual(['2026-03-01', '2029-03-01', '2027-09-01'])
    for (const one of [student, { ...student, educationEnds: day('2025-08-31') }, child]) {
      const changes: string[] = []
      for (let on = day('2025-01-01'); on < '2031-01-01'; on = addDays(on, 1))
        if (isOfAge(option, one, on) !== isOfAge(option, one, addDays(on, -1))) changes.push(on)
      expect(ageLimitDays(option, one)).toEqual(expect.arrayContaining(changes))
    }
  })
})

const leo = {
  title: 'Mr',
  first_name: 'Leo',
  surname: 'Hart',
  date_of_birth: '2004-07-01',
  sex: 'male',
  fmember_type: 2,
  education: 'yes',
  education_check: true,
}

describe('covered dependant', () => {
  let world: World
  beforeEach(async () => {
    world = await startWorld({ people: 'of one client' })
  })
  afterEach(() => world.close())

  const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
  const moveTo = (date: string) => world.database.moveTo(date)
  const runJobs = () => runDaily(world)
  const versions = () =>
    rows<{ action: string; from: string; people: string[]; names: string[]; total: string; reason: string | null }>(
      `select v.action, v.effective_from::text as from, v.choice -> 'people' as people, v.reason,
              array(select one ->> 'name' from jsonb_array_elements(v.people_covered) as one) as names,
              v.price ->> 'employeeYearly' as total
       from selection_version v
       join selection s on s.client_id = v.client_id and s.id = v.selection_id
       join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
       join account a on a.client_id = s.client_id and a.person_id = s.person_id
       where a.email = 'amelia.hart@demo.example' and b.code = 'dental'
       order by v.version`,
    )
  const mails = () => rows(`select kind from mail where kind = $1`, [coverEndedMail.name])

  async function coverDental(first_name: string, date_of_birth: string) {
    const amelia = await employee(world, 'amelia.hart')
    const { token } = amelia
    const { id } = (await amelia.send('GET', 'user')).json<{ id: string }>()
    const added = await amelia.send('POST', `user/${id}/family-members`, { ...leo, first_name, date_of_birth })
    const { familyMemberId } = added.json<{ familyMemberId: string }>()
    const selection = await amelia.choose('dental', { level: 'level-1', covered: [familyMemberId] })
    return { token, familyMemberId, selection }
  }

  it('loses cover when education ends, the price changes from that day, and one mail is sent', async () => {
    const { familyMemberId } = await coverDental('Leo', '2004-07-01')
    const [before] = await versions()
    expect(before).toMatchObject({ from: '2026-12-01', people: [familyMemberId], total: '17340' })
    await rows(`update family_member set full_time_education_ends = '2026-12-31' where id = $1`, [familyMemberId])
    await moveTo('2026-12-31')
    await runJobs()
    expect([await versions(), await mails()]).toEqual([[before], []])
    // The daily jobs have missed two days.
    await moveTo('2027-01-03')
    await runJobs()
    await runJobs()
    expect(await versions()).toEqual([
      before,
      {
        action: 'reprice',
        from: '2027-01-01',
        people: [],
        names: [],
        total: '10200',
        reason: 'Fewer family members are covered from 1 January 2027',
      },
    ])
    expect(await mails()).toHaveLength(1)
    const taken = await rows<{ label: string; pence: number }>(
      `select p.label, d.employee_pence::integer as pence
       from deduction d
       join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
       join account a on a.client_id = d.client_id and a.person_id = d.person_id
       where d.pay_code = 'DENTAL' and a.email = 'amelia.hart@demo.example'
       order by p.starts_on
       limit 3`,
    )
    expect(taken).toEqual([
      { label: 'December 2026', pence: 14_45 },
      { label: 'January 2027', pence: 8_50 },
      { label: 'February 2027', pence: 8_50 },
    ])
  })

  it('loses cover when education ends, even in a choice that is approved later', async () => {
    await changeBenefitDefinition(world, 'dental', { approval: 'required' })
    const { familyMemberId, selection } = await coverDental('Leo', '2004-07-01')
    expect(selection).toMatchObject({ status: 'pending', effectiveFrom: '2026-12-01' })
    await rows(`update family_member set full_time_education_ends = '2026-12-31' where id = $1`, [familyMemberId])
    await moveTo('2027-01-03')
    await runJobs()
    expect((await decide(world, [selection.selectionId])).statusCode).toBe(200)
    expect((await versions()).slice(-2)).toMatchObject([
      { action: 'approve', from: '2026-12-01', people: [familyMemberId], total: '17340' },
      { action: 'reprice', from: '2027-01-01', people: [], total: '10200' },
    ])
    expect(await mails()).toHaveLength(1)
  })

  it('loses cover at once if an operator finds that education is over; a change of name does not affect cover', async () => {
    const { token, familyMemberId } = await coverDental('Leo', '2004-07-01')
    const edit = (changes: object) =>
      world.request({
        method: 'PATCH',
        url: `/api/v1/user/family-members/${familyMemberId}`,
        token,
        body: { ...leo, ...changes },
      })
    expect((await edit({ first_name: 'Leon' })).statusCode).toBe(200)
    expect(await versions()).toHaveLength(1)
    expect((await edit({ education: 'no' })).statusCode).toBe(200)
    expect((await versions()).slice(1)).toMatchObject([
      { action: 'reprice', from: '2026-12-01', people: [], total: '10200' },
    ])
    expect((await edit({ education: 'no' })).statusCode).toBe(200)
    expect(await versions()).toHaveLength(2)
  })
})
