import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { addClient, requestSignIn } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { addPersonWithTwoFactor, logInByPreviousCode } from '../../tests/harness/two-factor.ts'
import { resetTwoFactor } from './reset-two-factor.server.ts'

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo' })

it('two operators remove a lost second factor: sessions end, a mail is sent, and the password alone is enough for a login [S-23]', async () => {
  const email = 'lost@demo.example'
  const enrolled = await addPersonWithTwoFactor(portal, demo, { email })
  const { token } = await logInByPreviousCode(portal, enrolled)
  const setUp = () => portal.request({ url: '/api/login/setup', token })
  expect((await setUp()).statusCode).toBe(200)
  const reset = (secondOperator = 'sam.ops') =>
    resetTwoFactor(portal.database.db, portal.serverSecret, {
      email,
      operator: 'jo.ops',
      secondOperator,
      reason: 'ticket 4711',
    })
  expect(await reset('Jo.Ops')).toEqual({ step: 'one-operator' })
  expect(await reset()).toEqual({ step: 'reset', client: expect.any(String) })
  expect((await setUp()).statusCode).toBe(401)
  expect((await mailsOf(portal)).filter(({ to }) => to === email).map(({ kind }) => kind)).toContain('two-factor-reset')
  const events = await inClient(portal.database.db, demo, (tx) => listAuditEvents(tx, demo))
  expect(JSON.parse(events.at(-1)?.entry ?? '{}')).toMatchObject({
    actor: 'operator jo.ops',
    subject: enrolled.personId,
    action: 'two-factor.reset-by-operators',
    details: { secondOperator: 'operator sam.ops', reason: 'ticket 4711' },
  })
  expect((await requestSignIn(portal, { email })).json()).toMatchObject({ access_token: expect.any(String) })
  expect(await reset()).toMatchObject({ step: 'off' })
})
