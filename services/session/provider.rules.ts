import { asciiDomain, storedEmail } from '../../contract/email.ts'
import { z } from 'zod'

/** Signature algorithms that a provider may use: no shared keys, no SHA-1, not `none`. */
const openIdAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const
const samlAlgorithms = ['rsa-sha256', 'rsa-sha512'] as const

/** True for addresses on this machine, where demos and tests run providers without TLS. */
export function isLoopback(address: string): boolean {
  return (
    URL.canParse(address) && /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)$/.test(new URL(address).hostname)
  )
}

const providerAddress = z
  .string()
  .max(1024)
  .refine(
    (text) =>
      URL.canParse(text) &&
      new URL(text).username === '' &&
      (text.startsWith('https://') || (text.startsWith('http://') && isLoopback(text))),
    {
      error: 'Please give an address that begins with https://',
    },
  )
const providerOrigin = providerAddress.refine((text) => new URL(text).origin === text, {
  error: 'Please give an origin, for example https://login.client.example',
})
const line = z.string().trim().min(1, 'Please give a text').max(200, 'Please give at most 200 characters')

/** Name of an environment variable with a secret. The prefix protects the portal's other variables. */
const secretName = z
  .string()
  .regex(/^IDP_[A-Z0-9_]+$/, 'Please give the name of an environment variable that begins with IDP_')

const common = {
  /** The provider's name: the issuer of its tokens (OpenID), or its entity id (SAML). */
  issuer: providerAddress,
  /** The portal's name at the provider: client id (OpenID), or our entity id (SAML). */
  clientId: line,
  secretFrom: secretName.optional(),
  /** A disabled provider logs nobody in, not even people who are at the provider now. */
  enabled: z.boolean().default(true),
  emailDomains: z.array(z.string().transform(asciiDomain).pipe(z.hostname())).min(1, 'Please give at least one domain'),
  /** True if the provider's second factor replaces the portal's. Its response must then contain one of `acr`. */
  secondFactorCounts: z.boolean().default(false),
  /** Values with which the provider reports a second factor (acr, AuthnContextClassRef). */
  acr: z.array(line).default([]),
  acrRequired: z.boolean().default(false),
  logoutUrl: z.url({ protocol: /^https$/, error: 'Please give an address that begins with https://' }).optional(),
}

const openIdSettings = z.strictObject({
  kind: z.literal('openid'),
  ...common,
  algorithms: z.array(z.enum(openIdAlgorithms)).min(1).default(['RS256', 'PS256', 'ES256']),
  alsoAt: z.array(providerOrigin).default([]),
  emailsAreVerified: z.boolean().default(false),
  emailClaim: line.default('email'),
})
export const openIdProvider = openIdSettings.refine(
  ({ emailClaim, emailsAreVerified }) => emailClaim === 'email' || emailsAreVerified,
  {
    path: ['emailClaim'],
    error: 'A provider says nothing of other claims, so this needs emailsAreVerified: true',
  },
)

const attribute = line.optional()
/** Settings of a SAML provider, except its addresses, which are in the scheme folder or in the provider's metadata. */
export const samlBasics = {
  kind: z.literal('saml'),
  ...common,
  issuer: z.string().trim().min(1).max(1024),
  algorithms: z.array(z.enum(samlAlgorithms)).min(1).default(['rsa-sha256', 'rsa-sha512']),
  subjectAttribute: attribute,
  emailAttribute: attribute,
}
export const samlPlace = {
  entryPoint: providerAddress,
  /** Certificates or public keys for the provider's signatures, as PEM. Several during a change of keys. */
  certificates: z.array(z.string().max(20_000)).min(1, 'Please give at least one certificate'),
  logoutService: providerAddress.optional(),
  /** The address for answers to the provider's logout, if it differs from `logoutService`. */
  logoutResponses: providerAddress.optional(),
}
export const samlProvider = z.strictObject({ ...samlBasics, ...samlPlace })

export const identityProvider = z.discriminatedUnion('kind', [openIdProvider, samlProvider])
export type OpenIdProvider = z.output<typeof openIdProvider>
export type SamlProvider = z.output<typeof samlProvider>
export type IdentityProvider = OpenIdProvider | SamlProvider

/** Name under which identities are stored: the same subject at another provider is another person. */
export function providerName({ kind, issuer }: Pick<IdentityProvider, 'kind' | 'issuer'>): string {
  return `${kind} ${issuer}`
}

export type SignOnProof = {
  subject: string
  email: string | null
  claims: string[]
  secondFactor: boolean
  session: { name: string; session: string | null }
  logout: LogoutHint
  assertion: { id: string; expiresAt: Date } | null
}

export type LogoutHint =
  | { kind: 'openid'; idToken: string }
  | { kind: 'saml'; nameId: string; format: string | null; qualifier: string | null; sessionIndex: string | null }

export type ProviderLogout = {
  name: string | null
  subject: string | null
  sessions: readonly string[]
  /** Null for a request that may be repeated: front-channel logout has no id. */
  request: { id: string; expiresAt: Date } | null
}

export function hasSecondFactor(
  { secondFactorCounts, acr }: Pick<IdentityProvider, 'secondFactorCounts' | 'acr'>,
  value: string | null,
): boolean {
  return secondFactorCounts && value !== null && acr.includes(value)
}

/** True if the authentication at the provider was as strong as the client requires (S-30). */
export function isStrongEnough(
  { acrRequired, acr }: Pick<IdentityProvider, 'acrRequired' | 'acr'>,
  value: string | null,
): boolean {
  return !acrRequired || (value !== null && acr.includes(value))
}

/** Returns the address if it is in the client's domains and equals the stored one, except for ASCII capitals; otherwise null. */
export function emailInOwnDomains(
  { emailDomains }: Pick<IdentityProvider, 'emailDomains'>,
  email: string | null,
): string | null {
  if (/(?![ \t\r\n])[\p{Cf}\p{Cc}\s]/u.test(email ?? '')) return null
  const given = (email ?? '').trim()
  const address = storedEmail(given)
  // Different addresses must not become equal: the Kelvin sign becomes k in lower case.
  const isSameName = localPart(given).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) === localPart(address)
  if (!isSameName) return null
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(address) ?? []
  return domain !== undefined && address.length <= 254 && emailDomains.includes(domain) ? address : null
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'))
