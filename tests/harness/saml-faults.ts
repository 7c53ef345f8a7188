/** Faults of the SAML provider's responses. Everything that is left out is correct. */
export type SamlFaults = {
  subject?: string
  format?: string
  email?: string | null
  attributes?: string
  issuer?: string
  responseIssuer?: string
  audience?: string | null
  recipient?: string | null
  destination?: string | null
  inResponseTo?: string | null
  confirmedRequest?: string | null
  method?: string
  version?: string
  status?: string
  /** In seconds from now. */
  confirmedUntil?: number | null
  confirmedFrom?: number
  validFrom?: number
  validUntil?: number
  sessionUntil?: number
  context?: string | null
  id?: string
  /** The signing key, and which parts it signs with which algorithm. */
  key?: 'own' | 'next' | 'stranger'
  algorithm?: 'rsa-sha256' | 'rsa-sha512' | 'rsa-sha1'
  signs?: 'assertion' | 'both' | 'response' | 'nothing'
  encryptFor?: string
  keyEncryption?: string
  conditions?: string
  nameId?: string
  statement?: string
}

export type SamlLogoutFaults = {
  binding?: 'post' | 'redirect'
  nameId?: string
  sessions?: readonly string[]
  id?: string
  version?: string
  issuer?: string
  destination?: string
  /** Seconds from now. */
  issuedIn?: number
  endsIn?: number
  key?: 'own' | 'next' | 'stranger'
  algorithm?: 'rsa-sha256' | 'rsa-sha1'
  signs?: 'request' | 'nothing'
}
