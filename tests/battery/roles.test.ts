import { describe, expect, it } from 'vitest'
import { startBatteryWorld } from './battery-world.ts'
import { addressWith, endpoints, nameOf } from './endpoints.ts'
import { faultsOf } from './contract-faults.ts'

const world = await startBatteryWorld()

const named = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const)

describe('access to every endpoint', () => {
  // No call has this field. So a caller with access gets a validation error, and nothing is done.
  it.each(named)(
    "%s allows only callers with its declared access, even if a caller's role changes during a session [S-41] [S-47] [GUARD-09] [EMP-02]",
    async (_, endpoint) => {
      const url = `${addressWith(endpoint)}?of_no_call=1`
      const answers: Record<string, unknown> = {}
      for (const role of world.roles) {
        const answer = await world.as(role, { method: endpoint.method, url })
        const { code } = answer.json<{ code: string }>()
        answers[role.name] = code === 'malformed' ? 'in' : code
        expect([role.name, faultsOf(endpoint, answer)]).toEqual([role.name, []])
      }
      expect(answers).toEqual(Object.fromEntries(world.roles.map(({ name, expected }) => [name, expected(endpoint)])))
      expect(await world.writes.since()).toEqual([])
    },
  )
})
