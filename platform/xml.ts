import { DOMParser } from '@xmldom/xmldom'
import { XmlRefused } from './xml-refused.ts'

export type XmlLimits = { bytes: number; tags: number; depth: number }

/** The fields of an element that we use. The parser's types need those of a browser. */
export type XmlElement = {
  nodeType: number
  namespaceURI: string | null
  localName: string | null
  textContent: string | null
  parentNode: unknown
  childNodes: ArrayLike<{ nodeType: number }>
  attributes: ArrayLike<{ name: string; localName: string | null; value: string }>
  hasAttribute: (name: string) => boolean
  getAttribute: (name: string) => string | null
}

/** Parses XML from other systems. Refuses declarations, comments and instructions, and limits size and depth (S-28). */
export function readXml(xml: string, limits: XmlLimits): XmlElement {
  if (Buffer.byteLength(xml) > limits.bytes) throw new XmlRefused('the XML is too large')
  const body = xml.replace(
    /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])(?:UTF|utf)-8\2)?(?: standalone=(["'])(?:yes|no)\3)?\s*\?>/,
    '',
  )
  if (/<[!?]/.test(body)) throw new XmlRefused('the XML holds a declaration, a comment or an instruction')
  // oxlint-disable-next-line no-control-regex -- XML allows no control characters except line breaks and tabs.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(body))
    throw new XmlRefused('the XML holds control characters')
  refuseHeaps(body, limits)
  const faults: string[] = []
  const note = (fault: unknown): void => void faults.push(String(fault))
  const parser = new DOMParser({ locator: {}, errorHandler: { warning: note, error: note, fatalError: note } })
  // For text without a root element, the parser returns undefined, although its type excludes that.
  const document = parser.parseFromString(xml, 'text/xml') as { documentElement?: XmlElement | null } | undefined
  const root = document?.documentElement
  if (faults.length > 0 || !root) throw new XmlRefused('the XML is not well-formed')
  return root
}

/** Limits elements and depth before parsing, so that the parser never receives a huge document. */
function refuseHeaps(xml: string, limits: XmlLimits): void {
  let depth = 0
  let tags = 0
  // Attribute values may contain `>`.
  for (const [tag] of xml.matchAll(/<(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>?/g)) {
    tags += 1
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > limits.depth) throw new XmlRefused('the XML is too deep')
  }
  if (tags > limits.tags) throw new XmlRefused('the XML has too many elements')
  if ((xml.match(/=\s*["']/g) ?? []).length > limits.tags) throw new XmlRefused('the XML has too many attributes')
}

export function childElements(parent: XmlElement, namespace: string, name: string): XmlElement[] {
  return elementsIn(parent).filter((child) => child.namespaceURI === namespace && child.localName === name)
}

export function onlyChild(parent: XmlElement, namespace: string, name: string): XmlElement {
  const [found, ...more] = childElements(parent, namespace, name)
  if (!found || more.length > 0) throw new XmlRefused(`not exactly one ${name}`)
  return found
}

export function elementsIn(parent: XmlElement): XmlElement[] {
  return Array.from(parent.childNodes).filter((child): child is XmlElement => child.nodeType === 1)
}

export function allElements(root: XmlElement): XmlElement[] {
  const found: XmlElement[] = []
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    found.push(next)
    waiting.push(...elementsIn(next).toReversed())
  }
  return found
}

export function textIn(element: XmlElement): string {
  if (elementsIn(element).length > 0) throw new XmlRefused(`${element.localName} holds more than text`)
  return (element.textContent ?? '').trim()
}

export function attributeOf(element: XmlElement, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null
}
