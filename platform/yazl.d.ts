/** What we use of yazl, as version 3.3 has it; it comes without types. */
declare module 'yazl' {
  import type { EventEmitter } from 'node:events'
  import type { Readable } from 'node:stream'

  export class ZipFile extends EventEmitter {
    readonly outputStream: Readable
    addReadStreamLazy(
      name: string,
      options: { mtime: Date; forceDosTimestamp: true },
      open: (done: (error: null, stream: Readable) => void) => void,
    ): void
    end(): void
  }
}
