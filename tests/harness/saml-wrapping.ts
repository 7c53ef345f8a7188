type Parts = { response: string; assertion: string; signature: string; unsigned: string; evil: string }

function partsOf(response: string): Parts {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(response) ?? []
  const [signature = ''] = /<ds:Signature.*?<\/ds:Signature>/s.exec(assertion) ?? []
  const unsigned = assertion.replace(signature, '')
  if (assertion === '' || signature === '') throw new Error('This response has no signed assertion')
  return { response, assertion, signature, unsigned, evil: evilOf(unsigned) }
}

function evilOf(unsigned: string): string {
  return unsigned
    .replace(/ ID="[^"]*"/, ' ID="_evil"')
    .replaceAll('lena-of-a', 'evil')
    .replaceAll('lena@a.example', 'otto@a.example')
}

const inEvil = (evil: string, more: string) => evil.replace('</saml:Issuer>', `</saml:Issuer>${more}`)
const inSignature = (signature: string, more: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${more}</ds:Object></ds:Signature>`)

/** A correct reader refuses the forged response, wherever the original response is. */
function wrapResponse(response: string, place: 'in-signature' | 'beside'): string {
  const parts = partsOf(response)
  const [signature = ''] = /<ds:Signature.*?<\/ds:Signature>/s.exec(response.replace(parts.assertion, '')) ?? []
  const original = response.replace(signature, '')
  const evil = original.replace(/ ID="[^"]*"/, ' ID="_evil-response"').replace(parts.assertion, parts.evil)
  const wrapped = place === 'in-signature' ? inSignature(signature, original) : `${signature}${original}`
  return evil.replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`)
}

type Wrapping = (response: string) => string
const wrapping =
  (wrap: (parts: Parts) => string): Wrapping =>
  (response) => {
    const parts = partsOf(response)
    return response.replace(parts.assertion, () => wrap(parts))
  }

/** Signature wrapping attacks 1 to 8 of "On Breaking SAML" (Somorovsky and others, 2012), and variants of them. */
export const wrappings: readonly (readonly [string, Wrapping])[] = [
  ['1: the signed response inside its own signature', (response) => wrapResponse(response, 'in-signature')],
  ['2: the signed response beside its signature', (response) => wrapResponse(response, 'beside')],
  ['3: the evil assertion before the signed one', wrapping(({ evil, assertion }) => evil + assertion)],
  ['4: the signed assertion inside the evil one', wrapping(({ evil, assertion }) => inEvil(evil, assertion))],
  [
    '5: the signature in the evil one, the signed one behind',
    wrapping(({ evil, signature, unsigned }) => inEvil(evil, signature) + unsigned),
  ],
  [
    '6: the signed one inside the signature of the evil one',
    wrapping(({ evil, signature, unsigned }) =>
      inEvil(evil, signature.replace('</ds:Signature>', `${unsigned}</ds:Signature>`)),
    ),
  ],
  [
    '7: the evil one among extensions',
    wrapping(({ evil, assertion }) => `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
  ],
  [
    '8: the signed one as an object of the signature',
    wrapping(({ evil, signature, unsigned }) => inEvil(evil, inSignature(signature, unsigned))),
  ],
  ['the evil one behind the signed one', wrapping(({ evil, assertion }) => assertion + evil)],
  [
    'the evil one under the id of the signed one',
    wrapping(({ evil, assertion }) => evil.replace('_evil', /ID="([^"]*)"/.exec(assertion)?.[1] ?? '') + assertion),
  ],
  [
    'the evil one in another namespace',
    wrapping(({ evil, assertion }) => `<Assertion xmlns="urn:x">${evil}</Assertion>${assertion}`),
  ],
  [
    'the signed one where nobody looks, the evil one in its place',
    wrapping(({ evil, assertion }) => `${evil}<samlp:Extensions>${assertion}</samlp:Extensions>`),
  ],
  ['the evil one with the signature, and nothing else', wrapping(({ evil, signature }) => inEvil(evil, signature))],
]
