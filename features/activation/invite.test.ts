import { beforeAll, describe, expect, it } from 'vitest'
import { londonDate } from '../../contract/dates.ts'
import { birthday, freshPassword, linkCalls } from '../../tests/harness/account-links.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, setEmploymentStatus } from '../../tests/harness/people.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { invite } from './invite.server.ts'

const email = 'farah@demo.example'
let portal: Portal

beforeAll(async () => {
  portal = await startPortal({ keep: true })
  const demo = await addClient(portal, { site: 'demo' })
  const other = await addClient(portal, { site: 'other' })
  const sso = await addClient(portal, { site: 'sso', switches: { ssoAccessOnly: true } })
  const waiting = { state: 'invited', password: null } as const
  await addPerson(portal, demo, { email, ...waiting })
  await addPerson(portal, demo, { email: 'both@demo.example', ...waiting })
  await addPerson(portal, other, { email: 'both@demo.example', ...waiting })
  await addPerson(portal, demo, { email: 'active@demo.example' })
  const gone = await addPerson(portal, demo, { email: 'gone@demo.example', ...waiting })
  await setEmploymentStatus(portal, demo, gone, 'left', londonDate(new Date(Date.now() - 365 * 24 * 3_600_000)))
  await addPerson(portal, sso, { email: 'kofi@sso.example', ...waiting })
  return portal.close
})

const send = (to: string, client?: string) => invite(portal.database.db, portal.serverSecret, { email: to, client })
const kindsTo = async (to: string) => (await mailsOf(portal, to)).map(({ kind }) => kind)

describe('portal invite', () => {
  it('mails a new activation link each time it is run [API-25] [S-10]', async () => {
    expect(await send(email.toUpperCase())).toEqual({ step: 'sent', client: 'demo' })
    expect(await send(email)).toEqual({ step: 'sent', client: 'demo' })
    expect(await kindsTo(email)).toEqual(['activation-link', 'activation-link'])
    const calls = linkCalls(portal)
    const [first = '', second = ''] = await calls.mailedTo(email)
    expect(first).not.toBe(second)
    const cookies = await calls.verified(first)
    expect((await calls.reset({ token: first, cookies, date: birthday })).statusCode).toBe(200)
    expect(await calls.signIn(email, freshPassword)).toBe(200)
    expect((await calls.open(second)).statusCode).toBe(404)
  })

  it('sends no mail to people who are active, who left long ago or who are unknown [S-07]', async () => {
    expect(await send('nobody@demo.example')).toEqual({ step: 'nobody' })
    expect(await send('active@demo.example')).toEqual({ step: 'not-invited', client: 'demo' })
    expect(await send('kofi@sso.example')).toEqual({ step: 'single-sign-on', client: 'sso' })
    expect(await send('gone@demo.example')).toEqual({ step: 'left', client: 'demo' })
    expect(await kindsTo('active@demo.example')).toEqual([])
    expect(await kindsTo('gone@demo.example')).toEqual([])
    expect(await kindsTo('kofi@sso.example')).toEqual([])
  })

  it('requires --client if several clients have an account with the email address', async () => {
    expect(await send('both@demo.example')).toMatchObject({ step: 'several' })
    expect(await kindsTo('both@demo.example')).toEqual([])
    expect(await send('both@demo.example', 'other')).toEqual({ step: 'sent', client: 'other' })
    expect(await kindsTo('both@demo.example')).toEqual(['activation-link'])
  })
})
