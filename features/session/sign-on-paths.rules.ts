/** Paths of single sign-on. They are not in paths.ts, because the login page loads that file. */
export const signOnPaths = {
  /** The token of a masquerade is followed by its scheme year (SSO-01). */
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: (kind: SignOnFailure = '') => `/sso-error/${kind}`,
  start: () => '/sso/start',
} as const

/** Cancelled; late or from a bookmark; started at the provider (a tile); unknown person; provider unavailable. */
export const signOnFailures = ['cancelled', 'late', 'tile', 'unknown', 'unavailable'] as const
export type SignOnFailure = (typeof signOnFailures)[number] | ''
