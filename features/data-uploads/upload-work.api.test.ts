import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { clientId as clientIdOf, type PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient, inRolledBackTransaction, type Tx } from '../../database/database.ts'
import { amelia, ben, carys, daniel, joiner } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, peopleFile, workOnUploads } from '../../tests/harness/uploads.ts'
import { notOnCitus } from '../../tests/harness/on-citus.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { markAsRolledBack } from '../employees/fact-sequence.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { uploadLimits } from './upload-states.rules.ts'
import { processUploads } from './process-uploads.server.ts'
import { writeUpload } from './write-upload.server.ts'

const world = await startWorld()
const uploads: Awaited<ReturnType<typeof employerUploads>> = await employerUploads(world)

const few = [
  'employee_number',
  'email',
  'first_name',
  'surname',
  'date_of_birth',
  'payroll',
  'start_date',
  'basic_salary',
  'hours_per_week',
]
const file = (people: readonly Record<string, string>[], more: readonly string[] = []) =>
  peopleFile(people, [...few, ...more])

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const personIdOf = async (email: string): Promise<PersonId> => {
  const [one] = await rows<{ id: PersonId }>('select person_id as id from account where email = $1', [email])
  if (!one) throw new Error(`There is nobody with the address ${email}`)
  return one.id
}
const client = () => clientIdOf.parse(uploads.clientId)
const says = async (email: string, value: string, fact: 'location' | 'employee-number' = 'location') => {
  const facts = [{ personId: await personIdOf(email), fact, value, effectiveFrom: '2026-11-16' as IsoDate }]
  await inClient(world.database.db, client(), (tx) => recordFacts(tx, client(), { facts, source: 'test' }))
}

describe('check while data change', () => {
  /** Runs the worker, and makes a change while the check waits for a lock. */
  async function workDuring(change: (tx: Tx, dan: PersonId) => Promise<unknown>): Promise<void> {
    const dan = await personIdOf(daniel.email)
    let working: Promise<void> | undefined
    await inClient(world.database.db, client(), async (tx) => {
      await lockPeople(tx, client(), { people: [dan] })
      working = workOnUploads(world)
      await waitUntilCallsAreBlocked(world, 1)
      await change(tx, dan)
    })
    await working
  }
  const workWhileItMoves = (value: string) =>
    workDuring((tx, personId) => {
      const facts = [{ personId, fact: 'location' as const, value, effectiveFrom: '2026-11-16' as IsoDate }]
      return recordFacts(tx, client(), { facts, source: 'test' })
    })

  it('is repeated as often as necessary, without counting as failed [S-56]', async () => {
    const answer = await uploads.upload(file([{ ...daniel, basic_salary: '36000.00' }]))
    const { id } = answer.json()
    for (let time = 1; time <= uploadLimits.attempts + 2; time++) {
      await uploads.abandonWork()
      await workWhileItMoves(`Place ${time}`)
      expect([time, (await uploads.view(id)).status]).toEqual([time, 'checking'])
    }
    await uploads.abandonWork()
    await workOnUploads(world)
    expect(await uploads.view(id)).toMatchObject({ status: 'ready', failure: null, counts: { changed: 1 } })
    await uploads.change(id, 'cancelled')
  })

  it('stops if another process has started the check again', async () => {
    const { id } = (await uploads.upload(file([{ ...daniel, basic_salary: '36000.00' }]))).json()
    await workDuring(() => rows('update upload set attempts = attempts + 1 where id = $1', [id]))
    expect((await uploads.view(id)).status).toBe('checking')
    expect(await keptOf(id)).toMatchObject({ difference: 0, recalculated: 0 })
    await uploads.abandonWork()
    await workOnUploads(world)
    expect((await uploads.view(id)).status).toBe('ready')
    expect(await keptOf(id)).toMatchObject({
      difference: expect.toSatisfy((count: number) => count > 0),
      recalculated: 1,
    })
    await uploads.change(id, 'cancelled')
  })

  it('ends with a separate message if the data keep changing', async () => {
    const answer = await uploads.upload(file([{ ...daniel, basic_salary: '36000.00' }]))
    const { id } = answer.json()
    await rows('update upload set rechecks = $1 where id = $2', [uploadLimits.rechecks - 1, id])
    await workWhileItMoves('Place of rest')
    expect(await uploads.view(id)).toMatchObject({
      status: 'failed',
      failure:
        'People or benefits changed again and again while this upload was checked. Nothing was changed by it. Please upload the file again at a quieter time',
    })
    expect(await keptOf(id)).toEqual(nothing)
    const [event] = await rows(
      `select entry::jsonb -> 'details' as details from audit_event where action = 'data-load.failed' order by sequence desc limit 1`,
    )
    expect(event).toEqual({ details: { uploadId: id, step: 'checking', why: 'unsettled' } })
  })
})

