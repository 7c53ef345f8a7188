import { describe, expect, it } from 'vitest'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { employee } from '../../tests/harness/employee.ts'
import { decide } from '../../tests/harness/world-actions.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { decideOnCover } from './operator-commands.server.ts'
import { removalJobs } from '../../server/removal-jobs.ts'
import { listPendingCoverOfClient } from './pending-cover.queries.ts'

const life = 'life-assurance'

const world = await startWorld({ people: 'of one client' })
await changeBenefitDefinition(world, life, { approval: 'required' })

const waitingOf = async (email: string) =>
  (await listPendingCoverOfClient(world.database.db, { client: 'demo' }))?.filter((one) => one.email === email)

describe("cover above the free cover limit that needs the employer's approval, and then the provider's", () => {
  it.each([
    { name: 'isla.reid', multiple: 4, cover: 440_000, asked: 'pending' },
    { name: 'amelia.hart', multiple: 6, cover: 270_000, asked: 'pending-change' },
  ])(
    "awaits the employer's decision, then the provider's, with cover up to the limit in force: $asked",
    async ({ name, multiple, cover, asked }) => {
      const email = `${name}@demo.example`
      const person = await employee(world, name)
      const answers = { absence: false, treatment: false }
      const questions = `benefit/${(await person.find(life)).benefitId}/medical-questions`
      expect((await person.send('POST', questions, { answers })).statusCode).toBe(200)
      const { selectionId, status } = await person.choose(life, { multiple })
      expect([status, await waitingOf(email)]).toEqual([asked, []])
      // The employer approves after three days.
      await world.database.rows(`update medical_answer set answered_at = app.now() - interval '3 days'`)
      await world.database.rows('delete from daily_run')
      await runDaily(world, removalJobs)

      expect((await decide(world, [selectionId])).statusCode).toBe(200)
      expect((await person.find(life)).selection).toMatchObject({
        status: 'pended',
        price: { cover, coverNow: 250_000, evidence: 'awaited' },
      })
      expect(await waitingOf(email)).toMatchObject([{ selectionId, isAnswered: true }])
      const told = (await mailsOf(world, email)).filter(({ cause }) => cause.includes(selectionId))
      expect(told.map(({ kind }) => kind)).toContain('choice-approved-awaits-provider')

      const decision = { email, selectionId, accepts: 'all', reference: 'HM-4711', operator: 'Olu' } as const
      await decideOnCover(world.database.db, world.serverSecret, decision)
      expect((await person.find(life)).selection).toMatchObject({
        status: 'active',
        price: { cover, coverNow: cover, evidence: 'not-needed' },
      })
    },
  )
})
