import { createElement, Fragment, type ReactNode } from 'react'
import styles from './SafeHtml.module.css'

/** The only component that shows HTML from the server. Rebuilds allowed elements, so that none becomes a script. */
export function SafeHtml({
  html,
  allow = 'content',
  headingFrom = 2,
}: {
  html: string
  allow?: 'content' | 'sentence'
  headingFrom?: 2 | 3 | 4
}) {
  const parts = rebuild(parseInert(html).body, allow === 'sentence' ? sentenceElements : contentElements, headingFrom)
  return allow === 'sentence' ? (
    <span className={styles.sentence}>{parts}</span>
  ) : (
    <div className={styles.content}>{parts}</div>
  )
}

const sentenceElements = new Set(['a', 'strong', 'br'])
const contentElements = new Set(
  'a abbr b blockquote br caption code dd div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img li ol p small span strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
)
const droppedWhole = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'textarea',
  'select',
  'title',
])
const empty = new Set(['br', 'hr', 'img'])

function rebuild(parent: Node, allowed: ReadonlySet<string>, headingFrom: number): ReactNode[] {
  return [...parent.childNodes].map((node, key) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof Element)) return null
    const name = node.localName
    if (droppedWhole.has(name)) return null
    if (!allowed.has(name) || (name === 'a' && !attributes(node, name)['href']))
      return <Fragment key={key}>{rebuild(node, allowed, headingFrom)}</Fragment>
    const props = { ...attributes(node, name), key }
    if (empty.has(name)) return name === 'img' && !('src' in props) ? null : createElement(name, props)
    return createElement(elementFor(name, headingFrom), props, ...rebuild(node, allowed, headingFrom))
  })
}

function elementFor(name: string, headingFrom: number): string {
  const level = /^h([1-6])$/.exec(name)?.[1]
  return level ? `h${Math.min(6, Math.max(Number(level), headingFrom))}` : name
}

function attributes(element: Element, name: string): Record<string, string | number> {
  const props: Record<string, string | number> = {}
  if (name === 'a') {
    const href = safeAddress(element.getAttribute('href'), ['http:', 'https:', 'mailto:', 'tel:'])
    if (href) Object.assign(props, { href }, /^https?:/i.test(href) ? { rel: 'noopener noreferrer' } : {})
  }
  if (name === 'img') {
    // The content security policy allows pictures only from our origin and data URLs.
    const src = safeAddress(element.getAttribute('src'), [])
    if (src) Object.assign(props, { src, alt: element.getAttribute('alt') ?? '', loading: 'lazy' })
  }
  if (name === 'td' || name === 'th') {
    for (const [attribute, prop] of [
      ['colspan', 'colSpan'],
      ['rowspan', 'rowSpan'],
    ] as const) {
      const count = Number(element.getAttribute(attribute))
      if (Number.isInteger(count) && count > 1 && count <= 50) props[prop] = count
    }
    const scope = element.getAttribute('scope')
    if (name === 'th' && (scope === 'col' || scope === 'row')) props['scope'] = scope
  }
  return props
}

/** Returns an address on this site or with an allowed scheme, as the browser's URL parser reads it; otherwise null. */
function safeAddress(text: string | null, schemes: readonly string[]): string | null {
  if (!text || !URL.canParse(text, location.href)) return null
  const url = new URL(text, location.href)
  if (url.origin === location.origin && /^https?:$/.test(url.protocol)) return url.pathname + url.search + url.hash
  return schemes.includes(url.protocol) ? url.href : null
}

type InertPolicy = { createHTML: (html: string) => string }
type TrustedTypes = { createPolicy: (name: string, policy: InertPolicy) => InertPolicy }

// TypeScript's DOM library lacks Trusted Types. Browsers without them accept text.
const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
const inertOnly = trustedTypes?.createPolicy('portal-html', { createHTML: (html) => html })

/** A document without a window runs no scripts and loads nothing. */
function parseInert(html: string): Document {
  return new DOMParser().parseFromString(inertOnly?.createHTML(html) ?? html, 'text/html')
}
