// A SAML provider process, built with samlify. Its argument is the portal's entity id. Tests add faults to requests.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { createSign, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { rsaKeys, selfSigned } from './saml-certificate.ts'
import type { SamlFaults, SamlLogoutFaults } from './saml-faults.ts'

setSchemaValidator({ validate: () => Promise.resolve('not checked') })
const entityId = 'https://provider.a.example/saml'
const keys = { own: rsaKeys(), next: rsaKeys(), stranger: rsaKeys() }
const certificates = { own: selfSigned(keys.own), next: selfSigned(keys.next), stranger: selfSigned(keys.stranger) }
const [, , portalId = ''] = process.argv

const server = createServer(
  (request, response) => void serve(new URL(request.url ?? '/', 'http://provider'), response),
).listen(0, '127.0.0.1', () => {
  // A listening TCP server has an address with a port.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.send?.({ origin, certificates, metadata: metadata(origin) })
})
process.on('disconnect', () => process.exit(0))

async function serve({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
  const page = (body: string) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Provider</title><h1>Provider of A</h1>${body}`)
  // The tests encode this value.
  const given: unknown = JSON.parse(Buffer.from(searchParams.get('faults') ?? 'e30=', 'base64url').toString())
  if (pathname === '/logout-request')
    return void response.end(logoutRequest(searchParams.get('to') ?? '', given as SamlLogoutFaults))
  if (searchParams.has('SAMLResponse')) {
    const told = inflateRawSync(Buffer.from(searchParams.get('SAMLResponse') ?? '', 'base64')).toString()
    const answered = /InResponseTo="([^"]*)"/.exec(told)?.[1]
    return void page(
      `<p>${/status:Success/.test(told) ? 'Logged out' : 'Refused'} ${answered}, ${searchParams.get('RelayState')}</p>`,
    )
  }
  // Browsers also request a favicon, which is not a SAML request.
  if (!searchParams.has('SAMLRequest')) return void page('')
  const asked = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  if (pathname === '/logout') {
    const name = /<saml:NameID[^>]*>([^<]*)</.exec(asked)?.[1]
    const index = /SessionIndex[^>]*>([^<]*)</.exec(asked)?.[1]
    return void page(`<p>Logged out ${name} of ${index}</p>`)
  }
  const acs = /AssertionConsumerServiceURL="([^"]*)"/.exec(asked)?.[1] ?? ''
  const request = /ID="([^"]*)"/.exec(asked)?.[1] ?? ''
  const wanted = searchParams.has('faults') ? (given as SamlFaults) : kofi
  const sealed = await answer({ acs, request, faults: wanted })
  page(`<form method="post" action="${acs}"><input type="hidden" name="SAMLResponse" value="${sealed}">
<input type="hidden" name="RelayState" value="${searchParams.get('RelayState') ?? ''}"><button>Sign in as Kofi Mensah</button></form>`)
}

const kofi: SamlFaults = { subject: 'kofi-at-saml', email: 'kofi.mensah@copperleaf.example' }

async function answer({ acs, request, faults }: { acs: string; request: string; faults: SamlFaults }): Promise<string> {
  const { key = 'own', algorithm = 'rsa-sha256', signs = 'assertion' } = faults
  const xml = responseXml({ acs, request, faults })
  if (signs === 'nothing') return Buffer.from(xml).toString('base64')
  const provider = IdentityProvider({
    entityID: entityId,
    privateKey: keys[key].privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signingCert: certificates[key],
    requestSignatureAlgorithm: `http://www.w3.org/${algorithm === 'rsa-sha1' ? '2000/09/xmldsig' : '2001/04/xmldsig-more'}#${algorithm}`,
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: 'https://provider.a.example/sso' },
    ],
    messageSigningOrder: 'sign-then-encrypt',
    isAssertionEncrypted: faults.encryptFor !== undefined,
    ...(faults.keyEncryption !== undefined && { keyEncryptionAlgorithm: faults.keyEncryption }),
  })
  const portal = ServiceProvider({
    entityID: portalId,
    assertionConsumerService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: acs }],
    wantAssertionsSigned: signs !== 'response',
    wantMessageSigned: signs !== 'assertion',
    ...(faults.encryptFor !== undefined && { encryptCert: faults.encryptFor }),
  })
  const { context } = await provider.createLoginResponse(
    portal,
    { extract: { request: { id: request } } },
    'post',
    {},
    () => ({ id: '_x', context: xml }),
  )
  return context
}

