export class LineNumbers {
  readonly #first: number[] = []
  #count = 0
  #last = 0

  add(line: number): void {
    if (line === this.#last) return
    this.#last = line
    this.#count += 1
    if (this.#first.length < 3) this.#first.push(line)
  }

  noted(sentence: (lines: string) => string): string[] {
    const more = this.#count - this.#first.length
    const rest = more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : ''
    return this.#count === 0
      ? []
      : [sentence(`${this.#count === 1 ? 'line' : 'lines'} ${this.#first.join(', ')}${rest}`)]
  }
}
