import { expect, it } from 'vitest'
import { startWorld } from './world.ts'

it('startWorld gives every test its own copy of the example clients, on the same day', async () => {
  const [one, other] = [await startWorld(), await startWorld()]
  const token = await one.signIn('amelia.hart')
  const setup = (await one.request({ url: '/api/login/setup', token })).json()
  expect(setup.user).toMatchObject({ firstName: 'Amelia', userType: 'employee', employmentStatus: 'active' })
  expect(setup.client).toMatchObject({ clientName: 'Northgate Rail', scheme: { schemeYear: 2026 } })
  expect((await other.request({ url: '/api/login/setup', token })).statusCode).toBe(401)
})
