/** Lifetimes and budgets of single sign-on; code and tests load the same figures (security.md S-27 to S-31). */
const SECOND = 1000
const MINUTE = 60 * SECOND

export const signOnLimits = {
  /** From leaving for the provider until coming back. */
  flowMs: 10 * MINUTE,
  /** From one address (an IPv4 address, or an IPv6 network) to one client's provider: a large office in the morning (S-08). */
  startsPerMinute: 600,
  /** How far the provider's clock may be from ours. */
  clockSkewMs: 60 * SECOND,
  /** One question to a provider. */
  outboundMs: 5 * SECOND,
  answerBytes: 256 * 1024,
  /** How long a provider's published settings are believed, and how long its silence. */
  discoveryMs: 10 * MINUTE,
  silenceMs: 5 * SECOND,
  providersKept: 500,
  /** Returns from one client's provider that are checked at once; the others wait for a moment. */
  returnsAtOnce: 20,
  returnsWaiting: 100,
  returnWaitMs: 2 * SECOND,
  /** A SAML response: the XML, and the form around it. */
  xmlBytes: 256 * 1024,
  formBytes: 512 * 1024,
  xmlTags: 2_000,
  xmlDepth: 40,
  /** As long as a session may be: what a logout at the provider needs is kept in the browser. */
  logoutHintMs: 12 * 60 * MINUTE,
  /** A cookie that browsers keep for certain. */
  hintBytes: 3_500,
} as const
