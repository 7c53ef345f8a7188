/** What the SAML provider of the tests is told to say wrong; everything that is left out is as it should be. */
export type SamlLie = {
  subject?: string
  format?: string
  email?: string | null
  /** More attributes, as XML. */
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
  /** Seconds from now. */
  confirmedUntil?: number | null
  confirmedFrom?: number
  validFrom?: number
  validUntil?: number
  sessionUntil?: number
  context?: string | null
  /** The assertion's id, where it is not a new one. */
  id?: string
  /** Which key signs, and how. */
  key?: 'own' | 'next' | 'stranger'
  algorithm?: 'rsa-sha256' | 'rsa-sha512' | 'rsa-sha1'
  signs?: 'assertion' | 'both' | 'response' | 'nothing'
  /** In place of what its parts would be. */
  conditions?: string
  nameId?: string
  statement?: string
}
