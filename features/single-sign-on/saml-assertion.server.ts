import { signOnLimits } from './limits.ts'
import { UnverifiedIdentity } from './unverified-identity.ts'
import {
  emailInOwnDomains,
  hasSecondFactor,
  isStrongEnough,
  type SignOnProof,
  type SamlProvider,
} from '../../services/session/provider.rules.ts'
import { attributeOf, childElements, onlyChild, textIn, type XmlElement } from '../../platform/xml.ts'
import { readDocument } from './saml-document.server.ts'
import { names } from './saml-names.rules.ts'

export type ExpectedAssertion = { provider: SamlProvider; acs: string; requestId: string; now: number }

export function checkResponse(response: XmlElement, { provider, acs, requestId }: ExpectedAssertion): void {
  if (response.namespaceURI !== names.protocol || response.localName !== 'Response')
    throw new UnverifiedIdentity('no response')
  if (attributeOf(response, 'Version') !== '2.0') throw new UnverifiedIdentity('another version')
  if (attributeOf(response, 'Destination') !== acs) throw new UnverifiedIdentity('another destination')
  const answered = attributeOf(response, 'InResponseTo')
  if (answered === null) throw new UnverifiedIdentity('an answer without a request', 'tile')
  if (answered !== requestId) throw new UnverifiedIdentity('an answer to another request', 'late')
  for (const issuer of childElements(response, names.assertion, 'Issuer')) {
    if (textIn(issuer) !== provider.issuer) throw new UnverifiedIdentity('another issuer')
  }
  const status = onlyChild(onlyChild(response, names.protocol, 'Status'), names.protocol, 'StatusCode')
  const codes = [status, ...childElements(status, names.protocol, 'StatusCode')].map(
    (code) => attributeOf(code, 'Value') ?? '',
  )
  if (codes[0] !== `${statusPrefix}Success`) {
    const said = codes.map((code) => (code.startsWith(statusPrefix) ? code.slice(statusPrefix.length) : ''))
    throw new UnverifiedIdentity(
      `the provider refused: ${said.map((code) => /^\w{1,40}/.exec(code)?.[0] ?? 'unknown').join(', ')}`,
      said.some((code) => /^(AuthnFailed|NoPassive|RequestDenied)$/.test(code)) ? 'cancelled' : '',
    )
  }
}

const statusPrefix = 'urn:oasis:names:tc:SAML:2.0:status:'

/** Reads the signed assertion alone. It must be for us and this request, valid, with a permanent name. */
export function readAssertion(verified: string, expected: ExpectedAssertion & { id: string }): SignOnProof {
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
    email:
      emailOf(provider, attributes) ??
      (provider.emailAttribute === undefined && mayBeEmail(format) ? textIn(named) : null),
    claims: [`NameID ${format ?? 'without a format'}`, ...attributes.map(({ names: [name = ''] }) => name)],
    secondFactor: hasSecondFactor(provider, said),
    session: { name: textIn(named), session: attributeOf(statement, 'SessionIndex') },
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

function checkBearer(subject: XmlElement, { acs, requestId, now }: ExpectedAssertion): number {
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

function checkConditions(conditions: XmlElement, { provider, now }: ExpectedAssertion): void {
  const from = attributeOf(conditions, 'NotBefore')
  const until = attributeOf(conditions, 'NotOnOrAfter')
  if (from !== null && momentOf(from) - signOnLimits.clockSkewMs > now)
    throw new UnverifiedIdentity('the assertion has not begun')
  if (until !== null && momentOf(until) + signOnLimits.clockSkewMs <= now)
    throw new UnverifiedIdentity('the assertion has ended')
  const audiences = childElements(
    onlyChild(conditions, names.assertion, 'AudienceRestriction'),
    names.assertion,
    'Audience',
  )
  // One audience of the list is enough (SAML core, section 2.5.1.4).
  if (!audiences.some((audience) => textIn(audience) === provider.clientId))
    throw new UnverifiedIdentity('another audience')
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

function lastingName(name: string, format: string | null): string {
  if (format === 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    throw new UnverifiedIdentity('a name for this visit alone')
  return name
}

function contextOf(statement: XmlElement): string | null {
  const reference = childElements(
    onlyChild(statement, names.assertion, 'AuthnContext'),
    names.assertion,
    'AuthnContextClassRef',
  )[0]
  return reference ? textIn(reference) : null
}

type Attribute = { names: string[]; values: string[] }

function readAttributes(assertion: XmlElement): Attribute[] {
  return childElements(assertion, names.assertion, 'AttributeStatement')
    .flatMap((statement) => childElements(statement, names.assertion, 'Attribute'))
    .map((given) => ({
      names: [attributeOf(given, 'Name') ?? '', attributeOf(given, 'FriendlyName') ?? ''].filter((name) => name !== ''),
      values: childElements(given, names.assertion, 'AttributeValue').map(textIn),
    }))
}

function valuesOf(attributes: readonly Attribute[], name: string): string[] {
  const isMeant = (one: string) => one.toLowerCase() === name.toLowerCase()
  return attributes.filter((attribute) => attribute.names.some(isMeant)).flatMap(({ values }) => values)
}

function onlyOne(attributes: readonly Attribute[], name: string): string | null {
  const values = new Set(valuesOf(attributes, name).filter((value) => value !== ''))
  return values.size === 1 ? ([...values][0] ?? null) : null
}

const usualEmailAttributes = [
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/emailaddress',
]

/** Null if no email is in the client's domains, or more than one. */
function emailOf(provider: SamlProvider, attributes: readonly Attribute[]): string | null {
  const known = provider.emailAttribute === undefined ? usualEmailAttributes : [provider.emailAttribute]
  const given = known.flatMap((name) => valuesOf(attributes, name)).map((email) => emailInOwnDomains(provider, email))
  const own = [...new Set(given)].filter((email) => email !== null)
  return own.length === 1 ? (own[0] ?? null) : null
}

/** Many providers send the email as the person's name, in an unspecified format. */
function mayBeEmail(format: string | null): boolean {
  return format === null || format === emailFormat || format.endsWith(':nameid-format:unspecified')
}

/** The time must be in UTC, which may be written as +00:00. Refuses other formats, because NaN would set no limit. */
export function momentOf(text: string | null): number {
  const isMoment = text !== null && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]00:00)$/.test(text)
  const moment = isMoment ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) throw new UnverifiedIdentity('a moment that cannot be read')
  return moment
}
