import { storedEmail } from '../../contract/email.ts'
import { type RawBuilder, sql } from 'kysely'
import { newPersonId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { clientRow } from '../../database/client-row.ts'
import type { Tx } from '../../platform/handle.ts'
import type { EncryptedValue } from '../../platform/re-encrypt.ts'
import { refreshEmployees } from '../people/refresh-employees.queries.ts'

export type NewAccount = {
  personId?: PersonId
  email: string
  userType: 'employee' | 'employer'
  state: 'invited' | 'active' | 'disabled'
  passwordHash: string | null
  insightsEnabled?: boolean
  firstLogin?: boolean
  wantsReminders?: boolean
  twoFactorSecret?: string | null
  activatedAt?: Date | string | null
  lastLoginAt?: string | null
  createdAt?: string
}

/** Creates accounts, 5,000 per statement. Returns their person ids in the order of `accounts`. */
export async function createAccounts(tx: Tx, clientId: ClientId, accounts: readonly NewAccount[]): Promise<PersonId[]> {
  if (accounts.length === 0) return []
  const rows = accounts.map((account) => ({
    client_id: clientId,
    // The id is created here, because the database may return rows in another order.
    person_id: account.personId ?? newPersonId(),
    email: storedEmail(account.email),
    user_type: account.userType,
    state: account.state,
    password_hash: account.passwordHash,
    insights_enabled: account.insightsEnabled ?? false,
    first_login: account.firstLogin ?? true,
    wants_reminders: account.wantsReminders ?? true,
    two_factor_secret: account.twoFactorSecret ?? null,
    activated_at: account.activatedAt ?? null,
    last_login_at: account.lastLoginAt ?? null,
    created_at: account.createdAt ?? transactionTime,
  }))
  // PostgreSQL allows at most 65,535 parameters per statement.
  for (let from = 0; from < rows.length; from += 5_000) {
    await tx
      .insertInto('account')
      .values(rows.slice(from, from + 5_000))
      .execute()
  }
  const people = rows.map((row) => row.person_id)
  await refreshEmployees(tx, clientId, people)
  return people
}

export async function importLastLogins(
  tx: Tx,
  clientId: ClientId,
  logins: readonly { personId: PersonId; at: string }[],
): Promise<void> {
  await sql`
    update account
    set last_login_at = past.at
    from unnest(
      ${logins.map(({ personId }) => personId)}::uuid[],
      ${logins.map(({ at }) => at)}::timestamptz[]
    ) as past (person_id, at)
    where account.client_id = ${clientId}
      and account.person_id = past.person_id
  `.execute(tx)
  await refreshEmployees(
    tx,
    clientId,
    logins.map(({ personId }) => personId),
  )
}

/** Creates accounts for joiners, and reopens those that an undone upload closed. `from` selects `person_id` and `email`. */
export async function inviteJoiners(tx: Tx, clientId: ClientId, from: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into account as known (client_id, person_id, email, user_type, state, created_at)
    select client.client_id, person_id, email, 'employee', 'invited', ${transactionTime}
    from ${clientRow(clientId)}
    cross join (${from}) as joiner
    on conflict (client_id, person_id) do update
    set state = 'invited'
    where known.state = 'disabled'
  `.execute(tx)
}

export async function closeAccounts(tx: Tx, clientId: ClientId, people: readonly PersonId[]): Promise<void> {
  await sql`
    update account
    set state = 'disabled'
    where client_id = ${clientId}
      and person_id in (select unnest(${[...people]}::uuid[]))
  `.execute(tx)
}

export type NewAddress = { personId: PersonId; former: string; new: string }

export async function changeAddresses(
  tx: Tx,
  clientId: ClientId,
  { moves }: { moves: readonly NewAddress[] },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update account as known
    set email = given.new
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as given("personId" uuid, former text, new text)
    where known.client_id = ${clientId}
      and known.person_id = given."personId"
      and known.email = given.former
  `.execute(tx)
  if (Number(numAffectedRows) !== moves.length) throw new Error('The address of an account is not the one on record')
  await refreshEmployees(
    tx,
    clientId,
    moves.map(({ personId }) => personId),
  )
}

/** Returns whether an account has the address. False for addresses that `releaseAddresses` frees. */
export async function isAddressTaken(tx: Tx, clientId: ClientId, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('person_id')
    .where('client_id', '=', clientId)
    .where('email', '=', email)
    .where((eb) => eb.or([eb('state', '<>', 'disabled'), eb('activated_at', 'is not', null)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function releaseAddresses(
  tx: Tx,
  clientId: ClientId,
  { addresses }: { addresses: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ personId: PersonId }>`
    update account
    set email = person_id::text || '@closed.invalid'
    where client_id = ${clientId}
      and email = any(${[...addresses]}::text[])
      and state = 'disabled'
      and activated_at is null
    returning person_id as "personId"
  `.execute(tx)
  await refreshEmployees(
    tx,
    clientId,
    rows.map(({ personId }) => personId),
  )
}

export type AccountChange = {
  email?: string
  userType?: 'employee' | 'employer'
  state?: 'invited' | 'active' | 'disabled'
  insightsEnabled?: boolean
  firstLogin?: boolean
  wantsReminders?: boolean
  passwordHash?: string
  twoFactorSecret?: string | null
  lastLoginAt?: Date
  knownDevicesSince?: Date
}

export async function changeAccount(
  tx: Tx,
  clientId: ClientId,
  personId: PersonId,
  change: AccountChange,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      ...(change.email !== undefined && { email: storedEmail(change.email) }),
      ...(change.userType && { user_type: change.userType }),
      ...(change.state && { state: change.state }),
      ...(change.insightsEnabled !== undefined && { insights_enabled: change.insightsEnabled }),
      ...(change.firstLogin !== undefined && { first_login: change.firstLogin }),
      ...(change.wantsReminders !== undefined && { wants_reminders: change.wantsReminders }),
      ...(change.passwordHash && { password_hash: change.passwordHash }),
      ...(change.twoFactorSecret !== undefined && { two_factor_secret: change.twoFactorSecret }),
      ...(change.lastLoginAt && { last_login_at: change.lastLoginAt }),
      ...(change.knownDevicesSince && { known_devices_since: change.knownDevicesSince }),
    })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .execute()
  if (change.email !== undefined || change.twoFactorSecret !== undefined || change.lastLoginAt)
    await refreshEmployees(tx, clientId, [personId])
}

/** Records when the person first activated the account (LOGIN-30). Returns false if it was already recorded. */
export async function recordFirstActivation(
  tx: Tx,
  clientId: ClientId,
  personId: PersonId,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ activated_at: now })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('activated_at', 'is', null)
    .executeTakeFirst()
  const isFirst = numUpdatedRows === 1n
  if (isFirst) await refreshEmployees(tx, clientId, [personId])
  return isFirst
}

/** Returns false if the account has invalidated its known browsers since this cookie was issued (S-14). */
export async function isDeviceKnown(
  tx: Tx,
  clientId: ClientId,
  { email, issuedAt }: { email: string; issuedAt: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('known_devices_since')
    .where('client_id', '=', clientId)
    .where('email', '=', storedEmail(email))
    .executeTakeFirst()
  return !row?.known_devices_since || issuedAt.getTime() >= Date.parse(row.known_devices_since)
}

export type SignInAccount = {
  personId: PersonId
  email: string
  userType: 'employee' | 'employer'
  state: 'invited' | 'active' | 'disabled'
  passwordHash: string | null
  hasTwoFactor: boolean
}

export function findAccountByEmail(tx: Tx, clientId: ClientId, email: string): Promise<SignInAccount | undefined> {
  return signInAccount(tx, clientId).where('email', '=', storedEmail(email)).executeTakeFirst()
}

/** Finds the account for a login with password. None for invited people and for single sign-on only (S-02, S-07). */
export function findPasswordOwner(tx: Tx, clientId: ClientId, email: string): Promise<SignInAccount | undefined> {
  return signInAccount(tx, clientId)
    .where('email', '=', storedEmail(email))
    .where('state', '<>', 'invited')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('client')
            .select('client_id')
            .where('client_id', '=', clientId)
            .where(sql<boolean>`switches -> 'ssoAccessOnly' = 'true'::jsonb`),
        ),
      ),
    )
    .executeTakeFirst()
}

