import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { londonDate, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient, inNoClient } from '../../database/database.ts'
import { recordFacts } from '../../features/employees/employees.queries.ts'
import { savePersonDetails, type PersonDetails } from '../../services/people/profile.queries.ts'
import { createAccounts, type NewAccount } from '../../services/session/account.queries.ts'
import { passwordHashing } from '../../platform/hashing.ts'
import type { Portal } from './portal.ts'
import { solveCaptcha } from './solve-captcha.ts'

export const goodPassword = 'Quartz&94Wren-Loft'

export async function addClient(
  { database }: Portal,
  {
    site,
    switches = {},
    identityProvider = null,
  }: { site: string; switches?: object; identityProvider?: object | null },
): Promise<ClientId> {
  // A new random id.
  const clientId = randomUUID() as ClientId
  await inNoClient(database.db, (tx) =>
    tx.insertInto('client_address').values({ name: site, client_id: clientId }).execute(),
  )
  await inClient(database.db, clientId, async (tx) => {
    await tx
      .insertInto('client')
      .values({
        client_id: clientId,
        code: site,
        name: `Client ${site}`,
        // By default, employers log in with only a password. A real client would have to configure that.
        switches: JSON.stringify({ twoFactor: { employers: false }, ...switches }),
        identity_provider: identityProvider && JSON.stringify(identityProvider),
      })
      .execute()
    await tx
      .insertInto('scheme_year')
      .values({ client_id: clientId, year: 2026, starts_on: yearsFromNow(-1), ends_on: yearsFromNow(1) })
      .execute()
  })
  return clientId
}

function yearsFromNow(years: number): IsoDate {
  return londonDate(new Date(Date.now() + years * 365 * 24 * 3_600_000))
}

export type NewPerson = Partial<Omit<NewAccount, 'passwordHash'>> & {
  email: string
  password?: string | null
  termsAccepted?: boolean
}

/** Adds a person. By default they have the password `goodPassword` and have accepted the terms. */
export async function addPerson(
  { database, serverSecret }: Portal,
  clientId: ClientId,
  person: NewPerson,
): Promise<PersonId> {
  const { password = goodPassword, termsAccepted = true, ...account } = person
  const passwordHash = password === null ? null : await hashOnce(serverSecret, password)
  return inClient(database.db, clientId, async (tx) => {
    const [personId] = await createAccounts(tx, clientId, [
      { userType: 'employee', state: 'active', ...account, passwordHash },
    ])
    if (!personId) throw new Error('No account was made')
    await savePersonDetails(tx, clientId, { people: [detailsOf(personId, { firstName: 'Amelia', surname: 'Hart' })] })
    if (termsAccepted)
      await tx
        .insertInto('terms_acceptance')
        .values({ client_id: clientId, person_id: personId, revision: 1 })
        .execute()
    return personId
  })
}

export function detailsOf(personId: PersonId, name: Pick<PersonDetails, 'firstName' | 'surname'>): PersonDetails {
  const dateOfBirth = '1990-05-17' as IsoDate
  return { personId, ...name, title: null, dateOfBirth, sex: null, nationalInsuranceNumber: null }
}

const hashes = new WeakMap<Buffer, Map<string, Promise<string>>>()

/** Hashes each password once, because hashing is deliberately slow and tests create many people. */
function hashOnce(serverSecret: Buffer, password: string): Promise<string> {
  const known = hashes.get(serverSecret) ?? new Map<string, Promise<string>>()
  hashes.set(serverSecret, known)
  const made = known.get(password) ?? passwordHashing(serverSecret).hash(password)
  known.set(password, made)
  return made
}

export function setEmploymentStatus(
  { database }: Portal,
  clientId: ClientId,
  personId: PersonId,
  status: 'active' | 'inactive' | 'left',
  from?: IsoDate,
) {
  return inClient(database.db, clientId, (tx, { today }) =>
    recordFacts(tx, clientId, {
      facts: [{ personId, fact: 'status', value: status, effectiveFrom: from ?? today }],
      source: 'test',
    }),
  )
}

export type SignIn = {
  email: string
  password?: string
  site?: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
  recaptcha?: string
}

export function requestSignIn(
  portal: Portal,
  { email, password = goodPassword, site = 'demo', cookies = {}, headers = {}, recaptcha }: SignIn,
) {
  const body = { email, password, ...(recaptcha !== undefined && { recaptcha }) }
  return portal.request({ method: 'POST', url: '/api/login', site, cookies, headers, body })
}

export async function requestSignInWithCaptcha(portal: Portal, signIn: SignIn) {
  const { site, headers } = signIn
  const recaptcha = await solveCaptcha(portal, { ...(site && { site }), ...(headers && { headers }) })
  return requestSignIn(portal, { ...signIn, recaptcha })
}

export async function signInAs(
  portal: Portal,
  signIn: SignIn,
): Promise<{ token: string; cookies: Record<string, string> }> {
  const answer = await requestSignIn(portal, signIn)
  if (answer.statusCode !== 200) throw new Error(`Signing in answered ${answer.statusCode}: ${answer.body}`)
  return { token: answer.json<{ access_token: string }>().access_token, cookies: cookiesOf(answer) }
}

export function cookiesOf(answer: LightMyRequestResponse): Record<string, string> {
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
}
