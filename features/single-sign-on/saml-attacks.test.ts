import fc from 'fast-check'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { StartedProgram } from '../../tests/harness/start-child.ts'
import { startSamlProvider, type SamlProvider } from '../../tests/harness/saml-process.ts'
import { changeSamlResponse, samlFormOf, postSamlForm, samlSettings, type SamlForm } from '../../tests/harness/saml.ts'
import { wrappings } from '../../tests/harness/saml-wrapping.ts'
import { addProviderClient, isLoginTokenAddress, startSignOn, startSignOnPortal } from '../../tests/harness/sign-on.ts'
import { signOnLimits } from './limits.ts'
import { samlProvider, type SignOnProof } from '../../services/session/provider.rules.ts'
import { finishSaml, startSaml, type SamlFlow, type SamlConnection } from './saml.server.ts'

const child: StartedProgram<SamlProvider> = await startSamlProvider()
const portal = await startSignOnPortal()
const people = [{ email: 'lena@a.example' }, { email: 'otto@a.example' }]
const site: string = (await addProviderClient(portal, { provider: samlSettings(child.message), people })).site
afterAll(() => child.stop())

async function changedAndUnchanged(tamper: (xml: string) => string, signs: 'assertion' | 'both' = 'assertion') {
  const left = await startSignOn(portal, site)
  const form = await samlFormOf(left.at, { signs })
  const door = async (sent: SamlForm) => {
    const address = await postSamlForm(portal, { site, cookies: { ...left.cookies } }, sent)
    return isLoginTokenAddress(address) ? 'in' : `refused: ${address}`
  }
  const tampered = await door({ ...form, SAMLResponse: changeSamlResponse(form.SAMLResponse, tamper) })
  const reason = portal.lastReason()
  return { tampered, reason, untouched: await door(form) }
}
const refused = 'refused: /sso-error/'

describe('signature wrapping [S-26] [R-17]', () => {
  it.each(wrappings)('%s', async (_, wrap) => {
    for (const signs of ['both', 'assertion'] as const) {
      const { tampered, untouched } = await changedAndUnchanged(wrap, signs)
      expect([tampered, untouched]).toEqual([refused, 'in'])
    }
  })
})

