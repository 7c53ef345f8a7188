/** What the running process gives to handlers that need more than their request. */
export type House = {
  mode: Mode
  /** 32 bytes or more: the root of every keyed hash and sealed value; each use derives a key of its own from it. */
  serverSecret: Buffer
}

/** `demo` loads the example world and honours a moved clock; `test` only honours the clock; `production` does neither. */
export type Mode = 'demo' | 'production' | 'test'
