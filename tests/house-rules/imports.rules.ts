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

/** Finds imports that are part of a cycle of folders, directly or through other folders. */
export function folderCycles(sources: readonly Source[]): string[] {
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

/** Returns the areas in the diagram of ARCHITECTURE.md, and which areas each may import. */
export function areasInPicture(markdown: string): Map<string, Set<string>> {
  const picture = /```mermaid\n([^`]*)```/.exec(markdown)?.[1] ?? ''
  const nodes = new Map<string, { layer: string; areas: string[] }>()
  const arrows = new Map<string, Set<string>>()
  let layer = ''
  for (const line of picture.split('\n')) {
    layer = /^ {2}subgraph (\w+)/.exec(line)?.[1] ?? (/^ {2}end/.test(line) ? '' : layer)
    for (const [, id = '', label = ''] of line.matchAll(/([\w-]+)\["([^"]*)"\]/g)) {
      if (layer) nodes.set(id, { layer, areas: label.split(/,\s*(?:<br\/>)?/) })
    }
    const steps = line.split('-->').map((step) => step.split('&').map((name) => name.trim().replace(/\[.*/, '')))
    for (const [index, from] of steps.slice(0, -1).entries()) {
      for (const id of from) arrows.set(id, new Set([...(arrows.get(id) ?? []), ...(steps[index + 1] ?? [])]))
    }
  }
  const pathsOf = (id: string) => nodes.get(id)?.areas.map((area) => `${nodes.get(id)?.layer}/${area}`) ?? []
  return new Map(
    [...nodes.keys()].flatMap((id) => {
      const mayImport = new Set([id, ...foldersFrom(id, arrows)].flatMap(pathsOf))
      return pathsOf(id).map((area): [string, Set<string>] => [area, mayImport])
    }),
  )
}

/** Finds imports between areas of one layer without an arrow in the diagram, and areas without a box in it. */
export function notInPicture(sources: readonly Source[], picture: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const areaOf = (path: string) => path.split('/').slice(0, 2).join('/')
  const isArea = (path: string) => /^(domain|services|features)\//.test(path)
  const missing = new Set(sources.map(({ path }) => areaOf(path)).filter((area) => isArea(area) && !picture.has(area)))
  const wrong = importsIn(sources).filter(
    ([path, target]) =>
      isArea(path) && path.split('/')[0] === target.split('/')[0] && !picture.get(areaOf(path))?.has(areaOf(target)),
  )
  return [
    ...[...missing].map((area) => `${area} is not in the picture`),
    ...wrong.map(([path, target]) => `${path} imports ${target}: the picture has no arrow for it`),
  ]
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
