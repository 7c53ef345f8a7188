/** Name the benefits that a refusal is about. */
export const basketRefusals = {
  about: (names: string, sentence: string) => `${names}: ${sentence}`,
} as const
