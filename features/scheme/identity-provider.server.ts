import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import { attributeOf, childElements, onlyChild, readXml, textIn, type XmlElement } from '../../platform/xml.ts'
import { XmlRefused } from '../../platform/xml-refused.ts'
import { samlProvider, type IdentityProvider } from '../../services/session/provider.rules.ts'
import { names } from '../single-sign-on/saml-names.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { readTextFile, type Folder } from '../../services/scheme/open-folder.server.ts'
import { metadataFile, type ClientFile } from '../../services/scheme/folder-format.ts'
import type { YamlFile } from '../../platform/yaml-file.ts'

const metadataLimits = { bytes: 256 * 1024, tags: 2_000, depth: 40, keyBits: 2048 } as const

/** Undefined if the client has no identity provider, or if its settings are faulty. */
export function readIdentityProvider(
  client: YamlFile<ClientFile> | undefined,
  folder: Folder,
  faults: SchemeFault[],
): IdentityProvider | undefined {
  const settings = client?.value.identityProvider
  const isUsed = settings?.kind === 'saml' && settings.metadata !== undefined
  if (folder.has(metadataFile) && client && !isUsed)
    faults.push({
      file: metadataFile,
      line: 1,
      reason: 'identityProvider.metadata of client.yaml does not name this file',
    })
  if (!client || !settings) return undefined
  if (settings.kind === 'openid') return settings
  const fault = (reason: string, part: string): undefined =>
    void faults.push({ file: client.file, line: client.lineOf(['identityProvider', part]), reason })

  const { metadata, ...said } = settings
  const text = metadata === undefined ? undefined : readTextFile(folder, metadata, faults)
  if (metadata !== undefined && text === undefined)
    return folder.has(metadata) ? undefined : fault(`There is no file ${metadata}`, 'metadata')
  const place = text === undefined ? said : placeOf(text, settings.issuer)
  if ('refused' in place) return void faults.push({ file: metadataFile, line: 1, reason: place.refused })
  const provider = samlProvider.safeParse({ ...said, ...place })
  if (!provider.success) {
    const [issue] = provider.error.issues
    return fault(`${issue?.path.join('.')}: ${issue?.message}`, metadata === undefined ? 'kind' : 'metadata')
  }
  const unfit = provider.data.certificates.map(unfitness).find((reason) => reason !== undefined)
  return unfit === undefined ? provider.data : fault(unfit, metadata === undefined ? 'certificates' : 'metadata')
}

function placeOf(text: string, issuer: string) {
  try {
    // Removes comments, which the XML reader refuses.
    const root = readXml(text.replaceAll(/<!--[^]*?-->/g, '').trim(), metadataLimits)
    const entity = onlyEntity(root)
    if (!entity) return { refused: 'This is not the metadata of one SAML provider' }
    if (attributeOf(entity, 'entityID') !== issuer)
      return { refused: 'The metadata is of another issuer than client.yaml names' }
    const role = onlyChild(entity, names.metadata, 'IDPSSODescriptor')
    const keys = childElements(role, names.metadata, 'KeyDescriptor').filter(
      (key) => (attributeOf(key, 'use') ?? 'signing') === 'signing',
    )
    const entryPoint = locationOf(role, 'SingleSignOnService')
    if (entryPoint === undefined)
      return { refused: 'The metadata names no sign-on service with the binding HTTP-Redirect' }
    const logoutService = locationOf(role, 'SingleLogoutService')
    const logoutResponses = locationOf(role, 'SingleLogoutService', 'ResponseLocation')
    return {
      entryPoint,
      certificates: keys.map(certificateIn),
      ...(logoutService !== undefined && { logoutService }),
      ...(logoutResponses !== undefined && { logoutResponses }),
    }
  } catch (failure) {
    if (failure instanceof XmlRefused) return { refused: `The metadata cannot be read: ${failure.message}` }
    throw failure
  }
}

function onlyEntity(root: XmlElement): XmlElement | undefined {
  if (root.namespaceURI !== names.metadata) return undefined
  if (root.localName === 'EntityDescriptor') return root
  const [entity, ...others] = childElements(root, names.metadata, 'EntityDescriptor')
  return root.localName === 'EntitiesDescriptor' && others.length === 0 ? entity : undefined
}

function locationOf(role: XmlElement, service: string, attribute = 'Location'): string | undefined {
  const redirect = childElements(role, names.metadata, service).find(
    (each) => attributeOf(each, 'Binding') === 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  )
  return redirect && (attributeOf(redirect, attribute) ?? undefined)
}

function certificateIn(key: XmlElement): string {
  const data = onlyChild(onlyChild(key, names.signature, 'KeyInfo'), names.signature, 'X509Data')
  const lines =
    textIn(onlyChild(data, names.signature, 'X509Certificate'))
      .replace(/\s/g, '')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function unfitness(pem: string): string | undefined {
  const key = keyOf(pem)
  if (key?.asymmetricKeyType !== 'rsa') return 'Please give each certificate as PEM, with an RSA key'
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits < metadataLimits.keyBits
    ? `A key of ${bits} bits is too short; ${metadataLimits.keyBits} are the least`
    : undefined
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    if (/PRIVATE KEY/.test(pem)) return undefined
    return pem.includes('BEGIN CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem)
  } catch {
    return undefined
  }
}