describe('progress', () => {
  it('shows the number of rows done, the rate and the remaining time', async () => {
    const { id } = (await uploads.upload(file([daniel]))).json()
    expect((await uploads.view(id)).progress).toBeNull()
    const doneIn = (seconds: number) =>
      rows(
        `update upload
         set rows = 100000, work_done = 12000, last_active_at = app.now(), work_began_at = app.now() - make_interval(secs => $2)
         where id = $1`,
        [id, seconds],
      )
    await doneIn(5)
    expect((await uploads.view(id)).progress).toBe('12,000 of 100,000 rows, 2,400 a second, about 37 seconds left')
    await doneIn(60)
    expect((await uploads.view(id)).progress).toBe('12,000 of 100,000 rows, 200 a second, about 7 minutes left')
    await rows('update upload set work_total = 24000 where id = $1', [id])
    expect((await uploads.view(id)).progress).toBe(
      '12,000 of 24,000 people’s benefits, 200 a second, about 60 seconds left',
    )
    await uploads.change(id, 'cancelled')
    expect((await uploads.view(id)).progress).toBeNull()
  })
})

describe('benefit changes at confirmation', () => {
  const known = [amelia, ben, carys, daniel]

  const written = (uploadId: string, { afresh }: { afresh: boolean }) =>
    inRolledBackTransaction(world.database.db, client(), async (tx, { now, today }) => {
      markAsRolledBack(tx)
      if (afresh) await tx.deleteFrom('upload_recalculation').where('client_id', '=', client()).execute()
      const counts = await writeUpload(tx, client(), { uploadId, recordedBy: null, now, today })
      const all = async (table: string, of: string) =>
        (
          await sql<{ row: unknown }>`
            select account.email, benefit_code.code, to_jsonb(written) - '{id,selection_id,changed_at,recorded_at}'::text[] as row
            from ${sql.table(table)} as written
            join selection on selection.client_id = written.client_id and selection.id = ${sql.ref(`written.${of}`)}
            join benefit_code on benefit_code.client_id = written.client_id and benefit_code.id = selection.benefit_id
            join account on account.client_id = written.client_id and account.person_id = selection.person_id
            where account.email in (${sql.join(known.map(({ email }) => email))})
            order by 1, 2, 3
          `.execute(tx)
        ).rows
      const mails =
        await sql`select kind, person_id, cause from mail where client_id = ${client()} order by 1, 2, 3`.execute(tx)
      return {
        counts,
        selections: await all('selection', 'id'),
        versions: await all('selection_version', 'selection_id'),
        deductions: await all('deduction', 'selection_id'),
        owed: await all('leaver_balance', 'selection_id'),
        mails: mails.rows,
      }
    })

  it('are those that the check calculated, and equal a new calculation', async () => {
    const change = fc.record(
      {
        basic_salary: fc.integer({ min: 18_000, max: 120_000 }).map((pounds) => `${pounds}.00`),
        location: fc.constantFrom('York', 'Leeds', 'Crewe'),
        hours_per_week: fc.constantFrom('15', '30', '37.5'),
        date_of_birth: fc.constantFrom('1961-11-20', '1985-02-03'),
        last: fc.constantFrom('2026-11-01', '2026-11-20', '2027-01-31'),
        effective_from: fc.constantFrom('2026-10-01', '2026-11-16', '2026-12-01'),
      },
      { requiredKeys: [] },
    )
    const raise = { basic_salary: '52000.00' }
    let stored = 0
    await fc.assert(
      fc.asyncProperty(fc.tuple(change, change, change, change), async (changes) => {
        const feed = known.map((person, index) => {
          const { last, ...own } = changes[index] ?? {}
          return { ...person, ...own, ...(last && { status: 'left', end_date: last }) }
        })
        const upload = await uploads.checked(file(feed, ['effective_from', 'status', 'end_date', 'location']))
        try {
          expect(upload.status).toBe('ready')
          stored += (await keptOf(upload.id)).recalculated
          expect(await written(upload.id, { afresh: false })).toEqual(await written(upload.id, { afresh: true }))
        } finally {
          await uploads.change(upload.id, 'cancelled')
        }
      }),
      // The example always changes benefits. Random changes may not.
      { numRuns: process.env['LONG_TESTS'] ? 200 : 3, examples: [[[raise, raise, raise, raise]]] },
    )
    expect(stored).toBeGreaterThan(0)
  })

  it.each<[string, string]>([
    ['selections', `update selection set changed_at = app.now() + interval '1 second' where person_id = $1`],
    [
      'family',
      `insert into family_member
         (client_id, person_id, relationship_type, first_name, surname, date_of_birth, active, recorded_at)
       select client_id, person_id, 2, 'Cerys', 'Evans', '2020-01-31', false, app.now() from account where person_id = $1`,
    ],
    [
      'accepted terms',
      `insert into benefit_terms_acceptance (client_id, person_id, benefit_id, term_id, version, accepted_at)
       select client_id, person_id, benefit_id, 'terms-of-the-test', 1, app.now() from selection where person_id = $1 limit 1`,
    ],
  ])('are recalculated for people whose %s changed after the check', async (_, change) => {
    const raised = [carys, daniel].map((person) => ({ ...person, basic_salary: '52000.00' }))
    const upload = await uploads.checked(file(raised))
    await rows(
      `update upload_recalculation set selections = regexp_replace(selections, '"reason":"[^"]*"', '"reason":"by the check"', 'g')
       where upload_id = $1`,
      [upload.id],
    )
    await rows(change, [await personIdOf(carys.email)])
    await uploads.change(upload.id, 'confirmed')
    await workOnUploads(world)
    const newest = await rows<{ email: string; reasons: string[] }>(
      `select email, array_agg(distinct reason) as reasons
       from selection_version
       join account on account.client_id = selection_version.client_id and account.person_id = subject_id
       join upload on upload.client_id = selection_version.client_id and upload.id = $1
       where recorded_at >= checked_at and email = any($2)
       group by email order by email`,
      [upload.id, [carys.email, daniel.email]],
    )
    expect(newest).toEqual([
      { email: carys.email, reasons: expect.not.arrayContaining(['by the check']) },
      { email: daniel.email, reasons: ['by the check'] },
    ])
    await uploads.undone(upload.id)
  })
})

