import { expect, it } from 'vitest'
import { startWorld } from '../harness/world.ts'

it('amelia logs in and reads at least 14 benefits; her token opens nothing elsewhere [LOGIN-22] [BENEFIT-02]', async () => {
  const world = await startWorld()
  const body = { email: 'amelia.hart@demo.example', password: 'Quartz&94Wren-Loft', deviceToken: 'ab'.repeat(32) }
  const login = await world.request({ method: 'POST', url: '/api/login', body })
  expect(login.statusCode).toBe(200)
  const { access_token: token, ...rest } = login.json()
  expect(rest).toMatchObject({ refresh_token: expect.any(String), expires_in: 600, userAccountLocked: false })

  const benefits = await world.request({ url: '/api/v1/benefits/user/eligible', token })
  expect(benefits.statusCode).toBe(200)
  expect(benefits.json().length).toBeGreaterThanOrEqual(14)
  const elsewhere = await world.request({ url: '/api/v1/benefits/user/eligible', token, site: 'plain' })
  expect(elsewhere.statusCode).toBe(401)
})
