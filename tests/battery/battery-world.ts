import { Client } from 'pg'
import type { LightMyRequestResponse } from 'fastify'
import { identifiesCaller, type Endpoint } from '../../contract/endpoint.ts'
import { watchWrites, type Writes } from '../harness/watch-writes.ts'
import { closeAtTheEnd } from '../harness/portal.ts'
import { startWorld, type World } from '../harness/world.ts'
import { groupIdsIn, idsIn, type KnownId } from './known-ids.ts'

export type Role = {
  name: string
  token: string | null
  personId: string | null
  /** Returns the expected result for an endpoint: `in` if allowed, else the code of the refusal. */
  expected: (
    endpoint: Pick<Endpoint, 'access' | 'beforeTerms' | 'orSignedIn'>,
  ) => 'in' | 'session-ended' | 'denied' | 'terms_required'
}

export type BatteryWorld = World & {
  roles: readonly Role[]
  role: (name: RoleName) => Role
  superuser: Client
  writes: Writes
  ids: { own: readonly KnownId[]; foreign: readonly KnownId[] }
  as: (role: Role, request: Ask) => Promise<LightMyRequestResponse>
  /** Logs in again if an earlier call ended or restricted the session. */
  keepSignedIn: (role: Role) => Promise<void>
}

export type Ask = {
  method: Endpoint['method']
  url: string
  headers?: Record<string, string | string[]>
  text?: string
  contentType?: string
}

export type RoleName = (typeof people)[number]['name'] | 'nobody'

// Each person's role at login, and the change made to them during the session.
const people = [
  { name: 'employee', email: 'amelia.hart@demo.example', is: 'employee' },
  { name: 'employer', email: 'grace.lin@demo.example', is: 'employer' },
  { name: 'employee of another client', email: 'max.plain@plain.example', is: 'stranger' },
  { name: 'employer of another client', email: 'nora.plain@plain.example', is: 'stranger' },
  { name: 'leaver', email: 'yusuf.phillips@demo.example', is: 'employee' },
  { name: 'ccv-only person', email: 'elif.kaya@demo.example', is: 'employee' },
  { name: 'employee who owes the terms', email: 'dan.murphy@demo.example', is: 'employee', owesTerms: true },
  { name: 'employer who left', email: 'henry.cole@demo.example', is: 'employee', later: 'leaves' },
  {
    name: 'employer whose account is disabled',
    email: 'craig.cruz@demo.example',
    is: 'stranger',
    later: 'is disabled',
  },
  { name: 'employer who is one no more', email: 'gareth.bailey@demo.example', is: 'employee', later: 'is demoted' },
] as const

/** Starts the example world with every role logged in and a row of every kind. All writes are recorded. */
export async function startBatteryWorld(): Promise<BatteryWorld> {
  const world = await startWorld()
  const superuser = new Client(world.database.superuser)
  await superuser.connect()
  closeAtTheEnd(() => superuser.end())
  const [amelia] = await world.database.rows<{ hash: string }>(
    `select password_hash as hash from account where email = 'amelia.hart@demo.example'`,
  )
  await world.database.rows(letIn, [amelia?.hash])
  await world.database.rows(acceptTerms)
  await world.database.rows(uploaded)

  const roles: Role[] = [{ name: 'nobody', token: null, personId: null, expected: refusedUnless('public') }]
  for (const { name, email, is, ...more } of people) {
    const token = await signIn(world, email)
    const personId = await personOf(superuser, email)
    roles.push({ name, token, personId, expected: 'owesTerms' in more ? owesTerms : expectations[is] })
    if ('later' in more) await world.database.rows(happenings[more.later], [personId])
  }
  const role = (name: RoleName): Role => {
    const found = roles.find((one) => one.name === name)
    if (!found) throw new Error(`Nobody is ${name}`)
    return found
  }
  const as: BatteryWorld['as'] = (who, ask) => send(world, who, ask)
  await lockFirstRun(as, role('employer'))
  const personIds = roles.flatMap(({ personId }) => personId ?? [])
  const own = [...(await idsIn(superuser, 'demo', personIds)), ...(await groupIdsIn(superuser, 'demo'))]
  const foreign = [
    ...(await idsIn(superuser, 'plain', personIds)),
    ...(await idsIn(superuser, 'copperleaf', personIds)),
  ]
  return {
    ...world,
    roles,
    role,
    superuser,
    as,
    writes: await watchWrites(world.database),
    ids: { own, foreign },
    keepSignedIn: async (who) => {
      await superuser.query('update client set requires_two_factor = null where requires_two_factor')
      const email = people.find(({ name }) => name === who.name)?.email
      if (!email || who.expected({ access: 'user', beforeTerms: true }) !== 'in') return
      if ((await send(world, who, { method: 'GET', url: '/api/v1/ping' })).statusCode !== 401) return
      who.token = await signIn(world, email)
    },
  }
}

