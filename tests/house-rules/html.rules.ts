import type { Source } from './sources.ts'
import { parse, walk } from './syntax.ts'

/** Ways of turning text into HTML or into a program. */
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
/** The one place that may; it builds what it shows from elements. */
const home = 'ui/SafeHtml.tsx'

/** Reads XML on the server, where nothing is shown. */
const readerOfXml = 'platform/xml.ts'

/** Every place that turns text into HTML or into a program, outside ui/SafeHtml.tsx. */
export function htmlSinks(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => path !== home && path !== readerOfXml && !path.includes('.samples.'))
    .flatMap((source) => {
      const syntax = parse(source)
      const found: string[] = []
      walk(syntax.tree, (node, around) => {
        const name = node['name']
        if (typeof name !== 'string' || !sinks.has(name)) return
        // `Function` is dangerous where it is called; elsewhere it is a type or its prototype.
        if (name === 'Function' && !/^(?:New|Call)Expression$/.test(around[0]?.type ?? '')) return
        found.push(`${source.path}:${syntax.lineOf(node.start)} uses ${name}: show HTML with ui/SafeHtml.tsx`)
      })
      return found
    })
}
