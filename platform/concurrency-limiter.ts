export class LimiterBusy extends Error {
  constructor() {
    super('Too much is waiting')
    this.name = 'LimiterBusy'
  }
}

type Waiting = { enter: () => void; timer: NodeJS.Timeout }

/** Runs a few tasks at once. A bounded number of further tasks waits in order, each for a bounded time. */
export class ConcurrencyLimiter {
  readonly #queue: number
  readonly #waitMs: number
  readonly #waiting = new Set<Waiting>()
  #free: number

  constructor({ places, queue, waitMs }: { places: number; queue: number; waitMs: number }) {
    this.#free = places
    this.#queue = queue
    this.#waitMs = waitMs
  }

  /** Runs the work once a place is free. Throws `LimiterBusy` if the queue is full or the wait too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    if (this.#waiting.size >= this.#queue) return Promise.reject(new LimiterBusy())
    return new Promise((enter, refuse) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        refuse(new LimiterBusy())
      }, this.#waitMs)
      const waiting: Waiting = { enter, timer }
      this.#waiting.add(waiting)
    })
  }

  #leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    clearTimeout(next.timer)
    next.enter()
  }
}