function refusedUnless(access: Endpoint['access']): Role['expected'] {
  return (endpoint) => (endpoint.access === access ? 'in' : 'session-ended')
}

const employee: Role['expected'] = ({ access }) => (access === 'employer' ? 'denied' : 'in')
const expectations: Record<'employee' | 'employer' | 'stranger', Role['expected']> = {
  employee,
  employer: () => 'in',
  // An invalid session is refused wherever a session is checked.
  stranger: (endpoint) => (identifiesCaller(endpoint) ? 'session-ended' : 'in'),
}
const owesTerms: Role['expected'] = (endpoint) => {
  if (endpoint.access === 'employer') return 'denied'
  return !identifiesCaller(endpoint) || endpoint.beforeTerms ? 'in' : 'terms_required'
}

// Gives generated people the password of named people, and makes two of them employers.
const letIn = `
  update account
  set state = 'active',
      password_hash = $1,
      user_type = case when email like 'yusuf%' then 'employee' else 'employer' end
  where email in ('yusuf.phillips@demo.example', 'craig.cruz@demo.example', 'gareth.bailey@demo.example')`

const acceptTerms = `
  insert into terms_acceptance (client_id, person_id, revision, accepted_at)
  select account.client_id, account.person_id, client.terms_revision, app.now()
  from account
  join client using (client_id)
  where email in ('yusuf.phillips@demo.example', 'craig.cruz@demo.example', 'gareth.bailey@demo.example')
  on conflict do nothing`

const uploaded = `
  insert into upload
    (client_id, id, file_name, file_hash, status, uploaded_by, uploaded_at, last_active_at, rows, new_people, changed_people,
     leaving_people, unchanged_people, preview)
  select distinct on (client_id)
    client_id, gen_random_uuid(), 'people.csv', sha256('people'), 'ready', person_id, app.now(), app.now(), 1, 0, 1,
    0, 0, gen_random_uuid()
  from account
  where user_type = 'employer'
  order by client_id, email;
  insert into upload_person (client_id, upload_id, line, person_id, kind, name, employee_number, email)
  select client_id, id, 2, uploaded_by, 'changed', 'Somebody Known', 'N1', 'somebody@example' from upload;
  insert into upload_fault (client_id, upload_id, number, line, reason)
  select client_id, id, 1, 2, 'email is empty' from upload;
  insert into upload_difference (client_id, upload_id, position, kind, name, benefit_name)
  select client_id, id, 1, 'gains', 'Somebody New', 'Dental' from upload;
  insert into upload_recalculation (client_id, upload_id, person_id, inputs, selections)
  select client_id, id, uploaded_by, '', '[]' from upload`

const happenings = {
  leaves: `
    insert into employment_fact (client_id, person_id, fact, value, effective_from, source, recorded_at)
    select client_id, person_id, 'status', 'left', app.today(), 'battery', app.now() from account where person_id = $1`,
  'is disabled': `update account set state = 'disabled' where person_id = $1`,
  'is demoted': `update account set user_type = 'employee' where person_id = $1`,
} as const

async function signIn(world: World, email: string): Promise<string> {
  const [name = '', site = ''] = email.replace('.example', '').split('@')
  return world.signIn(name, site === 'plain' ? 'plain' : 'demo')
}

async function personOf(superuser: Client, email: string): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>('select person_id as id from account where email = $1', [
    email,
  ])
  if (!rows[0]) throw new Error(`No account has the address ${email}`)
  return rows[0].id
}

async function lockFirstRun(as: BatteryWorld['as'], employer: Role): Promise<void> {
  const setup = await as(employer, { method: 'GET', url: '/api/login/setup' })
  const runs = `/api/v2/client/${setup.json<{ client: { id: string } }>().client.id}/payroll-runs`
  const [run] = (await as(employer, { method: 'GET', url: runs })).json<{ runId: string }[]>()
  const locked = await as(employer, { method: 'POST', url: `${runs}/${run?.runId}/lock` })
  if (locked.statusCode !== 200) throw new Error(`No payroll run could be locked: ${locked.body}`)
}

function send(world: World, { token }: Role, { method, url, headers, text, contentType }: Ask) {
  return world.app.inject({
    method,
    url,
    headers: {
      host: 'demo.localhost',
      ...(token && { authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }),
      'x-requested-with': 'portal',
      ...(method !== 'GET' && { 'content-type': contentType ?? 'application/json' }),
      ...headers,
    },
    ...(text !== undefined && { payload: text }),
  })
}
