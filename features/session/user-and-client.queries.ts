import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { paths } from '../../contract/paths.ts'
import type { Tx } from '../../platform/handle.ts'
import { readSchemeTheme } from '../../services/theme/theme.queries.ts'
import { oneHubSettingsOf, objectOrEmpty, redirectOriginsOf } from '../../services/session/client.queries.ts'
import type { ClientReply, SetupReply, UserReply } from '../../services/session/session.contract.ts'

export async function readUser(
  tx: Tx,
  clientId: ClientId,
  { personId, employmentStatus }: { personId: PersonId; employmentStatus: UserReply['employmentStatus'] },
): Promise<UserReply> {
  const row = await tx
    .selectFrom('account')
    .innerJoin('client', 'client.client_id', 'account.client_id')
    .leftJoin('person_details', (join) =>
      join
        .onRef('person_details.client_id', '=', 'account.client_id')
        .onRef('person_details.person_id', '=', 'account.person_id'),
    )
    .leftJoin('client_picture', (join) =>
      join
        .onRef('client_picture.client_id', '=', 'person_details.client_id')
        .onRef('client_picture.name', '=', 'person_details.avatar'),
    )
    .select((eb) => [
      'account.email',
      'account.user_type',
      'account.insights_enabled',
      'account.first_login',
      'client.terms_revision',
      'client.switches',
      'person_details.first_name',
      'person_details.surname',
      'client_picture.hash as avatar_hash',
      eb
        .selectFrom('terms_acceptance')
        .select(({ fn }) => fn.max('terms_acceptance.revision').as('revision'))
        .where('terms_acceptance.client_id', '=', clientId)
        .whereRef('terms_acceptance.person_id', '=', 'account.person_id')
        .as('accepted'),
    ])
    .where('account.client_id', '=', clientId)
    .where('account.person_id', '=', personId)
    .executeTakeFirstOrThrow()

  const firstName = row.first_name ?? ''
  const surname = row.surname ?? ''
  return {
    id: personId,
    name: `${firstName} ${surname}`.trim() || row.email,
    firstName,
    surname,
    email: row.email,
    avatar: row.avatar_hash && paths.picture(row.avatar_hash),
    userType: row.user_type,
    employmentStatus,
    firstLogin: row.first_login,
    isInsightsEnabled: row.insights_enabled,
    termsRevision: row.accepted,
    siteTermsUpdated: (row.accepted ?? 0) < row.terms_revision,
    isDataLoadEligibilityImpactEnabled: row.switches['eligibilityImpact'] === true,
    ...oneHubSettingsOf(row.switches),
  }
}

export async function readClient(tx: Tx, clientId: ClientId, today: IsoDate): Promise<ClientReply> {
  const { name, switches } = await tx
    .selectFrom('client')
    .select(['name', 'switches'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return {
    id: clientId,
    clientName: name,
    contactUsEnabled: switches['contactUsEnabled'] === true,
    ...(typeof switches['passwordRules'] === 'number' && { passwordRules: switches['passwordRules'] }),
    redirectOrigins: redirectOriginsOf(switches),
    clientExceptions: exceptionsOf(switches['clientExceptions']),
    scheme: await readSchemeTheme(tx, clientId, today),
  }
}

export async function listFaqs(tx: Tx, clientId: ClientId): Promise<SetupReply['cmsData']['faqs']> {
  const rows = await tx
    .selectFrom('content_page')
    .select(['position', 'details'])
    .where('client_id', '=', clientId)
    .where('kind', '=', 'faqs')
    .orderBy('position')
    .execute()
  return rows.map(({ position, details }) => ({
    reference: typeof details['reference'] === 'string' ? details['reference'] : String(position),
    live: details['live'] !== false,
  }))
}

function exceptionsOf(value: unknown): ClientReply['clientExceptions'] {
  return (Array.isArray(value) ? value : [])
    .map(objectOrEmpty)
    .map(({ code, status }) => ({ code: String(code), status: String(status) }))
}
