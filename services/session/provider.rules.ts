import { asciiDomain, storedEmail } from '../../contract/email.ts'
import { z } from 'zod'

/** Signature methods that a provider may use: no shared keys, no SHA-1, not `none`. */
const openIdAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const
const samlAlgorithms = ['rsa-sha256', 'rsa-sha512'] as const

/** Returns whether the host is this machine. Only demos and tests have a provider there, without TLS. */
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

/** Name of the variable with a provider's secret. The prefix keeps settings from reading other variables of the process. */
const secretName = z
  .string()
  .regex(/^IDP_[A-Z0-9_]+$/, 'Please give the name of an environment variable that begins with IDP_')

const common = {
  /** The provider's own name: the issuer of its tokens, or its entity id. */
  issuer: providerAddress,
  /** The provider's name for this portal: the client id, or our entity id. */
  clientId: line,
  /** Name of the environment variable with the secret; the secret itself is never stored in a folder. */
  secretFrom: secretName.optional(),
  /** A disabled provider signs nobody in, even people who are signing in there now. */
  enabled: z.boolean().default(true),
  emailDomains: z.array(z.string().transform(asciiDomain).pipe(z.hostname())).min(1, 'Please give at least one domain'),
  /** Whether the provider's second factor counts instead of the portal's, if its response contains one of `acr`. */
  secondFactorCounts: z.boolean().default(false),
  /** Values by which the provider reports a second factor (acr, AuthnContextClassRef). */
  acr: z.array(line).default([]),
  acrRequired: z.boolean().default(false),
  /** Where a logout leads, instead of the provider's own address. */
  logoutUrl: z.url({ protocol: /^https$/, error: 'Please give an address that begins with https://' }).optional(),
}

/** An OpenID provider, before the rules that concern several settings. */
const openIdSettings = z.strictObject({
  kind: z.literal('openid'),
  ...common,
  algorithms: z.array(z.enum(openIdAlgorithms)).min(1).default(['RS256', 'PS256', 'ES256']),
  /** Further origins of the provider, for keys or tokens, that the portal may call. */
  alsoAt: z.array(providerOrigin).default([]),
  /** Trusts addresses of these domains from a provider that does not report whether they are verified. */
  emailsAreVerified: z.boolean().default(false),
  /** Claim with the person's email address, for example `preferred_username` of Entra ID. */
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
/** A SAML provider without its addresses, which come from the folder or from the provider's metadata. */
export const samlBasics = {
  kind: z.literal('saml'),
  ...common,
  // An entity id is a name and need not be an address.
  issuer: z.string().trim().min(1).max(1024),
  algorithms: z.array(z.enum(samlAlgorithms)).min(1).default(['rsa-sha256', 'rsa-sha512']),
  /** Attribute with the person's permanent name, if it is not the NameID. */
  subjectAttribute: attribute,
  emailAttribute: attribute,
}
export const samlPlace = {
  entryPoint: providerAddress,
  /** The provider's signing certificates or public keys, as PEM; several during a key change. */
  certificates: z.array(z.string().max(20_000)).min(1, 'Please give at least one certificate'),
  logoutService: providerAddress.optional(),
}
export const samlProvider = z.strictObject({ ...samlBasics, ...samlPlace })

export const identityProvider = z.discriminatedUnion('kind', [openIdProvider, samlProvider])
export type OpenIdProvider = z.output<typeof openIdProvider>
export type SamlProvider = z.output<typeof samlProvider>
export type IdentityProvider = OpenIdProvider | SamlProvider

/** Name under which a provider's subjects are stored: another provider's same subject is another person. */
export function providerName({ kind, issuer }: Pick<IdentityProvider, 'kind' | 'issuer'>): string {
  return `${kind} ${issuer}`
}

export type SignOnProof = {
  subject: string
  email: string | null
  /** Names of the claims or attributes that came, for the log. */
  claims: string[]
  secondFactor: boolean
  logout: LogoutHint
  assertion: { id: string; expiresAt: Date } | null
}

export type LogoutHint =
  | { kind: 'openid'; idToken: string }
  | { kind: 'saml'; nameId: string; format: string | null; qualifier: string | null; sessionIndex: string | null }

export function hasSecondFactor(
  { secondFactorCounts, acr }: Pick<IdentityProvider, 'secondFactorCounts' | 'acr'>,
  value: string | null,
): boolean {
  return secondFactorCounts && value !== null && acr.includes(value)
}

/** Returns whether the provider's check was as strong as the client requires (S-30). */
export function isStrongEnough(
  { acrRequired, acr }: Pick<IdentityProvider, 'acrRequired' | 'acr'>,
  value: string | null,
): boolean {
  return !acrRequired || (value !== null && acr.includes(value))
}

/**
 * Returns the stored spelling of an address for which the provider vouches, if it is in the client's domains and the provider
 * spells it the same: only ASCII case and the form of the domain may differ.
 */
export function emailInOwnDomains(
  { emailDomains }: Pick<IdentityProvider, 'emailDomains'>,
  email: string | null,
): string | null {
  if (/(?![ \t\r\n])[\p{Cf}\p{Cc}\s]/u.test(email ?? '')) return null
  const given = (email ?? '').trim()
  const address = storedEmail(given)
  // Otherwise different addresses would be one here: the Kelvin sign is k in lower case.
  const isSameName = localPart(given).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) === localPart(address)
  if (!isSameName) return null
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(address) ?? []
  return domain !== undefined && address.length <= 254 && emailDomains.includes(domain) ? address : null
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'))
