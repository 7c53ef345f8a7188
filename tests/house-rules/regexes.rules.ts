import { analyse } from 'scslre'
import type { Source } from './sources.ts'
import { parse, walk } from './syntax.ts'

/**
 * Every pattern that takes more than its share of time for a long text: exponentially, where a repetition can divide a
 * text in many ways, or with the square of its length, where two repetitions can trade signs or the search begins anew
 * at each sign of a run.
 */
export function slowPatterns(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const syntax = parse(source)
    const found: string[] = []
    walk(syntax.tree, (node) => {
      // A literal of a regular expression carries its pattern, by the syntax's definition.
      const regex = node['regex'] as { pattern: string; flags: string } | undefined
      if (!regex) return
      const { reports } = analyse({ source: regex.pattern, flags: regex.flags }, { reportTypes: { Move: true } })
      if (reports.length > 0)
        found.push(`${source.path}:${syntax.lineOf(node.start)} may take forever: /${regex.pattern}/`)
    })
    return found
  })
}
