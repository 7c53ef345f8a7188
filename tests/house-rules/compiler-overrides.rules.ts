import type { Source } from './sources.ts'
import { parse, walk, type Node } from './syntax.ts'

/** Finds places that overrule the compiler (`any`, `as`, `!`) without a reason on the line above. */
export function overridesWithoutReason(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !path.includes('.samples.'))
    .flatMap((source) => {
      const syntax = parse(source)
      const reasons = syntax.comments.map(({ end }) => syntax.lineOf(end) + 1)
      const found: string[] = []
      walk(syntax.tree, (node, around) => {
        const what = overruling(node)
        if (!what) return
        // A reason above or within a statement applies to the rest of that statement.
        const statement = syntax.lineOf(statementAround(node, around).start)
        const line = syntax.lineOf(endOfOperand(node))
        if (!reasons.some((reason) => statement <= reason && reason <= line)) {
          found.push(
            `${source.path}:${line} says ${what}: write the reason on the line above, or let the compiler know`,
          )
        }
      })
      return found
    })
}

function overruling(node: Node): string | undefined {
  if (node.type === 'TSAnyKeyword') return 'any'
  if (node.type === 'TSNonNullExpression') return '!'
  if (node.type !== 'TSAsExpression') return undefined
  const type = node['typeAnnotation'] as Node
  const named = type['typeName'] as Node | undefined
  return type.type === 'TSTypeReference' && named?.['name'] === 'const' ? undefined : 'as'
}

function statementAround(node: Node, around: readonly Node[]): Node {
  return around.find(({ type }) => /Statement$|Declaration$|PropertyDefinition$/.test(type)) ?? node
}

function endOfOperand(node: Node): number {
  return (node['expression'] as Node | undefined)?.end ?? node.start
}
