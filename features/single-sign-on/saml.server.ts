import { SAML, ValidateInResponseTo, type CacheProvider, type SamlConfig } from '@node-saml/node-saml'
import { randomBytes } from 'node:crypto'
import { signOnLimits } from './limits.ts'
import { checkedBy, NotProven } from './not-proven.ts'
import type { LogoutHint, Proof, SamlProvider } from './provider.rules.ts'
import { checkResponse, readAssertion } from './saml-assertion.server.ts'
import { decodeField, readDocument } from './saml-document.server.ts'
import { checkShape } from './saml-signature.server.ts'

export type SamlFlow = { kind: 'saml'; state: string; requestId: string; acs: string }

/** `signingKey`: PEM of our key, where the client has its provider want signed requests; our certificate may follow it. */
export type SamlKnown = { provider: SamlProvider; signingKey: string | undefined }

/** Where the browser is sent with our request, and what its return is bound by. */
export async function startSaml(known: SamlKnown, acs: string): Promise<{ address: string; flow: SamlFlow }> {
  const flow: SamlFlow = { kind: 'saml', state: randomBytes(32).toString('base64url'), requestId: newId(), acs }
  return { address: await saml(known, flow).getAuthorizeUrlAsync(flow.state, undefined, {}), flow }
}

/** Checks a response's shape, then its signature by the library, then the signed content. */
export async function finishSaml(
  known: SamlKnown,
  flow: SamlFlow,
  form: { response: string; relayState: string },
): Promise<Proof> {
  if (form.relayState !== flow.state) throw new NotProven('another browser')
  const xml = decodeField(form.response)
  const response = readDocument(xml)
  const expected = { provider: known.provider, acs: flow.acs, requestId: flow.requestId, now: Date.now() }
  checkResponse(response, expected)
  const id = checkShape(response, known.provider)
  const { profile } = await checkedBy(
    saml(known, flow).validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') }),
  )
  const verified = profile?.getAssertionXml?.()
  if (verified === undefined) throw new NotProven('nothing was verified')
  return readAssertion(verified, { ...expected, id })
}

/** Where the provider is asked to end its own session; null when it does not say where. */
export async function samlLogoutAddress(known: SamlKnown, hint: LogoutHint | null): Promise<string | null> {
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

export function samlMetadata(known: SamlKnown, { acs, loggedOut }: { acs: string; loggedOut: string }): string {
  const { certificate } = ourKey(known)
  return saml(known, { requestId: newId(), acs }, loggedOut).generateServiceProviderMetadata(null, certificate ?? null)
}

function saml(known: SamlKnown, { requestId, acs }: Pick<SamlFlow, 'requestId' | 'acs'>, loggedOut?: string): SAML {
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
    // Many providers sign the assertion alone, and nothing outside it is believed.
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
    ...(key !== undefined && { privateKey: key }),
  }
  return new SAML(settings)
}

/** The library asks which requests are open: the one that this browser's cookie names, and no other. */
function onlyRequest(requestId: string): CacheProvider {
  const value = new Date().toISOString()
  return {
    saveAsync: (key) => Promise.resolve({ value: key, createdAt: Date.now() }),
    getAsync: (key) => Promise.resolve(key === requestId ? value : null),
    removeAsync: (key) => Promise.resolve(key),
  }
}

function ourKey({ signingKey = '' }: SamlKnown): { key: string | undefined; certificate: string | undefined } {
  const part = (label: string) =>
    new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(signingKey)?.[0]
  const key = part('PRIVATE KEY') ?? part('RSA PRIVATE KEY')
  // Without it the request would go out unsigned, and the provider would be left to say what is wrong.
  if (signingKey !== '' && key === undefined)
    throw new NotProven('the secret holds no private key, as PEM and without a passphrase')
  return { key, certificate: part('CERTIFICATE') }
}

const newId = (): string => `_${randomBytes(20).toString('hex')}`
