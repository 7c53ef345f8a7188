import { EventEmitter } from 'node:events'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** A write that the portal has acknowledged: the version in the response, and the requested gift in pounds. */
export type Acknowledged = { site?: string; person: string; version: number; amount: number }

/** Stores the acknowledged writes on disk, outside the portal, before the next write is sent. */
export class Ledger extends EventEmitter<{ acknowledged: [] }> {
  readonly #file: number
  readonly #path: string
  count = 0

  constructor(path: string) {
    super()
    this.#path = path
    this.#file = openSync(path, 'a')
  }

  acknowledge(entry: Acknowledged): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.#file)
    this.count += 1
    this.emit('acknowledged')
  }

  entries(): Acknowledged[] {
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Acknowledged)
  }

  close(): void {
    closeSync(this.#file)
  }
}
