import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, root } from '../tests/house-rules/sources.ts'

// The files loaded at start determine its duration (docs/performance.md), and they do not depend on the machine.
it('loads no library at start that only some requests, the jobs or a demo need', () => {
  const loaded = loadedAtStart('server/process.ts')
  expect([...loaded.packages].toSorted()).toEqual([
    '@fastify/cookie',
    '@fastify/static',
    '@node-rs/argon2',
    'fastify',
    'kysely',
    'otpauth',
    'pg',
    'pino',
    'yazl',
    'zod',
  ])
  const later = /^(features\/.*\.jobs\.ts|server\/(worker|demo-.*|outbox|gallery|manual)\.ts|database\/embedded\.ts)$/
  expect(loaded.files.filter((file) => later.test(file))).toEqual([])
  // Importing it loads Node's own fetch too, which takes as long as thirty files.
  expect(loaded.builtins).not.toContain('node:http')
})

type Loaded = { files: string[]; packages: Set<string>; builtins: Set<string> }

function loadedAtStart(path: string, loaded: Loaded = { files: [], packages: new Set(), builtins: new Set() }): Loaded {
  loaded.files.push(path)
  // Remove type imports, which do not exist at run time, and imports inside functions, which load later.
  const text = readFileSync(join(root, path), 'utf8')
    .replaceAll(/^import type [^']*'[^']*'/gm, '')
    .replaceAll(/\bimport\('[^']*'\)/g, '')
  for (const [, name = ''] of text.matchAll(/^(?:import|export) [^']*?from '([^.'][^']*)'/gm)) {
    if (name.startsWith('node:')) loaded.builtins.add(name)
    else loaded.packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  }
  for (const next of importsOf({ path, text })) if (!loaded.files.includes(next)) loadedAtStart(next, loaded)
  return loaded
}
