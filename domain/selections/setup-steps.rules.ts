export const setupSteps = ['options', 'people', 'cost', 'medical', 'terms', 'review', 'confirmation'] as const
export type SetupStep = (typeof setupSteps)[number]
