import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { waitUntilIdle } from '../journeys/wait-until-idle.ts'
import type { Portal } from '../journeys/portal.ts'
import type { AddressValues, Who } from './screen-list.ts'

const nothing: AddressValues = {
  ofState: [],
  toChoose: [],
  chosen: [],
  statement: [],
  withQuestions: [],
  pending: [],
  takenUp: [],
  employee: [],
}

export async function addressValuesOf(
  page: Page,
  portal: Portal,
  { site, who }: { site: string; who: Who },
): Promise<AddressValues> {
  if (who === 'nobody') return nothing
  const ask = await askAs(page, portal, site)
  return who === 'employer' ? ofEmployer(ask) : ofEmployee(ask)
}

async function ofEmployer(ask: Ask): Promise<AddressValues> {
  const { summary } = await ask<{ summary: { benefitId: string; count: number }[] }>(
    'GET',
    '/api/v2/scheme/selections/pending/',
  )
  const { client } = await ask<{ client: { id: string } }>('GET', '/api/login/setup')
  const { data } = await ask<{ data: { employeeId: string }[] }>('GET', `/api/v2/client/${client.id}/employees`)
  const takeUp = await ask<{ data: { benefitId: string; selected: number }[] }>(
    'GET',
    `/api/client/${client.id}/benefit-takeup`,
  )
  const takenUp = takeUp.data
    .toSorted((a, b) => b.selected - a.selected)
    .slice(0, 1)
    .map(({ benefitId }) => ({ id: benefitId, name: 'most-taken-up' }))
  const employee = data.slice(0, 1).map(({ employeeId }) => ({ id: employeeId, name: 'first' }))
  const pending = summary.toSorted((a, b) => b.count - a.count).slice(0, 1)
  return {
    ...nothing,
    employee,
    takenUp,
    pending: pending.map(({ benefitId }) => ({ id: benefitId, name: 'pending' })),
  }
}

async function ofEmployee(ask: Ask): Promise<AddressValues> {
  await leaveSomethingToDecide(ask)
  await leaveSomethingBegun(ask)
  const benefits = await ask<BenefitView[]>('GET', list)
  const benefitStates = benefits.map(({ benefitId, code, medicalQuestions, selection }) => ({
    asks: medicalQuestions !== 'none',
    id: benefitId,
    name: code,
    state: selection?.status ?? 'not-chosen',
  }))
  const states = new Map(benefitStates.map((one) => [one.state, { ...one, name: one.state }]))
  return {
    ...nothing,
    ofState: [...states.values()],
    toChoose: benefitStates.filter(({ state }) => state === 'not-chosen' || state === 'draft'),
    statement: benefits.flatMap(({ groupId, allowedActions }) =>
      allowedActions.includes('statement') ? [{ id: groupId, name: groupId }] : [],
    ),
    chosen: benefitStates.filter(({ state }) => !['not-chosen', 'draft'].includes(state)).slice(-4),
    withQuestions: benefitStates.filter(({ asks }) => asks),
  }
}

const list = '/api/v1/benefits/user/eligible'

async function leaveSomethingToDecide(ask: Ask): Promise<void> {
  const benefits = await ask<BenefitView[]>('GET', list)
  const bicycle = benefits.find(({ code, selection }) => code === 'cycle-to-work' && !selection)
  if (!bicycle) return
  for (const { id, version } of bicycle.terms) {
    await ask('PATCH', `/api/v1/benefit/${bicycle.benefitId}/terms`, { termId: id, version, accepted: true })
  }
  await ask('POST', `/api/v1/benefit/${bicycle.benefitId}/selection`, { values: { value: 1000 } })
}

async function leaveSomethingBegun(ask: Ask): Promise<void> {
  const benefits = await ask<BenefitView[]>('GET', list)
  const dental = benefits.find(({ code, selection }) => code === 'dental' && !selection)
  if (!dental) return
  for (const { id, version } of dental.terms) {
    await ask('PATCH', `/api/v1/benefit/${dental.benefitId}/terms`, { termId: id, version, accepted: true })
  }
  const values = { level: 'level-1', covered: [] }
  await ask('POST', `/api/v1/benefit/${dental.benefitId}/selection`, { values, draft: true })
}

type Ask = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, data?: object) => Promise<T>

async function askAs(page: Page, portal: Portal, site: string): Promise<Ask> {
  const call = page.waitForRequest((request) => 'authorization' in request.headers())
  await page.goto(portal.address('/app/home/', site))
  const { authorization = '', 'x-bearer-token': bearer = '' } = (await call).headers()
  await waitUntilIdle(page)
  return async (method, path, data) => {
    const headers = { authorization, 'x-bearer-token': bearer, 'idempotency-key': randomUUID() }
    // The page sends the call, because only browsers resolve sub-domains of localhost.
    const { ok, text } = await page.evaluate(fetchHere, { method, path, headers, data })
    if (!ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text)
  }
}

type Asked = { method: string; path: string; headers: Record<string, string>; data: object | undefined }

async function fetchHere({ method, path, headers, data }: Asked): Promise<{ ok: boolean; text: string }> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: data ? JSON.stringify(data) : null,
  })
  return { ok: response.ok, text: await response.text() }
}
