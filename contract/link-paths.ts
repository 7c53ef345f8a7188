/** Addresses that stand in mails alone, each with the token of its link: no screen leads there, and none carries them. */
export const linkPaths = {
  resetPassword: (token: string) => `/reset-password?token=${token}`,
  activation: (id: string) => `/activation/${id}`,
} as const
