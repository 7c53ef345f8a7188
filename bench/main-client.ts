/**
 * The client that has half of the people; 50 others share the rest. In a separate file, because the baseline server loads
 * it.
 */
export const bigClient = 'big'
