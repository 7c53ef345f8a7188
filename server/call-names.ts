import { glob, readFile } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Endpoint } from '../contract/endpoint.ts'

/** `area` is the heading in the API description: the folder of the contract, or its file in `domain/`. */
export type CallName = { name: string; area: string; about: string | undefined }

const root = join(import.meta.dirname, '..')

export async function readCallNames(): Promise<Map<unknown, CallName>> {
  const names = new Map<unknown, CallName>()
  for await (const file of glob('{domain,services,features}/**/*.contract.ts', { cwd: root })) {
    const declared: Record<string, unknown> = await import(join(root, file))
    const comments = commentsIn(await readFile(join(root, file), 'utf8'))
    const [layer, folder = ''] = file.split(sep)
    const area = layer === 'domain' ? basename(file, '.contract.ts') : folder
    for (const [name, value] of Object.entries(declared)) {
      if (isEndpoint(value)) names.set(value, { name, area, about: comments.get(name) })
    }
  }
  return names
}

function commentsIn(source: string): Map<string, string> {
  const found = source.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\nexport const (\w+) = endpoint\(/g)
  return new Map(
    [...found].map(([, comment = '', name = '']) => [
      name,
      comment
        .replace(/^[ \t]*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'path' in value
}
