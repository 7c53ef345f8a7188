import { SAML, ValidateInResponseTo, type CacheProvider, type SamlConfig } from '@node-saml/node-saml'
import { randomBytes } from 'node:crypto'
import { signOnLimits } from './limits.ts'
import { runCheck, UnverifiedIdentity } from './unverified-identity.ts'
import type { LogoutHint, SignOnProof, SamlProvider } from '../../services/session/provider.rules.ts'
import { checkResponse, readAssertion } from './saml-assertion.server.ts'
import { decodeField, readDocument } from './saml-document.server.ts'
import { checkAssertion, checkStructure } from './saml-signature.server.ts'

export type SamlFlow = { kind: 'saml'; state: string; requestId: string; acs: string }

/** `signingKey`: the portal's private key as PEM, perhaps with a certificate, for signed requests. */
export type SamlConnection = { provider: SamlProvider; signingKey: string | undefined }

export async function startSaml(known: SamlConnection, acs: string): Promise<{ address: string; flow: SamlFlow }> {
  const flow: SamlFlow = { kind: 'saml', state: randomBytes(32).toString('base64url'), requestId: newId(), acs }
  return { address: await saml(known, flow).getAuthorizeUrlAsync(flow.state, undefined, {}), flow }
}

/** Checks the structure of the response, then its signature (by the library), then the signed content. */
export async function finishSaml(
  known: SamlConnection,
  flow: SamlFlow,
  form: { response: string; relayState: string },
): Promise<SignOnProof> {
  if (form.relayState !== flow.state) throw new UnverifiedIdentity('another browser')
  const xml = decodeField(form.response)
  const response = readDocument(xml)
  const expected = { provider: known.provider, acs: flow.acs, requestId: flow.requestId, now: Date.now() }
  checkResponse(response, expected)
  const library = saml(known, flow)
  const shape = checkStructure(response, known.provider)
  const id = shape.is === 'plain' ? shape.id : await decryptedId(known, library, xml)
  const { profile } = await runCheck(
    library.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') }),
  )
  const verified = profile?.getAssertionXml?.()
  if (verified === undefined) throw new UnverifiedIdentity('nothing was verified')
  return readAssertion(verified, { ...expected, id })
}

async function decryptedId(known: SamlConnection, library: Library, xml: string): Promise<string> {
  if (ourKey(known).key === undefined)
    throw new UnverifiedIdentity('an encrypted assertion, and secretFrom names no private key')
  const assertion = await runCheck(library.decrypted(xml))
  return checkAssertion(readDocument(assertion), known.provider)
}

/** Exposes the library's decryption, a protected method. Call it after `checkStructure`. */
class Library extends SAML {
  async decrypted(response: string): Promise<string> {
    return (await this.getSignedAssertion(response)) ?? ''
  }
}

/** Not verified, because the result only selects the message of a failure. */
export function namesRequest(response: string): boolean {
  return /<[^<>]{1,80}Response[^<>]{1,2000} InResponseTo=/.test(Buffer.from(response, 'base64').toString())
}

export async function samlLogoutAddress(known: SamlConnection, hint: LogoutHint | null): Promise<string | null> {
  if (known.provider.logoutService === undefined || hint?.kind !== 'saml') return null
  const profile = {
    nameID: hint.nameId,
    nameIDFormat: hint.format ?? 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ...(hint.qualifier !== null && { nameQualifier: hint.qualifier }),
    ...(hint.sessionIndex !== null && { sessionIndex: hint.sessionIndex }),
    issuer: known.provider.issuer,
  }
  return saml(known, { requestId: newId(), acs: 'unused' }).getLogoutUrlAsync(profile, '', {})
}

export function samlMetadata(known: SamlConnection, { acs, loggedOut }: { acs: string; loggedOut: string }): string {
  const { certificate } = ourKey(known)
  return saml(known, { requestId: newId(), acs }, loggedOut).generateServiceProviderMetadata(
    certificate ?? null,
    certificate ?? null,
  )
}

export function saml(
  known: SamlConnection,
  { requestId, acs }: Pick<SamlFlow, 'requestId' | 'acs'>,
  loggedOut?: string,
): Library {
  const { provider } = known
  const { key } = ourKey(known)
  const settings: SamlConfig = {
    issuer: provider.clientId,
    audience: provider.clientId,
    callbackUrl: acs,
    entryPoint: provider.entryPoint,
    idpIssuer: provider.issuer,
    idpCert: provider.certificates,
    wantAssertionsSigned: true,
    // The response may be unsigned, because only the signed assertion is used.
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
    requestIdExpirationPeriodMs: signOnLimits.flowMs,
    acceptedClockSkewMs: signOnLimits.clockSkewMs,
    identifierFormat: null,
    disableRequestedAuthnContext: provider.acr.length === 0,
    authnContext: provider.acr,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    generateUniqueId: () => requestId,
    ...(provider.logoutService !== undefined && { logoutUrl: provider.logoutService }),
    ...(loggedOut !== undefined && { logoutCallbackUrl: loggedOut }),
    ...(key !== undefined && { privateKey: key, decryptionPvk: key }),
  }
  return new Library(settings)
}

function onlyRequest(requestId: string): CacheProvider {
  const value = new Date().toISOString()
  return {
    saveAsync: (key) => Promise.resolve({ value: key, createdAt: Date.now() }),
    getAsync: (key) => Promise.resolve(key === requestId ? value : null),
    removeAsync: (key) => Promise.resolve(key),
  }
}

function ourKey({ signingKey = '' }: SamlConnection): { key: string | undefined; certificate: string | undefined } {
  const part = (label: string) =>
    new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(signingKey)?.[0]
  const key = part('PRIVATE KEY') ?? part('RSA PRIVATE KEY')
  // Refuse early. Without the key the request would be unsigned, and only the provider would report that.
  if (signingKey !== '' && key === undefined)
    throw new UnverifiedIdentity('the secret holds no private key, as PEM and without a passphrase')
  return { key, certificate: part('CERTIFICATE') }
}

export const newId = (): string => `_${randomBytes(20).toString('hex')}`
