import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)

export type FontFile = { name: string; bytes: () => Buffer; has: (codePoint: number) => boolean }
export type FontWeight = 400 | 700

const scripts = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const
const widest = 'Inter'

const cache = new Map<string, readonly FontFile[]>()

export function fontFilesOf(family: string, weight: FontWeight): readonly FontFile[] {
  const key = `${family} ${weight}`
  const cached = cache.get(key)
  if (cached) return cached
  const files = [...new Set([family, widest])].flatMap((one) => filesOf(one, weight))
  cache.set(key, files)
  return files
}

function filesOf(family: string, weight: FontWeight): FontFile[] {
  const slug = family.toLowerCase().replaceAll(' ', '-')
  const folder = dirname(resolve(`@fontsource/${slug}/package.json`))
  // The package's unicode.json lists the characters of each font file.
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  return scripts.flatMap((script) => {
    const characters = ranges[script]
    if (characters === undefined) return []
    const name = `${slug}-${script}-${weight}-normal`
    let unpacked: Buffer | undefined
    const bytes = () => (unpacked ??= unpackWoff(readFileSync(join(folder, 'files', `${name}.woff`))))
    return [{ name, bytes, has: inRanges(characters) }]
  })
}

function inRanges(written: string): FontFile['has'] {
  const ranges = written.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const
  })
  return (codePoint) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to)
}
