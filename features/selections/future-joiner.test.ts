import { beforeEach, describe, expect, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { loadPersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { priceOf, benefitStatusOf } from '../../services/my-benefits/benefit-status.server.ts'

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})

async function statusOfJoiner(code: string, joinsOn: string) {
  const row = `NR9001,new.joiner@demo.example,,New,Joiner,1990-05-05,,,monthly,active,${joinsOn},,,30000.00,37.5,1,,,,,`
  await applyChanged(world, { 'people.csv': (text) => `${text.trimEnd()}\n${row}\n` })
  const { clientId, personId } = await accountOf(world.database, 'new.joiner')
  const scheme = await inClient(world.database.db, clientId, (tx, { today }) =>
    loadPersonScheme(tx, clientId, { personId, today }),
  )
  const benefit = scheme?.benefits.find((one) => one.code === code)
  if (!scheme || !benefit) throw new Error(`${code} is not offered`)
  return benefitStatusOf(scheme, benefit)
}

describe('future joiner', () => {
  it('can choose from the first day of employment, at the salary of that day', async () => {
    const benefitStatus = await statusOfJoiner('pension', '2026-12-07')
    expect(benefitStatus).toMatchObject({ choosing: { allowed: true }, effectiveFrom: '2026-12-07' })
    // 6% of £30,000.00.
    expect(priceOf(benefitStatus, { values: { contribution: '6' }, people: [] })).toMatchObject({
      outcome: 'priced',
      price: { employeeYearly: 1800_00n },
    })
  })

  it.each(['pension', 'gym', 'cycle-to-work', 'dental'])(
    'cannot choose %s that would take effect after the scheme year; the message says from which day it can be chosen',
    async (code) => {
      const { choosing, actions } = await statusOfJoiner(code, '2027-04-19')
      const refused = {
        allowed: false,
        cause: 'window',
        reason:
          'A choice made now would start on 19 April 2027, after this scheme year ends. You can choose from 6 April 2027, in the next scheme year',
        opensOn: '2027-04-06',
      }
      expect({ choosing, setup: actions.setup }).toEqual({ choosing: refused, setup: refused })
    },
  )

  it("can make a choice that takes effect on the scheme year's last day", async () => {
    const benefitStatus = await statusOfJoiner('pension', '2027-04-05')
    expect(benefitStatus).toMatchObject({ choosing: { allowed: true }, effectiveFrom: '2027-04-05' })
  })
})
