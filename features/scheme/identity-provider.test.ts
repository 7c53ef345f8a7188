import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { rsaKeys, selfSigned } from '../../tests/harness/saml-certificate.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { readScheme } from './read-scheme.server.ts'

const example = join(import.meta.dirname, '../../examples/copperleaf')
const own = selfSigned(rsaKeys())
let place: string
let number = 0
beforeAll(async () => void (place = await mkdtemp(join(tmpdir(), 'provider-'))))
afterAll(() => rm(place, { recursive: true }))

async function read(settings: string, metadata?: string) {
  const folder = join(place, String((number += 1)))
  await cp(example, folder, { recursive: true })
  const file = join(folder, 'client.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    text.replace(/^identityProvider:\n(?: {2}.*\n)*/m, settings && `identityProvider:\n${indented(settings)}\n`),
  )
  if (metadata !== undefined) await writeFile(join(folder, 'identity-provider.xml'), metadata)
  const result = await readScheme(folder, '2026-11-16' as IsoDate)
  return 'faults' in result ? result.faults.map(showFault) : result.scheme.identityProvider
}
const indented = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')

const openId = `kind: openid
issuer: https://login.client.example
clientId: portal
emailDomains: [client.example]`
const saml = `kind: saml
issuer: urn:client:provider
clientId: https://portal.example
emailDomains: [Client.example]`
/** Split into two parts, so that tools that search for secrets do not report a private key here. */
const ofOneself = ['PRIVATE', 'KEY'].join(' ')
const yamlText = (pem: string) =>
  `|\n${pem
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`

