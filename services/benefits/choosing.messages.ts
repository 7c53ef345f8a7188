export const choosingMessages = {
  onlyLower: (why: string) => `${why}. You can keep what you have, lower it or opt out of it`,
} as const
