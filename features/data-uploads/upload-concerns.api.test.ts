import { describe, expect, it } from 'vitest'
import { amelia, ben, carys, daniel, joiner } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, peopleFile } from '../../tests/harness/uploads.ts'
import { startWorld } from '../../tests/harness/world.ts'

const world = await startWorld()
const uploads: Awaited<ReturnType<typeof employerUploads>> = await employerUploads(world)

type Row = Record<string, string>

async function concernsOf(rows: readonly Row[]): Promise<[string, number, string][]> {
  const upload = await uploads.checked(peopleFile(rows))
  expect([upload.status, upload.errors.data]).toEqual(['ready', []])
  await uploads.change(upload.id, 'cancelled')
  return upload.concerns.flatMap(({ kind, people }) =>
    people.map(({ line, text }): [string, number, string] => [kind, line, text]),
  )
}

const grace = async (): Promise<Row> => {
  const [row] = await world.database.rows<Row>(
    `select account.email, first_name, surname, date_of_birth::text as date_of_birth, jsonb_object_agg(fact, value) as facts
     from account join person_details using (client_id, person_id) join employment_fact using (client_id, person_id)
     where email = 'grace.lin@demo.example' and value is not null
     group by 1, 2, 3, 4`,
  )
  const facts = row?.['facts'] as unknown as Row
  return {
    ...daniel,
    ni_number: '',
    email: 'grace.lin@demo.example',
    first_name: 'Grace',
    surname: 'Lin',
    employee_number: facts['employee-number'] ?? '',
    date_of_birth: row?.['date_of_birth'] ?? '',
    basic_salary: '68500.00',
    start_date: facts['start-date'] ?? '',
  }
}

