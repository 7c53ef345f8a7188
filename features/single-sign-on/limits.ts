/** Limits from S-27 to S-31 of docs/security.md. */
const SECOND = 1000
const MINUTE = 60 * SECOND

export const signOnLimits = {
  flowMs: 10 * MINUTE,
  /** Starts from one IPv4 address or IPv6 network. Enough for a large office in the morning (S-08). */
  startsPerMinute: 600,
  clockSkewMs: 60 * SECOND,
  outboundMs: 5 * SECOND,
  answerBytes: 256 * 1024,
  /** How long a provider's settings (`discoveryMs`), or a failure to read them (`silenceMs`), are cached. */
  discoveryMs: 10 * MINUTE,
  silenceMs: 5 * SECOND,
  providersKept: 500,
  /** Logins returning from one client's provider: how many are checked at once, and how many may wait. */
  returnsAtOnce: 20,
  returnsWaiting: 100,
  returnWaitMs: 2 * SECOND,
  xmlBytes: 256 * 1024,
  formBytes: 512 * 1024,
  xmlTags: 2_000,
  xmlDepth: 40,
  /** Greatest age of a logout token. Providers retry for minutes. */
  logoutTokenMs: 10 * MINUTE,
  logoutHintMs: 12 * 60 * MINUTE,
  hintBytes: 3_500,
} as const
