/** What the lying provider is told to say wrong; everything that is left out is as it should be. */
export type Lie = {
  /** Claims of the identity token; null leaves one out. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  alg?: string
  kid?: string | null
  key?: 'rsa' | 'ec' | 'stranger' | 'weak'
  spoiled?: 'no-signature' | 'other-claims' | 'four-parts' | 'no-token'
  /** Seconds from now. */
  issuedIn?: number
  endsIn?: number
  beginsIn?: number
  /** Beside the token. */
  answer?: Record<string, unknown>
  status?: number
  moved?: boolean
  hangs?: boolean
  pad?: number
  /** What its page about people says. */
  person?: Record<string, unknown>
}

/** What its published settings say wrong. */
export type Published = {
  settings?: Record<string, unknown>
  keys?: readonly ('rsa' | 'ec' | 'stranger' | 'weak')[]
  status?: number
  moved?: boolean
  hangs?: boolean
  pad?: number
}

/** The code by which the portal asks for a token: it carries the lie, and what the browser's way was bound by. */
export type Code = { lie: Lie; nonce: string | null; challenge: string | null; redirectUri: string | null }
