import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { londonDate } from '../../contract/dates.ts'
import { type ClientId, type PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { MailFault } from '../../platform/mail-transport.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { birthday, freshPassword, linkCalls } from '../../tests/harness/account-links.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, setEmploymentStatus, signInAs } from '../../tests/harness/people.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { mailDelivery } from '../../services/mail/send-mail.server.ts'
import { passwordMails } from '../password/password-mails.messages.ts'
import { themeDefaults } from '../../services/theme/theme.rules.ts'
import { welcomeLimits } from './welcome-email.queries.ts'
import type { WelcomeState } from './welcome-email.contract.ts'
import { QUEUED_AT_ONCE } from '../../services/mail/requested-mail.queries.ts'
import { requestedMailWriter } from '../../services/mail/requested-mail.server.ts'
import { welcomeEmailWriter } from './welcome-email.server.ts'

const world = await employerWorld()
beforeEach(() => world.portal.database.rows('delete from requested_mail'))

const waiting = { state: 'invited', password: null } as const
let somebody = 0
async function invited(clientId: ClientId = world.clientId): Promise<{ id: PersonId; email: string }> {
  const email = `farah.${++somebody}@demo.example`
  return { id: await addPerson(world.portal, clientId, { email, ...waiting }), email }
}

type Asking = { token?: string; site?: string; headers?: Record<string, string> }
const toOne = (id: string, { token = world.grace.token, ...more }: Asking = {}) =>
  world.portal.request({ method: 'POST', url: `/api/employees/${id}/welcome-email-resends`, token, ...more })
const toAll = (id: string = world.clientId, { token = world.grace.token, ...more }: Asking = {}) =>
  world.portal.request({ method: 'POST', url: `/api/companies/${id}/welcome-email-resends`, token, ...more })
async function state(token = world.grace.token): Promise<WelcomeState> {
  const url = `/api/companies/${world.clientId}/welcome-email-resends`
  return (await world.portal.request({ url, token })).json<WelcomeState>()
}
const write = async () => {
  const { db } = world.portal.database
  const onFault = ({ error }: { error: unknown }) => {
    throw error
  }
  return requestedMailWriter({ db, kind: 'welcome', write: welcomeEmailWriter(world.portal.serverSecret), onFault })()
}
const mailed = async (email: string) =>
  (await mailsOf(world.portal, email)).filter(({ cause }) => cause.startsWith('welcome '))
const noMoreMail = () =>
  world.portal.database.rows(`update mail set state = 'sent', data = null, ended_at = app.now() where state = 'queued'`)
const aDayLater = () => world.portal.database.rows(`update app.clock set ahead = ahead + interval '25 hours'`)

