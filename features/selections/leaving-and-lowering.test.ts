import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptTerms } from '../../tests/harness/benefit-terms.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'

let world: World
beforeEach(async () => {
  world = await startWorld()
})
afterEach(() => world.close())

async function asPerson(who: string) {
  const token = await world.signIn(who)
  const find = async (code: string) => {
    const list = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
    const found = list.find((one) => one.code === code)
    if (!found) throw new Error(`${who} is not offered ${code}`)
    return found
  }
  const send = async (method: 'POST' | 'PATCH', path: string, body: unknown) => {
    const { statusCode, json } = await world.request({ method, url: `/api/v1/${path}`, token, body })
    return { statusCode, ...json<SelectionView & { message?: string; opensOn?: string | null }>() }
  }
  const choose = async (code: string, values: SetupValues, method: 'POST' | 'PATCH' = 'PATCH') => {
    const benefit = await find(code)
    await acceptTerms(world, token, benefit)
    return send(method, `benefit/${benefit.benefitId}/selection`, { values })
  }
  const leave = async (code: string) =>
    send('PATCH', `selection/${(await find(code)).selection?.selectionId}`, { status: 'opted-out' })
  return { find, choose, leave }
}

const born = (who: string, date: string) =>
  world.database.rows(
    `update person_details set date_of_birth = $2 from account
     where account.client_id = person_details.client_id and account.person_id = person_details.person_id and email = $1`,
    [`${who}@demo.example`, date],
  )
const define = (code: string, definition: object) =>
  world.database.changeScheme(
    `update benefit set definition = definition || $2
     where code = $1 and client_id = (select client_id from client_address where name = 'demo')`,
    [code, JSON.stringify(definition)],
  )

describe('opting out', () => {
  it('needs no joining condition: age, probation, location and hours are ignored', async () => {
    await born('amelia.hart', '1956-11-01')
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] }, 'POST')).toMatchObject({ statusCode: 201 })
    await define('dental', {
      openInProbation: false,
      ages: { from: 16, to: 20 },
      offeredTo: { locations: ['Nowhere'], payrolls: ['none'], hoursFrom: '80' },
    })
    expect((await amelia.find('critical-illness')).allowedActions).toContain('opt-out')
    expect(await amelia.leave('critical-illness')).toMatchObject({ statusCode: 200, status: 'opted-out' })
    expect(await amelia.leave('dental')).toMatchObject({ statusCode: 200, status: 'opted-out' })
  })

  it('is possible in any month for pension and giving, with or without a window', async () => {
    await define('pension', { changeIn: ['annual'] })
    await define('payroll-giving', { changeIn: ['annual'] })
    await world.database.moveTo('2027-01-10')
    const amelia = await asPerson('amelia.hart')
    for (const code of ['pension', 'payroll-giving'])
      expect(await amelia.leave(code)).toMatchObject({ statusCode: 200, effectiveFrom: '2027-02-01' })
  })

  it('waits for a window for other benefits, and the refusal gives its first day', async () => {
    await world.database.moveTo('2027-01-10')
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.leave('health-cash-plan')).toMatchObject({
      statusCode: 403,
      message: 'You can leave this when the next window opens. Its first day is not set yet',
    })
    await world.database.changeScheme(
      `update enrolment_window set opens_on = '2027-02-01', closes_on = '2027-02-20' where cause = 'annual'`,
    )
    expect(await amelia.leave('health-cash-plan')).toMatchObject({
      statusCode: 403,
      message: 'You can leave this from 01/02/2027',
      opensOn: '2027-02-01',
    })
    expect((await amelia.find('health-cash-plan')).selection).toMatchObject({
      whyNoOptOut: 'You can leave this from 01/02/2027',
    })
  })

  it('of an order is possible after its last instalment, and the refusal gives that day', async () => {
    await define('cycle-to-work', { approval: 'automatic', openInProbation: true })
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('cycle-to-work', { value: 600 }, 'POST')).toMatchObject({ statusCode: 201 })
    expect(await amelia.leave('cycle-to-work')).toMatchObject({
      statusCode: 403,
      message:
        'You have ordered this, so it stays in your pay until it is paid for. You can order again, or leave it, from 01/12/2027',
      opensOn: '2027-12-01',
    })
  })
})

describe('lowering', () => {
  it('needs no joining condition; raising is refused with the condition', async () => {
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] }, 'POST')).toMatchObject({ statusCode: 201 })
    await define('dental', { ages: { from: 16, to: 20 } })
    const dental = await amelia.find('dental')
    expect(dental.allowedActions).toEqual(expect.arrayContaining(['change-cover', 'opt-out']))
    expect(dental.availability).toMatchObject({
      available: false,
      reason: 'This benefit is offered until the age of 20. You can keep what you have, lower it or leave it',
    })
    expect(await amelia.choose('dental', { level: 'level-2', covered: [] })).toMatchObject({ statusCode: 200 })
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] })).toMatchObject({
      statusCode: 403,
      message: 'This benefit is offered until the age of 20. You can keep what you have, lower it or leave it',
    })
    expect(await amelia.choose('dental', { level: 'level-1', covered: [] })).toMatchObject({ statusCode: 200 })
  })

  it('remains possible if a condition closes the benefit; people who keep their membership may also increase', async () => {
    const amelia = await asPerson('amelia.hart')
    expect(await amelia.choose('dental', { level: 'level-1', covered: [] }, 'POST')).toMatchObject({ statusCode: 201 })
    await define('dental', { ages: { from: 16, to: 20 }, whenNoLongerMet: { age: 'keep' } })
    expect(await amelia.choose('dental', { level: 'level-3', covered: [] })).toMatchObject({ statusCode: 200 })
  })
})
