import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** One acknowledged write: the version the server said it made, and the gift in pounds it was asked to keep. */
export type Acknowledged = { person: string; version: number; amount: number }

/** What the server has acknowledged, kept outside the portal and on disk before the next write is sent. */
export class Ledger {
  readonly #file: number
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, 'a')
  }

  acknowledge(entry: Acknowledged): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.#file)
  }

  entries(): Acknowledged[] {
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as Acknowledged)
  }

  close(): void {
    closeSync(this.#file)
  }
}
