/** Paths of single sign-on. Not in paths.ts, because that is part of the login page's bundle. */
export const signOnPaths = {
  /** A masquerade adds its scheme year after the token (SSO-01). */
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: () => '/sso-error/',
  start: () => '/sso/start',
} as const
