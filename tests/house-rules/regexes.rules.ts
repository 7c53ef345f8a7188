import { analyse } from 'scslre'
import type { Source } from './sources.ts'
import { parse, walk } from './syntax.ts'

/** Finds patterns that are slow on long texts: with exponential or quadratic time. */
export function slowPatterns(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const syntax = parse(source)
    const found: string[] = []
    walk(syntax.tree, (node) => {
      // For a regular expression literal, this field of the syntax tree has the pattern.
      const regex = node['regex'] as { pattern: string; flags: string } | undefined
      if (!regex) return
      const { reports } = analyse({ source: regex.pattern, flags: regex.flags }, { reportTypes: { Move: true } })
      if (reports.length > 0)
        found.push(`${source.path}:${syntax.lineOf(node.start)} may take forever: /${regex.pattern}/`)
    })
    return found
  })
}
