import { dirname, join, relative } from 'node:path'
import { root, type Source } from './sources.ts'
import { isNode, parse, walk, type Node, type Syntax } from './syntax.ts'

type Sentences = {
  path: string
  name: string
  keys: Map<string, number>
  shown: Set<string>
  /** True if the object is destructured, passed on or indexed at run time. Then any of its sentences may be shown. */
  isHandedOn: boolean
}

/** Skips an object that is used in other ways than `say.title`, because any of its sentences may be shown. */
export function unusedSentences(sources: readonly Source[]): string[] {
  const concerned = sources.filter(({ path, text }) => path.endsWith('messages.ts') || text.includes("messages.ts'"))
  const parsed = concerned.map(({ path, text }) => ({ path, tree: parse({ path, text }) }))
  const known = new Map<string, Sentences>()
  for (const { path, tree } of parsed.filter(({ path }) => path.endsWith('messages.ts')))
    for (const one of sentencesOf(path, tree)) known.set(`${path} ${one.name}`, one)
  for (const { path, tree } of parsed) noteUses(tree.tree, namesIn(path, tree.tree, known))
  return [...known.values()]
    .filter(({ isHandedOn }) => !isHandedOn)
    .flatMap(({ path, name, keys, shown }) =>
      [...keys]
        .filter(([key]) => !shown.has(key))
        .map(([key, line]) => `${path}:${line} nobody is shown ${name}.${key}: remove it, or show it`),
    )
}

function sentencesOf(path: string, syntax: Syntax): Sentences[] {
  return declarationsOf(syntax.tree).flatMap(({ id, init }) => {
    const value = bare(init)
    if (value?.type !== 'ObjectExpression') return []
    const properties = value['properties'] as Node[]
    const keys = properties.flatMap(({ key, start }) => {
      const name = isNode(key) ? (key['name'] ?? key['value']) : undefined
      return typeof name === 'string' ? [[name, syntax.lineOf(start)] as const] : []
    })
    return [{ path, name: String(id['name']), keys: new Map(keys), shown: new Set<string>(), isHandedOn: false }]
  })
}

function declarationsOf(tree: Node): { id: Node; init: Node | null }[] {
  return (tree['body'] as Node[])
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .map(({ declaration }) => declaration)
    .filter((declared) => isNode(declared) && declared.type === 'VariableDeclaration')
    .flatMap((declared) => (declared as Node)['declarations'] as { id: Node; init: Node | null }[])
}

function bare(value: Node | null): Node | null {
  return value && /^TS(As|Satisfies)Expression$/.test(value.type) ? bare(value['expression'] as Node) : value
}

function namesIn(path: string, tree: Node, known: ReadonlyMap<string, Sentences>): Map<string, Sentences> {
  const own = [...known.values()].filter((one) => one.path === path).map((one) => [one.name, one] as const)
  const imported = (tree['body'] as Node[])
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(({ source, specifiers }) => {
      const from = relative(root, join(root, dirname(path), String((source as Node)['value'])))
      return (specifiers as Node[]).flatMap(({ imported, local }) => {
        const found = known.get(`${from} ${isNode(imported) ? String(imported['name']) : ''}`)
        return found ? [[String((local as Node)['name']), found] as const] : []
      })
    })
  return new Map([...own, ...imported])
}

function noteUses(tree: Node, names: ReadonlyMap<string, Sentences>): void {
  if (names.size === 0) return
  walk(tree, (node, [parent]) => {
    const found = node.type === 'Identifier' ? names.get(String(node['name'])) : undefined
    if (!found || !parent || isNoUse(node, parent)) return
    const property = parent['property'] as Node | undefined
    const isMember = parent.type === 'MemberExpression' && parent['object'] === node
    if (isMember && !parent['computed']) found.shown.add(String(property?.['name']))
    else if (isMember && property?.type === 'Literal') found.shown.add(String(property['value']))
    else found.isHandedOn = true
  })
}

function isNoUse(node: Node, parent: Node): boolean {
  if (parent.type.startsWith('Import') || (parent.type === 'VariableDeclarator' && parent['id'] === node)) return true
  if (parent.type === 'Property') return parent['key'] === node && !parent['computed'] && !parent['shorthand']
  return parent.type === 'MemberExpression' && parent['property'] === node && !parent['computed']
}
