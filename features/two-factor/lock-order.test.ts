import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { freshPassword, linkCalls } from '../../tests/harness/account-links.ts'
import { addClient, addPerson, goodPassword, signInAs } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import {
  addPersonWithTwoFactor,
  codeIn,
  passPasswordStep,
  logInByPreviousCode,
  sendCode,
  wrongCode,
} from '../../tests/harness/two-factor.ts'
import { lockRows, waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'

let number = 0

const portal = await startPortal({ poolSize: 6 })
const demo = await addClient(portal, { site: 'demo' })

const atTheCode = async () => {
  const enrolled = await addPersonWithTwoFactor(portal, demo, { email: `ordered-${(number += 1)}@demo.example` })
  const { token } = await logInByPreviousCode(portal, enrolled)
  const { cookies, ticket: password } = await passPasswordStep(portal, enrolled)
  const { email, seed } = enrolled
  return { ...enrolled, token, send: (code: string) => sendCode(portal, { email, cookies, password, code }), seed }
}

type Calling = Promise<LightMyRequestResponse>

/** Each call waits for one lock (account, failed attempts), then needs the lock that the other call holds. */
async function meet(change: () => Calling, guess: () => Calling): Promise<LightMyRequestResponse[]> {
  const letGoOfAccount = await lockRows(portal, { of: 'account', client: demo })
  const changed = change()
  await waitUntilCallsAreBlocked(portal, 1)
  const letGoOfCounts = await lockRows(portal, { of: 'failed_attempt', client: demo })
  const attemptKey = guess()
  await waitUntilCallsAreBlocked(portal, 2)
  await letGoOfAccount()
  await waitUntilCallsAreBlocked(portal, 2)
  await letGoOfCounts()
  return Promise.all([changed, attemptKey])
}

const statuses = (answers: LightMyRequestResponse[]) => answers.map(({ statusCode }) => statusCode)
const past = [200, 401]

describe('a wrong code during a change of the same person causes no deadlock', () => {
  it('if the change uses the right code', async () => {
    const { send, seed } = await atTheCode()
    const met = await meet(
      () => send(codeIn(seed)),
      () => send(wrongCode(seed)),
    )
    expect(statuses(met)).toEqual(past)
  })

  it('if the change sets a new password [S-05]', async () => {
    const { send, seed, token } = await atTheCode()
    const body = { current_password: goodPassword, password: freshPassword, password_confirmation: freshPassword }
    const met = await meet(
      () => portal.request({ method: 'POST', url: '/api/v1/password', token, body }),
      () => send(wrongCode(seed)),
    )
    expect(statuses(met)).toEqual(past)
  })

  it('if the change resets a forgotten password [S-05] [S-14]', async () => {
    const { send, seed, email } = await atTheCode()
    const links = linkCalls(portal)
    await links.ask(email)
    const [link = ''] = await links.mailedTo(email)
    const cookies = await links.verified(link)
    const met = await meet(
      () => links.reset({ token: link, cookies }),
      () => send(wrongCode(seed)),
    )
    expect(statuses(met)).toEqual(past)
  })
})

describe('setting up two-factor authentication during a login', () => {
  it('ends the other sessions before it writes the audit event, in the same order as a logout [S-36]', async () => {
    const site = 'strict'
    const strict = await addClient(portal, { site })
    const email = 'max@strict.example'
    await addPerson(portal, strict, { email })
    const { token } = await signInAs(portal, { email, site })
    await inClient(portal.database.db, strict, (tx) =>
      tx
        .updateTable('client')
        .set({ switches: JSON.stringify({ twoFactor: { employees: true } }) })
        .where('client_id', '=', strict)
        .execute(),
    )
    const { cookies, ticket: password, secret } = await passPasswordStep(portal, { email, site })
    const pass = (type: 'temporary' | 'complete', code: string) =>
      portal.request({
        method: 'POST',
        url: '/api/v1/employee/mfa/validate/enforced',
        site,
        cookies,
        headers: { 'x-requested-with': 'portal' },
        body: { code, type, secret, email, password },
      })
    expect((await pass('temporary', codeIn(secret))).statusCode).toBe(200)

    const letGo = await lockRows(portal, { of: 'audit_head', client: strict })
    const entered = pass('complete', codeIn(secret, 30))
    await waitUntilCallsAreBlocked(portal, 1)
    const left = portal.request({ url: '/api/logout', site, token })
    await waitUntilCallsAreBlocked(portal, 2)
    await letGo()
    expect(statuses(await Promise.all([entered, left]))).toEqual([200, 200])
  })
})
