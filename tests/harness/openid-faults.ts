/** Faults of the OpenID provider's tokens. Everything that is left out is correct. */
export type OpenIdFaults = {
  /** Claims of the identity token; null removes a claim. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  alg?: string
  kid?: string | null
  key?: 'rsa' | 'ec' | 'stranger' | 'weak'
  spoiled?: 'no-signature' | 'other-claims' | 'four-parts' | 'no-token'
  /** In seconds from now. */
  issuedIn?: number
  endsIn?: number
  beginsIn?: number
  /** Fields of the response in addition to the token. */
  answer?: Record<string, unknown>
  status?: number
  moved?: boolean
  hangs?: boolean
  pad?: number
  /** Fields of the userinfo response. */
  person?: Record<string, unknown>
}

export type SettingsFaults = {
  /** Publishes null settings as null, instead of leaving them out. */
  nulls?: boolean
  settings?: Record<string, unknown>
  keys?: readonly ('rsa' | 'ec' | 'stranger' | 'weak')[]
  status?: number
  moved?: boolean
  hangs?: boolean
  pad?: number
}

export type AuthorisationCode = {
  faults: OpenIdFaults
  nonce: string | null
  challenge: string | null
  redirectUri: string | null
}
