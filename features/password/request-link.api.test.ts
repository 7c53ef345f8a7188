import { describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { linkCalls } from '../../tests/harness/account-links.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, setEmploymentStatus } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { linkLimits } from './limits.ts'

let number = 0

const portal = await startPortal({ trustedHops: 1 })
const calls: ReturnType<typeof linkCalls> = linkCalls(portal)
const demo = await addClient(portal, { site: 'demo' })

/** Each request comes from another IP address, so that no test reaches the limit for one address. */
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${(number += 1)}` })
const ask = (email: string, site = 'demo') => calls.ask(email, { site, headers: elsewhere() })

async function person(state: 'active' | 'invited' | 'disabled' = 'active'): Promise<string> {
  const email = `person-${(number += 1)}@demo.example`
  await addPerson(portal, demo, { email, state, ...(state === 'invited' && { password: null }) })
  return email
}

describe('requesting a link', () => {
  it('mails a link to choose a new password [FORGOT-18] [DATA-29]', async () => {
    const email = await person()
    const answer = await ask(`  ${email.toUpperCase()} `)
    expect([answer.statusCode, answer.json()]).toEqual([200, { sent: true, errors: null, error: null }])
    const [mail, ...more] = await mailsOf(portal, email)
    expect([mail?.kind, more]).toEqual(['reset-link', []])
    const [token = ''] = await calls.mailedTo(email)
    expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect((await calls.validate(token)).json()).toEqual({ valid: true, message: null, error: null })
  })

  it('mails an activation link to people who have not activated their account [FORGOT-18]', async () => {
    const email = await person('invited')
    expect((await ask(email)).json().sent).toBe(true)
    expect((await mailsOf(portal, email)).map(({ kind }) => kind)).toEqual(['activation-link'])
    const [token = ''] = await calls.mailedTo(email)
    expect((await calls.open(token)).json()).toMatchObject({ email, first_name: 'Amelia' })
  })

  it('gives everyone exactly the same reply, but sends mail only to people who may log in [FORGOT-18] [S-07] [S-13]', async () => {
    const sso = await addClient(portal, { site: 'sso', switches: { ssoAccessOnly: true } })
    await addPerson(portal, sso, { email: 'kofi@sso.example' })
    const other = await addClient(portal, { site: 'other' })
    await addPerson(portal, other, { email: 'max@other.example' })
    await addClient(portal, { site: 'nobody-yet' })
    const left = await person()
    const leaver = await withConnection(portal.database.superuser, (client) =>
      client.query('select person_id as id from account where email = $1', [left]),
    )
    await setEmploymentStatus(portal, demo, leaver.rows[0].id, 'left', '2020-01-01' as never)
    const [active, invited, disabled] = [await person(), await person('invited'), await person('disabled')]
    const before = (await mailsOf(portal)).length
    const asked = [
      await ask(active),
      await ask(invited),
      await ask(disabled),
      await ask(left),
      await ask('nobody@demo.example'),
      await ask('max@other.example'),
      await ask('kofi@sso.example', 'sso'),
      await ask('kofi@sso.example', 'nobody-yet'),
      await ask('kofi@sso.example', 'no-such-client'),
    ]
    const seen = asked.map(({ statusCode, body, headers }) => {
      const { 'x-request-id': _, date: __, ...rest } = headers
      return JSON.stringify([statusCode, body, rest])
    })
    expect(new Set(seen).size).toBe(1)
    const mails = (await mailsOf(portal)).slice(before)
    expect(mails.map(({ to, kind }) => [to, kind])).toEqual([
      [active, 'reset-link'],
      [invited, 'activation-link'],
    ])
    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query(`select email from password_link join account using (client_id, person_id)`),
    )
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining([active, invited]))
    expect(rows.map(({ email }) => email)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/sso|other/), disabled, left]),
    )
    expect(rows.filter(({ email }) => email === disabled || email === left)).toEqual([])
  })

  it('requires a solved captcha, with the same message for all addresses [FORGOT-09] [S-06]', async () => {
    const email = await person()
    const post = (body: object, site = 'demo') =>
      calls.post('forgot-password', { site, headers: elsewhere(), body: { email, ...body } })
    const recaptcha = await solveCaptcha(portal)
    const refused = [
      await post({}),
      await post({ recaptcha: '' }),
      await post({ recaptcha: null, isRecaptchaEnabled: false }),
      await post({ recaptcha: 'made up' }),
      await post({ recaptcha: await solveCaptcha(portal, { site: 'other' }) }),
      await post({ email: 'nobody@demo.example' }),
      await post({}, 'no-such-client'),
    ]
    const told = refused.map((answer) => [answer.statusCode, answer.json().code, answer.json().errors])
    const sentence = 'Please confirm that you are not a robot!'
    expect(told).toEqual(told.map(() => [422, 'robot-not-excluded', { recaptcha: [sentence] }]))
    expect(await mailsOf(portal, email)).toEqual([])
    expect((await post({ recaptcha })).statusCode).toBe(200)
    expect(await mailsOf(portal, email)).toHaveLength(1)
    expect((await post({ recaptcha })).statusCode).toBe(422)
  })

  it('mails at most three links an hour to one address, even for a hundred requests [S-13]', async () => {
    const email = await person()
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    for (let from = 0; from < 100; from += 10)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => ask(email)))))
    expect(answers.every(({ statusCode, body }) => statusCode === 200 && body === answers[0]?.body)).toBe(true)
    expect(await calls.mailedTo(email)).toHaveLength(linkLimits.askedFor.most)
    try {
      await portal.database.moveClock('PT61M')
      await ask(email)
      expect(await calls.mailedTo(email)).toHaveLength(linkLimits.askedFor.most + 1)
    } finally {
      await portal.database.moveClock('PT0S')
    }
  })

  it('mails at most twenty links an hour for requests from one network, even in parallel [S-13]', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => person()))
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    const before = (await mailsOf(portal)).length
    const answers = await Promise.all(people.map((email) => calls.ask(email, { headers })))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect((await mailsOf(portal)).length - before).toBe(linkLimits.askedFrom.most)
  })

  it('writes the token only to the encrypted mail, and ignores the host name that the request sends [S-10] [S-13]', async () => {
    const email = await person()
    const headers = { host: 'demo.evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    await calls.ask(email, { headers: { ...elsewhere(), ...headers } })
    const [mail] = await mailsOf(portal, email)
    expect(Object.keys(mail?.data ?? {})).toEqual(['token'])
    const [token = ''] = await calls.mailedTo(email)
    const dump = await withConnection(portal.database.superuser, async (client) => {
      const tables = ['password_link', 'password_link_attempt', 'mail', 'audit_event']
      const found = await Promise.all(tables.map((table) => client.query(`select ${table}::text as row from ${table}`)))
      return found.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
    })
    expect(dump).toContain('link-asked')
    expect(dump).not.toContain('evil.test')
    for (const form of [token, Buffer.from(token).toString('hex'), Buffer.from(token).toString('base64')])
      expect(dump).not.toContain(form)
  })

  it('refuses an invalid address, with the sentence for this field [FORGOT-07] [FORGOT-08]', async () => {
    const texts = []
    for (const typed of ['', 'amelia', 'amelia@demo']) {
      const answer = await ask(typed)
      texts.push([answer.statusCode, answer.json().errors?.email?.[0]])
    }
    expect(texts).toEqual([
      [422, 'This field is required'],
      [422, 'Please enter a valid email address'],
      [422, 'Please enter a valid email address'],
    ])
  })

  it('is audited with the person, whether a mail was sent, and whether there were too many requests [S-82]', async () => {
    const email = await person()
    for (let each = 0; each < 4; each += 1) await ask(email)
    await ask('nobody-at-all@demo.example')
    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query<{ entry: string }>(
        `select entry from audit_event where action = 'password.link-asked' order by sequence desc limit 5`,
      ),
    )
    const entries = rows.map(({ entry }) => JSON.parse(entry) as { subject: string | null; details: object })
    expect(entries.map(({ subject, details }) => [subject !== null, details])).toEqual([
      [false, { sent: false }],
      [false, { sent: false, limited: true }],
      [true, { sent: true }],
      [true, { sent: true }],
      [true, { sent: true }],
    ])
    expect(rows.map(({ entry }) => entry).join('')).not.toContain('@')
  })
})
