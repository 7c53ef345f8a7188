import { describe, expect, it } from 'vitest'
import { accessInView, identifiesCaller, type Endpoint } from '../../contract/endpoint.ts'
import { goodPassword } from '../harness/people.ts'
import { openView, operatorLoginAddress, tokenIn, type OpenView } from '../harness/views.ts'
import { startBatteryWorld } from './battery-world.ts'
import { addressWith, endpoints, nameOf } from './endpoints.ts'
import { faultsOf } from './contract-faults.ts'

const world = await startBatteryWorld()
const asOperator = async (email: string): Promise<OpenView> =>
  openView(world, { token: await operatorLoginAddress(world, { email }) })
const views = {
  byOperator: await asOperator('amelia.hart@demo.example'),
  ofEmployer: await asOperator('grace.lin@demo.example'),
  byEmployer: await byMagicLink(),
}

const withCaller = endpoints.filter(identifiesCaller)
const named = withCaller.map((endpoint) => [nameOf(endpoint), endpoint] as const)

describe('every call made by a logged-in person', () => {
  it('must declare, if it may write, whether it is allowed while viewing the portal as another person [S-43]', () => {
    const silent = withCaller.filter(({ method, inView }) => method !== 'GET' && inView === undefined)
    expect(silent.map(nameOf)).toEqual(['PATCH /api/v1/user/activate'])
  })

  it('is not allowed while viewing if it has its own transactions and audit [S-44]', () => {
    const own = withCaller.filter((endpoint) => endpoint.ownTransactions && accessInView(endpoint) !== 'never')
    expect(own.map(nameOf)).toEqual([])
  })

  it('is not allowed while viewing if it is about passwords, second factors, terms, sessions, uploads, mails to oneself, saved lists or further views [S-43]', () => {
    const kept = withCaller.filter((endpoint) => accessInView(endpoint) === 'never').map(nameOf)
    expect(kept.toSorted()).toEqual(forThePersonAlone.toSorted())
  })

  it('is allowed to a viewing employer only if it reads, logs out or calculates [S-45]', () => {
    const open = withCaller.filter((endpoint) => endpoint.method !== 'GET' && accessInView(endpoint) === 'allowed')
    expect(open.map(nameOf).toSorted()).toEqual([
      'POST /api/logout',
      'POST /api/v1/benefit/{id}/quote',
      'POST /api/v1/selections/costs',
      'POST /api/v1/user/logout',
      'POST /api/v1/user/what-if',
    ])
  })

  it.each(named)('%s is allowed while viewing only as it declares [S-42] [S-43] [S-45]', async (_, endpoint) => {
    const answers = {
      byOperator: await ask(endpoint, views.byOperator),
      ofEmployer: await ask(endpoint, views.ofEmployer),
      byEmployer: await ask(endpoint, views.byEmployer),
      withoutHeaders: await ask(endpoint, { ...views.byOperator, headers: {} }),
      withOthers: await ask(endpoint, { ...views.byOperator, headers: views.ofEmployer.headers }),
    }
    const allowed = accessInView(endpoint)
    const ofEmployees = endpoint.access === 'employer' ? 'denied' : 'in'
    expect(answers).toEqual({
      byOperator: allowed === 'never' ? 'not-in-view' : ofEmployees,
      ofEmployer: allowed === 'never' ? 'not-in-view' : 'in',
      byEmployer: allowed === 'allowed' ? ofEmployees : 'not-in-view',
      // People can stop viewing as another person with any headers.
      withoutHeaders: endpoint.afterExpiry ? 'in' : 'not-this-view',
      withOthers: endpoint.afterExpiry ? 'in' : 'not-this-view',
    })
  })
})

const forThePersonAlone = [
  'DELETE /api/v1/user/sessions',
  'DELETE /api/v1/user/sessions/{id}',
  'DELETE /api/v2/client/{id}/report-schedules/{scheduleId}',
  'DELETE /api/v2/client/{id}/saved-views/{viewId}',
  'GET /api/v1/benefit/{id}/medical-questions',
  'GET /api/v1/user/sessions',
  'PATCH /api/employee-data-uploads/{id}',
  'POST /api/client/{id}/data-loads',
  'PATCH /api/v1/benefit/{id}/terms',
  'PATCH /api/v1/user/activate',
  'PATCH /api/v1/user/policies',
  'PATCH /api/v2/client/{id}/employees/two-factor-authentication/enforcement-setting',
  'PATCH /api/v2/client/{id}/report-schedules/{scheduleId}',
  'PATCH /api/v2/client/{id}/saved-views/{viewId}',
  'PATCH /api/v2/user/{id}/mfa',
  'POST /api/masquerade/employer/{a}/{b}',
  'POST /api/v1/benefit/{id}/medical-questions',
  'POST /api/v1/password',
  'POST /api/v1/password-reset/check',
  'POST /api/v2/client/{id}/report-schedules',
  'POST /api/v2/client/{id}/saved-views',
  'POST /api/v2/user/{id}/mfa',
  'POST /api/v2/user/{id}/mfa/recovery-codes',
  'POST /api/v2/user/{id}/mfa/validate',
]

async function ask(endpoint: Endpoint, { token, headers }: OpenView): Promise<string> {
  const role = { name: 'view', token, personId: null, expected: () => 'in' as const }
  const url = `${addressWith(endpoint)}?of_no_call=1`
  const answer = await world.as(role, { method: endpoint.method, url, headers })
  expect(faultsOf(endpoint, answer)).toEqual([])
  const { code } = answer.json<{ code: string }>()
  return code === 'malformed' ? 'in' : code
}

async function byMagicLink(): Promise<OpenView> {
  const { token } = world.role('employer')
  const employer = world.role('employer')
  const setup = await world.as(employer, { method: 'GET', url: '/api/login/setup' })
  const a = setup.json<{ client: { scheme: { id: string } } }>().client.scheme.id
  const b = world.role('employee').personId
  const answer = await world.request({
    method: 'POST',
    url: `/api/masquerade/employer/${a}/${b}`,
    ...(token && { token }),
    body: { password: goodPassword },
  })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  return openView(world, { token: tokenIn(answer.json<{ url: string }>().url), cookies })
}
