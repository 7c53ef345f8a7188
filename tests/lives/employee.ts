import { isoDate } from '../../contract/dates.ts'
import type { BenefitView, SelectionView, SetupField, SetupValue } from '../../domain/selections/benefits.contract.ts'
import type { RandomDraws } from '../../platform/random-draws.rules.ts'
import type { Life, Member, PortalPromise } from './life.ts'
import type { Answer, SimulatedPortal } from './portal.ts'
import { password } from './scheme.ts'

export type Refusal = { message?: string; code?: string; errors?: Record<string, string[]> }

export async function signIn(portal: SimulatedPortal, email: string): Promise<string | undefined> {
  const answer = await requestSignIn(portal, email)
  return answer.status === 200 ? answer.body.access_token : undefined
}

export function requestSignIn(portal: SimulatedPortal, email: string): Promise<Answer<{ access_token?: string }>> {
  return portal.call({ method: 'POST', url: '/api/login', body: { email, password } })
}

export async function benefitsOf(portal: SimulatedPortal, token: string): Promise<BenefitView[]> {
  const { status, body } = await portal.call<BenefitView[]>({ url: '/api/v1/benefits/user/eligible', token })
  return status === 200 ? body : []
}

export async function choose(
  portal: SimulatedPortal,
  { token, benefit, values }: { token: string; benefit: BenefitView; values: Record<string, SetupValue> },
): Promise<Answer<SelectionView & Refusal>> {
  for (const { id, version } of benefit.terms)
    await portal.call({
      method: 'PATCH',
      url: `/api/v1/benefit/${benefit.benefitId}/terms`,
      token,
      body: { termId: id, version, accepted: true },
    })
  if (benefit.medicalQuestions === 'open') await answerQuestions(portal, { token, benefit })
  const version = benefit.selection?.version
  const isAnew = benefit.selection === null || (benefit.selection.cta ?? benefit.cta)?.type === 'reapply'
  return portal.call({
    method: isAnew ? 'POST' : 'PATCH',
    url: `/api/v1/benefit/${benefit.benefitId}/selection`,
    token,
    body: { values, ...(version !== undefined && { version }) },
  })
}

async function answerQuestions(
  portal: SimulatedPortal,
  { token, benefit }: { token: string; benefit: BenefitView },
): Promise<void> {
  const url = `/api/v1/benefit/${benefit.benefitId}/medical-questions`
  const { body } = await portal.call<{ version: string; questions: { id: string }[] }>({ url, token })
  const answers = Object.fromEntries((body.questions ?? []).map(({ id }) => [id, false]))
  await portal.call({ method: 'POST', url, token, body: { answers, version: body.version } })
}

export function optOut(
  portal: SimulatedPortal,
  { token, selection }: { token: string; selection: SelectionView },
): Promise<Answer<SelectionView & Refusal>> {
  const { selectionId, version } = selection
  return portal.call({
    method: 'PATCH',
    url: `/api/v1/selection/${selectionId}`,
    token,
    body: { status: 'opted-out', version },
  })
}

export async function reportLifeEvent(
  portal: SimulatedPortal,
  { token, body }: { token: string; body: object },
): Promise<Answer<Refusal & { lifeEvent?: { id: string; state: string } }>> {
  return portal.call({ method: 'POST', url: '/api/v1/client/life-events', token, body })
}

export async function readFamily(portal: SimulatedPortal, token: string): Promise<Pick<Member, 'id' | 'firstName'>[]> {
  const { body } = await portal.call<{ family_id: string; family_fname: string }[]>({
    url: '/api/v1/user/family',
    token,
  })
  return Array.isArray(body) ? body.map((one) => ({ id: one.family_id, firstName: one.family_fname })) : []
}

/** Returns random values that the fields of a benefit allow. Small amounts are more frequent. */
export function randomValues(fields: readonly SetupField[], chance: RandomDraws): Record<string, SetupValue> {
  const values: Record<string, SetupValue> = {}
  for (const { name, onlyWhen, input } of fields) {
    if (onlyWhen && !onlyWhen.is.some((one) => [values[onlyWhen.option]].flat().includes(one))) continue
    switch (input.kind) {
      case 'options': {
        const [first, ...others] = input.options
        if (first) values[name] = chance.pick([first, ...others]).value
        break
      }
      case 'number': {
        const steps = Math.floor((input.max - input.min) / input.step)
        values[name] = Number((input.min + input.step * Math.floor(steps * chance.number() ** 2)).toFixed(2))
        break
      }
      case 'people':
        values[name] = input.people.filter(() => chance.happens(0.6)).map(({ value }) => value)
        break
    }
  }
  return values
}

const months = 'January February March April May June July August September October November December'.split(' ')

export function portalPromisesOf(
  view: SelectionView,
  { benefit, today }: { benefit: string; today: string },
): PortalPromise[] {
  const saidOn = isoDate.parse(today)
  const { status, effectiveFrom, price, reachesPay, values } = view
  if (effectiveFrom === null || (status !== 'active' && status !== 'pended')) return []
  const promised: PortalPromise[] = [{ benefit, saidOn, about: 'from', day: effectiveFrom, values }]
  const [, month = '', year = ''] = /in ([A-Z][a-z]+) (\d{4})/.exec(reachesPay ?? '') ?? []
  if (price && month) {
    const day = isoDate.parse(`${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-01`)
    const [, then] = /You pay £([\d,.]+) a/.exec(reachesPay ?? '') ?? []
    const perPeriod = then === undefined ? price.employee.perPeriod : Number(then.replaceAll(',', ''))
    promised.push({ benefit, saidOn, about: 'pay', day, pence: BigInt(Math.round(perPeriod * 100)) })
  }
  return promised
}

export function dropPromises(life: Life, benefit?: string): void {
  life.promises = life.promises.filter((promise) => benefit !== undefined && promise.benefit !== benefit)
}
