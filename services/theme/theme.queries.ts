import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { readPictureAddresses } from './pictures.queries.ts'
import type { ThemeReply } from './theme.contract.ts'

export async function readThemeReply(tx: Tx, clientId: ClientId): Promise<ThemeReply> {
  const { theme, support, switches } = await tx
    .selectFrom('client')
    .select(['theme', 'support', 'switches'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  const pictures = await readPictureAddresses(tx, clientId)
  const picture = (name: string | undefined): string | null => (name && pictures.get(name)) || null
  return {
    theme: { primaryColour: theme.primaryColour ?? null, secondaryColour: theme.secondaryColour ?? null },
    logoFileUrl: picture(theme.logos?.client),
    brandHeaderLogo: picture(theme.logos?.header),
    mobileLogo: picture(theme.logos?.mobile),
    logosDark: {
      client: picture(theme.logos?.clientDark),
      header: picture(theme.logos?.headerDark),
      mobile: picture(theme.logos?.mobileDark),
    },
    supportEmail: support.email ?? null,
    contactUsEmail: support.contactUsEmail ?? null,
    benefitBrandName: theme.brand ?? null,
    benefitBrandPhoneNumber: support.phone ?? null,
    avatarSet: { avatarsetPlainFileURL: picture(theme.avatarSet?.plain) },
    baseFont: theme.baseFont ?? null,
    headerFont: theme.headerFont ?? null,
    radius: theme.radius ?? null,
    darkMode: theme.darkMode === 'allowed',
    sso_access_only: switches['ssoAccessOnly'] === true,
  }
}

/** Returns today's scheme year and the theme (A27). Between scheme years, returns the latest scheme year that has begun. */
export async function readSchemeTheme(tx: Tx, clientId: ClientId, today: IsoDate) {
  const { theme, baseFont, headerFont, avatarSet } = await readThemeReply(tx, clientId)
  const year = await tx
    .selectFrom('scheme_year')
    .select(['id', 'year'])
    .where('client_id', '=', clientId)
    .where('starts_on', '<=', today)
    .orderBy('starts_on', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { id: year.id, schemeYear: year.year, baseFont, headerFont, theme: { core: theme }, avatarSet }
}

export async function readSenderEmail(tx: Tx, clientId: ClientId): Promise<string | null> {
  const { support } = await tx
    .selectFrom('client')
    .select('support')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return support.senderEmail ?? null
}
