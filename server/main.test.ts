import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, root } from '../tests/house-rules/sources.ts'

// The number of loaded files decides how long a start takes (docs/performance.md).
it('starting the server loads no library that only some requests, the jobs or a demo need', () => {
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
  // `node:http` would also load Node's fetch, which takes as long as 30 files.
  expect(loaded.builtins).not.toContain('node:http')
})

type Loaded = { files: string[]; packages: Set<string>; builtins: Set<string> }

function loadedAtStart(path: string, loaded: Loaded = { files: [], packages: new Set(), builtins: new Set() }): Loaded {
  loaded.files.push(path)
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