export function lockAccount(tx: Tx, clientId: ClientId, personId: PersonId): Promise<SignInAccount | undefined> {
  return signInAccount(tx, clientId).where('person_id', '=', personId).forNoKeyUpdate().executeTakeFirst()
}

function signInAccount(tx: Tx, clientId: ClientId) {
  return tx
    .selectFrom('account')
    .select(({ eb }) => [
      'person_id as personId',
      'email',
      'user_type as userType',
      'state',
      'password_hash as passwordHash',
      eb('two_factor_secret', 'is not', null).$castTo<boolean>().as('hasTwoFactor'),
    ])
    .where('client_id', '=', clientId)
}

export async function listEncryptedSeeds(
  tx: Tx,
  clientId: ClientId,
  { after, limit }: { after: PersonId | null; limit: number },
): Promise<EncryptedValue<PersonId>[]> {
  const { rows } = await sql<EncryptedValue<PersonId>>`
    select person_id as id, two_factor_secret as sealed
    from account
    where client_id = ${clientId}
      and two_factor_secret is not null
      and (${after}::uuid is null or person_id > ${after}::uuid)
    order by person_id
    limit ${limit}
  `.execute(tx)
  return rows
}

export async function replaceEncryptedSeed(
  tx: Tx,
  clientId: ClientId,
  { id, sealed, anew: resealed }: EncryptedValue<PersonId> & { anew: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ two_factor_secret: resealed })
    .where('client_id', '=', clientId)
    .where('person_id', '=', id)
    .where('two_factor_secret', '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** True if a stored password needs a pepper that is not in `known`. Until that secret is back, the owner cannot log in. */
export async function hasPasswordOfOtherPepper(
  tx: Tx,
  clientId: ClientId,
  pepperIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select
    from account
    where client_id = ${clientId}
      and password_hash is not null
      and split_part(password_hash, ':', 1) <> all(${pepperIds})
    limit 1
  `.execute(tx)
  return rows.length === 1
}

export async function countPasswordsByPepper(tx: Tx, clientId: ClientId): Promise<{ key: string; count: number }[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select split_part(password_hash, ':', 1) as key, count(*)::int as count
    from account
    where client_id = ${clientId}
      and password_hash is not null
    group by 1
    order by 1
  `.execute(tx)
  return rows
}