describe('failed undo', () => {
  it('shows that it failed and that the upload still applies, until a later undo succeeds [UPLOAD-06]', async () => {
    const { id } = await uploads.confirmed(file([{ ...daniel, basic_salary: '36000.00' }]))
    await uploads.change(id, 'undone')
    await rows('update upload set attempts = $1 where id = $2', [uploadLimits.attempts, id])
    await uploads.abandonWork()
    await workOnUploads(world)
    const stillThere = await uploads.view(id)
    expect(stillThere).toMatchObject({
      status: 'confirmed',
      canBeUndone: true,
      failure: 'This upload could not be undone: something went wrong. It still applies in full. Please try again',
    })
    const { data } = await uploads.get(`/api/client/${uploads.clientId}/data-loads`)
    expect(data[0]).toMatchObject({ id, status: 'confirmed', failure: stillThere.failure })
    expect(await salaryOf(daniel.email)).toBe('3600000')

    expect(await uploads.undone(id)).toMatchObject({
      status: 'undone',
      failure: null,
      undone: { takenBack: 1, left: 0 },
    })
    expect(await salaryOf(daniel.email)).toBe('3420000')
  })

  const salaryOf = async (email: string) => {
    const [one] = await rows<{ value: string }>(
      `select value from employment_fact where person_id = $1 and fact = 'basic-salary'
       order by effective_from desc, recorded_at desc, sequence desc limit 1`,
      [await personIdOf(email)],
    )
    return one?.value
  }
})

