import fc from 'fast-check'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { readCsv } from '../../platform/csv.ts'
import { writeXlsx, type XlsxKind } from '../../platform/write-xlsx.ts'
import { unzipTexts } from '../../tests/harness/unpack-zip.ts'
import { endpoints } from '../../tests/battery/endpoints.ts'
import { ben, carys, daniel, joiner } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, formWithFile, peopleFile, workOnUploads } from '../../tests/harness/uploads.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { clientId as clientIdOf, newPersonId, type PersonId } from '../../contract/ids.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { inClient } from '../../database/database.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { peopleColumns } from '../../services/people/people-csv.rules.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { writeUpload } from './write-upload.server.ts'
import { uploadData, type UploadView, type readDifference } from './data-uploads.contract.ts'

const world = await startWorld()
const uploads: Awaited<ReturnType<typeof employerUploads>> = await employerUploads(world)

const demoClient = () => clientIdOf.parse(uploads.clientId)
const base = () => `/api/client/${uploads.clientId}`
const get = (url: string) => world.request({ url, token: uploads.token })
const change = (id: string, body: object) =>
  world.request({ method: 'PATCH', url: `/api/employee-data-uploads/${id}`, token: uploads.token, body })
const cancel = (id: string) => uploads.change(id, 'cancelled')

const listedPeople = () =>
  world.database.rows<{ email: string; facts: object }>(`
    select
      account.email, account.state, account.user_type, details.first_name, details.surname, details.date_of_birth,
      (
        select jsonb_strip_nulls(jsonb_object_agg(fact, value order by fact))
        from (
          select distinct on (fact) fact, value
          from employment_fact
          where client_id = account.client_id and person_id = account.person_id and effective_from <= app.today()
          order by fact, effective_from desc, recorded_at desc, sequence desc
        ) as current
      ) as facts
    from account
    join person_details as details using (client_id, person_id)
    where account.client_id = '${uploads.clientId}'
    order by account.email
  `)

const leaver = { ...carys, status: 'left', end_date: '2026-11-20' }

