export const lifeEventTypes = ['birth', 'adoption', 'wedding', 'death', 'divorce', 'disability', 'other'] as const
export type LifeEventType = (typeof lifeEventTypes)[number]

export const weddingPlaces = ['england-or-wales', 'elsewhere'] as const
export type WeddingPlace = (typeof weddingPlaces)[number]