describe('preview of an upload', () => {
  // In the example world, today is 16 November 2026.
  it.each<[string, Row, string[]]>([
    ['an ordinary joiner', joiner, []],
    ['an ordinary change', { ...daniel, basic_salary: '36000.00' }, []],
    ['an ordinary leaver', { ...daniel, status: 'left', end_date: '2026-12-31' }, []],
    ['a birth before 1920', { ...joiner, date_of_birth: '1919-12-31' }, ['birth', 'age-at-start']],
    ['a child', { ...joiner, date_of_birth: '2014-08-30' }, ['age-at-start']],
    ['a start at 13', { ...joiner, date_of_birth: '2013-11-02' }, []],
    ['a start more than a year ahead', { ...joiner, start_date: '2027-11-17' }, ['start']],
    ['a start in a year', { ...joiner, start_date: '2027-11-16' }, []],
    ['a salary of zero', { ...joiner, basic_salary: '0.00' }, ['pay']],
    ['a monthly salary', { ...joiner, basic_salary: '2850.00' }, ['pay']],
    ['a salary with a digit too many', { ...joiner, basic_salary: '342000.00' }, ['pay']],
    ['another salary of a benefit', { ...joiner, benefit_salary: '0' }, ['pay']],
    ['half as much again and a penny', { ...daniel, basic_salary: '51300.01' }, ['pay-change']],
    ['half as much again', { ...daniel, basic_salary: '51300.00' }, []],
    ['less than half', { ...daniel, basic_salary: '17099.99' }, ['pay-change']],
    ['70 hours a week', { ...joiner, hours_per_week: '70' }, ['hours']],
    ['a share of the week that contradicts the hours', { ...joiner, full_time_equivalent: '0.2' }, ['hours']],
    ['a last day long ago', { ...daniel, status: 'left', end_date: '2025-11-15' }, ['last-day']],
    ['a last day in twenty years', { ...joiner, end_date: '2046-11-02' }, ['last-day']],
    ['a long probation', { ...joiner, probation_end: '2028-11-03' }, ['probation']],
    ['a change in more than a year', { ...daniel, location: 'Hull', effective_from: '2027-11-17' }, ['effective-from']],
    ['a number of HMRC’s examples', { ...joiner, ni_number: 'QQ123456C' }, ['ni-number']],
    ['a number with equal digits', { ...joiner, ni_number: 'AB111111C' }, ['ni-number']],
    ['a number as issued', { ...joiner, ni_number: 'AB482913C' }, []],
    ['a number on record', { ...daniel, location: 'Hull' }, []],
    [
      'another person under a known address',
      { ...joiner, email: daniel.email, date_of_birth: '2001-04-05' },
      ['other-person'],
    ],
    ['a person on record under another address', { ...joiner, first_name: 'Dan', surname: 'MURPHY' }, ['same-person']],
  ])('asks about %s', async (_, row, expected) => {
    expect((await concernsOf([row])).map(([kind]) => kind)).toEqual(expected)
  })

  it('shows the line of the file, its value and the recorded value', async () => {
    const rows = [
      { ...daniel, basic_salary: '342000.00' },
      { ...joiner, first_name: 'Dan', surname: 'Murphy' },
    ]
    expect(await concernsOf([...rows, { ...joiner, email: 'nina@demo.example', employee_number: 'NR9008' }])).toEqual([
      ['same-person', 3, 'on record with employee number NR1004'],
      ['pay-change', 2, 'basic_salary: £34,200.00 → £342,000.00'],
      ['pay', 2, 'basic_salary £342,000.00 a year'],
    ])
    expect(await concernsOf([joiner, { ...joiner, email: 'nina@demo.example', employee_number: 'NR9008' }])).toEqual([
      ['same-person', 3, 'also in line 2'],
    ])
  })

  it('counts all people with the same concern, lists the first of them, and stores them until the decision', async () => {
    const twins = Array.from({ length: 28 }, (_, place) => ({
      ...joiner,
      email: `nina.${place}@demo.example`,
      employee_number: `NR91${String(place).padStart(2, '0')}`,
    }))
    const { id, concerns } = await uploads.checked(peopleFile(twins))
    expect(concerns).toMatchObject([{ kind: 'same-person', count: 27 }])
    expect(concerns[0]?.people.map(({ line }) => line)).toEqual(Array.from({ length: 25 }, (_, place) => place + 3))
    await uploads.change(id, 'cancelled')
    expect(await world.database.rows('select concerns from upload where id = $1', [id])).toEqual([{ concerns: [] }])
  })

  it('warns uploaders if the upload changes their own access or that of other employer users', async () => {
    const self = await grace()
    expect(await concernsOf([{ ...self, status: 'left', end_date: '2026-11-20' }])).toEqual([
      ['you-lose-access', 2, 'last day 20 November 2026'],
    ])
    expect(await concernsOf([{ ...self, status: 'inactive' }])).toEqual([['you-lose-access', 2, 'status inactive']])
    expect(await concernsOf([{ ...self, location: 'Hull' }])).toEqual([])
    await world.database.rows(`update account set user_type = 'employer' where email = $1`, [ben.email])
    expect(await concernsOf([{ ...ben, status: 'left', end_date: '2026-11-20' }])).toEqual([
      ['employer-loses-access', 2, 'last day 20 November 2026'],
    ])
    await world.database.rows(`update account set user_type = 'employee' where email = $1`, [ben.email])
  })

  it('warns about a leaver who is employed again with the old start date', async () => {
    const { id } = await uploads.confirmed(peopleFile([{ ...daniel, status: 'left', end_date: '2026-10-31' }]))
    expect(await concernsOf([daniel])).toEqual([['gap-covered', 2, 'left 31 October 2026, start_date 1 June 2015']])
    expect(await concernsOf([{ ...daniel, start_date: '2026-11-09' }])).toEqual([])
    await uploads.undone(id)
  })

  it('warns about many leavers', async () => {
    const people = [1, 2, 3, 4, 5].map((number) => ({
      ...joiner,
      email: `five.${number}@demo.example`,
      employee_number: `NR905${number}`,
      surname: `Five ${number}`,
    }))
    const { id } = await uploads.confirmed(peopleFile(people))
    const others = await world.database.rows<{ others: number }>(
      `update employee set employed_until = '2026-01-01'
       where employee_number not like 'NR905_' and employee_number not in ('NR1001', 'NR1002', 'NR1003', 'NR1004')
       returning 1 as others`,
    )
    expect(others[0]).toEqual({ others: 1 })
    const upload = await uploads.checked(
      peopleFile([amelia, ...people].map((row) => ({ ...row, status: 'left', end_date: '2026-11-20' }))),
    )
    expect(upload.concerns).toMatchObject([{ kind: 'many-leavers', count: 6, people: [] }])
    await uploads.change(upload.id, 'cancelled')
    const few = await uploads.checked(peopleFile([{ ...carys, status: 'left', end_date: '2026-11-20' }]))
    expect(few.concerns).toEqual([])
    await uploads.change(few.id, 'cancelled')
    await uploads.undone(id)
  })
})
