import { expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import type { Tx } from '../../platform/handle.ts'
import { addClient } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { returnAttempt, secondsLocked, countAttempt } from './login-attempts.queries.ts'
import { signInLimits } from '../../services/session/limits.ts'

const portal = await startPortal()
const clientId = await addClient(portal, { site: 'demo' })

const now = new Date()
const inDemo = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inClient(portal.database.db, clientId, work)
const of = (name: string) => ({ identifierHash: Buffer.from(name), olderHashes: [], lane: 'any' })
const take = (name: string) =>
  inDemo((tx) => countAttempt(tx, clientId, { ...of(name), now, isProven: true })).then((attempt) => attempt?.isLast)
const releaseAttempt = (name: string, isLast: boolean) =>
  inDemo((tx) => returnAttempt(tx, clientId, { ...of(name), isLast }))
const locked = (name: string) => inDemo((tx) => secondsLocked(tx, clientId, { ...of(name), now }))

it('an attempt that no longer counts does not remove a lock that a later attempt caused [S-05]', async () => {
  const taken: (boolean | undefined)[] = []
  for (let each = 0; each < signInLimits.failures; each += 1) taken.push(await take('a'))
  expect(taken).toEqual([false, false, false, false, true])
  // The fourth attempt had the right password. Its check ended after the check of the fifth attempt, which had a wrong one.
  await releaseAttempt('a', false)
  expect(await locked('a')).toBe(signInLimits.lockMs / 1000)
  expect(await take('a')).toBeUndefined()
})

it('if the attempt that caused a lock no longer counts, the lock is removed', async () => {
  for (let each = 0; each < signInLimits.failures; each += 1) await take('b')
  await releaseAttempt('b', true)
  expect(await locked('b')).toBeNull()
  expect(await take('b')).toBe(true)
})