describe('welcome email to one person', () => {
  it('sends another activation link, keeps earlier links valid, and says that the mail was sent [EMP-44]', async () => {
    const { id, email } = await invited()
    const first = await toOne(id)
    expect([first.statusCode, first.json()]).toEqual([200, { sent: 1 }])
    expect((await toOne(id)).statusCode).toBe(200)
    const mails = await mailed(email)
    expect(mails.map(({ kind, state: now }) => [kind, now])).toEqual([
      ['activation-link', 'queued'],
      ['activation-link', 'queued'],
    ])
    const calls = linkCalls(world.portal)
    const [earlier = '', later = ''] = await calls.mailedTo(email)
    expect(earlier).not.toBe(later)
    const cookies = await calls.verified(earlier)
    expect((await calls.reset({ token: earlier, cookies, date: birthday })).statusCode).toBe(200)
    expect(await calls.signIn(email, freshPassword)).toBe(200)
    expect((await calls.open(later)).statusCode).toBe(404)
    const [event] = await world.portal.database.rows<{ entry: string }>(
      `select entry from audit_event where action = 'employee.welcomed' order by sequence limit 1`,
    )
    expect(JSON.parse(event?.entry ?? '{}')).toMatchObject({ actor: world.grace.personId, subject: id })
  })

  it('is sent at most three times within a day, even if requested in parallel, and again a day later [S-79]', async () => {
    const { id, email } = await invited()
    const answers = await Promise.all(Array.from({ length: 8 }, () => toOne(id)))
    const sent = answers.filter(({ statusCode }) => statusCode === 200)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect([sent.length, refused.length]).toEqual([3, 5])
    expect(await mailed(email)).toHaveLength(welcomeLimits.again.most)
    expect((await toOne(id)).json()).toMatchObject({ code: 'enough-welcomes' })
    await aDayLater()
    const { token } = await signInAs(world.portal, { email: 'grace.lin@demo.example' })
    world.grace.token = token
    expect((await toOne(id)).statusCode).toBe(200)
  })

  it('is not sent to people who have registered, have left or are disabled', async () => {
    const left = await invited()
    await setEmploymentStatus(world.portal, world.clientId, left.id, 'left')
    const disabled = await addPerson(world.portal, world.clientId, { email: 'jack@demo.example', state: 'disabled' })
    const refused = async (id: string) => {
      const answer = await toOne(id)
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect(await refused(world.amelia.personId)).toEqual([409, 'nothing-to-activate'])
    expect(await refused(disabled)).toEqual([409, 'nothing-to-activate'])
    expect(await refused(left.id)).toEqual([409, 'has-left'])
    expect(await mailed(left.email)).toEqual([])
  })
})

describe('welcome email to everyone who has not registered', () => {
  it('returns the number of mails, and sends nobody a second mail within a day [EMP-44] [S-79]', async () => {
    await world.portal.database.rows(`update account set state = 'disabled' where state = 'invited'`)
    const [one, another, welcomed, left] = [await invited(), await invited(), await invited(), await invited()]
    await setEmploymentStatus(world.portal, world.clientId, left.id, 'left', londonDate(new Date()))
    await toOne(welcomed.id)
    expect(await state()).toEqual({
      waiting: 2,
      lately: 1,
      underWay: 0,
      givenUp: [],
      givenUpTotal: 0,
      isPossible: true,
    })

    const [first, second] = await Promise.all([toAll(), toAll()])
    const counts = [first, second].map((answer) => answer.json<{ sent: number }>().sent)
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 2])
    expect(await state()).toMatchObject({ waiting: 0, underWay: 2 })
    expect(await write()).toBe(true)
    expect(await write()).toBe(false)
    expect((await toAll()).json()).toEqual({ sent: 0 })
    expect(await write()).toBe(false)
    const sent = await Promise.all([one, another, welcomed, left].map(({ email }) => mailed(email)))
    expect(sent.map((mails) => mails.length)).toEqual([1, 1, 1, 0])
    expect(await state()).toMatchObject({ waiting: 0, lately: 3, underWay: 0 })

    await aDayLater()
    world.grace.token = (await signInAs(world.portal, { email: 'grace.lin@demo.example' })).token
    expect((await toAll()).json()).toEqual({ sent: 3 })
  })

  it('sends nobody a second mail while the first mail is being queued [S-79]', async () => {
    await world.portal.database.rows(`update account set state = 'disabled' where state = 'invited'`)
    const { id, email } = await invited()
    expect((await toAll()).json()).toEqual({ sent: 1 })
    const { db } = world.portal.database
    const both = await inClient(db, world.clientId, async (tx) => {
      // While the account is locked, no activation link can be created for it.
      await sql`select from account where client_id = ${world.clientId} and person_id = ${id} for update`.execute(tx)
      const writing = write()
      await waitUntilCallsAreBlocked(world.portal, 1)
      const again = toAll()
      await waitUntilCallsAreBlocked(world.portal, 2)
      return [writing, again]
    })
    await Promise.all(both)
    await write()
    expect(await mailed(email)).toHaveLength(1)
    expect(await state()).toMatchObject({ lately: 1, underWay: 0 })
  })

  it('is queued in portions, and is not sent to people who register before their portion', async () => {
    await noMoreMail()
    await world.portal.database.rows(`update account set state = 'disabled' where state = 'invited'`)
    const people = await Promise.all(Array.from({ length: QUEUED_AT_ONCE + 20 }, () => invited()))
    expect((await toAll()).json()).toEqual({ sent: people.length })
    const due = async () =>
      (await mailsOf(world.portal)).filter(({ cause, state: now }) => cause.startsWith('welcome ') && now === 'queued')
        .length
    await write()
    expect(await due()).toBe(QUEUED_AT_ONCE)
    await write()
    expect(await due()).toBe(QUEUED_AT_ONCE)
    await noMoreMail()
    const [last] = await world.portal.database.rows<{ id: string }>(
      'select person_id as id from requested_mail limit 1',
    )
    await world.portal.database.rows(`update account set state = 'active' where person_id = $1`, [last?.id])
    await write()
    expect(await due()).toBe(19)
    expect(await state()).toMatchObject({ underWay: 0 })
  })

  it('is refused if the client uses single sign-on only [S-07]', async () => {
    const sso = await addClient(world.portal, { site: 'sso' })
    await invited(sso)
    await addPerson(world.portal, sso, { email: 'lena@sso.example', userType: 'employer' })
    const { token } = await signInAs(world.portal, { email: 'lena@sso.example', site: 'sso' })
    await world.portal.database.rows(
      `update client set switches = switches || '{"ssoAccessOnly": true}' where client_id = $1`,
      [sso],
    )
    const answer = await toAll(sso, { token, site: 'sso' })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'comes-in-otherwise'])
  })
})

describe('welcome email that could not be delivered', () => {
  it('is listed for the employer until another welcome email is sent [S-79]', async () => {
    await noMoreMail()
    const { id, email } = await invited()
    await toOne(id)
    await sendAll(() => Promise.reject(new MailFault('never', 'no such mailbox')))
    const { givenUp, givenUpTotal, waiting: mayGet } = await state()
    expect([givenUp, givenUpTotal]).toEqual([
      [{ employeeId: id, name: 'Amelia Hart', email, givenUpAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
      1,
    ])
    expect(mayGet).toBeGreaterThan(0)
    await toOne(id)
    expect(await state()).toMatchObject({ givenUp: [], givenUpTotal: 0 })
  })
})

async function sendAll(deliver: () => Promise<void>): Promise<void> {
  const { sendDue } = mailDelivery({
    db: world.portal.database.db,
    serverSecret: world.portal.serverSecret,
    transport: { deliver },
    sender: {
      kinds: passwordMails,
      from: { address: 'no-reply@benefits.example' },
      themeDefaults,
      originOf: (site) => `https://${site}.benefits.example`,
    },
    onFault: ({ error }) => {
      throw error
    },
  })
  await sendDue()
}
