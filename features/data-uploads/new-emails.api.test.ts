import { afterEach, describe, expect, it } from 'vitest'
import { linkCalls } from '../../tests/harness/account-links.ts'
import { carys, daniel, joiner } from '../../tests/harness/uploaded-people.ts'
import { employerUploads, peopleFile, workOnUploads } from '../../tests/harness/uploads.ts'
import { startWorld, worldPassword } from '../../tests/harness/world.ts'
import { changeEmployerEmail } from './change-email.server.ts'
import { operatorAddressMails, uploadAddressMails } from './new-email-mail.messages.ts'

const world = await startWorld()
const uploads: Awaited<ReturnType<typeof employerUploads>> = await employerUploads(world)

const moved = { ...daniel, email: 'Dan.Morgan@demo.example', surname: 'Morgan' }

const account = async (email: string) => {
  const [row] = await world.database.rows<Record<string, unknown>>(
    `select account.person_id, account.email, account.state, account.password_hash, account.activated_at,
       (select count(*)::int from selection where selection.person_id = account.person_id) as selections,
       (select count(*)::int from family_member as member where member.person_id = account.person_id) as family,
       (select count(*)::int from employment_fact as fact where fact.person_id = account.person_id) as facts
     from account where email = $1`,
    [email],
  )
  return row
}

/** Opens everything that someone with access to the old mailbox could have opened. */
const openLogins = async (name: string) => {
  for (const [insert, columns, values] of [
    ['login_challenge', 'cookie_hash, ticket_hash, expires_at', `$2, $2, app.now() + interval '1 hour'`],
    ['entry_token', 'hash, kind, expires_at', `$2, 'sso', app.now() + interval '1 hour'`],
    ['sign_on_identity', 'provider, subject', `'https://id.example', encode($2, 'hex')`],
  ])
    await world.database.rows(
      `insert into ${insert} (client_id, person_id, ${columns})
       select client_id, person_id, ${values} from account where email = $1`,
      [daniel.email, Buffer.from(`login ${name}`)],
    )
}

const openLoginsOf = (email: string) =>
  world.database.rows(
    `select
       (select count(*)::int from session where person_id = account.person_id and ended_at is null) as sessions,
       (select count(*)::int from access_token join session on session.id = session_id
        where person_id = account.person_id) as tokens,
       (select count(*)::int from login_challenge as open where open.person_id = account.person_id) as challenges,
       (select count(*)::int from sign_on_identity as open where open.person_id = account.person_id) as identities,
       (select count(*)::int from entry_token as open
        where open.person_id = account.person_id and used_at is null) as entries
     from account where email = $1`,
    [email],
  )

