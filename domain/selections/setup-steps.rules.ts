/** Steps of benefit setup in order; each is a sub-path (BENEFIT-28). */
export const setupSteps = ['options', 'people', 'cost', 'medical', 'terms', 'review', 'confirmation'] as const
export type SetupStep = (typeof setupSteps)[number]
