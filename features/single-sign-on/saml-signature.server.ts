import { UnverifiedIdentity } from './unverified-identity.ts'
import type { SamlProvider } from '../../services/session/provider.rules.ts'
import { allElements, attributeOf, childElements, elementsIn, onlyChild, type XmlElement } from '../../platform/xml.ts'
import { names } from './saml-names.rules.ts'

const signatureMethods: Record<SamlProvider['algorithms'][number], string> = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = `${names.signature}enveloped-signature`

const encryptionMethods = [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
]

/** Requires one assertion, signed as a whole by allowed algorithms (S-26). If encrypted, also call `checkAssertion`. */
export function checkStructure(
  response: XmlElement,
  { algorithms }: Pick<SamlProvider, 'algorithms'>,
): { is: 'plain'; id: string } | { is: 'encrypted' } {
  const everything = allElements(response)
  const named = (name: string) => everything.filter(({ localName }) => localName === name)
  refuseDoubledIds(everything)
  const encrypted = named('EncryptedAssertion')
  if (encrypted.length > 0) {
    if (encrypted.length > 1 || named('Assertion').length > 0) throw new UnverifiedIdentity('not exactly one assertion')
    if (encrypted[0] !== onlyChild(response, names.assertion, 'EncryptedAssertion'))
      throw new UnverifiedIdentity('the assertion is in the wrong place')
    for (const method of named('EncryptionMethod')) requireAllowed(method, encryptionMethods, 'an encryption')
    checkSignatures(everything, [response], algorithms)
    return { is: 'encrypted' }
  }
  const [assertion, ...more] = named('Assertion')
  if (!assertion || more.length > 0) throw new UnverifiedIdentity('not exactly one assertion')
  if (assertion !== onlyChild(response, names.assertion, 'Assertion'))
    throw new UnverifiedIdentity('the assertion is in the wrong place')
  return { is: 'plain', id: signedId(everything, assertion, { parts: [response, assertion], algorithms }) }
}

export function checkAssertion(assertion: XmlElement, { algorithms }: Pick<SamlProvider, 'algorithms'>): string {
  const everything = allElements(assertion)
  if (everything.some((element) => element !== assertion && /^(Encrypted)?Assertion$/.test(element.localName ?? '')))
    throw new UnverifiedIdentity('not exactly one assertion')
  refuseDoubledIds(everything)
  return signedId(everything, assertion, { parts: [assertion], algorithms })
}

export function checkMessage(message: XmlElement, { algorithms }: Pick<SamlProvider, 'algorithms'>): void {
  const everything = allElements(message)
  refuseDoubledIds(everything)
  if (checkSignatures(everything, [message], algorithms).length === 0) throw new UnverifiedIdentity('not signed')
}

export function isAllowedSignature(method: string, { algorithms }: Pick<SamlProvider, 'algorithms'>): boolean {
  return algorithms.some((name) => signatureMethods[name] === method)
}

type Signed = { parts: readonly XmlElement[]; algorithms: SamlProvider['algorithms'] }

function signedId(everything: readonly XmlElement[], assertion: XmlElement, { parts, algorithms }: Signed): string {
  if (!checkSignatures(everything, parts, algorithms).includes(assertion))
    throw new UnverifiedIdentity('the assertion is not signed: let the provider sign assertions, not responses alone')
  return idOf(assertion)
}

/** Returns the signed elements. Refuses signatures of elements that are not in `parts`. */
function checkSignatures(
  everything: readonly XmlElement[],
  parts: readonly XmlElement[],
  algorithms: SamlProvider['algorithms'],
): XmlElement[] {
  return everything
    .filter(({ localName }) => localName === 'Signature')
    .map((signature) => {
      const signed = parts.find((part) => part === signature.parentNode)
      if (signature.namespaceURI !== names.signature || !signed)
        throw new UnverifiedIdentity('a signature in the wrong place')
      // `onlyChild` refuses an element with two signatures.
      checkSignature(onlyChild(signed, names.signature, 'Signature'), signed, algorithms)
      return signed
    })
}

function checkSignature(signature: XmlElement, signed: XmlElement, algorithms: SamlProvider['algorithms']): void {
  const inside = elementsIn(signature).map(({ localName }) => localName)
  if (inside.some((name) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name ?? '')))
    throw new UnverifiedIdentity('a signature with more in it')
  onlyChild(signature, names.signature, 'SignatureValue')
  const info = onlyChild(signature, names.signature, 'SignedInfo')
  requireAllowed(onlyChild(info, names.signature, 'CanonicalizationMethod'), [exclusive], 'a way of writing XML')
  requireAllowed(
    onlyChild(info, names.signature, 'SignatureMethod'),
    algorithms.map((name) => signatureMethods[name]),
    'a signature',
  )
  const reference = onlyChild(info, names.signature, 'Reference')
  if (attributeOf(reference, 'URI') !== `#${idOf(signed)}`)
    throw new UnverifiedIdentity('a signature over something else')
  requireAllowed(onlyChild(reference, names.signature, 'DigestMethod'), digestMethods, 'a digest')
  onlyChild(reference, names.signature, 'DigestValue')
  const transforms = childElements(onlyChild(reference, names.signature, 'Transforms'), names.signature, 'Transform')
  if (transforms.length > 2) throw new UnverifiedIdentity('too many transforms')
  for (const transform of transforms) requireAllowed(transform, [enveloped, exclusive], 'a transform')
}

function requireAllowed(element: XmlElement, known: readonly string[], what: string): void {
  if (!known.includes(attributeOf(element, 'Algorithm') ?? ''))
    throw new UnverifiedIdentity(`${what} that is not allowed`)
}

function idOf(element: XmlElement): string {
  const id = attributeOf(element, 'ID') ?? ''
  if (!/^[A-Za-z_][\w.-]{0,255}$/.test(id)) throw new UnverifiedIdentity('no usable id')
  return id
}

function refuseDoubledIds(everything: readonly XmlElement[]): void {
  const ids = everything.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ localName, name }) => (localName || name).toLowerCase() === 'id')
      .map(({ value }) => value),
  )
  if (new Set(ids).size < ids.length) throw new UnverifiedIdentity('an id that stands twice')
}
