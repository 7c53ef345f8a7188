/**
 * The addresses of single sign-on: the two screens that it ends on, and the server's own, which leads on to the client's
 * provider. They stand here, not in paths.ts: the login page carries that one, and needs none of these.
 */
export const signOnPaths = {
  /** A view as somebody else names its scheme year behind the token (SSO-01). */
  login: (token: string, schemeYear?: number) =>
    schemeYear === undefined ? `/sso-login/${token}` : `/sso-login/${token}/${schemeYear}`,
  error: () => '/sso-error/',
  start: () => '/sso/start',
} as const