describe('new address of a person on record', () => {
  const before = async () => {
    const found = await account(daniel.email)
    expect(found).toMatchObject({ activated_at: expect.anything() })
    return found
  }
  let confirmed: string | undefined
  afterEach(async () => {
    if (confirmed) await uploads.undone(confirmed)
    confirmed = undefined
  })

  it.each([
    ['date of birth', moved],
    ['National Insurance number', { ...moved, date_of_birth: '1984-08-31' }],
  ])('is recognised by employee number and %s, is shown in the preview, and is applied', async (_, row) => {
    const known = await before()
    const token = await world.signIn('dan.murphy')
    await world.database.rows(
      `insert into password_link (client_id, person_id, kind, token_hash, created_at, expires_at)
       select client_id, person_id, 'reset', $2, app.now(), app.now() + interval '1 hour' from account where email = $1`,
      [daniel.email, Buffer.from(`link ${row.date_of_birth}`)],
    )
    await openLogins(row.date_of_birth)
    const [employerSession] = await openLoginsOf('grace.lin@demo.example')
    const upload = await uploads.checked(peopleFile([row, joiner]))
    expect(upload).toMatchObject({ status: 'ready', counts: { new: 1, changed: 1 } })
    expect(upload.concerns).toContainEqual(
      expect.objectContaining({
        kind: 'new-address',
        count: 1,
        people: [
          {
            line: 2,
            name: 'Dan Morgan',
            employeeNumber: 'NR1004',
            text: 'New address: dan.murphy@demo.example → dan.morgan@demo.example',
          },
        ],
      }),
    )
    const { data } = await uploads.get(`/api/employee-data-uploads/${upload.id}/changes?kind=changed`)
    expect(data[0].fields).toContainEqual({
      column: 'email',
      before: 'dan.murphy@demo.example',
      after: 'dan.morgan@demo.example',
      from: null,
    })
    expect(await account(daniel.email)).toEqual(known)

    expect(await uploads.view((confirmed = (await uploads.confirmed(peopleFile([row, joiner]))).id))).toMatchObject({
      status: 'confirmed',
    })
    const now = await account('dan.morgan@demo.example')
    expect(now).toEqual({ ...known, email: 'dan.morgan@demo.example', facts: expect.any(Number) })
    expect(await account(daniel.email)).toBeUndefined()
    expect((await world.request({ url: '/api/v1/user', token })).statusCode).toBe(401)
    expect(await openLoginsOf('dan.morgan@demo.example')).toEqual([
      { sessions: 0, tokens: 0, challenges: 0, identities: 0, entries: 0 },
    ])
    expect(await openLoginsOf('grace.lin@demo.example')).toEqual([employerSession])
    expect(
      (
        await world.request({
          method: 'POST',
          url: '/api/login',
          body: { username: daniel.email, password: worldPassword },
        })
      ).statusCode,
    ).not.toBe(200)
    expect(
      await world.database.rows(
        `select distinct end_reason from password_link where person_id = $1 and kind = 'reset'`,
        [known?.['person_id']],
      ),
    ).toEqual([{ end_reason: 'address-changed' }])
    const mails = await world.database.rows(
      `select kind, coalesce(address, '') as address, person_id from mail
       where kind in ('former-address', 'new-address') and cause like $1 order by kind`,
      [`upload ${confirmed}%`],
    )
    expect(mails).toEqual([
      { kind: 'former-address', address: daniel.email, person_id: null },
      { kind: 'new-address', address: '', person_id: known?.['person_id'] },
    ])
    const [event] = await world.database.rows<{ entry: { subject: string; details: object } }>(
      `select entry::jsonb as entry from audit_event where action = 'account.address-changed' order by sequence desc limit 1`,
    )
    expect(event?.entry).toMatchObject({
      subject: known?.['person_id'],
      details: { uploadId: confirmed, former: daniel.email, new: 'dan.morgan@demo.example' },
    })
    const list = await uploads.get(`/api/v2/client/${uploads.clientId}/employees?search=dan.morgan`)
    expect(list.data).toMatchObject([{ name: 'Dan Morgan', employeeNumber: 'NR1004', registered: true }])

    await uploads.undone(confirmed)
    confirmed = undefined
    expect(await account(daniel.email)).toMatchObject({ ...known, facts: expect.any(Number) })
    expect(await world.signIn('dan.murphy')).toEqual(expect.any(String))
  })

  it('is mailed with the words of the login page, but without a password link for people who log in through their organisation', async () => {
    const reader = { firstName: 'Dan', brand: 'Northgate', supportEmail: 'help@demo.example', supportNumber: null }
    for (const mails of [uploadAddressMails, operatorAddressMails]) {
      const words = (kind: keyof typeof mails) => mails[kind].write({}, reader).paragraphs.join(' ')
      expect(words('new')).toContain('choose "Forgotten?" on the login page')
      expect(words('newOrganisation')).not.toContain('password')
    }

    const onlySso = (only: boolean) =>
      world.database.rows(`update client set switches = switches || $2 where client_id = $1`, [
        uploads.clientId,
        { ssoAccessOnly: only },
      ])
    await onlySso(true)
    try {
      confirmed = (await uploads.confirmed(peopleFile([moved]))).id
    } finally {
      await onlySso(false)
    }
    const mails = await world.database.rows(`select kind from mail where cause like $1 order by kind`, [
      `upload ${confirmed}%`,
    ])
    expect(mails).toEqual([{ kind: 'former-address' }, { kind: 'new-organisation-address' }])
  })

  it('can be the only change for a person in the file', async () => {
    const upload = await uploads.confirmed(peopleFile([{ ...daniel, email: 'daniel@demo.example' }]))
    confirmed = upload.id
    expect(upload.counts).toEqual({ new: 0, changed: 1, leaving: 0, unchanged: 0 })
    expect(await account('daniel@demo.example')).toMatchObject({ state: 'active' })
  })

  it('remains after the upload is undone if the person has logged in with it', async () => {
    const { id } = await uploads.confirmed(peopleFile([moved]))
    expect(await world.signIn('dan.morgan')).toEqual(expect.any(String))
    expect((await uploads.undone(id)).undone).toEqual({ takenBack: 0, left: 1 })
    expect(await account('dan.morgan@demo.example')).toMatchObject({ state: 'active' })
    await uploads.confirmed(peopleFile([daniel]))
    expect(await account(daniel.email)).toMatchObject({ state: 'active' })
  })

  it('is not mailed to the former address of a person who has died', async () => {
    const dead = { ...moved, status: 'left', end_date: '2026-11-12', leaving_reason: 'death' }
    confirmed = (await uploads.confirmed(peopleFile([dead]))).id
    expect(await account('dan.morgan@demo.example')).toMatchObject({ state: 'active' })
    expect(await world.database.rows(`select kind from mail where cause like $1`, [`upload ${confirmed}%`])).toEqual([])
  })

  it('remains after the upload is undone if another person now has the former address', async () => {
    const { id } = await uploads.confirmed(peopleFile([moved]))
    const taker = await uploads.confirmed(peopleFile([{ ...joiner, employee_number: 'NR9099', email: daniel.email }]))
    expect(taker.counts).toMatchObject({ new: 1 })
    expect((await uploads.undone(id)).undone).toEqual({ takenBack: 0, left: 1 })
    expect(await account('dan.morgan@demo.example')).toMatchObject({ state: 'active' })
    await uploads.undone(taker.id)
    // The joiner of the undone upload was never employed, so the address is free again.
    const back = await uploads.confirmed(peopleFile([daniel]))
    expect(back.counts).toMatchObject({ new: 0, changed: 1 })
    expect(await account(daniel.email)).toMatchObject({ state: 'active' })
  })

  it.each([
    ['of another person on record', { ...moved, email: carys.email }, [['email', 'belongs to another person']]],
    [
      'if neither date of birth nor National Insurance number agree',
      { ...moved, date_of_birth: '1984-08-31', ni_number: 'QQ189462A' },
      [['employee_number', 'date_of_birth or ni_number']],
    ],
    [
      'if neither first name nor surname agree',
      { ...moved, first_name: 'Daniel' },
      [['employee_number', 'first_name or surname']],
    ],
  ])('is refused %s', async (_, row, expected) => {
    const upload = await uploads.checked(peopleFile([row]))
    expect(upload.status).toBe('refused')
    expect(upload.errors.data.map(({ column, reason }) => [column, reason])).toEqual(
      expected.map(([column, words]) => [column, expect.stringContaining(words ?? '')]),
    )
  })

  it('is refused if two rows give the same person different addresses', async () => {
    const upload = await uploads.checked(peopleFile([moved, { ...moved, email: 'd.morgan@demo.example' }]))
    expect(upload.status).toBe('refused')
    expect(upload.errors.data.map(({ line, reason }) => [line, reason])).toContainEqual([
      3,
      'The employee number NR1004 is already in line 2',
    ])
  })

  it('is refused if the person is an employer user', async () => {
    const become = (userType: string) =>
      world.database.rows('update account set user_type = $2 where email = $1', [daniel.email, userType])
    await become('employer')
    const upload = await uploads.checked(peopleFile([moved]))
    expect([upload.status, upload.errors.data]).toEqual([
      'refused',
      [expect.objectContaining({ line: 2, column: 'email', reason: expect.stringContaining('ask the support team') })],
    ])
    await become('employee')
    const { id } = await uploads.checked(peopleFile([moved]))
    await become('employer')
    // The preview is out of date, so the confirmation starts another check.
    expect((await uploads.change(id, 'confirmed')).statusCode).toBe(409)
    await workOnUploads(world)
    expect(await uploads.view(id)).toMatchObject({ status: 'refused' })
    await become('employee')
  })

  it('remains after the upload is undone if the person has set a password with a link mailed to it', async () => {
    const links = linkCalls(world)
    const { id } = await uploads.confirmed(peopleFile([moved]))
    expect((await links.ask('dan.morgan@demo.example')).statusCode).toBe(200)
    const token = (await links.mailedTo('dan.morgan@demo.example')).at(-1) ?? ''
    const date = '30/08/1984'
    const { cookies } = await links.verify(token, date)
    const here = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
    expect((await links.reset({ token, date, cookies: here })).statusCode).toBe(200)
    expect((await uploads.undone(id)).undone).toEqual({ takenBack: 0, left: 1 })
    expect(await account('dan.morgan@demo.example')).toMatchObject({ state: 'active' })
  })
})

