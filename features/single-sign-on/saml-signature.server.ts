import { UnverifiedIdentity } from './sign-on-checks.ts'
import type { SamlProvider } from '../../services/session/provider.rules.ts'
import { allElements, attributeOf, children, elementsIn, onlyChild, type XmlElement } from '../../platform/xml.ts'
import { names } from './saml-names.rules.ts'

const signatureMethods: Record<SamlProvider['algorithms'][number], string> = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = `${names.signature}enveloped-signature`

/** Checks a response's shape before its signature: one assertion, signed over itself, by listed methods (S-26). */
export function checkShape(response: XmlElement, { algorithms }: Pick<SamlProvider, 'algorithms'>): string {
  const everything = allElements(response)
  if (everything.some(({ localName }) => localName === 'EncryptedAssertion'))
    throw new UnverifiedIdentity('an encrypted assertion')
  const [assertion, ...more] = everything.filter(({ localName }) => localName === 'Assertion')
  if (!assertion || more.length > 0) throw new UnverifiedIdentity('not exactly one assertion')
  if (assertion !== onlyChild(response, names.assertion, 'Assertion'))
    throw new UnverifiedIdentity('the assertion is in the wrong place')
  refuseDoubledIds(everything)

  const signatures = everything.filter(({ localName }) => localName === 'Signature')
  for (const signature of signatures) {
    const signed = signature.parentNode
    if (signature.namespaceURI !== names.signature || (signed !== response && signed !== assertion))
      throw new UnverifiedIdentity('a signature in the wrong place')
    // Look it up again by name, which refuses a second signature next to it.
    checkSignature(
      onlyChild(signed === response ? response : assertion, names.signature, 'Signature'),
      signed === response ? response : assertion,
      algorithms,
    )
  }
  if (!signatures.some(({ parentNode }) => parentNode === assertion))
    throw new UnverifiedIdentity('the assertion is not signed: let the provider sign assertions, not responses alone')
  return idOf(assertion)
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
  const transforms = children(onlyChild(reference, names.signature, 'Transforms'), names.signature, 'Transform')
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
