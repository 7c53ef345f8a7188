/** The client with half of the people; 50 others share the rest. In its own file, because the floor loads it. */
export const bigClient = 'big'
