import { dirname, join } from 'node:path'
import type { Source } from './sources.ts'

/** Finds classes that a component takes from a CSS module without them. TypeScript does not read CSS modules. */
export function missingClasses(sources: readonly Source[], readCss: (path: string) => string): string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, styles = '', from = '']) => {
      const cssPath = join(dirname(path), from)
      const defined = new Set([...readCss(cssPath).matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name))
      const used = [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(([, name = '']) => name)
      return [...new Set(used)]
        .filter((name) => !defined.has(name))
        .map((name) => `${path} uses the class ${name}, which ${cssPath} does not define`)
    }),
  )
}
