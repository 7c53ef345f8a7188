import type { Source } from './sources.ts'
import { parse } from './syntax.ts'

export function reExports(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const named = /(^|\/)index\.tsx?$/.test(source.path) ? [`${source.path}: name the file for what it holds`] : []
    const syntax = parse(source)
    const passedOn = (syntax.tree['body'] as { type: string; start: number; source?: unknown }[]).filter(
      ({ type, source: from }) => type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && from),
    )
    return [
      ...named,
      ...passedOn.map(
        ({ start }) =>
          `${source.path}:${syntax.lineOf(start)} passes on another file's exports: import them where they stand`,
      ),
    ]
  })
}