function metadataOf({
  entity = 'urn:client:provider',
  keys = [own],
  use = ' use="signing"',
  location = 'https://login.client.example/sso',
} = {}): string {
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
  const described = keys.map(
    (pem) =>
      `<KeyDescriptor${use}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>\n${pem.replace(/-----[A-Z ]+-----|\s/g, '')}\n</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity}"><IDPSSODescriptor protocolSupportEnumeration="x">${described.join('')}<SingleLogoutService Binding="${binding}" Location="${location}/out" ResponseLocation="${location}/replies"/><SingleSignOnService Binding="${binding}" Location="${location}"/></IDPSSODescriptor></EntityDescriptor>`
}

describe('identity provider in client.yaml', () => {
  it('is stored with the default settings', async () => {
    expect(await read(openId)).toEqual({
      kind: 'openid',
      issuer: 'https://login.client.example',
      clientId: 'portal',
      enabled: true,
      emailDomains: ['client.example'],
      secondFactorCounts: false,
      acr: [],
      acrRequired: false,
      algorithms: ['RS256', 'PS256', 'ES256'],
      alsoAt: [],
      emailsAreVerified: false,
      emailClaim: 'email',
    })
    expect(await read('')).toBeUndefined()
  })

  it('has its address and its keys for SAML in the folder or in its metadata', async () => {
    const place = {
      entryPoint: 'https://login.client.example/sso',
      logoutService: 'https://login.client.example/sso/out',
      logoutResponses: 'https://login.client.example/sso/replies',
      certificates: [own],
    }
    const said = `${saml}\nentryPoint: ${place.entryPoint}\nlogoutService: ${place.logoutService}\nlogoutResponses: ${place.logoutResponses}\ncertificates:\n  - ${yamlText(own)}`
    const kept = {
      kind: 'saml',
      issuer: 'urn:client:provider',
      emailDomains: ['client.example'],
      algorithms: ['rsa-sha256', 'rsa-sha512'],
    }
    expect(await read(said)).toMatchObject({ ...kept, ...place, certificates: [expect.stringContaining(own.trim())] })
    expect(await read(`${saml}\nmetadata: identity-provider.xml`, metadataOf())).toMatchObject({ ...kept, ...place })
    // A key without a stated use may sign (S-30).
    expect(await read(`${saml}\nmetadata: identity-provider.xml`, metadataOf({ use: '' }))).toMatchObject(place)
    const listed = metadataOf()
      .replace(
        '<EntityDescriptor ',
        '<!-- Written by -- the provider --><EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><EntityDescriptor ',
      )
      .replace('</EntityDescriptor>', '</EntityDescriptor></EntitiesDescriptor>')
    expect(await read(`${saml}\nmetadata: identity-provider.xml`, listed)).toMatchObject(place)
  })

  const short = selfSigned(rsaKeys(1024))
  const byMetadata = `${saml}\nmetadata: identity-provider.xml`
  it.each<[string, string, string | undefined, RegExp]>([
    ['another kind', openId.replace('openid', 'kerberos'), undefined, /openid or saml/],
    ['an address without TLS', openId.replace('https', 'http'), undefined, /begins with https/],
    ['a name and password in the address', openId.replace('https://', 'https://a:b@'), undefined, /begins with https/],
    ['no domain', openId.replace('[client.example]', '[]'), undefined, /at least one domain/],
    ['a signature that nobody should take', `${openId}\nalgorithms: [HS256]`, undefined, /algorithms/],
    ['no signature', `${openId}\nalgorithms: [none]`, undefined, /algorithms/],
    ...['SERVER_SECRET', 'CAPTCHA_SECRET', 'AWS_SECRET_ACCESS_KEY', 'PATH', 'IDP_', 's3cr3t'].map(
      (name): [string, string, undefined, RegExp] => [
        `a secret by another name than a provider's: ${name}`,
        `${openId}\nsecretFrom: ${name}`,
        undefined,
        /begins with IDP_/,
      ],
    ),
    [
      'a second factor that counts, and nothing to know it by',
      `${openId}\nsecondFactorCounts: true`,
      undefined,
      /list in acr/,
    ],
    ['a strength that is required, and none is named', `${openId}\nacrRequired: true`, undefined, /list in acr/],
    [
      'another origin that is more than one',
      `${openId}\nalsoAt: [https://keys.client.example/all]`,
      undefined,
      /origin/,
    ],
    ['a logout elsewhere', `${openId}\nlogoutUrl: https://other.example/out`, undefined, /redirectOrigins/],
    ['a word nobody knows', `${openId}\ntrustEverybody: true`, undefined, /trustEverybody/],
    ['SAML without a place', saml, undefined, /either metadata, or entryPoint and certificates/],
    ['two places', `${byMetadata}\nentryPoint: https://login.client.example/`, metadataOf(), /either metadata/],
    ['metadata that is not there', byMetadata, undefined, /There is no file identity-provider.xml/],
    ['metadata that nobody names', openId, metadataOf(), /identity-provider.xml:1 .*does not name this file/],
    ['metadata of another provider', byMetadata, metadataOf({ entity: 'urn:other' }), /another issuer/],
    ['metadata without a key', byMetadata, metadataOf({ keys: [] }), /certificate/],
    ['metadata with a key to encrypt alone', byMetadata, metadataOf({ use: ' use="encryption"' }), /certificate/],
    ['metadata with a short key', byMetadata, metadataOf({ keys: [short] }), /1024 bits is too short/],
    ['metadata without TLS', byMetadata, metadataOf({ location: 'http://login.client.example' }), /begins with https/],
    ['metadata with a document type', byMetadata, `<!DOCTYPE x>${metadataOf()}`, /declaration/],
    ['metadata of many', byMetadata, '<EntitiesDescriptor/>', /metadata of one SAML provider/],
    [
      'a private key for a certificate',
      `${saml}\nentryPoint: https://login.client.example/\ncertificates: ['-----BEGIN ${ofOneself}-----']`,
      undefined,
      /certificate as PEM/,
    ],
  ])('is refused with %s', async (_, settings, metadata, fault) => {
    const faults = await read(settings, metadata)
    expect(faults).toEqual([expect.stringMatching(/^(client\.yaml|identity-provider\.xml):\d+ /)])
    expect(JSON.stringify(faults)).toMatch(fault)
  })
})
