/** Which benefit of a basket a refusal is about; of several, their names one after the other. */
export const basketRefusals = {
  about: (names: string, sentence: string) => `${names}: ${sentence}`,
} as const
