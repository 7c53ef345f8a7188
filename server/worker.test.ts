import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { QUEUED_AT_ONCE } from '../services/mail/requested-mail.queries.ts'
import { themeDefaults } from '../services/theme/theme.rules.ts'
import { listOutbox } from '../platform/outbox.ts'
import { addClient, addPerson, signInAs } from '../tests/harness/people.ts'
import { startPortal } from '../tests/harness/portal.ts'
import { startWorker } from './worker.ts'

it('the worker queues and sends every requested welcome email in portions, after it is notified [S-79]', async () => {
  const portal = await startPortal()
  const clientId = await addClient(portal, { site: 'demo' })
  await addPerson(portal, clientId, { email: 'grace.lin@demo.example', userType: 'employer' })
  const everybody = Array.from({ length: QUEUED_AT_ONCE + 5 }, (_, index) => `farah.${index}@demo.example`)
  await Promise.all(everybody.map((email) => addPerson(portal, clientId, { email, state: 'invited', password: null })))
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const worker = startWorker({
    db: portal.database.db,
    login: portal.database.app,
    log: pino({ level: 'silent' }),
    serverSecret: [portal.serverSecret],
    mail: { by: 'outbox', folder, from: { address: 'no-reply@benefits.example' } },
    portalUrl: undefined,
    fixedSite: 'demo',
    port: 3000,
    themeDefaults,
  })
  onTestFinished(worker.stop)

  const { token } = await signInAs(portal, { email: 'grace.lin@demo.example' })
  const url = `/api/companies/${clientId}/welcome-email-resends`
  const answer = await portal.request({ method: 'POST', url, token })
  expect(answer.json()).toEqual({ sent: everybody.length })
  await vi.waitFor(async () => {
    const states = await portal.database.rows('select state, count(*)::int as count from mail group by state')
    expect(states).toEqual([{ state: 'sent', count: everybody.length }])
  })
  expect(await listOutbox(folder)).toHaveLength(everybody.length)
})
