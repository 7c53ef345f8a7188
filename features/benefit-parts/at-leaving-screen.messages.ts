export const atLeavingScreenMessages = {
  title: (lastDay: string) => `Your last day: ${lastDay}`,
} as const
