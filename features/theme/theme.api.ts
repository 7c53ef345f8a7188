import { handle, type Handler } from '../../platform/handle.ts'
import type { House } from '../../platform/house.ts'
import { readScheme, readTheme, type ThemeReply } from './theme.contract.ts'
import { readSchemeLooks, readThemeReply } from './theme.queries.ts'

export const themeHandlers = ({ findClient, inClient }: House): Handler[] => [
  handle(readTheme, async ({ params }) => {
    const clientId = await findClient(params.id.toLowerCase())
    return clientId ? inClient(clientId, (tx) => readThemeReply(tx, clientId)) : nothingGiven
  }),

  handle(readScheme, ({ tx, clientId, today }) => readSchemeLooks(tx, clientId, today)),
]

/** What a name without a client answers: the shape with nothing given, so that no client's existence shows. */
const nothingGiven: ThemeReply = {
  theme: { primaryColour: null, secondaryColour: null },
  logoFileUrl: null,
  brandHeaderLogo: null,
  mobileLogo: null,
  supportEmail: null,
  contactUsEmail: null,
  benefitBrandName: null,
  benefitBrandPhoneNumber: null,
  avatarSet: { avatarsetPlainFileURL: null },
  baseFont: null,
  headerFont: null,
  sso_access_only: false,
}
