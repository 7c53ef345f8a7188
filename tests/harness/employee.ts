import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { acceptTerms } from './benefit-terms.ts'
import type { World } from './world.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Returns functions that make an employee's calls. Benefits are named by code. */
export async function employee(world: World, name: string) {
  const token = await world.signIn(name)
  const send = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    world.request({ method, url: `/api/v1/${path}`, token, headers, ...(body !== undefined && { body }) })
  const all = async () => (await send('GET', 'benefits/user/eligible')).json<BenefitView[]>()
  const find = async (code: string): Promise<BenefitView> => {
    const found = (await all()).find((one) => one.code === code)
    if (!found) throw new Error(`${code} is not offered to ${name}`)
    return found
  }
  /** If the employee already has a selection, sends a change. */
  const tryToChoose = async (code: string, values: SetupValues, more: object = {}, headers = {}) => {
    const benefit = await find(code)
    await acceptTerms(world, token, benefit)
    const path = `benefit/${benefit.benefitId}/selection`
    return send(benefit.selection ? 'PATCH' : 'POST', path, { values, ...more }, headers)
  }
  return {
    token,
    send,
    all,
    find,
    tryToChoose,
    choose: async (code: string, values: SetupValues, more: object = {}) => {
      const answer = await tryToChoose(code, values, more)
      if (answer.statusCode >= 300) throw new Error(answer.body)
      return answer.json<SelectionView>()
    },
    quote: async (code: string, values: SetupValues) =>
      (await send('POST', `benefit/${(await find(code)).benefitId}/quote`, { values })).json(),
  }
}
