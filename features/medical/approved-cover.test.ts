import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SelectionId } from '../../contract/ids.ts'
import { runDaily } from '../../tests/harness/daily.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { decideOnCover } from './operator-commands.server.ts'
import { removeExpiredAnswers } from './medical.jobs.ts'
import { pendingCoverOfClient } from './pending-cover-of-people.queries.ts'

const life = 'life-assurance'

let world: World
let grace: string
beforeAll(async () => {
  world = await startWorld({ keep: true })
  const needs = `update benefit set definition = jsonb_set(definition, '{approval}', '"required"') where code = $1`
  await world.database.changeScheme(needs, [life])
  grace = await world.signIn('grace.lin')
})
afterAll(() => world.close())

async function as(name: string) {
  const token = await world.signIn(name)
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    world.request({ method, url: `/api/v1/${path}`, token, ...(body !== undefined && { body }) })
  const read = async (): Promise<BenefitView> => {
    const list = (await send('GET', 'benefits/user/eligible')).json<BenefitView[]>()
    const found = list.find(({ code }) => code === life)
    if (!found) throw new Error('Life assurance is not offered')
    return found
  }
  const asksFor = async (values: SetupValues): Promise<SelectionView> => {
    const { benefitId, terms, selection } = await read()
    for (const { id, version } of terms)
      await send('PATCH', `benefit/${benefitId}/terms`, { termId: id, version, accepted: true })
    const answers = { absence: false, treatment: false }
    expect((await send('POST', `benefit/${benefitId}/medical-questions`, { answers })).statusCode).toBe(200)
    const asked = await send(selection ? 'PATCH' : 'POST', `benefit/${benefitId}/selection`, { values })
    return asked.json<SelectionView>()
  }
  return { read, asksFor }
}

async function approve(selectionId: SelectionId): Promise<void> {
  const url = '/api/v2/scheme/selections/status/'
  const body = { selectionIds: [selectionId], approval: true }
  expect((await world.request({ method: 'PATCH', url, token: grace, body })).statusCode).toBe(200)
}

const waitingOf = async (email: string) =>
  (await pendingCoverOfClient(world.database.db, { client: 'demo' }))?.filter((one) => one.email === email)

describe("cover above the free cover limit that also needs the employer's approval", () => {
  it.each([
    { name: 'isla.reid', multiple: 4, cover: 440_000, asked: 'pending' },
    { name: 'amelia.hart', multiple: 6, cover: 270_000, asked: 'pending-change' },
  ])(
    'awaits the employer, then the provider, with cover up to the limit in force: $asked',
    async ({ name, multiple, cover, asked }) => {
      const email = `${name}@demo.example`
      const person = await as(name)
      const { selectionId, status } = await person.asksFor({ multiple })
      expect([status, await waitingOf(email)]).toEqual([asked, []])
      // Employers may take longer than a day. Existing answers are not requested again.
      await world.database.rows(`update medical_answer set answered_at = app.now() - interval '3 days'`)
      await world.database.rows('delete from daily_run')
      await runDaily(world, [removeExpiredAnswers])

      await approve(selectionId)
      expect((await person.read()).selection).toMatchObject({
        status: 'pended',
        price: { cover, coverNow: 250_000, evidence: 'awaited' },
      })
      expect(await waitingOf(email)).toMatchObject([{ selectionId, isAnswered: true }])
      const told = (await mailsOf(world, email)).filter(({ cause }) => cause.includes(selectionId))
      expect(told.map(({ kind }) => kind)).toContain('choice-approved-awaits-provider')

      const decision = { email, selectionId, accepts: 'all', reference: 'HM-4711', operator: 'Olu' } as const
      await decideOnCover(world.database.db, world.serverSecret, decision)
      expect((await person.read()).selection).toMatchObject({
        status: 'active',
        price: { cover, coverNow: cover, evidence: 'not-needed' },
      })
    },
  )
})
