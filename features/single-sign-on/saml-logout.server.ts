import { attributeOf, childElements, onlyChild, textIn, type XmlElement } from '../../platform/xml.ts'
import { signOnLimits } from './limits.ts'
import { momentOf } from './saml-assertion.server.ts'
import { decodeField, inflateField, readDocument } from './saml-document.server.ts'
import { names } from './saml-names.rules.ts'
import { checkMessage, isAllowedSignature } from './saml-signature.server.ts'
import { newId, saml, type SamlConnection } from './saml.server.ts'
import type { ProviderLogout } from '../../services/session/provider.rules.ts'
import { runCheck, UnverifiedIdentity } from './unverified-identity.ts'

/** The browser brings a LogoutRequest in a form (HTTP-POST binding) or in the address (HTTP-Redirect). */
export type SamlLogoutRequest = { form: { request: string; relayState: string } } | { query: string }

type ReadRequest = ProviderLogout & { request: { id: string; expiresAt: Date }; relayState: string }

/** The library checks the signature; this function checks that the request is new and for us (SAML core, 3.7). */
export async function readSamlLogout(
  known: SamlConnection,
  asked: SamlLogoutRequest,
  address: string,
): Promise<ReadRequest> {
  const { provider } = known
  const now = Date.now()
  const { request, name, relayState } =
    'form' in asked ? await posted(known, asked.form) : await redirected(known, asked)
  if (request.namespaceURI !== names.protocol || request.localName !== 'LogoutRequest')
    throw new UnverifiedIdentity('no request to log out')
  if (attributeOf(request, 'Version') !== '2.0') throw new UnverifiedIdentity('another version')
  if (attributeOf(request, 'Destination') !== address) throw new UnverifiedIdentity('another destination')
  if (textIn(onlyChild(request, names.assertion, 'Issuer')) !== provider.issuer)
    throw new UnverifiedIdentity('another issuer')
  const issued = momentOf(attributeOf(request, 'IssueInstant'))
  if (issued - signOnLimits.clockSkewMs > now || issued + signOnLimits.logoutTokenMs <= now)
    throw new UnverifiedIdentity('a request to log out that is not of now')
  const until = attributeOf(request, 'NotOnOrAfter')
  if (until !== null && momentOf(until) + signOnLimits.clockSkewMs <= now)
    throw new UnverifiedIdentity('the request to log out has ended')
  const id = attributeOf(request, 'ID') ?? ''
  if (id === '' || id.length > 256) throw new UnverifiedIdentity('no usable id')
  return {
    name,
    // If another attribute identifies people, the request's name identifies nobody by itself.
    subject: provider.subjectAttribute === undefined ? name : null,
    sessions: childElements(request, names.protocol, 'SessionIndex').map(textIn),
    request: { id, expiresAt: new Date(issued + signOnLimits.logoutTokenMs + signOnLimits.clockSkewMs) },
    relayState,
  }
}

export async function samlLogoutAnswer(
  known: SamlConnection,
  { request: { id }, relayState }: Pick<ReadRequest, 'request' | 'relayState'>,
): Promise<string | null> {
  const { logoutService, logoutResponses = logoutService } = known.provider
  if (logoutResponses === undefined) return null
  const library = saml(
    { ...known, provider: { ...known.provider, logoutService: logoutResponses } },
    { requestId: newId(), acs: 'unused' },
  )
  return library.getLogoutResponseUrlAsync({ ID: id, issuer: '', nameID: '', nameIDFormat: '' }, relayState, {}, true)
}

type Verified = { request: XmlElement; name: string; relayState: string }

async function posted(
  known: SamlConnection,
  { request: field, relayState }: { request: string; relayState: string },
): Promise<Verified> {
  const xml = decodeField(field)
  const request = readDocument(xml)
  checkMessage(request, known.provider)
  const message = { SAMLRequest: Buffer.from(xml).toString('base64') }
  const verified = await runCheck(saml(known, unanswered).validatePostRequestAsync(message))
  return { request, name: nameIn(verified), relayState }
}

/** The signature covers parameters of the address, as they were sent (SAML bindings, section 3.4.4.1). */
async function redirected(known: SamlConnection, { query }: { query: string }): Promise<Verified> {
  const part = (name: string): string | undefined => {
    const [found, ...more] = query.split('&').filter((one) => one.startsWith(`${name}=`))
    if (more.length > 0) throw new UnverifiedIdentity(`${name} more than once`)
    return found
  }
  const [request, relayState, algorithm, signature] = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].map(part)
  if (request === undefined || algorithm === undefined || signature === undefined)
    throw new UnverifiedIdentity('not signed')
  // The library accepts a request with an empty signature, so refuse empty values.
  if ([request, algorithm, signature].some((one) => valueOf(one) === '')) throw new UnverifiedIdentity('not signed')
  // Some providers do not encode the plus signs of base64.
  const base64 = (one: string) => valueOf(one).replaceAll(' ', '+')
  if (!isAllowedSignature(valueOf(algorithm), known.provider))
    throw new UnverifiedIdentity('a signature that is not allowed')
  const xml = inflateField(base64(request))
  const document = readDocument(xml)
  const verified = await runCheck(
    saml(known, unanswered).validateRedirectAsync(
      { SAMLRequest: base64(request), SigAlg: valueOf(algorithm), Signature: base64(signature) },
      [request, relayState, algorithm].filter((one) => one !== undefined).join('&'),
    ),
  )
  return { request: document, name: nameIn(verified), relayState: relayState === undefined ? '' : valueOf(relayState) }
}

const unanswered = { requestId: 'unused', acs: 'unused' }

function valueOf(parameter: string): string {
  return [...new URLSearchParams(parameter).values()].join('')
}

function nameIn({ profile }: { profile: { nameID?: string } | null }): string {
  const name = profile?.nameID?.trim() ?? ''
  if (name === '') throw new UnverifiedIdentity('no name')
  return name
}
