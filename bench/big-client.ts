/** Client 1 holds half of the people; 50 others share the rest. A separate file, so that the floor loads nothing else. */
export const bigClient = 'big'
