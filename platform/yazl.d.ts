/** The parts of yazl 3.3 that we use. The package has no types. */
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
