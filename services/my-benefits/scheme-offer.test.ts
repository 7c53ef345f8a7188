import { expect, it } from 'vitest'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'

function behind<Row extends object>(world: World, statement: string): Promise<Row[]> {
  return world.database.rows<Row>(statement)
}

async function gym(world: World, token: string): Promise<BenefitView> {
  const list = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
  const found = list.find(({ code }) => code === 'gym')
  if (!found) throw new Error('There is no gym')
  return found
}

it('a changed scheme is used from the next call on, whichever process changed it: name, price, window, withdrawn benefit', async () => {
  const world = await startWorld()
  const token = await world.signIn('amelia.hart')
  expect(await gym(world, token)).toMatchObject({ name: 'Gym membership' })

  await world.database.changeScheme(
    `update benefit set definition = definition || '{"name": "Gyms and pools"}' where code = 'gym'`,
  )
  const renamed = await gym(world, token)
  expect(renamed.name).toBe('Gyms and pools')

  await world.database.changeScheme(
    `update rate_table set content = replace(content::text, '"gym"', '"another"')::jsonb where content ->> 'code' = 'gym'`,
  )
  const [, unpriced] = [renamed, await gym(world, token)]
  expect(perMonth(renamed)).not.toEqual(perMonth(unpriced))

  await world.database.changeScheme(`update benefit set withdrawn = true where code = 'gym'`)
  expect((await gym(world, token)).availability).toMatchObject({ available: false, cause: 'eligibility' })
  await expect(gym(world, await world.signIn('ben.osei'))).rejects.toThrow('There is no gym')
})

function perMonth({ setupFields }: BenefitView): unknown {
  return setupFields.map(({ input }) => (input.kind === 'options' ? input.options.map((one) => one.perMonth) : null))
}

it('a window granted to one person opens for that person without a new revision of the scheme', async () => {
  const world = await startWorld()
  const token = await world.signIn('amelia.hart')
  const revision = `select scheme_revision::text as revision from client where code = 'demo'`
  await world.database.changeScheme(`update enrolment_window set closes_on = opens_on where code = 'annual'`)
  const [before] = [await behind(world, revision)]
  const dental = async () =>
    (await world.request({ url: '/api/v1/benefits/user/eligible', token }))
      .json<BenefitView[]>()
      .find(({ code }) => code === 'dental')?.availability.available
  expect(await dental()).toBe(false)
  await behind(
    world,
    `insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
     select w.client_id, scheme_year_id, 'for-amelia', 'granted', opens_on, opens_on + 60, '{"benefits": ["dental"]}', a.person_id
     from enrolment_window w
     join account a on a.client_id = w.client_id and a.email = 'amelia.hart@demo.example'
     where w.code = 'annual'`,
  )
  expect(await dental()).toBe(true)
  expect(await behind(world, revision)).toEqual(before)
})

it('the scheme in the cache and in the database give the same prices, and an idempotency key returns the first reply', async () => {
  const world = await startWorld()
  const token = await world.signIn('amelia.hart')
  const { benefitId } = await gym(world, token)
  const quoted = (membership: string, headers: Record<string, string> = {}) =>
    world.request({
      method: 'POST',
      url: `/api/v1/benefit/${benefitId}/quote`,
      token,
      body: { values: { membership } },
      headers,
    })
  const atHand = await quoted('single')
  expect(atHand.json()).toMatchObject({ price: { periodsPerYear: 12 } })

  await world.database.changeScheme(`update benefit set client_id = client_id`)
  expect((await quoted('single')).json()).toEqual(atHand.json())

  const keyed = { 'idempotency-key': 'the-first-answer' }
  expect((await quoted('single', keyed)).json()).toEqual(atHand.json())
  await world.database.changeScheme(
    `update rate_table set content = replace(content::text, '"gym"', '"another"')::jsonb where content ->> 'code' = 'gym'`,
  )
  expect((await quoted('single')).json()).toMatchObject({ code: 'not-priced' })
  expect((await quoted('single', keyed)).json()).toEqual(atHand.json())
  expect((await quoted('partner', keyed)).json()).toMatchObject({ code: 'idempotency-key-reused' })
})
