import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, addPerson, cookiesOf, goodPassword, requestSignInAsHuman } from '../../tests/harness/people.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { signInLimits } from './limits.ts'

let portal: Portal
let demo: ClientId
beforeAll(async () => {
  portal = await startPortal({ keep: true })
  demo = await addClient(portal, { site: 'demo' })
})
afterEach(() => portal.database.moveClock('PT0S'))
afterAll(() => portal.close())

/** Guesses until the identifier is locked; answers what the last guess was told. */
async function lock(email: string, cookies: Record<string, string> = {}) {
  let last = await requestSignInAsHuman(portal, { email, password: 'wrong 1', cookies })
  for (let guess = 2; guess <= signInLimits.failures; guess += 1)
    last = await requestSignInAsHuman(portal, { email, password: `wrong ${guess}`, cookies })
  const { date, 'x-request-id': id, ...headers } = last.headers
  expect([typeof date, typeof id]).toEqual(['string', 'string'])
  return { status: last.statusCode, headers, body: last.body.replace(/"requestId":"[^"]+"/, '') }
}
const kinds = async (email: string) => (await mailsOf(portal, email)).map(({ kind }) => kind)

describe('whose account is locked', () => {
  it('gets one mail, and another one for further locks a day later at the earliest [S-04]', async () => {
    const email = 'known@demo.example'
    await addPerson(portal, demo, { email })
    const first = await requestSignInAsHuman(portal, { email, password: goodPassword })
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

  it('is told apart by nobody else: nobody there, never activated and disabled answer alike and get no mail [S-01] [S-04]', async () => {
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
