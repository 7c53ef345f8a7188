import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { linkSender } from '../../features/password/send-link.queries.ts'
import type { PersonId } from '../../contract/ids.ts'
import { birthday, linkCalls } from '../harness/account-links.ts'
import { addClient, addPerson, cookiesOf, goodPassword, requestSignInWithCaptcha } from '../harness/people.ts'
import { startPortal } from '../harness/portal.ts'
import { secretsFoundIn, currentTransaction, writtenOnEachNode, type Secret } from '../harness/secret-sweep.ts'
import { codeIn, wrongCode } from '../harness/two-factor.ts'

// After each step, the test searches rows and log for every secret sent or returned so far.

const email = 'watched@demo.example'
const [second, third] = ['Canary&71 Kiln-Moss', 'Canary&72-"Ember"-Löft']

const lines: string[] = []
const secrets = new Map<string, Secret>()

const portal = await startPortal({
  logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
})
const demo = await addClient(portal, { site: 'demo' })
const person = await addPerson(portal, demo, { email })
const since: bigint[] = await portal.database.onEachNode(currentTransaction)
keep('the server’s own secret', portal.serverSecret.toString('base64url'))

function keep(name: string, value: unknown): void {
  if (typeof value === 'string' && value !== '') secrets.set(value, { name, value })
}

function told(step: string, answer: LightMyRequestResponse, fields: readonly string[] = []): LightMyRequestResponse {
  if (answer.statusCode >= 300) throw new Error(`${step} answered ${answer.statusCode}: ${answer.body}`)
  const body = answer.json<Record<string, unknown>>()
  for (const field of ['access_token', 'refresh_token', 'ticket', 'secret', ...fields])
    for (const value of [body[field]].flat()) keep(`${field} of ${step}`, value)
  for (const [name, value] of Object.entries(cookiesOf(answer))) keep(`${name} of ${step}`, value)
  return answer
}

const leaks = async (): Promise<string[]> => {
  const written = await writtenOnEachNode(portal.database, since)
  return secretsFoundIn(`${written}\n${lines.join('')}`, secrets.values())
}

async function comeIn(step: string, password: string): Promise<{ token: string; cookies: Record<string, string> }> {
  keep(`the password of ${step}`, password)
  const answer = told(step, await requestSignInWithCaptcha(portal, { email, password }))
  return { token: answer.json<{ access_token: string }>().access_token, cookies: cookiesOf(answer) }
}

async function mailedLink(kind: 'reset' | 'activation', personId: PersonId, to: string): Promise<string> {
  await inClient(portal.database.db, demo, (tx, { now }) =>
    linkSender(portal.serverSecret)(tx, demo, { personId, kind, now: new Date(now) }),
  )
  const token = (await linkCalls(portal).mailedTo(to)).at(-1) ?? ''
  keep(`the ${kind} link`, token)
  return token
}

describe('no password, token or code is stored in plain text, in any form [R-18] [S-20] [S-83]', () => {
  it('after a wrong password, after the right password, and after a renewal', async () => {
    keep('a wrong password', 'Wrong&Canary-7b6a59')
    await requestSignInWithCaptcha(portal, { email, password: 'Wrong&Canary-7b6a59' })
    const { cookies } = await comeIn('the first login', goodPassword)
    told(
      'a renewal',
      await portal.request({
        method: 'POST',
        url: '/api/login/refresh',
        cookies,
        headers: { 'x-requested-with': 'portal' },
        body: { refresh_token: cookies['__Host-rth'] },
      }),
    )
    expect(secrets.size).toBeGreaterThan(8)
    expect(await leaks()).toEqual([])
  })

  it('after a new password was checked and chosen', async () => {
    const { token, cookies } = await comeIn('the second login', goodPassword)
    keep('a password that was checked', second)
    await portal.request({ method: 'POST', url: '/api/v1/password-reset/check', token, body: { password: second } })
    const body = { current_password: goodPassword, password: second, password_confirmation: second }
    told('a new password', await portal.request({ method: 'POST', url: '/api/v1/password', token, cookies, body }))
    expect(await leaks()).toEqual([])
  })

  it('during and after the set-up of a second factor, and after logins with a code or a recovery code', async () => {
    const { token } = await comeIn('the third login', second)
    const own = (path: string, body: object) =>
      portal.request({ method: 'POST', url: `/api/v2/user/${person}/mfa${path}`, token, body })
    const { secret } = told('a set-up', await own('', {})).json<{ secret: string }>()
    const codes = [wrongCode(secret), codeIn(secret), codeIn(secret, 30)]
    for (const [place, code] of codes.entries()) keep(`code ${place}`, code)
    const [wrong = '', first = '', next = ''] = codes
    await own('/validate', { type: 'temporary', secret, code: wrong })
    told('the first pass', await own('/validate', { type: 'temporary', secret, code: first }))
    expect(await leaks()).toEqual([])
    const complete = { type: 'complete', secret, code: next, email, password: second }
    const enabled = told('the second pass', await own('/validate', complete), ['codes'])
    const { codes: recovery } = enabled.json<{ codes: string[] }>()
    expect(recovery).toHaveLength(10)
    for (const code of recovery) keep('a recovery code without its hyphens', code.replaceAll('-', ''))

    const half = told('half a login', await requestSignInWithCaptcha(portal, { email, password: second }))
    expect(await leaks()).toEqual([])
    const answer = await portal.request({
      method: 'POST',
      url: '/api/login/mfa',
      cookies: cookiesOf(half),
      headers: { 'x-requested-with': 'portal' },
      body: { email, password: half.json<{ ticket: string }>().ticket, code: recovery[0] },
    })
    told('a login by a recovery code', answer)
    expect(await leaks()).toEqual([])
  })

  it('while links are in queued mail, and after they were used', async () => {
    const calls = linkCalls(portal)
    const invited = 'guest-new@demo.example'
    const other = await addPerson(portal, demo, { email: invited, state: 'invited', password: null })
    for (const [kind, whose, to, chosen] of [
      ['reset', person, email, third],
      ['activation', other, invited, 'Canary&73-Kilnmoss'],
    ] as const) {
      const token = await mailedLink(kind, whose, to)
      keep('a password by a link', chosen)
      await calls.verify(token, '18/05/1990')
      const cookies = cookiesOf(told(`the date of birth for ${kind}`, await calls.verify(token, birthday)))
      await calls.check(token, chosen, cookies)
      expect(await leaks()).toEqual([])
      told(`a password by a ${kind} link`, await calls.reset({ token, cookies, to: chosen }))
    }
    expect(await leaks()).toEqual([])
  })

  it('the search in this test finds a secret in a row in base 64, and in a log line', async () => {
    expect(secrets.size).toBeGreaterThan(40)
    const plant = (value: string | null) =>
      withConnection(portal.database.superuser, (client) =>
        client.query('update person_details set title = $2 where person_id = $1', [person, value]),
      )
    await plant(Buffer.from(`x${third}`).toString('base64'))
    lines.push(JSON.stringify({ msg: goodPassword }))
    expect(await leaks()).toEqual(['the password of the second login', 'a password by a link'])
    lines.pop()
    await plant(null)
    expect(await leaks()).toEqual([])
  })
})
