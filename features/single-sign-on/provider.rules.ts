import { z } from 'zod'

/** Signatures that an identity provider may use. Nothing with a shared key, nothing with SHA-1, never none. */
const openIdAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const
const samlAlgorithms = ['rsa-sha256', 'rsa-sha512'] as const

/** A host that is this machine: only a demo or a test has its provider there, without TLS. */
export function isLoopback(address: string): boolean {
  return (
    URL.canParse(address) && /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9.-]+\.localhost)$/.test(new URL(address).hostname)
  )
}

/** An address that a provider may have: over TLS, or on this machine. */
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

/** What a variable that holds a provider's secret is called: by its beginning never one that the process has for another use. */
const secretName = z
  .string()
  .regex(/^IDP_[A-Z0-9_]+$/, 'Please give the name of an environment variable that begins with IDP_')

/** What both kinds of provider have. */
const common = {
  /** The provider's own name: the issuer of its tokens, or its entity id. */
  issuer: providerAddress,
  /** What the provider calls this portal: the client id, or our entity id. */
  clientId: line,
  /** Name of the environment variable that holds the secret; the secret itself never stands in a folder. */
  secretFrom: secretName.optional(),
  /** A provider that is switched off lets nobody in, also those who are on their way. */
  enabled: z.boolean().default(true),
  emailDomains: z.array(z.hostname().toLowerCase()).min(1, 'Please give at least one domain'),
  /** The provider's own second factor counts as this portal's, where `acr` says that it was asked for. */
  secondFactorCounts: z.boolean().default(false),
  /** What the provider says (acr, AuthnContextClassRef) when it has asked for a second factor. */
  acr: z.array(line).default([]),
  /** Nobody comes in of whom the provider does not say one of these. */
  acrRequired: z.boolean().default(false),
  /** Where a logout leads, instead of the address that the provider itself names for it. */
  logoutUrl: z.url({ protocol: /^https$/, error: 'Please give an address that begins with https://' }).optional(),
}

export const openIdProvider = z.strictObject({
  kind: z.literal('openid'),
  ...common,
  algorithms: z.array(z.enum(openIdAlgorithms)).min(1).default(['RS256', 'PS256', 'ES256']),
  /** Further origins of the provider that the portal may ask: where its keys or its tokens are elsewhere. */
  alsoAt: z.array(providerOrigin).default([]),
  /** For a provider that says of no address whether it is verified, and gives addresses of these domains itself. */
  emailsAreVerified: z.boolean().default(false),
})

const attribute = line.optional()
/** A SAML provider without where it is: the folder says that itself, or by the provider's metadata. */
export const samlBasics = {
  kind: z.literal('saml'),
  ...common,
  // An entity id is a name, and need not be an address.
  issuer: z.string().trim().min(1).max(1024),
  algorithms: z.array(z.enum(samlAlgorithms)).min(1).default(['rsa-sha256', 'rsa-sha512']),
  /** The attribute that names somebody for good, where that is not the NameID. */
  subjectAttribute: attribute,
  emailAttribute: attribute,
}
export const samlPlace = {
  entryPoint: providerAddress,
  /** Certificates or public keys by which it signs, as PEM; several while it changes them. */
  certificates: z.array(z.string().max(20_000)).min(1, 'Please give at least one certificate'),
  /** Where the provider takes a request to log somebody out. */
  logoutService: providerAddress.optional(),
}
export const samlProvider = z.strictObject({ ...samlBasics, ...samlPlace })

/** A client's identity provider as its row keeps it. */
export const identityProvider = z.discriminatedUnion('kind', [openIdProvider, samlProvider])
export type OpenIdProvider = z.output<typeof openIdProvider>
export type SamlProvider = z.output<typeof samlProvider>
export type IdentityProvider = OpenIdProvider | SamlProvider

/** Under which a provider's names for people are kept: the same name of another provider is somebody else. */
export function providerName({ kind, issuer }: Pick<IdentityProvider, 'kind' | 'issuer'>): string {
  return `${kind} ${issuer}`
}

/** What a provider has told about who signed in, once every check has passed. */
export type Proof = {
  /** The provider's lasting name for them. */
  subject: string
  /** An address that the provider vouches for; null when it vouches for none. */
  email: string | null
  /** The provider has asked for a second factor that counts as ours. */
  secondFactor: boolean
  /** What the provider wants to hear when this person logs out. */
  logout: LogoutHint
  /** What may be used once, and until when it would be believed. */
  assertion: { id: string; expiresAt: Date } | null
}

export type LogoutHint =
  | { kind: 'openid'; idToken: string }
  | { kind: 'saml'; nameId: string; format: string | null; qualifier: string | null; sessionIndex: string | null }

/** Whether what the provider says about how it asked is a second factor that counts. */
export function hasSecondFactor(
  { secondFactorCounts, acr }: Pick<IdentityProvider, 'secondFactorCounts' | 'acr'>,
  said: string | null,
): boolean {
  return secondFactorCounts && said !== null && acr.includes(said)
}

/** Whether the provider has asked for as much as the client wants of everybody (S-30). */
export function isStrongEnough(
  { acrRequired, acr }: Pick<IdentityProvider, 'acrRequired' | 'acr'>,
  said: string | null,
): boolean {
  return !acrRequired || (said !== null && acr.includes(said))
}

/** An address of one of the client's own domains, in lower case; null for any other. */
export function ownAddress(
  { emailDomains }: Pick<IdentityProvider, 'emailDomains'>,
  email: string | null,
): string | null {
  const address = email?.trim().toLowerCase() ?? ''
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(address) ?? []
  return domain !== undefined && address.length <= 254 && emailDomains.includes(domain) ? address : null
}
