import { analyse } from 'scslre'
import type { Source } from './sources.ts'
import { parse, walk } from './syntax.ts'

/**
 * Finds patterns that can be slow on long texts. Exponential time: a repetition can split a text in many ways. Quadratic time:
 * two repetitions can exchange characters, or the search restarts at each character of a run.
 */
export function slowPatterns(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const syntax = parse(source)
    const found: string[] = []
    walk(syntax.tree, (node) => {
      // A regular expression literal has its pattern in this field.
      const regex = node['regex'] as { pattern: string; flags: string } | undefined
      if (!regex) return
      const { reports } = analyse({ source: regex.pattern, flags: regex.flags }, { reportTypes: { Move: true } })
      if (reports.length > 0)
        found.push(`${source.path}:${syntax.lineOf(node.start)} may take forever: /${regex.pattern}/`)
    })
    return found
  })
}
