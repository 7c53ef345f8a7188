/** Paths of single sign-on. They are not in paths.ts, because the login page loads that file. */
export const signOnPaths = {
  /** The token of a masquerade is followed by its scheme year (SSO-01). */
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: (kind: SignOnFailure = '') => `/sso-error/${kind}`,
  start: () => '/sso/start',
} as const

/**
 * The person cancelled; the return was late or from a bookmark; the login was started at the provider (by a tile); the person
 * is unknown; the provider is unavailable.
 */
export const signOnFailures = ['cancelled', 'late', 'tile', 'unknown', 'unavailable'] as const
export type SignOnFailure = (typeof signOnFailures)[number] | ''
