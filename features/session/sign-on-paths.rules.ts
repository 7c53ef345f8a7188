/** Paths of single sign-on. Not in paths.ts, because that is part of the login page's bundle. */
export const signOnPaths = {
  /** A masquerade adds its scheme year after the token (SSO-01). */
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: (kind: SignOnFailure = '') => `/sso-error/${kind}`,
  start: () => '/sso/start',
} as const

/**
 * Why single sign-on ended, as far as it helps the person: cancelled there, too late or from a bookmark, started from the
 * provider's own tile, not known here, provider not available. Any other failure is empty.
 */
export const signOnFailures = ['cancelled', 'late', 'tile', 'unknown', 'unavailable'] as const
export type SignOnFailure = (typeof signOnFailures)[number] | ''
