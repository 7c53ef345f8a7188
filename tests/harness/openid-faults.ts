/** Faults of the tokens of the OpenID provider. Everything left out is correct. */
export type OpenIdFaults = {
  /** Claims of the identity token; null removes a claim. */
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
  /** Fields of the response besides the token. */
  answer?: Record<string, unknown>
  status?: number
  moved?: boolean
  hangs?: boolean
  pad?: number
  /** Fields of the userinfo response. */
  person?: Record<string, unknown>
}

/** Faults of the published settings of the OpenID provider. */
export type SettingsFaults = {
  /** Publishes null for a setting that is null, instead of leaving it out. */
  nulls?: boolean
  settings?: Record<string, unknown>
  keys?: readonly ('rsa' | 'ec' | 'stranger' | 'weak')[]
  status?: number
  moved?: boolean
  hangs?: boolean
  pad?: number
}

/** The authorisation code: contains the faults, and the values to which the browser's request is bound. */
export type AuthorisationCode = {
  faults: OpenIdFaults
  nonce: string | null
  challenge: string | null
  redirectUri: string | null
}