describe('employee numbers in an upload', () => {
  const numbersOn = async (day = '2026-11-16') => {
    const held = await rows<{ email: string; value: string | null }>(
      `select distinct on (email) email, value
       from employment_fact
       join account using (client_id, person_id)
       where fact = 'employee-number' and effective_from <= $1::date and email = any($2)
       order by email, effective_from desc, recorded_at desc, sequence desc`,
      [day, [daniel.email, carys.email, ben.email, joiner.email]],
    )
    return Object.fromEntries(held.map(({ email, value }) => [email.split('.')[0], value]))
  }
  const before = { dan: 'NR1004', carys: 'NR1003', ben: 'NR1002' }
  const checkOf = async (people: Record<string, string>[]) => {
    const upload = await uploads.checked(file(people, ['effective_from']))
    await uploads.change(upload.id, 'cancelled')
    return [upload.status, upload.errors.data.map(({ line, reason }) => [line, reason])]
  }

  it('can be swapped by two people in the same file, and rotated among three people [UPLOAD-06]', async () => {
    const swap = [
      { ...daniel, employee_number: 'NR1003' },
      { ...carys, employee_number: 'NR1004' },
    ]
    const upload = await uploads.checked(file(swap))
    expect(upload).toMatchObject({ status: 'ready', counts: { changed: 2 }, errorCount: 0 })
    const { data } = await uploads.get(`/api/employee-data-uploads/${upload.id}/changes`)
    expect(data).toMatchObject([
      {
        name: 'Dan Murphy',
        employeeNumber: 'NR1003',
        fields: [{ column: 'employee_number', before: 'NR1004', after: 'NR1003' }],
      },
      {
        name: 'Carys Evans',
        employeeNumber: 'NR1004',
        fields: [{ column: 'employee_number', before: 'NR1003', after: 'NR1004' }],
      },
    ])
    const effect = await uploads.get(`/api/employee-data-uploads/${upload.id}/eligibility-difference`)
    expect(effect).toMatchObject({ isKnown: true, total: 0 })
    await uploads.change(upload.id, 'confirmed')
    await workOnUploads(world)
    expect(await numbersOn()).toEqual({ ...before, dan: 'NR1003', carys: 'NR1004' })

    expect(await uploads.undone(upload.id)).toMatchObject({ undone: { takenBack: 2, left: 0 } })
    expect(await numbersOn()).toEqual(before)

    const round = await uploads.confirmed(
      file([
        { ...daniel, employee_number: 'NR1003' },
        { ...carys, employee_number: 'NR1002' },
        { ...ben, employee_number: 'NR1004' },
      ]),
    )
    expect(await numbersOn()).toEqual({ dan: 'NR1003', carys: 'NR1002', ben: 'NR1004' })
    expect(await uploads.undone(round.id)).toMatchObject({ undone: { takenBack: 3, left: 0 } })
    expect(await numbersOn()).toEqual(before)
  })

  it('are restored after a swap in one portion of an undo, which resumes after an interruption [UPLOAD-06]', async () => {
    const { id } = await uploads.confirmed(
      file([
        { ...daniel, employee_number: 'NR1003' },
        { ...amelia, basic_salary: '61000.00' },
        { ...ben, basic_salary: '61000.00' },
        { ...carys, employee_number: 'NR1004' },
      ]),
    )
    await uploads.change(id, 'undone')
    const stop = new AbortController()
    const faults: unknown[] = []
    let working: Promise<void> | undefined
    await inClient(world.database.db, client(), async (tx) => {
      await lockPeople(tx, client(), { people: [await personIdOf(amelia.email)] })
      const work = { db: world.database.db, onFault: ({ error }: { error: unknown }) => faults.push(error), portion: 1 }
      working = processUploads(work, stop.signal)
      await waitUntilCallsAreBlocked(world, 1)
      expect(await numbersOn()).toEqual(before)
      stop.abort()
    })
    await working
    expect(faults).toEqual([])
    expect(await uploads.view(id)).toMatchObject({ status: 'undoing', undone: null })

    await rows('update upload set attempts = $1 where id = $2', [uploadLimits.attempts, id])
    await uploads.abandonWork()
    await workOnUploads(world)
    expect(await uploads.view(id)).toMatchObject({
      status: 'confirmed',
      failure:
        'This upload could not be undone for everyone: something went wrong. It still applies to the rest. Please try again',
    })
    expect(await uploads.undone(id)).toMatchObject({
      status: 'undone',
      failure: null,
      undone: { takenBack: 4, left: 0 },
    })
    const audited = await rows<{ details: object }>(
      `select entry::jsonb -> 'details' as details from audit_event
       where action = 'data-load.undone' and entry::jsonb -> 'details' ->> 'uploadId' = $1 order by sequence`,
      [id],
    )
    expect(audited.map(({ details }) => details)).toMatchObject([{ takenBack: 2 }, { takenBack: 1 }, { takenBack: 1 }])
  })

  it('can be used by a joiner if another row gives them up, and both changes can be undone', async () => {
    const { id } = await uploads.confirmed(
      file([
        { ...joiner, employee_number: 'NR1004' },
        { ...daniel, employee_number: 'NR2004' },
      ]),
    )
    expect(await numbersOn()).toEqual({ ...before, dan: 'NR2004', nina: 'NR1004' })
    expect(await uploads.undone(id)).toMatchObject({ undone: { takenBack: 2, left: 0 } })
    expect(await numbersOn()).toEqual({ ...before, nina: null })
  })

  it('cannot be used before their owner gives them up, or if nobody gives them up', async () => {
    const taken = (number: string) => `The employee number ${number} already belongs to another person`
    const dan = { ...daniel, employee_number: 'NR1003' }
    expect(await checkOf([dan])).toEqual(['refused', [[2, taken('NR1003')]]])
    const later = { ...carys, employee_number: 'NR2003', effective_from: '2027-01-01' }
    expect(await checkOf([dan, later])).toEqual(['refused', [[2, taken('NR1003')]]])
    expect(await checkOf([{ ...dan, effective_from: '2026-12-31' }, later])).toEqual([
      'refused',
      [[2, taken('NR1003')]],
    ])
    expect(await checkOf([{ ...dan, effective_from: '2027-01-01' }, later])).toEqual(['ready', []])
    expect(await checkOf([dan, { ...carys, effective_from: '2027-01-01' }])).toEqual([
      'refused',
      [
        [2, taken('NR1003')],
        [3, 'The employee number NR1003 is already in line 2'],
      ],
    ])
  })

  it('remain with the people who have them when the upload is undone [UPLOAD-06]', async () => {
    const round = await uploads.confirmed(
      file([
        { ...daniel, employee_number: 'NR1003' },
        { ...carys, employee_number: 'NR1002' },
        { ...ben, employee_number: 'NR2002' },
      ]),
    )
    // A joiner gets Dan's former number, so none of the three can have their former number back.
    const taking = await uploads.confirmed(file([{ ...joiner, employee_number: 'NR1004' }]))
    const now = { dan: 'NR1003', carys: 'NR1002', ben: 'NR2002', nina: 'NR1004' }
    expect(await numbersOn()).toEqual(now)
    expect(await uploads.undone(round.id)).toMatchObject({ undone: { takenBack: 0, left: 3 } })
    expect(await numbersOn()).toEqual(now)
    await uploads.undone(taking.id)
    await uploads.confirmed(file([daniel, carys, ben]))
  })

  it('are unchanged if an upload contains the same number for a later day', async () => {
    const later = { effective_from: '2027-01-01' }
    const swap = await uploads.confirmed(
      file(
        [
          { ...daniel, ...later, employee_number: 'NR1003' },
          { ...carys, ...later, employee_number: 'NR1004' },
        ],
        ['effective_from'],
      ),
    )
    await says(daniel.email, 'Leeds')
    expect(await uploads.undone(swap.id)).toMatchObject({ undone: { takenBack: 0, left: 2 } })
    const swapped = { ...before, dan: 'NR1003', carys: 'NR1004' }
    expect([await numbersOn('2026-12-31'), await numbersOn('2027-01-01')]).toMatchObject([before, swapped])
  })

  it('cannot be used if another person will get them on a later day', async () => {
    const taken = ['refused', [[2, 'The employee number NR3002 already belongs to another person']]]
    const planned = { ...ben, employee_number: 'NR3002', effective_from: '2027-02-01' }
    await uploads.confirmed(file([planned], ['effective_from']))
    const taking = { ...joiner, employee_number: 'NR3002' }
    expect(await checkOf([taking])).toEqual(taken)
    expect(await checkOf([{ ...daniel, employee_number: 'NR3002', effective_from: '2027-01-31' }])).toEqual(taken)
    // A row valid from today does not change an employee number that is planned for later.
    expect(await checkOf([taking, ben])).toEqual(taken)
    expect(await checkOf([taking, { ...ben, effective_from: '2027-02-01' }])).toEqual(['ready', []])
    // Dan and Carys swap numbers in the new year. Until then, a file may contain their current numbers.
    expect(await checkOf([daniel, carys, ben])).toEqual(['ready', []])
  })
})

