import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, cookiesOf, goodPassword, requestSignInWithCaptcha } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { addPersonWithTwoFactor, codeIn, passPasswordStep, sendCode } from '../../tests/harness/two-factor.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { signInLimits } from '../../services/session/limits.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo' })
afterEach(() => portal.database.moveClock('PT0S'))

async function lock(email: string, cookies: Record<string, string> = {}) {
  let last = await requestSignInWithCaptcha(portal, { email, password: 'wrong 1', cookies })
  for (let guess = 2; guess <= signInLimits.failures; guess += 1)
    last = await requestSignInWithCaptcha(portal, { email, password: `wrong ${guess}`, cookies })
  const { date, 'x-request-id': id, ...headers } = last.headers
  expect([typeof date, typeof id]).toEqual(['string', 'string'])
  return { status: last.statusCode, headers, body: last.body.replace(/"requestId":"[^"]+"/, '') }
}
const kinds = async (email: string) => (await mailsOf(portal, email)).map(({ kind }) => kind)

describe('owner of a locked account', () => {
  it('gets one mail, and for further locks another mail only a day later [S-04]', async () => {
    onTestFinished(await portal.database.stopClock())
    const email = 'known@demo.example'
    await addPerson(portal, demo, { email })
    const first = await requestSignInWithCaptcha(portal, { email, password: goodPassword })
    expect(await kinds(email)).toEqual([])

    await lock(email)
    expect(await kinds(email)).toEqual(['account-locked'])
    await lock(email, cookiesOf(first))
    await portal.database.moveClock('PT23H59M')
    await lock(email)
    expect(await kinds(email)).toEqual(['account-locked'])
    await portal.database.moveClock('PT24H20M')
    await lock(email)
    expect(await kinds(email)).toEqual(['account-locked', 'account-locked'])
  })

  it('cannot be found out: other addresses get the same reply and no mail [S-01] [S-04]', async () => {
    await addPerson(portal, demo, { email: 'active@demo.example' })
    await addPerson(portal, demo, { email: 'disabled@demo.example', state: 'disabled' })
    await addPerson(portal, demo, { email: 'invited@demo.example', state: 'invited', password: null })
    const known = await lock('active@demo.example')
    expect(known.status).toBe(429)
    for (const email of ['nobody@demo.example', 'disabled@demo.example', 'invited@demo.example']) {
      expect(await lock(email)).toEqual(known)
      expect(await kinds(email)).toEqual([])
    }
    expect(await kinds('active@demo.example')).toEqual(['account-locked'])
  })
})

describe('audit of a lock, without a name [S-82]', () => {
  const locksOf = async (email: string) => {
    const identifier = tokensOf(portal.serverSecret).identifierHash(demo, email).toString('hex')
    const events = await inClient(portal.database.db, demo, (tx) => listAuditEvents(tx, demo))
    return events.filter(({ action, entry }) => action === 'sign-in.locked' && entry.includes(identifier)).length
  }
  const guess = async (email: string, times: number) => {
    for (let each = 1; each <= times; each += 1)
      expect((await requestSignInWithCaptcha(portal, { email, password: `wrong ${each}` })).statusCode).toBe(401)
  }
  const disable = (personId: PersonId) =>
    inClient(portal.database.db, demo, (tx) => changeAccount(tx, demo, personId, { state: 'disabled' }))

  it('is written once, however many attempts follow the lock', async () => {
    const email = 'once@demo.example'
    await addPerson(portal, demo, { email })
    await guess(email, signInLimits.failures - 1)
    expect(await locksOf(email)).toBe(0)
    for (let each = 0; each < 3; each += 1)
      expect((await requestSignInWithCaptcha(portal, { email, password: 'wrong' })).statusCode).toBe(429)
    expect(await locksOf(email)).toBe(1)
  })

  it('is also written if the last attempt had the right password of a disabled account', async () => {
    const email = 'shut@demo.example'
    await addPerson(portal, demo, { email, state: 'disabled' })
    await guess(email, signInLimits.failures - 1)
    const last = await requestSignInWithCaptcha(portal, { email })
    expect(last.json()).toMatchObject({ code: 'account-problem', userAccountLocked: false })
    expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(429)
    expect(await locksOf(email)).toBe(1)
  })

  it('is also written if the last attempt had the right code for an account that was disabled during the attempt', async () => {
    const email = 'halfway@demo.example'
    const { personId, seed } = await addPersonWithTwoFactor(portal, demo, { email })
    await guess(email, signInLimits.failures - 1)
    const { cookies, ticket } = await passPasswordStep(portal, { email })
    await disable(personId)
    const sent = await sendCode(portal, { email, cookies, password: ticket, code: codeIn(seed) })
    expect(sent.json()).toMatchObject({ code: 'account-problem' })
    expect((await requestSignInWithCaptcha(portal, { email })).statusCode).toBe(429)
    expect(await locksOf(email)).toBe(1)
  })
})
