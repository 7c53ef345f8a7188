/** These paths are not in paths.ts, because the login page loads that file. */
export const signOnPaths = {
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: (kind: SignOnFailure = '') => `/sso-error/${kind}`,
  start: () => '/sso/start',
} as const

/** `late`: too late, or from a bookmark. `tile`: started at the provider. `unknown`: no such account. */
export const signOnFailures = ['cancelled', 'late', 'tile', 'unknown', 'unavailable'] as const
export type SignOnFailure = (typeof signOnFailures)[number] | ''
