/** What a member may still do whose cover cannot go up any more. */
export const choosingMessages = {
  onlyLower: (why: string) => `${why}. You can keep what you have, lower it or leave it`,
} as const
