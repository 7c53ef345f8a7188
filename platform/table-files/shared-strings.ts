export class SharedStrings {
  #bytes: Buffer = Buffer.alloc(64 * 1024)
  #ends = new Uint32Array(1024)
  #count = 0

  add(text: string): void {
    const begin = this.#endOf(this.#count - 1)
    // UTF-8 takes at most three bytes per UTF-16 code unit.
    if (begin + text.length * 3 > this.#bytes.length) this.#bytes = grown(this.#bytes, begin + text.length * 3)
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2)
      ends.set(this.#ends)
      this.#ends = ends
    }
    this.#ends[this.#count] = begin + this.#bytes.write(text, begin)
    this.#count += 1
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined
    return this.#bytes.toString('utf8', this.#endOf(index - 1), this.#endOf(index))
  }

  #endOf(index: number): number {
    return index < 0 ? 0 : (this.#ends[index] ?? 0)
  }
}

function grown(bytes: Buffer, needed: number): Buffer {
  const larger = Buffer.alloc(Math.max(bytes.length * 2, needed))
  bytes.copy(larger)
  return larger
}
