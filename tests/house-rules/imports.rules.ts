import { dirname } from 'node:path'
import { importsOf, type Source } from './sources.ts'

/** Allowed imports of each top folder. */
const allowed: Record<string, readonly string[]> = {
  contract: ['contract'],
  ui: ['contract', 'ui'],
  platform: ['contract', 'platform', 'database'],
  database: ['contract', 'database'],
  domain: ['contract', 'domain'],
  services: ['contract', 'platform', 'database', 'domain', 'services'],
  features: ['contract', 'ui', 'platform', 'database', 'domain', 'services', 'features'],
  web: ['contract', 'ui', 'domain', 'services', 'features', 'web'],
  server: ['contract', 'platform', 'database', 'domain', 'services', 'features', 'server'],
}

type Side = 'both' | 'browser' | 'server'

/** Finds imports in the wrong direction. Each sentence gives the rule and the remedy. */
export function wrongImports(sources: readonly Source[]): string[] {
  return importsIn(sources).flatMap(([path, target]) => {
    const why = whyWrong(path, target)
    return why ? [`${path} imports ${target}: ${why}`] : []
  })
}

function whyWrong(path: string, target: string): string | undefined {
  const [from = ''] = path.split('/')
  const [to = ''] = target.split('/')
  if (!allowed[from]?.includes(to)) {
    return `${from}/ may import ${allowed[from]?.join(', ')} only. Move what is shared down, or pass it in.`
  }
  if (![from, to].some((layer) => ['domain', 'services', 'features'].includes(layer))) return undefined
  const side = sideOf(path)
  const targetSide = sideOf(target)
  if (side !== 'both' && targetSide !== 'both' && side !== targetSide) {
    return 'browser and server files meet only in the contract.'
  }
  if (from !== 'web' && from !== 'server' && side === 'both' && targetSide !== 'both') {
    return `a file of both sides imports a ${targetSide} file. Give it a suffix, or move the shared part.`
  }
  return undefined
}

/**
 * Finds imports that are part of a circle of folders: the target's folder imports the file's folder, directly or through
 * others.
 */
export function folderCircles(sources: readonly Source[]): string[] {
  const imports = importsIn(sources)
  const next = new Map<string, Set<string>>()
  for (const [path, target] of imports) {
    if (dirname(path) !== dirname(target))
      next.set(dirname(path), (next.get(dirname(path)) ?? new Set()).add(dirname(target)))
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, foldersFrom(folder, next)]))
  return imports.flatMap(([path, target]) => {
    const [from, to] = [dirname(path), dirname(target)]
    return from !== to && reached.get(to)?.has(from) ? [`${path} imports ${target}, and ${to}/ imports ${from}/`] : []
  })
}

function foldersFrom(folder: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [folder]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const one of next.get(at) ?? []) if (!found.has(one)) waiting.push(one)
    for (const one of next.get(at) ?? []) found.add(one)
  }
  return found
}

function importsIn(sources: readonly Source[]): [path: string, target: string][] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter((target) => !/\.(css|json|html)$/.test(target))
      .map((target): [string, string] => [source.path, target]),
  )
}

function sideOf(path: string): Side {
  if (/^(server|platform|database)\//.test(path)) return 'server'
  if (/^(web|ui)\//.test(path)) return 'browser'
  if (/\.(api|queries|jobs|server)\.ts$/.test(path)) return 'server'
  if (path.endsWith('.tsx') || /\/use-[^/]+\.ts$/.test(path)) return 'browser'
  return 'both'
}
