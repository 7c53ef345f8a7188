/**
 * The addresses of single sign-on: the two screens that it ends on, and the server's own, which leads on to the client's
 * provider. They stand here, not in paths.ts: the login page carries that one, and needs none of these.
 */
export const signOnPaths = {
  login: (token: string) => `/sso-login/${token}`,
  error: () => '/sso-error/',
  start: () => '/sso/start',
} as const