async function keptOf(id: string): Promise<typeof nothing> {
  const [kept] = await rows<typeof nothing>(
    `select
       (select count(*)::int from upload_row where upload_id = $1) as rows,
       (select count(*)::int from upload_person where upload_id = $1) as people,
       (select count(*)::int from upload_difference where upload_id = $1) as difference,
       (select count(*)::int from upload_recalculation where upload_id = $1) as recalculated`,
    [id],
  )
  return kept ?? nothing
}

const nothing = { rows: 0, people: 0, difference: 0, recalculated: 0 }

describe('stored data of an upload', () => {
  const raise = file([{ ...ben, basic_salary: '61000.00', employee_number: 'NR1002' }])
  const salaries = async (id: string) =>
    rows(
      `select 1 from upload_person
       where upload_id = $1 and (fields::text || coalesce(details_before::text, '') || coalesce(details_after::text, '')) ~ '61000|1999'`,
      [id],
    )

  it('are only its errors, after the upload is cancelled or refused', async () => {
    const upload = await uploads.checked(raise)
    expect(await keptOf(upload.id)).toEqual({
      rows: 1,
      people: 1,
      difference: 0,
      recalculated: 1,
    })
    expect(await salaries(upload.id)).toHaveLength(1)
    await uploads.change(upload.id, 'cancelled')
    expect(await keptOf(upload.id)).toEqual(nothing)

    const again = await uploads.checked(raise)
    await says(carys.email, 'NR1002', 'employee-number')
    await says(ben.email, 'NR2002', 'employee-number')
    await uploads.change(again.id, 'confirmed')
    await workOnUploads(world)
    expect(await uploads.view(again.id)).toMatchObject({
      status: 'refused',
      errorCount: 1,
      errors: { data: [{ line: 2 }] },
    })
    expect(await keptOf(again.id)).toEqual(nothing)
    await says(carys.email, 'NR1003', 'employee-number')
    await says(ben.email, 'NR1002', 'employee-number')
  })

  it('are only its errors, if the upload is refused while its file is read', async () => {
    const unreadable = { ...carys, first_name: 'x'.repeat(5000) }
    const upload = (await uploads.upload(file([{ ...ben, basic_salary: '61000.00' }, unreadable]))).json()
    expect(upload).toMatchObject({
      status: 'refused',
      errorCount: 1,
      errors: { data: [{ line: 3, column: 'first_name' }] },
    })
    expect(await keptOf(upload.id)).toEqual(nothing)
  })

  it('are deleted, if the upload is cancelled during the comparison', async () => {
    const { id } = (await uploads.upload(raise)).json()
    const asked: Promise<unknown>[] = []
    await withConnection(world.database.superuser, async (other) => {
      await other.query('begin')
      await other.query('lock table upload_person in share mode')
      asked.push(workOnUploads(world))
      await waitUntilCallsAreBlocked(world, 1)
      asked.push(uploads.change(id, 'cancelled'))
      await waitUntilCallsAreBlocked(world, 2)
      await other.query('commit')
    })
    await Promise.all(asked)
    expect((await uploads.view(id)).status).toBe('cancelled')
    expect(await keptOf(id)).toEqual(nothing)
  })

  it('are deleted, if the portal stopped processing the upload', async () => {
    const { id } = await uploads.checked(raise)
    await uploads.change(id, 'confirmed')
    await rows('update upload set attempts = $1 where id = $2', [uploadLimits.attempts, id])
    await uploads.abandonWork()
    await workOnUploads(world)
    expect(await uploads.view(id)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('Nothing was changed'),
    })
    expect(await keptOf(id)).toEqual(nothing)
  })

  notOnCitus('it creates a trigger')(
    'are complete, if the upload is confirmed just before the portal would stop processing it',
    async () => {
      const { id } = await uploads.checked(raise)
      await uploads.change(id, 'confirmed')
      const kept = await keptOf(id)
      expect(kept).toMatchObject({ people: 1 })
      await rows('update upload set attempts = $1 where id = $2', [uploadLimits.attempts, id])
      await uploads.abandonWork()
      // Another process confirms the upload at the moment when the last attempt begins.
      await withConnection(world.database.superuser, async (other) => {
        await other.query(`
        create function count_by_then() returns trigger language plpgsql as $$
        begin
          update upload set status = 'confirmed', confirmed_at = app.now(), last_fact_sequence = 0
          where client_id = new.client_id and id = new.id and status = 'committing';
          return null;
        end $$;
        create trigger count_by_then after update of attempts on upload
        for each row when (new.status = 'committing' and new.attempts > ${uploadLimits.attempts})
        execute function count_by_then()`)
        try {
          await workOnUploads(world)
        } finally {
          await other.query('drop trigger count_by_then on upload; drop function count_by_then()')
        }
      })
      expect(await uploads.view(id)).toMatchObject({ status: 'confirmed', failure: null })
      expect(await keptOf(id)).toEqual(kept)
      const failed = await rows(
        `select 1 from audit_event where action = 'data-load.failed' and entry::jsonb -> 'details' ->> 'uploadId' = $1`,
        [id],
      )
      expect(failed).toEqual([])
    },
  )

  it('are, after an undo, only the rows of joiners and of people that the undo did not change, without pay', async () => {
    const nora = { ...joiner, email: 'nora.newer@demo.example', employee_number: 'NR9005', first_name: 'Nora' }
    const upload = await uploads.confirmed(
      file([
        { ...ben, basic_salary: '61000.00' },
        { ...carys, basic_salary: '61000.00' },
        { ...nora, basic_salary: '61000.00', date_of_birth: '1999-01-01' },
      ]),
    )
    expect(await keptOf(upload.id)).toMatchObject({ rows: 0, people: 3 })
    await says(carys.email, 'Hull')
    expect(await uploads.undone(upload.id)).toMatchObject({ undone: { takenBack: 2, left: 1 } })
    expect(await keptOf(upload.id)).toEqual({ ...nothing, people: 2 })
    expect(await salaries(upload.id)).toEqual([])
    const { data } = await uploads.get(`/api/employee-data-uploads/${upload.id}/left`)
    expect(data).toMatchObject([{ name: 'Carys Evans', employeeNumber: 'NR1003' }])
    const again = await uploads.checked(file([nora]))
    expect(again.counts).toMatchObject({ new: 1 })
    await uploads.change(again.id, 'cancelled')
  })
})

describe('take-up', () => {
  it('includes an upload as soon as it is confirmed, and no longer when it is undone', async () => {
    const employees = async (): Promise<number> =>
      (await uploads.get(`/api/client/${uploads.clientId}/benefit-takeup`)).employees
    const before = await employees()
    const { id } = await uploads.confirmed(file([joiner]))
    expect(await employees()).toBe(before + 1)
    await uploads.undone(id)
    expect(await employees()).toBe(before)
  })
})
