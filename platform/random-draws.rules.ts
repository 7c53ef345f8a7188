/** Repeatable random numbers for invented people. The same words give the same numbers, regardless of the order of people. */
export class RandomDraws {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(...words: (string | number)[]) {
    ;[this.#a, this.#b, this.#c, this.#d] = hashOf(words.join('\u0000'))
    for (let warm = 0; warm < 12; warm += 1) this.#draw()
  }

  number(): number {
    return this.#draw() / 2 ** 32
  }

  whole(from: number, to: number): number {
    return from + Math.floor(this.number() * (to - from + 1))
  }

  happens(share: number): boolean {
    return this.number() < share
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.whole(0, items.length - 1)] ?? items[0]
  }

  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name {
    // The keys of a record of weights are its names.
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.number() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    const found = entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)
    if (!found) throw new RangeError('There is nothing to choose from')
    return found[0]
  }

  id(): string {
    const [one, two, three, four] = [this.#draw(), this.#draw(), this.#draw(), this.#draw()]
    const version = 0x4000 | (two & 0x0fff)
    const variant = 0x8000 | (three >>> 18)
    return `${hex(one >>> 16)}${hex(one & 0xffff)}-${hex(two >>> 16)}-${hex(version)}-${hex(variant)}-${hex(three & 0xffff)}${hex(four >>> 16)}${hex(four & 0xffff)}`
  }

  /** sfc32, by Chris Doty-Humphrey: small, fast and well spread. */
  #draw(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }
}

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hex(word: number): string {
  return `${hexDigits[word >>> 8]}${hexDigits[word & 0xff]}`
}

function hashOf(text: string): [number, number, number, number] {
  let [one, two, three, four] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    one = two ^ Math.imul(one ^ letter, 597_399_067)
    two = three ^ Math.imul(two ^ letter, 2_869_860_233)
    three = four ^ Math.imul(three ^ letter, 951_274_213)
    four = one ^ Math.imul(four ^ letter, 2_716_044_179)
  }
  one = Math.imul(three ^ (one >>> 18), 597_399_067)
  two = Math.imul(four ^ (two >>> 22), 2_869_860_233)
  three = Math.imul(one ^ (three >>> 17), 951_274_213)
  four = Math.imul(two ^ (four >>> 19), 2_716_044_179)
  return [(one ^ two ^ three ^ four) | 0, two | 0, three | 0, four | 0]
}
