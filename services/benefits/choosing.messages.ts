/** Options left for a member whose cover can no longer increase. */
export const choosingMessages = {
  onlyLower: (why: string) => `${why}. You can keep what you have, lower it or opt out of it`,
} as const
