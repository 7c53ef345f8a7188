import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What is compiled for one start serves the next, which then takes half as long. It is kept in the installation's own
// folder, because anybody may write to the system's temporary one; where nothing can be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
await import('./process.ts')
