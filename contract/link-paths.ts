/** Addresses that occur only in mails, each with its link's token. No screen links to them. */
export const linkPaths = {
  resetPassword: (token: string) => `/reset-password?token=${token}`,
  activation: (id: string) => `/activation/${id}`,
} as const
