/** Addresses of single sign-on. Not in paths.ts, because the login page carries that one. */
export const signOnPaths = {
  /** A view as somebody else names its scheme year behind the token (SSO-01). */
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: () => '/sso-error/',
  start: () => '/sso/start',
} as const
