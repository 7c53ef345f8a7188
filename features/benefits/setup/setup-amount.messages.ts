export const setupAmountMessages = {
  slider: (label: string) => `${label}, slider`,
} as const
