import { beforeEach, describe, expect, it } from 'vitest'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { Basket } from '../basket/basket.contract.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import type { WhatIfReply } from '../../domain/tax/what-if.contract.ts'

let world: World
let amelia: Awaited<ReturnType<typeof employee>>
beforeEach(async () => {
  world = await startWorld()
  amelia = await employee(world, 'amelia.hart')
})

const leaves = () => changeFacts(world, 'amelia.hart', { 'end-date': '2027-02-28' })

async function whatIf(chosen: Record<string, SetupValues> = {}, facts: object = {}): Promise<WhatIfReply> {
  const benefits = []
  for (const [code, values] of Object.entries(chosen))
    benefits.push({ benefitId: (await amelia.find(code)).benefitId, values })
  const answer = await amelia.send('POST', 'user/what-if', { facts, benefits, without: [] })
  expect(answer.statusCode).toBe(200)
  return answer.json<WhatIfReply>()
}

function pensionIn({ held }: WhatIfReply) {
  const row = held.find(({ name }) => name === 'Workplace pension')
  return [row?.now?.employee.perYear, row?.supposed?.employee.perYear]
}

const givenUpIn = ({ together }: Basket) => (together?.takeHome.outcome === 'computed' ? together.takeHome.lines : [])
const payIn = ({ comparedWithNow }: WhatIfReply) =>
  comparedWithNow.outcome === 'computed'
    ? comparedWithNow.lines.map(({ label, before, after }) => [label, before, after])
    : []

describe('what-if for a person with a choice for a later day', () => {
  it("compares with the cover in force on the scenario's first day: a scenario for today uses the cover of today", async () => {
    const asItWas = payIn(await whatIf())
    // 6 % of £45,000 today, and 8 % from 1 December.
    await amelia.choose('pension', { contribution: 8 })
    const now = await whatIf()
    expect(pensionIn(now)).toEqual([2700, 2700])
    expect(payIn(now)).toEqual(asItWas)
    expect(pensionIn(await whatIf({}, { salary: 60_000 }))).toEqual([2700, 3600])

    const then = await whatIf({ dental: { level: 'level-1', covered: [] } })
    expect(then.benefits).toMatchObject([{ outcome: 'priced', price: { employee: { perYear: 102 } } }])
    expect(pensionIn(then)).toEqual([2700, 3600])
    expect(pensionIn(await whatIf({ dental: { level: 'level-1', covered: [] } }, { salary: 60_000 }))).toEqual([
      2700, 4800,
    ])
  })
})

describe('end of cover on a known day', () => {
  it('does not affect a what-if for an earlier day', async () => {
    const before = await whatIf()
    await leaves()
    const after = await whatIf()
    expect(pensionIn(after)).toEqual([2700, 2700])
    expect(payIn(after)).toEqual(payIn(before))
    expect(pensionIn(await whatIf({}, { salary: 60_000 }))).toEqual([2700, 3600])
  })

  it('does not affect the totals of several changes before that day', async () => {
    await amelia.choose('dental', { level: 'level-1', covered: [] }, { draft: true })
    const read = async () => givenUpIn((await amelia.send('GET', 'user/basket')).json<Basket>())
    const before = await read()
    await leaves()
    expect(await read()).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
  })
})

describe('totals of several changes, for a person with a choice for a later day', () => {
  it('compare with the cover in force on the day on which the changes take effect', async () => {
    await world.database.changeScheme(
      `update benefit set definition = definition || '{"takesEffect": "same-day"}' where code = 'gym'`,
    )
    await amelia.choose('gym', { membership: 'partner' }, { draft: true })
    const read = async () => givenUpIn((await amelia.send('GET', 'user/basket')).json<Basket>())
    const before = await read()
    await amelia.choose('pension', { contribution: 8 })
    expect(await read()).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
  })
})
