import type { Source } from './sources.ts'
import { isNode, parse, walk, type Node } from './syntax.ts'

export function textOutsideMessages(sources: readonly Source[]): string[] {
  return sources.filter(isScreen).flatMap((source) => {
    const syntax = parse(source)
    const found: string[] = []
    walk(syntax.tree, (node, around) => {
      const text = textOf(node)
      if (text === undefined || !isForPeople(text, node, around)) return
      found.push(
        `${source.path}:${syntax.lineOf(node.start)} says ${JSON.stringify(text.trim())}: words stand in .messages.ts`,
      )
    })
    return found
  })
}

/** Returns whether users see this file. Samples are seen only in the gallery and in tests. */
function isScreen({ path }: Source): boolean {
  if (path.includes('.samples.')) return false
  return path.endsWith('.tsx') || /\/use-[^/]+\.ts$/.test(path)
}

function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node['value'] as string
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateElement') return undefined
  return (node['value'] as { cooked: string }).cooked
}

function isForPeople(text: string, node: Node, around: readonly Node[]): boolean {
  if (!/\p{L}{2}/u.test(text)) return false
  if (node.type === 'JSXText') return true
  if (around.some(isForProgrammers)) return false
  const place = placeOf(node, around)
  if (place === 'child' || (place && spoken.has(place))) return true
  return isSentence(text) && !(place && technical.has(place))
}

function isForProgrammers(node: Node): boolean {
  if (node.type === 'NewExpression') return nameOf(node['callee']).endsWith('Error')
  const callee = node['callee']
  if (node.type === 'CallExpression' && isNode(callee)) return nameOf(callee['object']) === 'console'
  return ['ImportDeclaration', 'ImportExpression', 'TSLiteralType'].includes(node.type)
}

function placeOf(node: Node, around: readonly Node[]): string | undefined {
  let inner = node
  for (const [index, outer] of around.entries()) {
    if (outer.type === 'JSXAttribute') return nameOf(outer['name'])
    if (outer.type === 'Property') return inner === outer['value'] ? nameOf(outer['key']) : undefined
    if (outer.type === 'JSXExpressionContainer' && around[index + 1]?.type !== 'JSXAttribute') return 'child'
    if (!passesOn(outer, inner)) return undefined
    inner = outer
  }
  return undefined
}

function passesOn(outer: Node, inner: Node): boolean {
  if (outer.type === 'ConditionalExpression') return outer['test'] !== inner
  return ['JSXExpressionContainer', 'LogicalExpression', 'TemplateLiteral'].includes(outer.type)
}

/** Returns true for two words or more, the first with a capital letter. Other texts never look like that. */
function isSentence(text: string): boolean {
  return /^\p{Lu}\p{L}*['’]?\p{L}* \p{L}/u.test(text.trim())
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''
}

/** Attributes and properties that are shown or read aloud. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'caption',
  'closeLabel',
  'description',
  'heading',
  'hint',
  'label',
  'legend',
  'message',
  'placeholder',
  'summary',
  'text',
  'title',
])

const technical = new Set(['className', 'd', 'media', 'sizes', 'srcSet', 'viewBox', 'points', 'transform', 'style'])