describe('false signatures [S-26] [R-17]', () => {
  const inSignedInfo = (from: RegExp, to: string) => (xml: string) => {
    const changed = xml.replace(from, to)
    if (changed === xml) throw new Error(`Nothing in the response is ${from}`)
    return changed
  }
  it.each<[string, (xml: string) => string, RegExp]>([
    ['taken away', inSignedInfo(/<ds:Signature.*<\/ds:Signature>/s, ''), /not signed/],
    ['with another value', inSignedInfo(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'), /Invalid signature/],
    ['with another digest', inSignedInfo(/<ds:DigestValue>..../, '<ds:DigestValue>AAAA'), /Invalid signature/],
    ['with two digests', inSignedInfo(/(<ds:DigestValue>.*?<\/ds:DigestValue>)/, '$1$1'), /DigestValue/],
    ['with two references', inSignedInfo(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1'), /Reference/],
    ['over the whole document', inSignedInfo(/ URI="#[^"]*"/, ' URI=""'), /something else/],
    ['over another document', inSignedInfo(/ URI="#[^"]*"/, ' URI="https://other.example/"'), /something else/],
    ['over the response', inSignedInfo(/ URI="#[^"]*"/, ' URI="#_evil"'), /something else/],
    [
      'by HMAC, with the public key for all to know',
      inSignedInfo(/xmldsig-more#rsa-sha256/, 'xmldsig-more#hmac-sha256'),
      /signature that is not allowed/,
    ],
    [
      'by SHA-1, as it says',
      inSignedInfo(/2001\/04\/xmldsig-more#rsa-sha256/, '2000/09/xmldsig#rsa-sha1'),
      /signature that is not allowed/,
    ],
    ['with a digest by MD5', inSignedInfo(/xmlenc#sha256/, 'xmldsig-more#md5'), /digest that is not allowed/],
    [
      'with comments kept',
      inSignedInfo(/xml-exc-c14n#"\/><ds:SignatureMethod/, 'xml-exc-c14n#WithComments"/><ds:SignatureMethod'),
      /way of writing/,
    ],
    [
      'with a transform that runs a program',
      inSignedInfo(/xmldsig#enveloped-signature/, 'REC-xslt-19991116'),
      /transform/,
    ],
    ['with a transform that picks parts', inSignedInfo(/xmldsig#enveloped-signature/, 'xmldsig-filter2'), /transform/],
    ['with an object of its own', inSignedInfo(/<\/ds:Signature>/, '<ds:Object/></ds:Signature>'), /more in it/],
    ['twice', inSignedInfo(/(<ds:Signature.*<\/ds:Signature>)/s, '$1$1'), /Signature|id/],
    [
      'in another namespace',
      inSignedInfo(/<ds:Signature xmlns:ds="[^"]*"/, '<ds:Signature xmlns:ds="urn:x"'),
      /wrong place|Signature/,
    ],
    ['with a comment in a digest', inSignedInfo(/<ds:DigestValue>/, '<ds:DigestValue><!-- -->'), /comment/],
    ['around a name with a comment in it', inSignedInfo(/lena-of-a/, 'lena<!-- x -->-of-a'), /comment/],
    ['around a name with an instruction in it', inSignedInfo(/lena-of-a/, 'lena<?x?>-of-a'), /instruction|comment/],
    ['around a name in CDATA', inSignedInfo(/lena-of-a/, '<![CDATA[lena-of-a]]>'), /declaration/],
    ['around another name', inSignedInfo(/lena-of-a/, 'otto-of-a'), /Invalid signature/],
    ['around another address', inSignedInfo(/lena@a/, 'otto@a'), /Invalid signature/],
    [
      'with an id in another spelling beside it',
      inSignedInfo(/<samlp:Status>/, '<samlp:Status id="_x" xml:id="_x">'),
      /stands twice/,
    ],
    [
      'around an encrypted assertion',
      inSignedInfo(/<saml:Assertion /, '<saml:EncryptedAssertion/><saml:Assertion '),
      /not exactly one assertion/,
    ],
  ])('%s', async (_, tamper, reason) => {
    const door = await changedAndUnchanged(tamper)
    expect([door.tampered, door.untouched]).toEqual([refused, 'in'])
    expect(door.reason).toMatch(reason)
  })
})

describe('XML attacks [S-28]', () => {
  const named = (declaration: string) => (xml: string) =>
    `<!DOCTYPE r [${declaration}]>${xml.replace('lena-of-a', '&x;')}`
  const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  it.each<[string, (xml: string) => string, RegExp]>([
    ['a thousand million laughs', named(`<!ENTITY l0 "ha">${laughs}<!ENTITY x "&l20;">`), /declaration/],
    ['one very long entity', named(`<!ENTITY x "${'x'.repeat(50_000)}">`), /declaration/],
    ['a file of the server', named('<!ENTITY x SYSTEM "file:///etc/passwd">'), /declaration/],
    ['a document type without entities', (xml) => `<!DOCTYPE Response>${xml}`, /declaration/],
    ['a document type in small letters', (xml) => `<!doctype Response>${xml}`, /declaration/],
    ['a document type behind the declaration', (xml) => `<?xml version="1.0"?>\n<!DOCTYPE x>${xml}`, /declaration/],
    ['an entity inside', (xml) => xml.replace('<samlp:Status>', '<!ENTITY x "y"><samlp:Status>'), /declaration/],
    ['a style sheet', (xml) => `<?xml-stylesheet href="https://other.example/"?>${xml}`, /instruction/],
    ['another encoding, as it says', (xml) => `<?xml version="1.0" encoding="UTF-7"?>${xml}`, /instruction/],
    ['an entity that nobody declared', (xml) => xml.replace('lena-of-a', '&x;'), /well-formed/],
    [
      'a thousand levels',
      (xml) => xml.replace('<samlp:Status>', `${'<x>'.repeat(1000)}${'</x>'.repeat(1000)}<samlp:Status>`),
      /too deep/,
    ],
    [
      'ten thousand elements',
      (xml) => xml.replace('<samlp:Status>', `${'<x/>'.repeat(10_000)}<samlp:Status>`),
      /too many elements/,
    ],
    [
      'ten thousand attributes',
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          `<samlp:Status ${Array.from({ length: 10_000 }, (_, at) => `a${at}="1"`).join(' ')}>`,
        ),
      /too many attributes/,
    ],
    [
      'ten thousand namespaces',
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          `<samlp:Status ${Array.from({ length: 10_000 }, (_, at) => `xmlns:a${at}="u"`).join(' ')}>`,
        ),
      /too many attributes/,
    ],
    ['more than is read', (xml) => xml.replace('lena-of-a', 'x'.repeat(signOnLimits.xmlBytes)), /too large/],
    ['two documents', (xml) => xml + xml, /well-formed|exactly one|No text/],
    ['something behind the end', (xml) => `${xml}<x/>`, /well-formed/],
    ['a document that is cut off', (xml) => xml.slice(0, -20), /well-formed/],
    ['nothing', () => '', /base64/],
    ['no XML', () => 'SAMLResponse', /well-formed/],
    ['control characters', (xml) => xml.replace('lena-of-a', 'lena\u0000-of-a'), /control/],
    ['another kind of message', (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'), /no response/],
    [
      'an assertion without a response',
      (xml) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '',
      /no response/,
    ],
  ])('%s', async (_, tamper, reason) => {
    const door = await changedAndUnchanged(tamper)
    expect([door.tampered, door.untouched]).toEqual([refused, 'in'])
    expect(door.reason).toMatch(reason)
  })

  it('requests no external document', async () => {
    const asked: unknown[] = []
    const elsewhere = createServer((socket) => void asked.push(socket.destroy())).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    // A TCP server that listens has an address with a port.
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x`
    for (const weapon of [
      named(`<!ENTITY x SYSTEM "${address}">`),
      named(`<!ENTITY % p SYSTEM "${address}"> %p;`),
      (xml: string) => `<!DOCTYPE r SYSTEM "${address}">${xml}`,
      (xml: string) => xml.replace(/ URI="#[^"]*"/, ` URI="${address}"`),
      (xml: string) => xml.replace('<ds:KeyInfo>', `<ds:KeyInfo><ds:RetrievalMethod URI="${address}"/>`),
      (xml: string) =>
        xml.replace(
          '<samlp:Response ',
          `<samlp:Response xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="u ${address}" `,
        ),
    ])
      await changedAndUnchanged(weapon)
    elsewhere.close()
    await once(elsewhere, 'close')
    expect(asked).toEqual([])
  })

  it('compression has no effect, because a response is read only as base64 of UTF-8', async () => {
    const known = knownProvider()
    const { flow } = await startSaml(known, 'http://portal.example/sso/acs')
    const bomb = deflateRawSync(Buffer.alloc(50_000_000)).toString('base64')
    for (const response of [
      bomb,
      '%%%',
      'PGE+\u00e4',
      'PGE',
      Buffer.from('<a/>', 'utf16le').toString('base64'),
      Buffer.from([0xff, 0xfe]).toString('base64'),
      'A'.repeat(signOnLimits.formBytes + 4),
    ])
      await expect(finishSaml(known, flow, { response, relayState: flow.state })).rejects.toThrow(
        /base64|UTF-8|well-formed|too large|control/,
      )
  })
})

describe('ten thousand random changes of a response [S-26] [R-17]', () => {
  it('log in the same person or nobody', { timeout: process.env['LONG_TESTS'] ? 1_800_000 : 120_000 }, async () => {
    const known = knownProvider()
    const { address, flow } = await startSaml(known, 'http://portal.example/sso/acs')
    const form = await samlFormOf(new URL(address))
    const truth = await finished(known, flow, form)
    expect(truth?.subject).toBe('lena-of-a')
    const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change(xml), { minLength: 1, maxLength: 3 }), async (changes) => {
        const tampered = changes.reduce((text, apply) => apply(text), xml)
        const response = Buffer.from(tampered).toString('base64')
        const proof = await finished(known, flow, { ...form, SAMLResponse: response })
        if (!proof) return
        accepted += 1
        expect(proof).toEqual(truth)
      }),
      { numRuns: process.env['LONG_TESTS'] ? 10_000 : 250, examples: [[[ofTheEnvelope]]] },
    )
    expect(accepted).toBeGreaterThan(0)
  })
})

function knownProvider(): SamlConnection {
  return { provider: samlProvider.parse(samlSettings(child.message)), signingKey: undefined }
}

function finished(
  known: SamlConnection,
  flow: SamlFlow,
  { SAMLResponse, RelayState }: SamlForm,
): Promise<SignOnProof | null> {
  return finishSaml(known, flow, { response: SAMLResponse, relayState: RelayState }).catch(() => null)
}

type Change = (xml: string) => string

const ofTheEnvelope: Change = (xml) => xml.replace('<samlp:Status>', '\n<samlp:Status>')

function change(xml: string): fc.Arbitrary<Change> {
  const edges = [...xml.matchAll(/[<>"]/g)].map(({ index }) => index)
  const place = fc.oneof(
    fc.nat({ max: xml.length }),
    fc.constantFrom(...edges),
    fc.constantFrom(...edges.map((edge) => edge + 1)),
  )
  const piece = fc.tuple(place, place).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
  const sign = fc.constantFrom('<', '>', '"', '&', '/', ' ', '#', 'x', '0', '&#10;', '&#x6c;', '\n', '\t', 'é')
  const snippet = fc.constantFrom(
    '<!-- x -->',
    '<![CDATA[x]]>',
    '<x/>',
    '<saml:NameID>otto-of-a</saml:NameID>',
    '<saml:Issuer>https://provider.a.example/saml</saml:Issuer>',
    ' ID="_evil"',
    ' xmlns:saml="urn:x"',
    ' xmlns="urn:oasis:names:tc:SAML:2.0:assertion"',
    'otto-of-a',
  )
  return fc.oneof(
    piece.map(
      ([from, to]): Change =>
        (text) =>
          text.slice(0, from) + text.slice(to),
    ),
    piece.map(
      ([from, to]): Change =>
        (text) =>
          text.slice(0, to) + text.slice(from),
    ),
    fc.tuple(piece, place).map(
      ([[from, to], where]): Change =>
        (text) =>
          text.slice(0, where) + text.slice(from, to) + text.slice(where),
    ),
    fc.tuple(place, sign).map(
      ([where, put]): Change =>
        (text) =>
          text.slice(0, where) + put + text.slice(where + 1),
    ),
    fc.tuple(place, fc.oneof(sign, snippet)).map(
      ([where, put]): Change =>
        (text) =>
          text.slice(0, where) + put + text.slice(where),
    ),
    fc.constantFrom<Change>(
      (text) => text.replaceAll('lena-of-a', 'otto-of-a'),
      (text) => text.replace('lena@a.example', 'otto@a.example'),
      (text) => text.replace(/Destination="[^"]*"/, ''),
      (text) => text.replaceAll('saml:', ''),
    ),
  )
}
