export const lifeEventTypes = ['birth', 'adoption', 'wedding', 'death', 'divorce', 'other'] as const
/** What an event does to the family, which decides what is asked about it. */
export type LifeEventType = (typeof lifeEventTypes)[number]

export const weddingPlaces = ['england-or-wales', 'elsewhere'] as const
export type WeddingPlace = (typeof weddingPlaces)[number]
