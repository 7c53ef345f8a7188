import { signOnLimits } from './limits.ts'
import { UnverifiedIdentity } from './sign-on-checks.ts'
import {
  hasSecondFactor,
  isStrongEnough,
  type SignOnProof,
  type SamlProvider,
} from '../../services/session/provider.rules.ts'
import { attributeOf, children, onlyChild, textIn, type XmlElement } from '../../platform/xml.ts'
import { readDocument } from './saml-document.server.ts'
import { names } from './saml-names.rules.ts'

export type Expected = { provider: SamlProvider; acs: string; requestId: string; now: number }

/** Addressed to us, answers this browser's request, a success. The response around an assertion may be unsigned. */
export function checkResponse(response: XmlElement, { provider, acs, requestId }: Expected): void {
  if (response.namespaceURI !== names.protocol || response.localName !== 'Response')
    throw new UnverifiedIdentity('no response')
  if (attributeOf(response, 'Version') !== '2.0') throw new UnverifiedIdentity('another version')
  if (attributeOf(response, 'Destination') !== acs) throw new UnverifiedIdentity('another destination')
  if (attributeOf(response, 'InResponseTo') !== requestId) throw new UnverifiedIdentity('an answer to another request')
  for (const issuer of children(response, names.assertion, 'Issuer')) {
    if (textIn(issuer) !== provider.issuer) throw new UnverifiedIdentity('another issuer')
  }
  const status = onlyChild(onlyChild(response, names.protocol, 'Status'), names.protocol, 'StatusCode')
  if (attributeOf(status, 'Value') !== 'urn:oasis:names:tc:SAML:2.0:status:Success')
    throw new UnverifiedIdentity('the provider refused')
}

/** Reads the person from the signed bytes only: for us, for this request, valid now, with a permanent name. */
export function readAssertion(verified: string, expected: Expected & { id: string }): SignOnProof {
  const assertion = readDocument(verified)
  if (assertion.namespaceURI !== names.assertion || assertion.localName !== 'Assertion')
    throw new UnverifiedIdentity('no assertion')
  if (attributeOf(assertion, 'ID') !== expected.id)
    throw new UnverifiedIdentity('another assertion than the one that was looked at')
  if (attributeOf(assertion, 'Version') !== '2.0') throw new UnverifiedIdentity('another version')
  const { provider, now } = expected
  if (textIn(onlyChild(assertion, names.assertion, 'Issuer')) !== provider.issuer)
    throw new UnverifiedIdentity('another issuer')

  const subject = onlyChild(assertion, names.assertion, 'Subject')
  const endsBy = checkBearer(subject, expected)
  checkConditions(onlyChild(assertion, names.assertion, 'Conditions'), expected)
  const statement = onlyChild(assertion, names.assertion, 'AuthnStatement')
  const sessionEnds = attributeOf(statement, 'SessionNotOnOrAfter')
  if (sessionEnds !== null && momentOf(sessionEnds) + signOnLimits.clockSkewMs <= now)
    throw new UnverifiedIdentity('their session there has ended')

  const said = contextOf(statement)
  if (!isStrongEnough(provider, said)) throw new UnverifiedIdentity('weaker than the client requires')

  const named = onlyChild(subject, names.assertion, 'NameID')
  const format = attributeOf(named, 'Format')
  const attributes = readAttributes(assertion)
  const name =
    provider.subjectAttribute === undefined
      ? lastingName(textIn(named), format)
      : onlyOne(attributes, provider.subjectAttribute)
  if (name === null || name === '' || name.length > 1024) throw new UnverifiedIdentity('no lasting name')
  return {
    subject: name,
    email: emailOf(provider, attributes) ?? (format === emailFormat ? textIn(named) : null),
    secondFactor: hasSecondFactor(provider, said),
    logout: {
      kind: 'saml',
      nameId: textIn(named),
      format,
      qualifier: attributeOf(named, 'NameQualifier'),
      sessionIndex: attributeOf(statement, 'SessionIndex'),
    },
    assertion: { id: expected.id, expiresAt: new Date(endsBy + signOnLimits.clockSkewMs) },
  }
}

function checkBearer(subject: XmlElement, { acs, requestId, now }: Expected): number {
  const confirmation = onlyChild(subject, names.assertion, 'SubjectConfirmation')
  if (attributeOf(confirmation, 'Method') !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    throw new UnverifiedIdentity('another confirmation')
  const data = onlyChild(confirmation, names.assertion, 'SubjectConfirmationData')
  if (attributeOf(data, 'Recipient') !== acs) throw new UnverifiedIdentity('another recipient')
  if (attributeOf(data, 'InResponseTo') !== requestId) throw new UnverifiedIdentity('an answer to another request')
  if (attributeOf(data, 'NotBefore') !== null) throw new UnverifiedIdentity('a confirmation with a beginning')
  const endsBy = momentOf(attributeOf(data, 'NotOnOrAfter'))
  if (endsBy + signOnLimits.clockSkewMs <= now) throw new UnverifiedIdentity('the assertion has ended')
  return endsBy
}

function checkConditions(conditions: XmlElement, { provider, now }: Expected): void {
  const from = attributeOf(conditions, 'NotBefore')
  const until = attributeOf(conditions, 'NotOnOrAfter')
  if (from !== null && momentOf(from) - signOnLimits.clockSkewMs > now)
    throw new UnverifiedIdentity('the assertion has not begun')
  if (until !== null && momentOf(until) + signOnLimits.clockSkewMs <= now)
    throw new UnverifiedIdentity('the assertion has ended')
  const audiences = children(onlyChild(conditions, names.assertion, 'AudienceRestriction'), names.assertion, 'Audience')
  if (audiences.length !== 1 || audiences.some((audience) => textIn(audience) !== provider.clientId))
    throw new UnverifiedIdentity('another audience')
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

function lastingName(name: string, format: string | null): string {
  if (format === 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    throw new UnverifiedIdentity('a name for this visit alone')
  return name
}

function contextOf(statement: XmlElement): string | null {
  const reference = children(
    onlyChild(statement, names.assertion, 'AuthnContext'),
    names.assertion,
    'AuthnContextClassRef',
  )[0]
  return reference ? textIn(reference) : null
}

type Attributes = Map<string, string[]>

function readAttributes(assertion: XmlElement): Attributes {
  const found: Attributes = new Map()
  for (const given of children(assertion, names.assertion, 'AttributeStatement').flatMap((statement) =>
    children(statement, names.assertion, 'Attribute'),
  )) {
    const name = attributeOf(given, 'Name') ?? ''
    const values = children(given, names.assertion, 'AttributeValue').map(textIn)
    found.set(name, [...(found.get(name) ?? []), ...values])
  }
  return found
}

/** Returns an attribute's only value; null if it has none or several. */
function onlyOne(attributes: Attributes, name: string): string | null {
  const values = attributes.get(name) ?? []
  return values.length === 1 ? (values[0] ?? null) : null
}

const usualEmailAttributes = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

function emailOf({ emailAttribute }: SamlProvider, attributes: Attributes): string | null {
  const known = emailAttribute === undefined ? usualEmailAttributes : [emailAttribute]
  const given = known.find((name) => attributes.has(name))
  return given === undefined ? null : onlyOne(attributes, given)
}

/** Parses an XML time in UTC. Refuses anything else, so that an error cannot mean no limit. */
function momentOf(text: string | null): number {
  const isMoment = text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)
  const moment = isMoment ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) throw new UnverifiedIdentity('a moment that cannot be read')
  return moment
}
