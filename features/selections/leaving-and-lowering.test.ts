import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { employee } from '../../tests/harness/employee.ts'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'

let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})
afterEach(() => world.close())

async function asPerson(who: string) {
  const { find, send, tryToChoose } = await employee(world, who)
  const told = ({ statusCode, json }: Awaited<ReturnType<typeof send>>) => ({
    statusCode,
    ...json<SelectionView & { message?: string; opensOn?: string | null }>(),
  })
  const choose = async (code: string, values: SetupValues) => told(await tryToChoose(code, values))
  const leave = async (code: string) =>
    told(await send('PATCH', `selection/${(await find(code)).selection?.selectionId}`, { status: 'opted-out' }))
  return { find, choose, leave }
}

const born = (who: string, date: string) =>
  world.database.rows(
    `update person_details set date_of_birth = $2 from account
     where account.client_id = person_details.client_id and account.person_id = person_details.person_id and email = $1`,
    [`${who}@demo.example`, date],
  )
const define = (code: string, changed: object) => changeBenefitDefinition(world, code, changed)

describe('opting out', () => {
  it('does not depend on the conditions for joining: age, probation, location and hours are ignored', async () => {
    await born('amelia.hart', '1956-11-01')
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] })).toMatchObject({ statusCode: 201 })
    await define('dental', {
      openInProbation: false,
      ages: { from: 16, to: 20 },
      offeredTo: { locations: ['Nowhere'], payrolls: ['none'], hoursFrom: '80' },
    })
    expect((await amelia.find('critical-illness')).allowedActions).toContain('opt-out')
    expect(await amelia.leave('critical-illness')).toMatchObject({ statusCode: 200, status: 'opted-out' })
    expect(await amelia.leave('dental')).toMatchObject({ statusCode: 200, status: 'opted-out' })
  })

  it('is possible in any month for pension and charitable giving, with or without a window', async () => {
    await define('pension', { changeIn: ['annual'] })
    await define('payroll-giving', { changeIn: ['annual'] })
    await world.database.moveTo('2027-01-10')
    const amelia = await asPerson('amelia.hart')
    for (const code of ['pension', 'payroll-giving'])
      expect(await amelia.leave(code)).toMatchObject({ statusCode: 200, effectiveFrom: '2027-02-01' })
  })

  it('waits for a window for other benefits; the refusal names the first day of the window', async () => {
    await world.database.moveTo('2027-01-10')
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.leave('health-cash-plan')).toMatchObject({
      statusCode: 403,
      message: 'You can opt out of this when the next window opens. Its first day is not set yet',
    })
    await world.database.changeScheme(
      `update enrolment_window set opens_on = '2027-02-01', closes_on = '2027-02-20' where cause = 'annual'`,
    )
    expect(await amelia.leave('health-cash-plan')).toMatchObject({
      statusCode: 403,
      message: 'You can opt out of this from 1 February 2027',
      opensOn: '2027-02-01',
    })
    expect((await amelia.find('health-cash-plan')).selection).toMatchObject({
      whyNoOptOut: 'You can opt out of this from 1 February 2027',
    })
  })
})

describe('lowering or raising a choice', () => {
  it('lowering does not depend on the conditions for joining; raising is refused, and the refusal names the condition', async () => {
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] })).toMatchObject({ statusCode: 201 })
    await define('dental', { ages: { from: 16, to: 20 } })
    const dental = await amelia.find('dental')
    expect(dental.allowedActions).toEqual(expect.arrayContaining(['change-cover', 'opt-out']))
    expect(dental.availability).toMatchObject({
      available: false,
      reason: 'This benefit is offered until the age of 20. You can keep what you have, reduce it or opt out',
    })
    expect(await amelia.choose('dental', { level: 'level-2', covered: [] })).toMatchObject({ statusCode: 200 })
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] })).toMatchObject({
      statusCode: 403,
      message: 'This benefit is offered until the age of 20. You can keep what you have, reduce it or opt out',
    })
    expect(await amelia.choose('dental', { level: 'level-1', covered: [] })).toMatchObject({ statusCode: 200 })
  })

  it('lowering is still possible if a condition closes the benefit; members may then also raise their choice', async () => {
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('dental', { level: 'level-1', covered: [] })).toMatchObject({ statusCode: 201 })
    await define('dental', { ages: { from: 16, to: 20 }, whenNoLongerMet: { age: 'keep' } })
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] })).toMatchObject({ statusCode: 200 })
  })
})
