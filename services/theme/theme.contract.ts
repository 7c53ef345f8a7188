import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

const avatarSet = z.object({ avatarsetPlainFileURL: z.string().nullable() })
const colours = z.object({ primaryColour: z.string().nullable(), secondaryColour: z.string().nullable() })

/** DATA-07, and whether the client uses single sign-on only (LOGIN-50). Null for values that are not set. */
const themeReply = z.object({
  theme: colours,
  logoFileUrl: z.string().nullable(),
  brandHeaderLogo: z.string().nullable(),
  mobileLogo: z.string().nullable(),
  /** The same three logos for dark colours. */
  logosDark: z.object({
    client: z.string().nullable(),
    header: z.string().nullable(),
    mobile: z.string().nullable(),
  }),
  supportEmail: z.string().nullable(),
  contactUsEmail: z.string().nullable(),
  benefitBrandName: z.string().nullable(),
  benefitBrandPhoneNumber: z.string().nullable(),
  avatarSet,
  baseFont: z.string().nullable(),
  headerFont: z.string().nullable(),
  /** Radius of corners in pixels, from 0 to 14. */
  radius: z.number().nullable(),
  /** True if the client allows dark colours. */
  darkMode: z.boolean(),
  sso_access_only: z.boolean(),
})
export type ThemeReply = z.output<typeof themeReply>

/** A26. Returns the theme of a sub-domain. For an unknown name all values are null, so that clients cannot be guessed. */
export const readTheme = endpoint('GET', 'schemes/{id}', {
  base: 'v1',
  access: 'public',
  params: z.object({ id: z.string().max(63) }),
  reply: themeReply,
  // The sub-domain may be another client's than the host's, so its theme is read in a separate transaction.
  ownTransactions: true,
})

/** A27. Returns the scheme of the logged-in person. */
export const readScheme = endpoint('GET', 'scheme', {
  base: 'v1',
  access: 'user',
  reply: z.object({
    id: z.string(),
    schemeYear: z.number().int(),
    baseFont: z.string().nullable(),
    headerFont: z.string().nullable(),
    theme: z.object({ core: colours }),
    avatarSet,
  }),
})
