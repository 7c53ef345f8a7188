/** S-27 to S-31. */
const SECOND = 1000
const MINUTE = 60 * SECOND

export const signOnLimits = {
  flowMs: 10 * MINUTE,
  /** From one address (IPv4, or an IPv6 network) to one client's provider: enough for a large office in the morning (S-08). */
  startsPerMinute: 600,
  /** Allowed difference between the provider's clock and ours. */
  clockSkewMs: 60 * SECOND,
  outboundMs: 5 * SECOND,
  answerBytes: 256 * 1024,
  /** Published settings of a provider, and a failure to read them. */
  discoveryMs: 10 * MINUTE,
  silenceMs: 5 * SECOND,
  providersKept: 500,
  /** Returns from one client's provider that are checked in parallel; others queue briefly. */
  returnsAtOnce: 20,
  returnsWaiting: 100,
  returnWaitMs: 2 * SECOND,
  /** The XML of a SAML response, and the form that contains it. */
  xmlBytes: 256 * 1024,
  formBytes: 512 * 1024,
  xmlTags: 2_000,
  xmlDepth: 40,
  /** Greatest age of a logout token. Providers retry for minutes. */
  logoutTokenMs: 10 * MINUTE,
  logoutHintMs: 12 * 60 * MINUTE,
  /** Cookie size that all browsers accept. */
  hintBytes: 3_500,
} as const
