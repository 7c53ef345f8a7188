/** Client 1 holds half of the people, 50 others the rest. In a file of its own, so that the floor loads nothing else. */
export const bigClient = 'big'
