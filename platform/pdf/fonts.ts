import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)

export type FontFile = { name: string; bytes: () => Buffer; has: (codePoint: number) => boolean }
export type Weight = 400 | 700

/** The scripts a family may come in, each a file of its own; Latin first, as nearly everything is. */
const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const
/** Knows more scripts than the others, so it writes what they cannot. */
const widest = 'Inter'

const kept = new Map<string, readonly FontFile[]>()

/** The files of a family for a text, the widest family's behind its own. */
export function fontFilesOf(family: string, weight: Weight): readonly FontFile[] {
  const key = `${family} ${weight}`
  const known = kept.get(key)
  if (known) return known
  const files = [...new Set([family, widest])].flatMap((one) => filesOf(one, weight))
  kept.set(key, files)
  return files
}

function filesOf(family: string, weight: Weight): FontFile[] {
  const slug = family.toLowerCase().replaceAll(' ', '-')
  const folder = dirname(resolve(`@fontsource/${slug}/package.json`))
  // The package says which file holds which signs.
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return scripts.flatMap((script) => {
    const held = ranges[script]
    if (held === undefined) return []
    const name = `${slug}-${script}-${weight}-normal`
    let unpacked: Buffer | undefined
    const bytes = () => (unpacked ??= unpackWoff(readFileSync(join(folder, 'files', `${name}.woff`))))
    return [{ name, bytes, has: inRanges(held) }]
  })
}

/** 'U+0000-00FF,U+0131' */
function inRanges(written: string): FontFile['has'] {
  const ranges = written.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (codePoint) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to)
}
