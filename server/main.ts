import { enableCompileCache, registerHooks, type ResolveHookSync } from 'node:module'
import { join } from 'node:path'

// The compile cache halves the start. In the installation's folder, because anyone may write to the system's temporary folder.
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))

/** Our imports have full file names, so Node need not search for 3,000 files. Saves a fifth of the start. */
const asWritten: ResolveHookSync = (specifier, context, next) =>
  specifier.startsWith('.') && context.conditions.includes('import')
    ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
    : next(specifier, context)

const start = registerHooks({ resolve: asWritten })
await import('./process.ts')
start.deregister()