describe('an operator changes the address of an employer user', () => {
  const grace = 'grace.lin@demo.example'
  const change = (email: string, to: string) => changeEmployerEmail(world.database.db, { email, to, operator: 'Ada' })

  it('the user keeps everything, logs in with the new address, and gets mail at both addresses; the change is audited', async () => {
    const before = await account(grace)
    const token = await world.signIn('grace.lin')
    expect(await change('Grace.Lin@demo.example', ' Grace.Li@Demo.example ')).toEqual({
      step: 'changed',
      client: 'demo',
    })
    expect(await account('grace.li@demo.example')).toEqual({ ...before, email: 'grace.li@demo.example' })
    expect((await world.request({ url: '/api/v1/user', token })).statusCode).toBe(401)
    expect(await world.signIn('grace.li')).toEqual(expect.any(String))
    const mails = await world.database.rows(
      `select kind, coalesce(address, '') as address from mail where cause like 'command%' order by kind`,
    )
    expect(mails).toEqual([
      { kind: 'operator-former-address', address: grace },
      { kind: 'operator-new-address', address: '' },
    ])
    const [event] = await world.database.rows<{ entry: object }>(
      `select entry::jsonb as entry from audit_event where action = 'account.address-changed' order by sequence desc limit 1`,
    )
    expect(event?.entry).toMatchObject({
      actor: 'operator ada',
      subject: before?.['person_id'],
      details: { former: grace, new: 'grace.li@demo.example' },
    })
    expect(await change('grace.li@demo.example', grace)).toMatchObject({ step: 'changed' })
  })

  it('the mail about this change names the support contact but no employer', () => {
    const reader = { firstName: 'Grace', brand: 'Northgate', supportEmail: 'help@demo.example', supportNumber: null }
    for (const kind of Object.values(operatorAddressMails)) {
      const words = kind.write({}, reader).paragraphs.join(' ')
      expect(words).toContain('please contact help@demo.example')
      expect(words).not.toMatch(/employer|benefits team/)
    }
  })

  it.each([
    ['employee', 'amelia.hart@demo.example', 'amelia.hill@demo.example'],
    ['nobody', 'no.one@demo.example', 'other@demo.example'],
    ['taken', grace, 'amelia.hart@demo.example'],
    ['same', grace, 'GRACE.LIN@demo.example'],
    ['no-address', grace, 'grace.li'],
  ])('the command prints %s and changes nothing, for a change from %s to %s', async (step, email, to) => {
    const before = [await account(grace), await account(email)]
    expect(await change(email, to)).toMatchObject({ step })
    expect([await account(grace), await account(email)]).toEqual(before)
  })
})
