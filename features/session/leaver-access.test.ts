import { expect, it } from 'vitest'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { startWorld, worldPassword } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'

const amelia = 'amelia.hart@demo.example'

it('leavers can read their data for 90 days, or for the time that the client sets [ACCESS-06]', async () => {
  const world = await startWorld()
  const statusOf = async (token: string, url: string) => (await world.request({ url: `/api/${url}`, token })).statusCode
  await world.database.rows(`update account set user_type = 'employer' where email = $1`, [amelia])
  const approvals = 'v2/scheme/selections/pending/'
  const before = await world.signIn('amelia.hart')
  expect(await statusOf(before, approvals)).toBe(200)
  await recordFact(world, { of: 'amelia.hart', fact: 'status', value: 'left' })

  const token = await world.signIn('amelia.hart')
  const list = await world.request({ url: '/api/v1/benefits/user/eligible', token })
  const benefits = list.json<BenefitView[]>()
  const statements = benefits.filter(({ allowedActions }) => allowedActions.includes('statement'))
  expect(statements.length).toBeGreaterThan(0)
  for (const url of [
    'user/home-page-cards',
    'user/home-page-banner',
    'user/selections/mtb/card',
    'user/profile',
    'user/family',
    ...statements.map(({ groupId }) => `benefit-group/${groupId}/contributions`),
    ...benefits.map(({ benefitId }) => `benefit/${benefitId}/with-selection`),
  ])
    expect([url, await statusOf(token, `v1/${url}`)]).toEqual([url, 200])
  expect(benefits.flatMap(({ allowedActions }) => allowedActions).filter((action) => action !== 'statement')).toEqual(
    [],
  )

  const write = (method: 'POST' | 'PATCH', url: string, body: object) =>
    world.request({ method, url: `/api/v1/${url}`, token, body })
  const [gym, dental] = ['gym', 'dental'].map((code) => benefits.find((benefit) => benefit.code === code))
  for (const refused of [
    await write('POST', `benefit/${dental?.benefitId}/selection`, { values: { level: 'level-1', covered: [] } }),
    await write('PATCH', `benefit/${gym?.benefitId}/selection`, { values: { membership: 'partner' }, version: 1 }),
    await write('PATCH', `selection/${gym?.selection?.selectionId}`, { status: 'opted-out', version: 1 }),
  ])
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'not-selectable'])
  for (const url of [approvals, 'v2/scheme/selections/status/', 'ccv/manage'])
    expect(await statusOf(token, url)).toBe(403)

  const onDay = async (day: string) => {
    await world.database.moveTo(day)
    const body = { email: amelia, password: worldPassword }
    const answer = await world.request({ method: 'POST', url: '/api/login', body })
    return [answer.statusCode, answer.json().code]
  }
  expect(await onDay('2027-02-13')).toEqual([200, undefined])
  expect(await onDay('2027-02-14')).toEqual([401, 'account-problem'])
  await world.database.rows(`update client set switches = switches || '{"daysAfterLeaving": 120}' where code = 'demo'`)
  expect(await onDay('2027-03-15')).toEqual([200, undefined])
  expect(await onDay('2027-03-16')).toEqual([401, 'account-problem'])
})
