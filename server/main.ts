import { enableCompileCache, registerHooks, type ResolveHookSync } from 'node:module'
import { join } from 'node:path'

// The compile cache halves the start time. Not in the system's temporary folder, because anyone may write there.
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))

/** Our imports have full file names, so Node need not search for files. This saves a fifth of the start time. */
const asWritten: ResolveHookSync = (specifier, context, next) =>
  specifier.startsWith('.') && context.conditions.includes('import')
    ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
    : next(specifier, context)

const start = registerHooks({ resolve: asWritten })
await import('./process.ts')
start.deregister()
