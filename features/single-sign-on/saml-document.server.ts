import { inflateRawSync } from 'node:zlib'
import { readXml, type XmlElement } from '../../platform/xml.ts'
import { signOnLimits } from './limits.ts'
import { UnverifiedIdentity } from './unverified-identity.ts'

export function decodeField(field: string): string {
  if (field.length > signOnLimits.formBytes) throw new UnverifiedIdentity('the response is too large')
  const plain = field.replaceAll(/\s/g, '')
  if (plain === '' || plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain))
    throw new UnverifiedIdentity('the response is no base64')
  const bytes = Buffer.from(plain, 'base64')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new UnverifiedIdentity('the response is no UTF-8')
  }
}

/** Messages of the HTTP-Redirect binding are compressed and then written in base64. */
export function inflateField(field: string): string {
  if (field.length > signOnLimits.formBytes) throw new UnverifiedIdentity('the request is too large')
  try {
    return inflateRawSync(Buffer.from(field, 'base64'), { maxOutputLength: signOnLimits.xmlBytes }).toString()
  } catch {
    throw new UnverifiedIdentity('the request cannot be inflated')
  }
}

export function readDocument(xml: string): XmlElement {
  const { xmlBytes: bytes, xmlTags: tags, xmlDepth: depth } = signOnLimits
  return readXml(xml, { bytes, tags, depth })
}
