/** Lifetimes and limits of single sign-on, shared by code and tests (security.md S-27 to S-31). */
const SECOND = 1000
const MINUTE = 60 * SECOND

export const signOnLimits = {
  /** From leaving for the provider until coming back. */
  flowMs: 10 * MINUTE,
  /** From one address (IPv4, or an IPv6 network) to one client's provider: enough for a large office in the morning (S-08). */
  startsPerMinute: 600,
  /** Allowed difference between the provider's clock and ours. */
  clockSkewMs: 60 * SECOND,
  /** One request to a provider. */
  outboundMs: 5 * SECOND,
  answerBytes: 256 * 1024,
  /** How long a provider's published settings are cached, and how long a failure to read them. */
  discoveryMs: 10 * MINUTE,
  silenceMs: 5 * SECOND,
  providersKept: 500,
  /** Returns from one client's provider that are checked in parallel; others queue briefly. */
  returnsAtOnce: 20,
  returnsWaiting: 100,
  returnWaitMs: 2 * SECOND,
  /** A SAML response: the XML, and the form that contains it. */
  xmlBytes: 256 * 1024,
  formBytes: 512 * 1024,
  xmlTags: 2_000,
  xmlDepth: 40,
  /** Lifetime of the cookie for the provider's logout: as long as a session can last. */
  logoutHintMs: 12 * 60 * MINUTE,
  /** Cookie size that all browsers accept. */
  hintBytes: 3_500,
} as const
