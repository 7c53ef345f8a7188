import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export type Source = { path: string; text: string }

/** Returns every TypeScript file of the product's folders, without tests. */
export function productSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

const folders = ['contract', 'ui', 'platform', 'database', 'domain', 'services', 'features', 'web', 'server']

export function importsOf({ path, text }: Source): string[] {
  const named = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, to = '']) => to)
  return named.map((to) => relative(root, join(root, dirname(path), to)))
}
