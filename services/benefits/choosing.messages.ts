export const choosingMessages = {
  onlyLower: (why: string) => `${why}. You can keep what you have, reduce it or opt out`,
} as const
