import { send } from './send-load.ts'
import type { Person, RunningPortal } from './running-portal.ts'

/** Returns a function that changes the next person's contribution at each call and returns the error, if any. */
export async function preparePensionChanges(
  { product, query, renewSessions }: Pick<RunningPortal, 'product' | 'query' | 'renewSessions'>,
  people: readonly Person[],
): Promise<(index: number) => Promise<string | undefined>> {
  const pensions = await query<Pension>(
    `select client_id as "clientId", id, definition -> 'terms' as terms
     from benefit
     where client_id = any($1) and code = 'pension'`,
    [people.map(({ clientId }) => clientId)],
  )
  const pensionOf = new Map(pensions.map((pension) => [pension.clientId, pension]))
  const held = await query<{ personId: string; version: number }>(
    `select person_id as "personId", version from selection where benefit_id = any($1) and state = 'active'`,
    [pensions.map(({ id }) => id)],
  )
  const versions = new Map(held.map(({ personId, version }) => [personId, version]))
  const patch = ({ clientId, headers }: Person, path: string, body: object) =>
    send(product.port, {
      path: path.replace('{pension}', `/api/v1/benefit/${pensionOf.get(clientId)?.id}`),
      headers,
      method: 'PATCH',
      body: JSON.stringify(body),
    })
  for (const person of people) {
    const { id: termId, version } = pensionOf.get(person.clientId)?.terms ?? {}
    await patch(person, '/api/v1/user/policies', { termsAccepted: true })
    await patch(person, '{pension}/terms', { termId, version, accepted: true })
  }
  const holders = people.filter(({ personId }) => versions.has(personId))
  return async (index) => {
    const person = holders[index % holders.length]
    if (!person) throw new Error('Nobody has a pension')
    await renewSessions()
    const answer = await patch(person, '{pension}/selection', {
      values: { contribution: Math.floor(index / holders.length) % 2 === 0 ? '6' : '5', 'yearly-rise': 'no' },
      version: versions.get(person.personId),
    })
    const body = answer.body()
    if (answer.status >= 300) return `${answer.status} ${body.slice(0, 200)}`
    versions.set(person.personId, (JSON.parse(body) as { version: number }).version)
    return undefined
  }
}

type Pension = { clientId: string; id: string; terms: { id: string; version: number } }
