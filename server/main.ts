import { enableCompileCache, registerHooks, type ResolveHookSync } from 'node:module'
import { join } from 'node:path'

// What is compiled for one start serves the next, which then takes half as long. It is kept in the installation's own
// folder, because anybody may write to the system's temporary one; where nothing can be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))

/**
 * A path in an import names one whole file, in packages as here. Node asks the disk about it with each of some three thousand
 * imports, which is a fifth of a start; here the file is opened, and one that is not there fails then.
 */
const asWritten: ResolveHookSync = (specifier, context, next) =>
  specifier.startsWith('.') && context.conditions.includes('import')
    ? { url: new URL(specifier, context.parentURL).href, shortCircuit: true }
    : next(specifier, context)

const start = registerHooks({ resolve: asWritten })
await import('./process.ts')
start.deregister()
