import type { Source } from './sources.ts'
import { parse, walk } from './syntax.ts'

const sinks = new Set([
  'dangerouslySetInnerHTML',
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'setHTMLUnsafe',
  'parseHTMLUnsafe',
  'createContextualFragment',
  'parseFromString',
  'srcDoc',
  'srcdoc',
  'eval',
  'Function',
])
const home = 'ui/SafeHtml.tsx'

const readerOfXml = 'platform/xml.ts'

export function htmlSinks(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== home && path !== readerOfXml && !path.includes('.samples.'))
    .flatMap((source) => {
      const syntax = parse(source)
      const found: string[] = []
      walk(syntax.tree, (node, around) => {
        const name = node['name']
        if (typeof name !== 'string' || !sinks.has(name)) return
        // `Function` is dangerous only if called. Elsewhere it is a type or a prototype.
        if (name === 'Function' && !/^(?:New|Call)Expression$/.test(around[0]?.type ?? '')) return
        found.push(`${source.path}:${syntax.lineOf(node.start)} uses ${name}: show HTML with ui/SafeHtml.tsx`)
      })
      return found
    })
}
