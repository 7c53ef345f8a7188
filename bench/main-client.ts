/** The client that has half of the people. In a separate file, because the baseline server loads it. */
export const bigClient = 'big'