function logoutRequest(to: string, faults: SamlLogoutFaults): string {
  const { key = 'own', algorithm = 'rsa-sha256', binding = 'redirect', signs = 'request' } = faults
  const method = `http://www.w3.org/${algorithm === 'rsa-sha1' ? '2000/09/xmldsig' : '2001/04/xmldsig-more'}#${algorithm}`
  const privateKey = keys[key].privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const xml = logoutXml(to, faults)
  if (binding === 'post') {
    const signed = SamlLib.constructSAMLSignature({
      rawSamlMessage: xml,
      referenceTagXPath: "/*[local-name(.)='LogoutRequest']",
      privateKey,
      signatureAlgorithm: method,
      signingCert: certificates[key].replaceAll(/-----[A-Z ]+-----|\s/g, ''),
      isBase64Output: true,
      signatureConfig: {
        location: { reference: "/*[local-name(.)='LogoutRequest']/*[local-name(.)='Issuer']", action: 'after' },
      },
    })
    const field = signs === 'request' ? signed : Buffer.from(xml).toString('base64')
    return new URLSearchParams({ SAMLRequest: field, RelayState: 'state of the provider' }).toString()
  }
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(xml).toString('base64'),
    RelayState: 'state of the provider',
    SigAlg: method,
  }).toString()
  const signature = createSign(algorithm === 'rsa-sha1' ? 'sha1' : 'sha256')
    .update(query)
    .sign(privateKey, 'base64')
  return signs === 'request' ? `${query}&${new URLSearchParams({ Signature: signature }).toString()}` : query
}

function logoutXml(to: string, faults: SamlLogoutFaults): string {
  const { id = newId(), version = '2.0', destination = to, issuedIn = 0, endsIn = 60 } = faults
  const { sessions = [], nameId = `<saml:NameID>lena-of-a</saml:NameID>` } = faults
  const indexes = sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`).join('')
  return `<samlp:LogoutRequest xmlns:samlp="${names.p}" xmlns:saml="${names.a}" ID="${id}" Version="${version}" IssueInstant="${at(issuedIn)}" NotOnOrAfter="${at(endsIn)}" Destination="${destination}">\
<saml:Issuer>${faults.issuer ?? entityId}</saml:Issuer>${nameId}${indexes}</samlp:LogoutRequest>`
}

const names = { p: 'urn:oasis:names:tc:SAML:2.0:protocol', a: 'urn:oasis:names:tc:SAML:2.0:assertion' }
const cm = 'urn:oasis:names:tc:SAML:2.0:'
const newId = () => `_${randomBytes(12).toString('hex')}`
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`)

function responseXml({ acs, request, faults }: { acs: string; request: string; faults: SamlFaults }): string {
  const { issuer = entityId, responseIssuer = issuer, destination = acs, inResponseTo = request } = faults
  return `<samlp:Response xmlns:samlp="${names.p}" xmlns:saml="${names.a}" ID="${newId()}" Version="${faults.version ?? '2.0'}" IssueInstant="${at(0)}"${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}>\
<saml:Issuer>${responseIssuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${faults.status ?? `${cm}status:Success`}"/></samlp:Status>\
${assertionXml({ acs, request, issuer, faults })}</samlp:Response>`
}

type Asserting = { acs: string; request: string; issuer: string; faults: SamlFaults }

function assertionXml({ acs, request, issuer, faults }: Asserting): string {
  const { recipient = acs, confirmedRequest = request, confirmedUntil = 60, email = 'lena@a.example' } = faults
  const confirmation = `${attribute('Recipient', recipient)}${attribute('InResponseTo', confirmedRequest)}${attribute('NotOnOrAfter', confirmedUntil === null ? null : at(confirmedUntil))}${attribute('NotBefore', faults.confirmedFrom === undefined ? null : at(faults.confirmedFrom))}`
  const nameId =
    faults.nameId ??
    `<saml:NameID Format="${faults.format ?? `${cm}nameid-format:persistent`}">${faults.subject ?? 'lena-of-a'}</saml:NameID>`
  const { audience = portalId, context = `${cm}ac:classes:Password` } = faults
  const restriction =
    audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`
  const conditions =
    faults.conditions ??
    `<saml:Conditions NotBefore="${at(faults.validFrom ?? -10)}" NotOnOrAfter="${at(faults.validUntil ?? 60)}">${restriction}</saml:Conditions>`
  const stated = context === null ? '' : `<saml:AuthnContextClassRef>${context}</saml:AuthnContextClassRef>`
  const statement =
    faults.statement ??
    `<saml:AuthnStatement AuthnInstant="${at(-5)}" SessionIndex="session-7"${attribute('SessionNotOnOrAfter', faults.sessionUntil === undefined ? null : at(faults.sessionUntil))}><saml:AuthnContext>${stated}</saml:AuthnContext></saml:AuthnStatement>`
  const mail =
    email === null
      ? ''
      : `<saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute>`
  return `<saml:Assertion xmlns:saml="${names.a}" ID="${faults.id ?? newId()}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${issuer}</saml:Issuer>\
<saml:Subject>${nameId}<saml:SubjectConfirmation Method="${faults.method ?? `${cm}cm:bearer`}"><saml:SubjectConfirmationData${confirmation}/></saml:SubjectConfirmation></saml:Subject>\
${conditions}${statement}<saml:AttributeStatement>${mail}${faults.attributes ?? ''}</saml:AttributeStatement></saml:Assertion>`
}

function metadata(origin: string): string {
  const key = (pem: string, use: string) =>
    `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${pem.replace(/-----[A-Z ]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${names.p}">
${key(certificates.own, ' use="signing"')}${key(certificates.next, '')}
<md:SingleLogoutService Binding="${redirect}" Location="${origin}/logout"/><md:SingleSignOnService Binding="${redirect}" Location="${origin}/sign-in"/>
</md:IDPSSODescriptor></md:EntityDescriptor>`
}