async function uploadStreaming(content: Buffer): Promise<UploadView> {
  const place = await mkdtemp(join(tmpdir(), 'streamed-'))
  vi.stubEnv('TMPDIR', place)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  // A server that listens on a port has an `AddressInfo`.
  const { port } = world.app.server.address() as AddressInfo
  const { headers, body } = formWithFile({ name: 'people.csv', content })
  const bearer = `Bearer ${uploads.token}`
  const asking = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${base()}/data-loads`,
    agent: false,
    headers: { ...headers, host: 'demo.localhost', authorization: bearer, 'x-bearer-token': bearer },
  })
  const answered = once(asking, 'response')
  const half = Math.floor(body.length / 2)
  asking.write(body.subarray(0, half))
  const kept = async () => {
    const file = (await readdir(place, { recursive: true })).find((path) => basename(path) === 'file')
    return file === undefined ? 0 : (await stat(join(place, file))).size
  }
  await vi.waitUntil(async () => (await kept()) > 0.9 * half)
  asking.end(body.subarray(half))
  // The 'response' event passes one argument, the message.
  const [answer] = (await answered) as [IncomingMessage]
  const upload: UploadView = JSON.parse(await text(answer))
  expect([answer.statusCode, await readdir(place)]).toEqual([202, []])
  vi.unstubAllEnvs()
  await rm(place, { recursive: true })
  return upload
}

const blank = (bytes: number) => Buffer.alloc(bytes, `${' '.repeat(4000)}\n`)

type Difference = ReplyOf<typeof readDifference>

describe('upload of employee data', () => {
  it('has a template with every column, and shows the day of the last upload in force', async () => {
    const template = await get(`${base()}/data-load-template`)
    expect(template.headers['content-type']).toBe('text/csv; charset=utf-8')
    const names = peopleColumns.map(({ name }) => name)
    expect(readCsv(template.body).columns).toEqual(names)
    const workbook = await get(`${base()}/data-load-template?format=xlsx`)
    expect(workbook.headers['content-disposition']).toContain('employee-data-template.xlsx')
    // Column styles: 1 for money, 2 for dates, 4 for identifiers as text, so that a spreadsheet changes none of them.
    const sheet = unzipTexts(workbook.rawPayload)['xl/worksheets/sheet1.xml'] ?? ''
    expect([...sheet.matchAll(/<t>([^<]*)<\/t>/g)].map(([, text]) => text)).toEqual(names)
    const style = (column: string) =>
      new RegExp(`<col min="${names.indexOf(column) + 1}" [^>]*style="(\\d)"`).exec(sheet)?.[1]
    const columns = ['basic_salary', 'start_date', 'effective_from', 'payroll_id', 'employee_number', 'ni_number']
    expect(columns.map(style)).toEqual(['1', '2', '2', '4', '4', '4'])
    const { date } = (await get(`${base()}/date-last-upload`)).json()
    expect(date).toBeNull()
  })

  it('is checked, previewed and applied: joiners, changed people, and people missing in the file [UPLOAD-03] [UPLOAD-04] [S-56]', async () => {
    const before = await listedPeople()
    const upload = await uploads.checked(peopleFile([{ ...daniel, basic_salary: '36000.00' }, joiner]))
    expect(upload).toMatchObject({
      status: 'ready',
      rows: 2,
      counts: { new: 1, changed: 1, leaving: 0, unchanged: 0 },
      errorCount: 0,
      canBeConfirmed: true,
    })
    expect(await listedPeople()).toEqual(before)
    const { data } = (await get(`/api/employee-data-uploads/${upload.id}/changes`)).json()
    expect(data).toMatchObject([
      {
        line: 2,
        kind: 'changed',
        name: 'Dan Murphy',
        fields: [
          { column: 'basic_salary', before: '34200.00', after: '36000.00', from: '2026-11-16' },
          { column: 'benefit_salary', before: '34200.00', after: '36000.00' },
          { column: 'pensionable_salary', before: '34200.00', after: '36000.00' },
        ],
      },
      {
        line: 3,
        kind: 'new',
        employeeId: null,
        name: 'Nina Newcomer',
        employeeNumber: 'NR9001',
        fields: expect.any(Array),
      },
    ])
    const values = Object.fromEntries(
      data[1].fields.map(({ column, before, after }: Record<string, string | null>) => [column, [before, after]]),
    )
    expect(values).toMatchObject({
      email: [null, 'nina.newcomer@demo.example'],
      date_of_birth: [null, '1984-08-30'],
      basic_salary: [null, '34200.00'],
      start_date: [null, '2026-11-02'],
    })
    for (const column of ['end_date', 'benefit_salary', 'ni_number']) expect(values).not.toHaveProperty(column)
    expect(data[0].benefits).toContainEqual(expect.objectContaining({ kind: 'repriced', before: expect.anything() }))
    const impact = await get(`/api/employee-data-uploads/${upload.id}/eligibility-difference`)
    expect(impact.json()).toMatchObject({ isKnown: true, counts: { repriced: expect.any(Number) } })
    const answer = await change(upload.id, { status: 'confirmed', preview: upload.preview })
    expect(answer.json()).toMatchObject({ status: 'committing' })
    await workOnUploads(world)
    expect(await uploads.view(upload.id)).toMatchObject({ status: 'confirmed', canBeUndone: true })
    const after = await listedPeople()
    expect(after).toHaveLength(before.length + 1)
    const now = new Map(after.map((one) => [one.email, one]))
    expect(now.get(joiner.email)).toMatchObject({
      state: 'invited',
      user_type: 'employee',
      facts: { status: 'active', 'start-date': '2026-11-02', 'basic-salary': '3420000' },
    })
    expect(now.get(daniel.email)).toMatchObject({ facts: { 'basic-salary': '3600000' } })
    const others = before.filter(({ email }) => email !== daniel.email)
    expect(others.map(({ email }) => now.get(email))).toEqual(others)
    const { date } = (await get(`${base()}/date-last-upload`)).json()
    expect(Date.parse(date)).toBeGreaterThan(0)
    expect((await get(`${base()}/data-loads`)).json()).toMatchObject({
      data: [{ id: upload.id, status: 'confirmed' }],
      total: 1,
    })
    expect((await get(`${base()}/data-load-template`)).statusCode).toBe(200)
    const again = await change(upload.id, { status: 'confirmed', preview: upload.preview })
    expect(again.json()).toMatchObject({ status: 'confirmed' })
    const twice = await uploads.checked(peopleFile([{ ...daniel, basic_salary: '36000.00' }, joiner]))
    expect(twice.counts).toEqual({ new: 0, changed: 0, leaving: 0, unchanged: 2 })
    await cancel(twice.id)
  })

  it("warns about National Insurance letters that are not allowed at the person's age, and can still be confirmed", async () => {
    const people = [
      { ...carys, date_of_birth: '1955-03-02', ni_category: 'A' },
      { ...daniel, ni_category: 'M' },
    ]
    const { id, status, warnings, errorCount } = await uploads.checked(peopleFile(people))
    expect([status, errorCount]).toEqual(['ready', 0])
    expect(warnings).toEqual([
      expect.stringMatching(
        /^National Insurance letters that do not fit the age: line 2: letter A at the age of 71: .*; line 3: letter M at the age of \d\d: this letter is for people under 21\. /,
      ),
    ])
    expect((await cancel(id)).statusCode).toBe(200)
    const right = await uploads.checked(peopleFile([{ ...carys, date_of_birth: '1955-03-02', ni_category: 'C' }]))
    expect(right.warnings).toEqual([])
    expect((await cancel(right.id)).statusCode).toBe(200)
  })

  it('lists every error with line, column, value and rule, also in a file, and applies nothing [S-56]', async () => {
    const before = await listedPeople()
    const upload = await uploads.checked(
      peopleFile([
        { ...daniel, basic_salary: 'lots', start_date: '01/06/2015' },
        { ...joiner, employee_number: 'NR9003', email: 'not an address', payroll: 'weekly' },
        { ...joiner, employee_number: 'NR1004', first_name: '=A1+1' },
        { ...joiner, employee_number: 'NR9003', email: 'NINA.newcomer@demo.example' },
      ]),
    )
    expect(upload).toMatchObject({ status: 'refused', counts: null, canBeConfirmed: false, preview: null })
    const found = upload.errors.data.map(({ line, column, value }) => [line, column, value])
    expect(found).toEqual([
      [2, 'start_date', '01/06/2015'],
      [2, 'basic_salary', 'lots'],
      [3, 'email', 'not an address'],
      [3, 'payroll', 'weekly'],
      [4, 'employee_number', 'NR1004'],
      [4, 'employee_number', 'NR1004'],
      [5, 'email', 'NINA.newcomer@demo.example'],
      [5, 'employee_number', 'NR9003'],
    ])
    expect(upload.errors.data.map(({ reason }) => reason)).toEqual([
      'start_date "01/06/2015" could be 1 June 2015 or 6 January 2015, and nothing in the file shows which. Please write dates as yyyy-mm-dd, or use cells with a date format in an Excel workbook (.xlsx)',
      'basic_salary "lots" must be an amount in pounds and pence, at most 99,999,999.99',
      'email "not an address" must be an email address',
      'payroll "weekly" must be one of four-weekly, monthly',
      'The employee number NR1004 is already in line 2',
      'The employee number NR1004 already belongs to another person',
      'The email address NINA.newcomer@demo.example is already in line 4',
      'The employee number NR9003 is already in line 3',
    ])
    expect(upload).toMatchObject({ errorCount: 8, errors: { total: 8, last_page: 1 } })
    const second = await uploads.get(`/api/employee-data-uploads/${upload.id}?page=2&range=3`)
    expect(second.errors).toMatchObject({ last_page: 3, per_page: 3, data: upload.errors.data.slice(3, 6) })
    const file = await get(`/api/employee-data-uploads/${upload.id}/errors`)
    expect(file.headers['content-disposition']).toContain('errors-people.csv')
    expect(readCsv(file.body).rows[1]?.cells).toEqual({
      line: '2',
      column: 'basic_salary',
      value: 'lots',
      reason: 'basic_salary "lots" must be an amount in pounds and pence, at most 99,999,999.99',
    })
    expect((await change(upload.id, { status: 'confirmed' })).json()).toMatchObject({
      code: 'upload-moved-on',
      status: 'refused',
    })
    expect(await listedPeople()).toEqual(before)
    const next = await uploads.checked(peopleFile([joiner, { ...daniel, first_name: 'Daniel' }]))
    expect(next.status).toBe('ready')
    await cancel(next.id)
  })

  it('is refused if two rows of the same person both contain changes', async () => {
    const upload = await uploads.checked(
      peopleFile([
        { ...daniel, basic_salary: '36000.00' },
        { ...daniel, employee_number: 'NR9031', basic_salary: '37000.00' },
      ]),
    )
    expect(upload.status).toBe('refused')
    expect(upload.errors.data.map(({ line, column }) => [line, column])).toEqual([[3, 'email']])
  })

  it('lets people log in while the upload writes their pay', async () => {
    const { id } = await uploads.checked(peopleFile([{ ...daniel, basic_salary: '36500.00' }]))
    const written = inClient(world.database.db, demoClient(), async (tx, { now, today }) => {
      const { facts } = await writeUpload(tx, demoClient(), { uploadId: id, recordedBy: null, now, today })
      expect(facts).toBeGreaterThan(0)
      expect(await world.signIn('dan.murphy')).toEqual(expect.any(String))
      throw new Error('Written no further')
    })
    await expect(written).rejects.toThrow('Written no further')
    await cancel(id)
  })

  it("accepts CSV or XLSX with the template's columns, up to the size limit, and reads them as a stream [UPLOAD-05]", async () => {
    expect(endpoints.filter(({ takes }) => takes === 'file')).toEqual([uploadData])
    const json = await world.request({
      method: 'POST',
      url: `${base()}/data-loads`,
      token: uploads.token,
      body: { file: 'x' },
    })
    expect(json.statusCode).toBe(415)
    const { headers, body } = formWithFile({ name: 'people.csv', content: 'x' })
    const asForm = { method: 'PATCH', token: uploads.token, headers, body } as const
    expect((await world.request({ ...asForm, url: `/api/employee-data-uploads/${randomUUID()}` })).statusCode).toBe(415)

    const template = (await get(`${base()}/data-load-template`)).body
    const columns = readCsv(template).columns
    const nina = columns.map((column) => Object.entries(joiner).find(([name]) => name === column)?.[1] ?? '')
    await setImpact(false)
    const tried = async (content: string | Buffer, name?: string) => {
      const { id } = (await uploads.upload(content, name)).json()
      await workOnUploads(world)
      const upload = await uploads.view(id)
      await cancel(id)
      return { status: upload.status, reasons: upload.errors.data.map(({ reason }) => reason) }
    }
    const kinds: Record<string, XlsxKind> = { start_date: 'date', basic_salary: 'amount' }
    const workbook = (headings: string[], cells: string[]) =>
      buffer(
        writeXlsx({
          name: 'People',
          columns: headings.map((heading) => ({ heading, kind: kinds[heading] ?? 'text' })),
          rows: [cells],
        }),
      )
    const right = { status: 'ready', reasons: [] }
    expect(await tried(`${template}${nina.join(',')}\r\n`)).toEqual(right)
    expect(await tried(await workbook(columns, nina), 'people.xlsx')).toEqual(right)
    const strange = {
      status: 'refused',
      reasons: ['The column employee_number is missing', 'The column shoe_size is not one of the template'],
    }
    const otherwise = ['shoe_size', ...columns.slice(1)]
    expect(await tried(`${otherwise.join(',')}\r\n${nina.join(',')}\r\n`)).toEqual(strange)
    expect(await tried(await workbook(otherwise, nina), 'people.xlsx')).toEqual(strange)
    for (const name of ['people.xls', 'people.txt', 'people'])
      expect((await uploads.upload(template, name)).json()).toMatchObject({ code: 'wrong-kind' })

    await setImpact(true)

    const small = Buffer.from(`${template}${nina.join(',')}\r\n`)
    const largest = Buffer.concat([small, blank(50 * 1024 * 1024 - small.length)])
    const streamed = await uploadStreaming(largest)
    expect(streamed).toMatchObject({ status: 'checking', rows: 1 })
    await cancel(streamed.id)
    const larger = await uploads.upload(Buffer.concat([largest, Buffer.from('\n')]))
    expect([larger.statusCode, larger.json().code]).toEqual([413, 'file-too-large'])
  })

  it('reads and returns formulas as text [S-57]', async () => {
    const upload = await uploads.checked(peopleFile([{ ...joiner, start_date: '=TODAY()', job_title: '@SUM(A1)' }]))
    expect(upload.errors.data).toMatchObject([{ column: 'start_date', value: '=TODAY()' }])
    const file = await get(`/api/employee-data-uploads/${upload.id}/errors`)
    expect(file.body).toContain("'=TODAY()")
    expect(file.body).not.toMatch(/,=/)
  })

  it('is refused if its content is not a table, or if no file was sent [S-54] [S-55]', async () => {
    expect((await uploads.upload('x', 'people.xlsm')).json()).toMatchObject({ code: 'wrong-kind' })
    const sent = async (...form: Parameters<typeof formWithFile>) => {
      const answer = await world.request({
        method: 'POST',
        url: `${base()}/data-loads`,
        token: uploads.token,
        ...formWithFile(...form),
      })
      return [answer.statusCode, answer.json().code]
    }
    expect(await sent(undefined)).toEqual([422, 'no-file'])
    expect(await sent({ name: 'people.csv', content: 'x' }, 'people')).toEqual([422, 'other-field'])
    const empty = await uploads.upload('')
    expect(empty.json()).toMatchObject({ status: 'refused', errors: { data: [{ line: 1 }] } })
    const headerOnly = await uploads.upload(peopleFile([]))
    expect(headerOnly.json()).toMatchObject({ status: 'refused', errorCount: 1 })
  })

  it('runs one at a time: a second upload at the same time is refused, and sending the same file again returns the same upload [S-54]', async () => {
    const file = peopleFile([joiner])
    const other = peopleFile([{ ...daniel, location: 'Leeds' }])
    const [first, second] = await Promise.all([uploads.upload(file), uploads.upload(other)])
    expect([first.statusCode, second.statusCode].toSorted((a, b) => a - b)).toEqual([202, 409])
    const [won, lost] = first.statusCode === 202 ? [first, second] : [second, first]
    expect(lost.json()).toMatchObject({ code: 'upload-under-way', id: won.json().id })
    const again = await uploads.upload(won === first ? file : other)
    expect([again.statusCode, again.json().id]).toEqual([202, won.json().id])
    for (const status of ['uploading', 'committing', 'checking']) {
      await world.database.rows('update upload set status = $1 where id = $2', [status, won.json().id])
      const meanwhile = await uploads.upload(won === first ? file : other)
      expect([meanwhile.statusCode, meanwhile.json()]).toMatchObject([202, { id: won.json().id, status }])
    }
    await cancel(won.json().id)
    expect((await change(won.json().id, { status: 'confirmed' })).statusCode).toBe(409)
    expect((await get(`${base()}/data-loads?range=2`)).json()).toMatchObject({
      data: [{ id: won.json().id, status: 'cancelled', uploadedBy: 'Grace Lin', fileName: 'people.csv' }, {}],
      per_page: 2,
    })
  })

  it('is previewed again if the data behind it change, before or after the confirmation [S-56]', async () => {
    const upload = await uploads.checked(peopleFile([{ ...daniel, location: 'Leeds' }]))
    const touch = (value: string) =>
      world.database.rows(
        `insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_at)
         select client_id, person_id, 'location', $1, app.today(), 'test', app.now() from account where email = 'amelia.hart@demo.example'`,
        [value],
      )
    await touch('Hull')
    const stale = await change(upload.id, { status: 'confirmed', preview: upload.preview })
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'upload-drifted', status: 'checking' }),
    ])
    await workOnUploads(world)
    const anew = await uploads.view(upload.id)
    expect(anew).toMatchObject({ status: 'ready', madeAnew: true })
    expect((await change(upload.id, { status: 'confirmed', preview: upload.preview })).statusCode).toBe(409)
    expect((await change(upload.id, { status: 'confirmed', preview: anew.preview })).statusCode).toBe(200)
    await touch('York')
    await workOnUploads(world)
    expect(await uploads.view(upload.id)).toMatchObject({ status: 'ready', madeAnew: true, confirmedAt: null })
    await cancel(upload.id)
  })

  it('is previewed again if the data behind it change while a person is locked, even at the last moment [S-56]', async () => {
    const upload = await uploads.checked(peopleFile([{ ...daniel, location: 'Leeds' }]))
    expect((await change(upload.id, { status: 'confirmed', preview: upload.preview })).statusCode).toBe(200)
    const { db } = world.database
    const client = demoClient()
    let working: Promise<void> | undefined
    await inClient(db, client, async (tx) => {
      const [dan] = await world.database.rows<{ person_id: PersonId }>(
        `select person_id from account where email = 'dan.murphy@demo.example'`,
      )
      const personId = dan?.person_id ?? newPersonId()
      await lockPeople(tx, client, { people: [personId] })
      working = workOnUploads(world)
      await waitUntilCallsAreBlocked(world, 1)
      const facts = [{ personId, fact: 'location' as const, value: 'Derby', effectiveFrom: '2026-11-16' as IsoDate }]
      await recordFacts(tx, client, { facts, source: 'test' })
    })
    await working
    expect(await uploads.view(upload.id)).toMatchObject({ status: 'ready', madeAnew: true, confirmedAt: null })
    await cancel(upload.id)
  })

  it('does not change values whose columns are missing in the file, and makes nobody an employer user', async () => {
    const columns = ['employee_number', 'email', 'first_name', 'surname', 'date_of_birth', 'payroll', 'start_date']
    const few = [...columns, 'basic_salary', 'hours_per_week']
    const before = await listedPeople()
    const upload = await uploads.checked(
      peopleFile([{ ...daniel, basic_salary: '36000.00', first_name: 'Daniel' }], few),
    )
    const { data } = (await get(`/api/employee-data-uploads/${upload.id}/changes`)).json()
    expect(data).toMatchObject([{ fields: [{ column: 'first_name', before: 'Dan', after: 'Daniel', from: null }] }])
    const unknown = { user_type: 'employer', ...daniel }
    await cancel(upload.id)
    const refused = await uploads.checked(peopleFile([unknown], [...few, 'user_type']))
    expect(refused.errors.data).toMatchObject([{ column: 'user_type' }])
    expect(await listedPeople()).toEqual(before)
  })
})

describe('interrupted upload', () => {
  it('is applied once even if confirmed in parallel, and is either confirmed or cancelled, never both [S-56] [S-71]', async () => {
    const upload = await uploads.checked(peopleFile([{ ...daniel, cost_centre: 'RACE' }]))
    const asked = await Promise.all([
      ...Array.from({ length: 4 }, () => change(upload.id, { status: 'confirmed', preview: upload.preview })),
      ...Array.from({ length: 4 }, () => cancel(upload.id)),
    ])
    const [confirmations, cancellations] = [asked.slice(0, 4), asked.slice(4)].map((answers) =>
      answers.map(({ statusCode }) => statusCode),
    )
    expect([confirmations, cancellations]).toEqual(
      expect.arrayContaining([
        [200, 200, 200, 200],
        [409, 409, 409, 409],
      ]),
    )
    await Promise.all([workOnUploads(world), workOnUploads(world), workOnUploads(world)])
    const { status } = await uploads.view(upload.id)
    expect(status).toBe(confirmations?.[0] === 200 ? 'confirmed' : 'cancelled')
    const facts = await world.database.rows(`select 1 from employment_fact where value = 'RACE'`)
    expect(facts).toHaveLength(status === 'confirmed' ? 1 : 0)
    await change(upload.id, { status: 'undone' })
    await workOnUploads(world)
  })

  it('ends if its connection breaks, and does not block other uploads [R-07]', async () => {
    const [cut] = await world.database.rows<{ id: string }>(`
      insert into upload as begun (client_id, id, file_name, file_hash, status, uploaded_by, uploaded_at, last_active_at)
      select client_id, gen_random_uuid(), 'cut.csv', 'x', 'uploading', person_id, app.now(), app.now() - interval '31 seconds'
      from account where email = 'grace.lin@demo.example'
      returning begun.id`)
    await world.database.rows(`
      insert into work_due (client_id, kind, id, due_at)
      select client_id, 'upload', id, app.now() - interval '1 second' from upload where status = 'uploading'`)
    await workOnUploads(world)
    const over = await uploads.view(cut?.id ?? '')
    expect(over).toMatchObject({ status: 'failed', counts: null, failure: expect.stringContaining('interrupted') })
    const next = await uploads.checked(peopleFile([joiner]))
    expect(next.status).toBe('ready')
    await cancel(next.id)
  })

  it('fails if the process that reads it is killed, while the portal continues [S-54] [S-55]', async () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => ({ ...joiner, employee_number: `K${at}` }))
    const under = uploads.upload(peopleFile(rows))
    const reader = await vi.waitUntil(readingProcess, { interval: 5 })
    process.kill(reader, 'SIGKILL')
    const failed: UploadView = (await under).json()
    expect(failed).toMatchObject({ status: 'failed', rows: 0, failure: expect.stringContaining('could not be read') })
    expect(await world.database.rows(`select 1 from upload_row where upload_id = '${failed.id}' limit 1`)).toEqual([])
    const next = await uploads.checked(peopleFile([joiner]))
    expect(next.status).toBe('ready')
    await cancel(next.id)
  })

  it('is never partly applied and never causes an internal error, whatever bytes the file contains [R-06] [S-55]', async () => {
    const before = await listedPeople()
    const sound = Buffer.from(peopleFile([{ ...daniel, basic_salary: '99999.00' }, joiner]))
    const seed = Number(process.env['SEED'] ?? Date.now())
    const files = fc.sample(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
      { seed, numRuns: process.env['LONG_TESTS'] ? 10_000 : 3 },
    )
    const ends = new Set<string>()
    for (const spoils of files) {
      const bytes = Buffer.from(sound)
      for (const [at, byte] of spoils) bytes[at] = byte
      const answer = await uploads.upload(bytes)
      expect([seed, answer.statusCode]).toEqual([seed, 202])
      await workOnUploads(world)
      const upload = await uploads.view(answer.json().id)
      ends.add(upload.status)
      await cancel(upload.id)
    }
    expect([seed, [...ends].filter((status) => status !== 'ready' && status !== 'refused')]).toEqual([seed, []])
    expect(await listedPeople()).toEqual(before)
  })
})

async function readingProcess(): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
  const line = stdout.split('\n').find((one) => one.includes('reading-process'))
  return line === undefined ? undefined : Number.parseInt(line, 10)
}

describe('eligibility difference of an upload', () => {
  const leavesProbation = { ...ben, probation_end: '2026-11-15' }
  const difference = async (id: string, query = '') =>
    (await get(`/api/employee-data-uploads/${id}/eligibility-difference${query}`)).json()

  it('shows which benefits people gain or lose, and which selections begin, end or change their price', async () => {
    const before = await listedPeople()
    const unknown = {
      ...joiner,
      email: 'new@demo.example',
      employee_number: 'NR9010',
      first_name: 'Nadia',
      start_date: '2026-11-10',
    }
    // Moves the client's first day back. People who joined before that day would have imported cover.
    await world.database.rows(`update client set created_at = app.now() - interval '10 days' where code = 'demo'`)
    const gone = { ...leaver, end_date: '2026-11-13' }
    const upload = await uploads.checked(
      peopleFile([leavesProbation, { ...daniel, basic_salary: '50000.00' }, unknown, gone]),
    )
    expect(upload).toMatchObject({ status: 'ready', hasDifference: true })
    const all: Difference = await difference(upload.id, '?range=100')
    const { gains, loses, begins, ends, repriced } = all.counts
    expect(all).toMatchObject({ isKnown: true, total: gains + loses + begins + ends + repriced, last_page: 1 })
    const of = (kind: string, name: string) => all.data.filter((one) => one.kind === kind && one.name === name)
    expect(of('gains', 'Ben Osei').map(({ benefitName, reason }) => [benefitName, reason])).toEqual(
      ['Cycle to work', 'Electric car', 'Holiday trading', 'Private medical insurance'].map((benefit) => [
        benefit,
        'until now is in probation',
      ]),
    )
    expect(upload.counts).toMatchObject({ new: 1 })
    expect(all.data.filter(({ name }) => name === 'Nadia Newcomer')).toEqual([])
    const [loss] = of('loses', 'Carys Evans')
    expect(loss).toMatchObject({ employeeNumber: 'NR1003', before: null, after: null })
    expect(of('ends', 'Carys Evans')[0]?.after).toBeNull()
    const [dearer] = of('repriced', 'Dan Murphy').filter(({ benefitName }) => benefitName === 'Workplace pension')
    expect(dearer?.after?.employer.year).toBeGreaterThan(dearer?.before?.employer.year ?? Infinity)
    const page = await difference(upload.id, '?kind=gains&range=2&page=2')
    expect(page).toMatchObject({ per_page: 2, total: gains, last_page: Math.ceil(gains / 2) })
    expect(page.data).toEqual(all.data.filter(({ kind }) => kind === 'gains').slice(2, 4))
    expect(await listedPeople()).toEqual(before)
    // Records Dan as the actor of his choice, before the upload is confirmed.
    await world.database.rows(
      `update selection_version set actor_id = subject_id, recorded_at = app.now()
       from account
       where account.client_id = selection_version.client_id and account.person_id = subject_id and email = $1`,
      [daniel.email],
    )
    await change(upload.id, { status: 'confirmed', preview: upload.preview })
    await workOnUploads(world)
    expect((await uploads.view(upload.id)).warnings).toEqual([
      '1 person in this upload chose benefits after the preview was made. Their costs were calculated from the new choices, so they can differ from the preview.',
    ])
    const [runs] = await world.database.rows<{ yearly: string }>(
      `select version.price ->> 'employerYearly' as yearly
       from selection
       join account using (client_id, person_id)
       join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
       join selection_version as version
         on version.client_id = selection.client_id and version.selection_id = selection.id
         and version.version = selection.version_in_force
       where account.email = $1 and benefit.code = 'pension'`,
      [daniel.email],
    )
    expect(Number(runs?.yearly) / 100).toBe(dearer?.after?.employer.year)
    expect(await uploads.undone(upload.id)).toMatchObject({ status: 'undone', undone: { takenBack: 4, left: 0 } })
  })

  it('does not exist for a client that has not switched it on', async () => {
    await setImpact(false)
    const upload = await uploads.checked(peopleFile([{ ...daniel, basic_salary: '50000.00' }]))
    expect(upload).toMatchObject({ status: 'ready', hasDifference: false })
    expect(await difference(upload.id)).toMatchObject({ isKnown: false, data: [], total: 0 })
    await cancel(upload.id)
    await setImpact(true)
  })
})

const setImpact = (on: boolean) =>
  world.database.rows(
    `update client set switches = switches || jsonb_build_object('eligibilityImpact', $1::boolean) where code = 'demo'`,
    [on],
  )

describe('undone upload', () => {
  it('removes its joiners from every list, total, percentage and report [UPLOAD-06]', async () => {
    const shown = async () => ({
      employees: (await get(`/api/v2/client/${uploads.clientId}/employees?range=100`)).json(),
      left: (await get(`/api/v2/client/${uploads.clientId}/employees?filter[person_left]=1&range=100`)).json(),
      twoFactor: (await get(`/api/v2/client/${uploads.clientId}/employees/two-factor-authentication?range=100`)).json(),
      takeUp: { ...(await get(`${base()}/benefit-takeup`)).json(), asOf: null },
      insights: { ...(await get(`/api/v2/client/${uploads.clientId}/employee-insights`)).json(), asOf: null },
      owed: (await get(`/api/v2/client/${uploads.clientId}/owed-at-leaving`)).json(),
      payroll: (await get(`/api/v2/client/${uploads.clientId}/payroll-overview`)).json(),
      welcome: (await get(`/api/companies/${uploads.clientId}/welcome-email-resends`)).json(),
    })
    const before = await shown()
    const joiners = [1, 2, 3].map((number) => ({
      ...joiner,
      email: `undone.${number}@demo.example`,
      employee_number: `NR907${number}`,
      surname: 'Undone',
      ...(number === 3 && { start_date: '2027-01-04' }),
    }))
    const upload = await uploads.confirmed(peopleFile(joiners))
    expect(upload).toMatchObject({ status: 'confirmed', counts: { new: 3 } })
    const added = (await get(`/api/v2/client/${uploads.clientId}/employees?search=undone`)).json()
    expect(added.total).toBe(3)
    expect(await uploads.undone(upload.id)).toMatchObject({ status: 'undone', undone: { takenBack: 3, left: 0 } })
    expect(await shown()).toEqual(before)
    expect((await get(`${base()}/employees/${added.data[0].employeeId}`)).statusCode).toBe(404)
    const { data } = (await get(`/api/employee-data-uploads/${upload.id}/changes`)).json()
    expect(data.map(({ name }: { name: string }) => name)).toHaveLength(3)
  })

  it('cannot run during another upload or while another upload is undone [S-54] [S-71]', async () => {
    const first = await uploads.confirmed(peopleFile([{ ...daniel, cost_centre: 'FIRST' }]))
    const second = await uploads.confirmed(peopleFile([{ ...daniel, job_title: 'Second' }]))
    const asked = await Promise.all([first, second].map(({ id }) => change(id, { status: 'undone' })))
    expect(asked.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(asked.map((answer) => answer.json())).toContainEqual(expect.objectContaining({ code: 'upload-under-way' }))
    await workOnUploads(world)
    for (const { id } of [second, first]) {
      await uploads.undone(id)
    }
  })

  it('leaves no value that would override a later upload of a joiner [UPLOAD-06]', async () => {
    const wrong = {
      ...joiner,
      email: 'late.joiner@demo.example',
      employee_number: 'NR9050',
      effective_from: '2026-11-10',
      basic_salary: '30000.00',
    }
    const { id } = await uploads.confirmed(peopleFile([wrong]))
    await uploads.undone(id)
    const late = async () => (await listedPeople()).find(({ email }) => email === wrong.email)
    expect(await late()).toMatchObject({ state: 'disabled', facts: { status: 'left', 'end-date': '2026-11-01' } })
    expect((await late())?.facts).not.toHaveProperty('employee-number')
    const right = { ...wrong, start_date: '2026-10-05', effective_from: '', basic_salary: '35000.00' }
    const again = await uploads.confirmed(peopleFile([right]))
    expect(again.counts).toMatchObject({ new: 1 })
    const now = await late()
    expect(now).toMatchObject({
      state: 'invited',
      facts: {
        status: 'active',
        'start-date': '2026-10-05',
        'basic-salary': '3500000',
        'employee-number': 'NR9050',
        'payroll-id': 'NR9050',
      },
    })
    expect(now?.facts).not.toHaveProperty('end-date')
    await uploads.undone(again.id)
    expect(await late()).toMatchObject({ state: 'disabled', facts: { status: 'left' } })
    expect((await late())?.facts).not.toHaveProperty('employee-number')
  })

  it('leaves no value for a later day, so that the next upload applies from its own day [UPLOAD-06]', async () => {
    const before = await listedPeople()
    const undo = async ({ id }: { id: string }) => {
      await uploads.undone(id)
      expect(await uploads.view(id)).toMatchObject({ status: 'undone', undone: { left: 0 } })
    }
    await undo(
      await uploads.confirmed(
        peopleFile([{ ...daniel, basic_salary: '36000.00', effective_from: '2027-01-01' }, leaver]),
      ),
    )
    const right = await uploads.confirmed(
      peopleFile([
        { ...daniel, basic_salary: '35000.00' },
        { ...leaver, end_date: '2026-11-12' },
      ]),
    )
    const last = (fact: string, email: string) =>
      world.database.rows(
        `select value from employment_fact join account using (client_id, person_id)
         where fact = $1 and email = $2 order by effective_from desc, recorded_at desc, sequence desc limit 1`,
        [fact, email],
      )
    expect(await last('basic-salary', daniel.email)).toEqual([{ value: '3500000' }])
    expect(await last('status', leaver.email)).toEqual([{ value: 'left' }])
    await undo(right)
    expect(await listedPeople()).toEqual(before)
    expect(await last('basic-salary', daniel.email)).toEqual([{ value: '3420000' }])
    expect(await last('status', leaver.email)).toEqual([{ value: 'active' }])
  })

  it('restores all people and their derived data, except people who were changed after the upload [UPLOAD-06]', async () => {
    const before = await listedPeople()
    const held = () =>
      world.database.rows(`
        select account.email, benefit.code, selection.state, version.price ->> 'employeeYearly' as yearly
        from selection
        join account using (client_id, person_id)
        join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
        left join selection_version as version
          on version.client_id = selection.client_id and version.selection_id = selection.id
          and version.version = selection.version_in_force
        where selection.client_id = '${uploads.clientId}' and selection.state not in ('none', 'ended')
        order by 1, 2`)
    const heldBefore = await held()
    const joy = { ...joiner, email: 'joy.joiner@demo.example', employee_number: 'NR9002', first_name: 'Joy' }
    const upload = await uploads.confirmed(
      peopleFile([
        { ...daniel, basic_salary: '50000.00', date_of_birth: '1971-08-30', first_name: 'Daniel' },
        leaver,
        joy,
        { ...joiner, location: 'Hull' },
      ]),
    )
    expect(upload).toMatchObject({ status: 'confirmed', counts: { new: 1, changed: 2, leaving: 1, unchanged: 0 } })
    expect(await held()).not.toEqual(heldBefore)
    await world.database.rows(
      `insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_at)
       select client_id, person_id, 'cost-centre', 'HR', app.today(), 'test', app.now() from account where email = $1`,
      [joiner.email],
    )
    expect((await change(upload.id, { status: 'undone' })).json()).toMatchObject({ status: 'undoing' })
    await workOnUploads(world)
    const undone = await uploads.view(upload.id)
    expect(undone).toMatchObject({ status: 'undone', undone: { takenBack: 3, left: 1 }, canBeUndone: false })
    const { data } = (await get(`/api/employee-data-uploads/${upload.id}/left`)).json()
    expect(data).toMatchObject([{ line: 5, name: 'Nina Newcomer', employeeNumber: 'NR9001' }])
    const isOther = ({ email }: { email: string }) => email !== joiner.email && email !== joy.email
    expect((await listedPeople()).filter(isOther)).toEqual(before.filter(isOther))
    expect(await held()).toEqual(heldBefore)
    const now = new Map((await listedPeople()).map((one) => [one.email, one]))
    expect(now.get(joiner.email)).toMatchObject({ facts: { location: 'Hull', 'cost-centre': 'HR' } })
    expect(now.get(joy.email)).toMatchObject({
      state: 'disabled',
      facts: { status: 'left', 'end-date': '2026-11-01' },
    })
    expect(now.get(joy.email)?.facts).not.toHaveProperty('employee-number')
    expect((await change(upload.id, { status: 'undone' })).json()).toMatchObject({ status: 'undone' })
    const again = await uploads.confirmed(peopleFile([joy]))
    expect(again).toMatchObject({ status: 'confirmed', counts: { new: 1 } })
    expect(new Map((await listedPeople()).map((one) => [one.email, one])).get(joy.email)).toMatchObject({
      state: 'invited',
      facts: { status: 'active', 'employee-number': 'NR9002' },
    })
  })
})
